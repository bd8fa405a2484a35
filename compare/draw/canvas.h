/* canvas: where pictures are painted: SVG or PNG, by cairo.
 *
 * Text in SVG is text, not outlines: it can be searched and read out, and the bytes do not depend
 * on the fonts of the machine. Places on a map are given in the level's units, on the rest of the
 * picture in pixels from the top left. Coordinates are rounded to a sixteenth of a pixel. */
#ifndef COMPARE_CANVAS_H
#define COMPARE_CANVAS_H

#include <cairo.h>

#include "draw/cover.h"
#include "draw/palette.h"

/* Where on the picture which part of the level lies. */
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

/* All of what the polygons cover, as one surface. */
void compare_canvas_fill(CompareCanvas *canvas, const GPtrArray *polygons, CompareColour colour,
                         double alpha);

/* Segments, `width` pixels wide; what of them is outside of the view is left out. */
void compare_canvas_segments(CompareCanvas *canvas, const GArray *segments, CompareColour colour,
                             double width, double alpha);

/* --- anywhere --- */

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

/* On the line of writing y; size in pixels. What the text holds from files is made harmless. */
void compare_canvas_text(CompareCanvas *canvas, ComparePlace at, CompareAnchor anchor, double size,
                         gboolean bold, const char *text);

/* Whether both ends of a segment are moved into the view; FALSE when none of it is there. */
gboolean compare_map_clip(const CompareMap *map, CompareSegment *segment);

#endif
