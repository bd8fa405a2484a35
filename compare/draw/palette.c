/* palette: distinguishable colours. */
#include "draw/palette.h"

#include <math.h>

#define RGB(hex)                                                                                   \
    {                                                                                              \
        (double)((hex) >> 16 & 255) / 255, (double)((hex) >> 8 & 255) / 255,                       \
            (double)((hex)&255) / 255                                                              \
    }

const CompareTheme compare_theme_light = {
    .paper = RGB(0xffffff), .ink = RGB(0x111111), .faint = RGB(0x8a8a8a), .solid = RGB(0x3c3c3c)
};
const CompareTheme compare_theme_dark = {
    .paper = RGB(0x15181c), .ink = RGB(0xf0f0f0), .faint = RGB(0x8a9099), .solid = RGB(0xc4c8cc)
};

const CompareColour compare_orange = RGB(0xe69f00), compare_sky = RGB(0x56b4e9),
                    compare_green = RGB(0x009e73), compare_blue = RGB(0x0072b2),
                    compare_vermillion = RGB(0xd55e00), compare_purple = RGB(0xcc79a7);

CompareColour compare_palette_colour(guint i)
{
    static const CompareColour colours[] = { RGB(0x56b4e9), RGB(0xe69f00), RGB(0x009e73),
                                             RGB(0xcc79a7), RGB(0xf0e442), RGB(0xd55e00) };
    return colours[i % G_N_ELEMENTS(colours)];
}

CompareColour compare_palette_mix(CompareColour a, CompareColour b, double part)
{
    return (CompareColour){ b.r + part * (a.r - b.r), b.g + part * (a.g - b.g),
                            b.b + part * (a.b - b.b) };
}

CompareColour compare_palette_amount(double x)
{
    static const CompareColour steps[] = { RGB(0x00204d), RGB(0x31446b), RGB(0x666970),
                                           RGB(0x958f78), RGB(0xcbba69), RGB(0xffea46) };
    double place = CLAMP(x, 0, 1) * (G_N_ELEMENTS(steps) - 1);
    guint i = MIN((guint)place, G_N_ELEMENTS(steps) - 2);
    return compare_palette_mix(steps[i + 1], steps[i], place - i);
}
