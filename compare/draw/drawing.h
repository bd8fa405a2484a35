/* drawing: draws a level as an SVG document.
 *
 *     CompareDrawing drawing = { .kind = COMPARE_DRAW_SLICE, .scenario = s, .axis = 2, .at = 48 };
 *     char *svg = compare_draw_svg(&drawing, &error);
 *
 * Two kinds: a slice of the level at an axial plane, with solids, trees and answers there; and a
 * plan, which is the level from above. */
#ifndef COMPARE_DRAWING_H
#define COMPARE_DRAWING_H

#include "draw/canvas.h"
#include "methods/method.h"
#include "run/report.h"

typedef enum { COMPARE_DRAW_SLICE, COMPARE_DRAW_PLAN } CompareDrawKind;

/* Unset fields are NULL or zero. Nothing is owned. */
typedef struct {
    CompareDrawKind kind;
    const CompareScenario *scenario;
    const CompareReport *report; /* moves and answers to draw; NULL: none */
    const CompareMethod *method; /* of a slice: its tree is drawn, and, if it shifts planes, the
                                    solid that these make */
    gboolean has_mover;
    gint mover; /* as CompareTrajectory.mover; if unset, the first trajectory's */
    guint axis; /* of a slice's plane: 0, 1, 2 */
    double at;  /* position of the plane */
    gboolean has_region;
    double region[4];  /* least and greatest across, least and greatest up; if unset, the whole
                          level */
    gboolean one_move; /* only the move `number` of `trajectory` */
    guint trajectory, number;
    gboolean has_brush; /* of a slice: mark this brush, which is hit or contains the start */
    guint brush;
    gboolean is_stuck;               /* of one move: it starts in solid */
    const BspVec *way_out;           /* then the nearest free place; NULL: unknown */
    const BspSolid *exact, *claimed; /* of a slice, or NULL: the mover's true solid, and the solid
                                        that a method uses; both expanded */
    const char *claimed_by;          /* name of the source of `claimed` */
    guint width;                     /* pixels; 0: COMPARE_DRAW_WIDTH */
    /* Paints the map and the legend of a plan, instead of heights and moves; NULL: none. */
    void (*paint)(gconstpointer data, CompareCanvas *canvas);
    gconstpointer paint_data;
} CompareDrawing;

#define COMPARE_DRAW_FARTHEST 1e7 /* units: limit for planes and regions, from the origin */
#define COMPARE_DRAW_NEAR 16.0    /* units: moves at most this far from a slice are shown */
#define COMPARE_DRAW_WIDTH 800

/* A whole document, which scales by its viewBox; the caller frees it with g_free(). The same
 * drawing gives the same bytes. NULL with BSP_ERROR_VALUE if it cannot be drawn (no brushes, a
 * plane or region outside the level), or BSP_ERROR_GEOMETRY.
 */
char *compare_draw_svg(const CompareDrawing *drawing, GError **error);

/* --- for the files that paint its parts --- */

/* The number of what moves, and what it is. */
gint compare_drawing_mover(const CompareDrawing *drawing);
const CompareMover *compare_drawing_body(const CompareDrawing *drawing);

/* Paint the content of the map and the legend. A slice may fail with BSP_ERROR. */
gboolean compare_paint_slice(const CompareDrawing *drawing, CompareCanvas *canvas, GError **error);
void compare_paint_plan(const CompareDrawing *drawing, CompareCanvas *canvas);

/* Paints the moves of the mover that are near enough, and each method's stops. If the drawing has
 * only one move, also paints the outlines of the mover where it starts, truly stops, and would end,
 * and the way out of solid. */
void compare_paint_moves(const CompareDrawing *drawing, CompareCanvas *canvas);

#endif
