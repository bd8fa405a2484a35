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

/* A drawing owns nothing. Members that are not set are NULL or 0. */
typedef struct {
    CompareDrawKind kind;
    const CompareScenario *scenario;
    const CompareReport *report; /* has the moves and answers to draw; may be NULL */
    const CompareMethod *method; /* the method whose tree a slice shows; if it shifts planes, the
                                    slice also shows its solid with shifted planes */
    gboolean has_mover;
    gint mover; /* the number of the mover, encoded as in CompareTrajectory.mover; without
                   has_mover, it is the mover of the first trajectory */
    guint axis; /* the axis that is perpendicular to the slice: 0, 1 or 2 */
    double at;  /* the position of the slice on the axis */
    gboolean has_region;
    double region[4]; /* minimum and maximum across, minimum and maximum up; without has_region, the
                         whole level */
    gboolean one_move; /* if set, only move `number` of trajectory `trajectory` is drawn */
    guint trajectory, number;
    /* If set, a slice marks brush `brush`, which is hit, or contains the start. */
    gboolean has_brush;
    guint brush;
    gboolean is_stuck;     /* if set, the only move starts in solid */
    const BspVec *way_out; /* the nearest free point, if is_stuck; NULL if it is
                              unknown */
    /* `exact` is the true solid of a slice, expanded for the mover. `claimed` is the expanded solid
     * that a method uses. Either may be NULL. */
    const BspSolid *exact, *claimed;
    const char *claimed_by; /* the name of the source of `claimed` */
    guint width;            /* pixels; 0 stands for COMPARE_DRAW_WIDTH */
    /* Paints the map and the legend of a plan, in place of heights and moves. NULL for the usual
     * plan. */
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

/* Returns a whole SVG document, which scales to any size. The same drawing gives the same bytes.
 * The caller frees it with g_free(). Returns NULL with BSP_ERROR_VALUE if the world has no brushes,
 * or if the plane or region is outside of the level. May also fail with BSP_ERROR_GEOMETRY. */
char *compare_draw_svg(const CompareDrawing *drawing, GError **error);

/* --- for the files that paint a drawing --- */

/* Return the number of the drawing's mover, encoded as in CompareTrajectory.mover, and the mover
 * itself. */
gint compare_drawing_mover(const CompareDrawing *drawing);
const CompareMover *compare_drawing_body(const CompareDrawing *drawing);

/* Paint the content of the map and the legend. A slice may fail with BSP_ERROR. */
gboolean compare_paint_slice(const CompareDrawing *drawing, CompareCanvas *canvas, GError **error);
void compare_paint_plan(const CompareDrawing *drawing, CompareCanvas *canvas);

/* Paints the moves of the mover that are near enough, and each method's stops. A drawing of one
 * move also shows outlines of the mover at the start, at the true stop, and at the end of the move.
 * It also shows the way out of solid. */
void compare_paint_moves(const CompareDrawing *drawing, CompareCanvas *canvas);

#endif
