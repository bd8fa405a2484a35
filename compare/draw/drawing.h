/* drawing: describes the content of a picture (picture.h makes it).
 *
 * Three kinds: a slice of the level at an axial plane, with solids, trees and answers there; a
 * plan, which is the level from above; and a plan coloured by the cost of queries. */
#ifndef COMPARE_DRAWING_H
#define COMPARE_DRAWING_H

#include "draw/legend.h"
#include "methods/method.h"
#include "run/report.h"

typedef enum { COMPARE_DRAW_SLICE, COMPARE_DRAW_PLAN, COMPARE_DRAW_COST } CompareDrawKind;

typedef enum {
    COMPARE_LAYER_SOLID = 1 << 0,   /* the level, unexpanded and expanded for each space */
    COMPARE_LAYER_CELLS = 1 << 1,   /* the cells of the tree */
    COMPARE_LAYER_BEVELS = 1 << 2,  /* a shift tree's bevels, unshifted and shifted */
    COMPARE_LAYER_SHIFTED = 1 << 3, /* the solid of plane shifting, and the true solid */
    COMPARE_LAYER_MOVES = 1 << 4,   /* moves near the slice */
    COMPARE_LAYER_STOPS = 1 << 5    /* the stops of these moves by each method of the report */
} CompareLayers;

extern const char *const compare_layer_names[]; /* in the order of the bits, NULL at the end */

/* Unset fields are NULL or zero. Nothing is owned. */
typedef struct {
    CompareDrawKind kind;
    const CompareScenario *scenario;
    const CompareReport *report; /* moves and answers; a slice or plan works without */
    const CompareMethod *method; /* of a slice: the tree for the layers from cells to shifted */
    const char *cost;            /* COMPARE_DRAW_COST: a method of the report */
    guint layers;                /* CompareLayers */
    gboolean has_mover;
    gint mover; /* a mover as from compare_scenario_mover(); if unset, the first trajectory's */
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
    const BspWorld
        *world; /* as read from its file, for the places of brushes; NULL: the scenario's */
    const char *explain; /* for an SVG that answers the mouse: the command that explains a move of
                            the mover, without its ends; NULL: a still picture */
    double near;         /* units: moves at most this far from the slice are shown; 0: 16 */
    guint width;         /* pixels; 0: 1000 */
    gboolean dark;       /* light on a dark background */
} CompareDrawing;

#define COMPARE_DRAW_FARTHEST 1e7 /* units: limit for planes and regions, from the origin */
#define COMPARE_DRAW_NEAR 16.0
#define COMPARE_DRAW_WIDTH 1000
#define COMPARE_DRAW_MIN_WIDTH 480
#define COMPARE_DRAW_MAX_WIDTH 4000

/* The mover of the drawing, and its shape. */
gint compare_drawing_mover(const CompareDrawing *drawing);
const BspShape *compare_drawing_shape(const CompareDrawing *drawing);
guint32 compare_drawing_mask(const CompareDrawing *drawing);
const char *compare_drawing_shape_name(const CompareDrawing *drawing);

/* --- the content of one kind of drawing, found once and painted as often as needed --- */

typedef struct CompareSubject CompareSubject;

/* A part of the map that belongs to a brush. */
typedef struct {
    BspPolygon *outline; /* owned */
    guint brush;
    gboolean is_floor; /* of a picture from above */
    BspPlane plane;    /* of the floor; else zero */
} CompareArea;

/* An empty array of CompareArea. */
GArray *compare_areas_new(void);

struct CompareSubject {
    const CompareDrawing *drawing;
    char *title, *subtitle; /* owned */
    /* Paints the content of the map and fills the legend. */
    void (*paint)(const CompareSubject *subject, CompareCanvas *canvas, CompareLegend *legend);
    /* Returns an array of CompareArea, the lowest first where they overlap. */
    GArray *(*find_areas)(const CompareSubject *subject);
    void (*free)(CompareSubject *subject);
};

/* One for each kind of drawing; the map gives the part of the level. NULL with BSP_ERROR. */
CompareSubject *compare_slice_new(const CompareDrawing *drawing, const CompareMap *map,
                                  GError **error);
CompareSubject *compare_plan_new(const CompareDrawing *drawing, const CompareMap *map,
                                 GError **error);
CompareSubject *compare_cost_new(const CompareDrawing *drawing, const CompareMap *map,
                                 GError **error);

/* --- moves on a map, and the stops of each method --- */

typedef struct CompareMarks CompareMarks;

/* Selects the moves of the drawing's mover that are near enough. */
CompareMarks *compare_marks_new(const CompareDrawing *drawing, const CompareMap *map);
void compare_marks_free(CompareMarks *marks);

void compare_marks_paint(const CompareMarks *marks, CompareCanvas *canvas, CompareLegend *legend);

/* Paints the outlines of the mover where the move starts, where it truly stops, where it would end,
 * and at the end of the way out, with labels, and adds their coordinates to the legend. */
void compare_ends_paint(const CompareDrawing *drawing, const CompareResolved *move,
                        CompareCanvas *canvas, CompareLegend *legend);

#endif
