/* short-map: writes .map files in short form. */
#include "short-map.h"

#include <string.h>

typedef enum { STANDARD, VALVE, NUMBERED, PLANES } Style;

/* Appends the plane of side i of box number `box`. The sides are +x -x +y -y +z -z. */
static void append_plane(GString *out, Style style, guint box, guint i)
{
    static const char *const points[] = {
        "( %u -64 -16 ) ( %u -64 0 ) ( %u 64 -16 ) ",
        "( %u -64 -16 ) ( %u 64 -16 ) ( %u -64 0 ) ",
    };
    static const char *const rest[] = {
        "( 0 64 -16 ) ( 64 64 -16 ) ( 0 64 0 ) ",
        "( 0 -64 -16 ) ( 0 -64 0 ) ( 64 -64 -16 ) ",
        "( 0 -64 0 ) ( 0 64 0 ) ( 64 -64 0 ) ",
        "( 0 -64 -16 ) ( 64 -64 -16 ) ( 0 64 -16 ) ",
    };
    static const char *const planes[] = { "( 0 1 0 -64 ) ", "( 0 -1 0 -64 ) ", "( 0 0 1 0 ) ",
                                          "( 0 0 -1 -16 ) " };
    guint x = box * 128 + (i == 0 ? 64 : 0);
    if (i >= 2)
        g_string_append(out, style == PLANES ? planes[i - 2] : rest[i - 2]);
    else if (style == PLANES)
        g_string_append_printf(out, "( %d 0 0 %d ) ", i ? -1 : 1, i ? (int)x : -(int)x);
    else if (i == 0)
        g_string_append_printf(out, points[0], x, x, x);
    else
        g_string_append_printf(out, points[1], x, x, x);
}

/* Appends the texture and the numbers after it. */
static void append_texture(GString *out, Style style, const char *texture)
{
    g_auto(GStrv) parts = g_strsplit(style == NUMBERED ? texture : "", ":", 2);
    g_auto(GStrv) numbers = g_strsplit(parts[0] && parts[1] ? parts[1] : "0,0", ",", 2);
    switch (style) {
    case STANDARD:
        g_string_append_printf(out, "%s 0 0 0 1 1\n", texture);
        break;
    case VALVE:
        g_string_append_printf(out, "%s [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1\n", texture);
        break;
    case NUMBERED:
        g_string_append_printf(out, "%s 0 0 0 1 1 %s %s 0\n", parts[0], numbers[0], numbers[1]);
        break;
    case PLANES:
        g_string_append_printf(out, "( ( 1 0 0 ) ( 0 1 0 ) ) \"%s\" 0 0 0\n", texture);
        break;
    }
}

static void append_box(GString *out, Style style, guint box, char **words)
{
    g_string_append(out, style == PLANES ? "{\nbrushDef3\n{\n" : "{\n");
    for (guint i = 0; i < 6; i++) {
        append_plane(out, style, box, i);
        append_texture(out, style, *words);
        words += words[1] ? 1 : 0;
    }
    g_string_append(out, style == PLANES ? "}\n}\n" : "}\n");
}

/* Appends the head of an entity, such as "$class key=value". */
static void append_head(GString *out, char **words)
{
    g_string_append_printf(out, "{\n\"classname\" \"%s\"\n", *words + 1);
    for (words++; *words; words++) {
        g_auto(GStrv) pair = g_strsplit(*words, "=", 2);
        g_string_append_printf(out, "\"%s\" \"%s\"\n", pair[0], pair[1]);
    }
}

void short_map_append(GString *out, const char *style, const char *brushes)
{
    static const char *const styles[] = { "standard", "valve", "numbered", "planes", NULL };
    g_auto(GStrv) words = g_strsplit(style, " ", 2);
    g_auto(GStrv) parts = g_strsplit(brushes, "|", -1);
    guint number = 0, kind = 0, n = 0;
    while (strcmp(styles[kind], words[0]) != 0)
        g_assert(styles[++kind]);
    g_string_append(out, words[1] ? words[1] : "");
    for (; parts[number]; number++) {
        g_auto(GStrv) part = g_strsplit(g_strstrip(parts[number]), " ", -1);
        if (**part == '$') {
            g_string_append(out, number ? "}\n" : "");
            append_head(out, part);
            continue;
        }
        g_string_append(out, number ? "" : "{\n\"classname\" \"worldspawn\"\n");
        append_box(out, (Style)kind, n++, part);
    }
    g_string_append(out, "}\n");
}
