/* canvas: writes a picture as the text of SVG elements. The picture is a map of the level with a
 * legend beside it.
 *
 * Points on the map are in the level's units. All other points are in pixels from the top left.
 * Positions are rounded to a tenth of a pixel. The elements have no ids, fonts or links, so any
 * number of pictures can be in one page. The colours can be distinguished by colour-blind people
 * (Okabe and Ito 2008; for amounts, the scale cividis). */
#ifndef COMPARE_CANVAS_H
#define COMPARE_CANVAS_H

#include <glib.h>

#include "draw/section.h"

typedef guint32 CompareColour; /* 0xrrggbb */

enum {
    COMPARE_PAPER = 0xffffff,
    COMPARE_INK = 0x111111,
    COMPARE_FAINT = 0x8a8a8a, /* for lines in the background */
    COMPARE_SOLID = 0x3c3c3c, /* for the level without expansion */
    COMPARE_ORANGE = 0xe69f00,
    COMPARE_SKY = 0x56b4e9,
    COMPARE_GREEN = 0x009e73,
    COMPARE_BLUE = 0x0072b2,
    COMPARE_VERMILLION = 0xd55e00,
    COMPARE_PURPLE = 0xcc79a7
};

/* Returns the colour of item i of n. If there are at most COMPARE_COLOURS items, they get the
 * colours of the palette. Otherwise they get steps of the scale of amounts. */
#define COMPARE_COLOURS 6
CompareColour compare_colour_of(guint i, guint n);

/* Returns the colour of an amount from 0 (dark blue) to 1 (yellow). */
CompareColour compare_colour_amount(double x);

/* Mixes two colours. `part` is the fraction of `one` in the mixture. */
CompareColour compare_colour_mix(CompareColour one, CompareColour other, double part);

/* Maps a rectangle of the level to a rectangle of the picture. */
typedef struct {
    guint across, up; /* indices of the level's axes */
    BspBounds view;
    double left, top, width, height; /* pixels */
    double scale;                    /* pixels per unit */
} CompareMap;

typedef struct {
    double x, y; /* pixels */
} ComparePixel;

ComparePixel compare_map_pixel(const CompareMap *map, BspVec p);

/* Clips the segment to the view. Returns FALSE if no part of it is inside. */
gboolean compare_map_clip(const CompareMap *map, CompareSegment *segment);

typedef struct {
    CompareMap map;
    GString *svg;    /* the elements that were written so far */
    double legend_y; /* pixels; the y at which the next entry of the legend begins */
} CompareCanvas;

/* --- on the map --- */

/* Fills the area that the polygons cover together, with an edge `width` pixels wide around it. */
void compare_canvas_area(CompareCanvas *canvas, const GPtrArray *polygons, CompareColour fill,
                         CompareColour edge, double width);
void compare_canvas_polygon(CompareCanvas *canvas, BspPolygon *polygon, CompareColour fill,
                            CompareColour edge, double width);

/* Draws segments `width` pixels wide, clipped to the view. Dashes and gaps are `dash` pixels long.
 * If `dash` is 0, the line has no gaps. Wide lines get a border in the paper's colour, so that they
 * stand out. */
void compare_canvas_lines(CompareCanvas *canvas, const GArray *segments, CompareColour colour,
                          double width, double dash);

/* --- anywhere in the picture --- */

typedef enum {
    COMPARE_MARK_DOT,
    COMPARE_MARK_CIRCLE,
    COMPARE_MARK_SQUARE,
    COMPARE_MARK_DIAMOND,
    COMPARE_MARK_TRIANGLE
} CompareMark;

void compare_canvas_mark(CompareCanvas *canvas, ComparePixel at, CompareMark mark, double radius,
                         CompareColour colour);

/* Adds text as the content of an element or attribute. Escapes the characters that SVG reserves,
 * and replaces control characters. */
void compare_canvas_escape(GString *svg, const char *text);

/* Writes text with these SVG attributes. at.y is the baseline. */
void compare_canvas_text(CompareCanvas *canvas, ComparePixel at, const char *attributes,
                         const char *text);

/* --- the legend --- */

/* Pixels. COMPARE_LEGEND_GAP is the distance from the map to the legend, which keeps their labels
 * apart. COMPARE_LEGEND_WIDTH is the width of the legend. */
#define COMPARE_LEGEND_GAP 20.0
#define COMPARE_LEGEND_WIDTH 250.0

/* The sign of an entry of the legend. */
typedef struct {
    enum { COMPARE_SIGN_NONE, COMPARE_SIGN_AREA, COMPARE_SIGN_LINE, COMPARE_SIGN_MARK } kind;
    CompareColour colour, edge; /* `edge` is the colour of an area's edge */
    double size, dash;          /* `size` is a line's width or a mark's radius; `dash` is the length
                                   of a line's dashes */
    CompareMark mark;
} CompareSign;

/* Adds an entry below the earlier entries. Long text continues in further rows. */
void compare_canvas_legend(CompareCanvas *canvas, CompareSign sign, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

#endif
