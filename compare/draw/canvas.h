/* canvas: paints pictures as SVG or PNG, with cairo.
 *
 * Text in SVG is text, not outlines. So it can be searched and read aloud, and the bytes do not
 * depend on the machine's fonts. Places on a map are in the level's units; other places are in
 * pixels from the top left. Coordinates are rounded to a sixteenth of a pixel. The colours for
 * light and dark paper can be distinguished by colour-blind people (Okabe and Ito 2008; for
 * amounts, the scale cividis). */
#ifndef COMPARE_CANVAS_H
#define COMPARE_CANVAS_H

#include <cairo.h>
#include <glib.h>

#include "draw/section.h"

typedef struct {
    double r, g, b; /* 0 to 1 */
} CompareColour;

typedef struct {
    CompareColour paper, ink, faint; /* faint: for lines in the background */
    CompareColour solid;             /* the level without expansion */
} CompareTheme;

extern const CompareTheme compare_theme_light, compare_theme_dark;

extern const CompareColour compare_orange, compare_sky, compare_green, compare_blue,
    compare_vermillion, compare_purple;

/* The first six are different; then they repeat. */
CompareColour compare_palette_colour(guint i);

/* Mixes `part` of `one` with the remainder of `other`. */
CompareColour compare_palette_mix(CompareColour one, CompareColour other, double part);

/* The colour of an amount from 0 (dark blue) to 1 (yellow). */
CompareColour compare_palette_amount(double x);

/* Maps a part of the level to a part of the picture. */
typedef struct {
    guint across, up; /* axes */
    BspBounds view;
    double left, top, width, height; /* pixels */
    double scale;                    /* pixels per unit */
} CompareMap;

typedef struct {
    cairo_t *cr;
    GString *text; /* SVG elements; NULL: text is painted */
    CompareTheme theme;
    CompareMap map;
} CompareCanvas;

typedef struct {
    double x, y;
} ComparePlace;

ComparePlace compare_map_place(const CompareMap *map, BspVec p);

/* --- on the map --- */

/* Fills the area that the polygons cover, as one surface. */
void compare_canvas_fill(CompareCanvas *canvas, const GPtrArray *polygons, CompareColour colour,
                         double alpha);

/* Draws segments, `width` pixels wide, clipped to the view. */
void compare_canvas_segments(CompareCanvas *canvas, const GArray *segments, CompareColour colour,
                             double width, double alpha);

/* As compare_canvas_segments(), with dashes and gaps `dash` pixels long; 0: without gaps. */
void compare_canvas_dashes(CompareCanvas *canvas, const GArray *segments, CompareColour colour,
                           double width, double dash);

/* --- anywhere in the picture --- */

typedef enum {
    COMPARE_MARK_DOT,
    COMPARE_MARK_CIRCLE,
    COMPARE_MARK_SQUARE,
    COMPARE_MARK_DIAMOND,
    COMPARE_MARK_TRIANGLE,
    COMPARE_MARK_CROSS
} CompareMark;

void compare_canvas_mark(CompareCanvas *canvas, ComparePlace at, CompareMark mark, double radius,
                         CompareColour colour);
void compare_canvas_line(CompareCanvas *canvas, ComparePlace a, ComparePlace b,
                         CompareColour colour, double width);
void compare_canvas_box(CompareCanvas *canvas, ComparePlace at, double width, double height,
                        CompareColour colour, double alpha);
void compare_canvas_frame(CompareCanvas *canvas, ComparePlace at, double width, double height,
                          CompareColour colour);

typedef enum { COMPARE_TEXT_LEFT, COMPARE_TEXT_MIDDLE, COMPARE_TEXT_RIGHT } CompareAnchor;

/* y is the baseline; size is in pixels. Control characters in the text are escaped. */
void compare_canvas_text(CompareCanvas *canvas, ComparePlace at, CompareAnchor anchor, double size,
                         gboolean bold, const char *text);

/* Clips the segment to the view. FALSE if no part of it is inside. */
gboolean compare_map_clip(const CompareMap *map, CompareSegment *segment);

#endif
