/* drawing: what a picture is to show (picture.h makes it).
 *
 * Three kinds: a slice of the level at an axial plane, with what solids, trees and methods make of
 * it there; a plan, the level seen from above; and a plan of what queries cost where. */
#ifndef COMPARE_DRAWING_H
#define COMPARE_DRAWING_H

#include "methods/method.h"
#include "run/report.h"

typedef enum { COMPARE_DRAW_SLICE, COMPARE_DRAW_PLAN, COMPARE_DRAW_COST } CompareDrawKind;

typedef enum {
    COMPARE_LAYER_SOLID = 1 << 0,   /* the level, bare and as each space has it */
    COMPARE_LAYER_CELLS = 1 << 1,   /* how the tree cuts the slice */
    COMPARE_LAYER_BEVELS = 1 << 2,  /* a shift tree's bevels, at rest and moved */
    COMPARE_LAYER_SHIFTED = 1 << 3, /* what plane shifting takes for solid, and what truly is */
    COMPARE_LAYER_MOVES = 1 << 4,   /* those near the slice */
    COMPARE_LAYER_STOPS = 1 << 5    /* where each method of the report stops them */
} CompareLayers;

extern const char *const compare_layer_names[]; /* in the order of the bits, NULL at the end */

/* What is not said is NULL or zero. Nothing is owned. */
typedef struct {
    CompareDrawKind kind;
    const CompareScenario *scenario;
    const CompareReport *report; /* moves and answers; a slice or plan may do without */
    const CompareMethod *method; /* of a slice: whose tree the layers from cells to shifted show */
    const char *cost;            /* COMPARE_DRAW_COST: the method, one of the report's */
    guint layers;                /* CompareLayers */
    gboolean has_mover;
    gint mover; /* what moves, as compare_scenario_mover(); if not said, the first that does */
    guint axis; /* of the plane of a slice: 0, 1, 2 */
    double at;  /* and where it is */
    gboolean has_region;
    double region[4];  /* what to show, across and up, from least to most; if not said, all */
    gboolean one_move; /* only the move `number` of `trajectory` */
    guint trajectory, number;
    gboolean has_brush; /* of a slice: this brush is marked, as the one that is hit */
    guint brush;
    const BspSolid *exact, *claimed; /* of a slice, or NULL: what truly is solid for what moves, and
                                        what something takes for it; both expanded */
    const char *claimed_by;          /* what does */
    double near;   /* units: moves as near as this to the slice are shown; 0: 16 */
    guint width;   /* pixels; 0: 1000 */
    gboolean dark; /* light on dark */
} CompareDrawing;

#define COMPARE_DRAW_FARTHEST 1e7 /* units: of planes and regions from the origin */
#define COMPARE_DRAW_NEAR 16.0
#define COMPARE_DRAW_WIDTH 1000
#define COMPARE_DRAW_MIN_WIDTH 480
#define COMPARE_DRAW_MAX_WIDTH 4000

/* What moves in the drawing. */
gint compare_drawing_mover(const CompareDrawing *drawing);
const BspShape *compare_drawing_shape(const CompareDrawing *drawing);
guint32 compare_drawing_mask(const CompareDrawing *drawing);
const char *compare_drawing_shape_name(const CompareDrawing *drawing);

#endif
