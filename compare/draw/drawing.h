/* drawing: draws a level as an SVG document.
 *
 *     CompareDrawing drawing = { .kind = COMPARE_DRAW_SLICE, .scenario = s, .axis = 2, .at = 48 };
 *     char *svg = compare_draw_svg(&drawing, &error);
 *
 * A slice cuts the level at an axial plane, and shows the solids, trees and answers there. A plan
 * shows the level from above. */
#ifndef COMPARE_DRAWING_H
#define COMPARE_DRAWING_H

#include "draw/canvas.h"
#include "methods/method.h"
#include "run/report.h"

typedef enum { COMPARE_DRAW_SLICE, COMPARE_DRAW_PLAN } CompareDrawKind;

/* A drawing owns nothing. Unset fields are NULL or zero. */
typedef struct {
    CompareDrawKind kind;
    const CompareScenario *scenario;
    const CompareReport *report; /* moves and answers to draw, or NULL */
    const CompareMethod *method; /* a slice shows its tree, and, if it shifts planes, its solid with
                                    shifted planes */
    gboolean has_mover;
    gint mover; /* in the form of CompareTrajectory.mover; the default is the first trajectory's
                   mover */
    guint axis; /* the axis that is perpendicular to the slice: 0, 1 or 2 */
    double at;  /* the position of the slice on the axis */
    gboolean has_region;
    double region[4];  /* minimum and maximum across, minimum and maximum up; the default is the
                          whole level */
    gboolean one_move; /* draws only the move `number` of `trajectory` */
    guint trajectory, number;
    gboolean has_brush; /* a slice marks this brush, which is hit or contains the start */
    guint brush;
    gboolean is_stuck;               /* the only move starts in solid */
    const BspVec *way_out;           /* the nearest free point, if is_stuck; NULL if it is
                                        unknown */
    const BspSolid *exact, *claimed; /* for a slice, or NULL: the mover's true solid, and the solid
                                        that a method uses; both expanded */
    const char *claimed_by;          /* name of the source of `claimed` */
    guint width;                     /* pixels; 0: COMPARE_DRAW_WIDTH */
    /* Paints the map and the legend of a plan, instead of heights and moves; NULL: none. */
    void (*paint)(gconstpointer data, CompareCanvas *canvas);
    gconstpointer paint_data;
} CompareDrawing;

/* Units. The largest distance of planes and regions from the origin. It is beyond all limits of a
 * level. */
#define COMPARE_DRAW_FARTHEST 1e7

/* Units. A slice shows moves at most this far from it, which is about half of a player's width. */
#define COMPARE_DRAW_NEAR 16.0

/* Pixels. The default width of a picture, for which its texts and lines are chosen. */
#define COMPARE_DRAW_WIDTH 800

/* Returns a whole document, which scales by its viewBox. The caller frees it with g_free(). The
 * same drawing gives the same bytes. Returns NULL with BSP_ERROR_VALUE if it cannot be drawn,
 * because the world has no brushes, or because the plane or region is outside the level. May also
 * fail with BSP_ERROR_GEOMETRY.
 */
char *compare_draw_svg(const CompareDrawing *drawing, GError **error);

/* --- for the files that paint a drawing --- */

/* Return the mover's number, in the form of CompareTrajectory.mover, and the mover. */
gint compare_drawing_mover(const CompareDrawing *drawing);
const CompareMover *compare_drawing_body(const CompareDrawing *drawing);

/* Paint the content of the map and the legend. A slice may fail with BSP_ERROR. */
gboolean compare_paint_slice(const CompareDrawing *drawing, CompareCanvas *canvas, GError **error);
void compare_paint_plan(const CompareDrawing *drawing, CompareCanvas *canvas);

/* Paints the moves of the mover that are near enough, and each method's stops. A drawing of one
 * move also shows outlines of the mover: where it starts, truly stops, and would end. It also shows
 * the way out of solid. */
void compare_paint_moves(const CompareDrawing *drawing, CompareCanvas *canvas);

#endif
