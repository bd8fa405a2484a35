/* arrays: queries over arrays of moves and points, for the Python package. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include "bsp-character.h"
#include "bsp-saved.h"
#include "bsp-turn.h"

/* cffi reads from here */
typedef struct OnionTree OnionTree;
typedef struct ShiftTree ShiftTree;
typedef struct BspBrushTable BspBrushTable;

/* The tree or the table that is asked, and the shape that moves. The caller sets onion or shift; if
 * it sets neither, the brush table answers. All pointers are not owned. */
typedef struct {
    const OnionTree *onion;
    const ShiftTree *shift;
    const BspBrushTable *table; /* NULL: no brush is named */
    unsigned space;             /* of the onion */
    bool exact;                 /* a shift tree tests the shape itself against cells */
    int kind;                   /* BspShapeKind, 0 to 4: point, box, sphere, cylinder, capsule */
    double mins[3], maxs[3];    /* of a box */
    double radius, bottom, top; /* of a round shape */
    uint32_t mask;
    double skin;
} ArrayBody;

/* Receives answers, one row for each move: vectors have three numbers in a row. */
typedef struct {
    double *t;
    uint8_t *kind; /* BspTransitionClass */
    double *normal, *dist, *point;
    int32_t *brush; /* -1: none is known */
    uint32_t *contents;
} ArrayTraces;

typedef struct {
    double *point, *delta, *climbed;
    bool *stuck;
    uint8_t *n_contacts, *n_traces;
} ArraySlides;

typedef struct {
    uint8_t *kind; /* BspGroundKind */
    double *point, *normal, *dist;
} ArrayGrounds;

/* The functions answer rows `first` to `end` - 1 of the arrays. Threads may share the arrays if
 * their rows differ. */

/* Traces the rows of `from` and `to`. */
void array_trace(const ArrayBody *body, const double *from, const double *to, size_t first,
                 size_t end, const ArrayTraces *traces);

/* The same for a body that turns (bsp-turn.h), in a table or shift tree. Rows of `turns` have
 * eleven numbers: the orientation, the axis, the degrees and the pivot. */
void array_trace_turning(const ArrayBody *body, const double *from, const double *to,
                         const double *turns, size_t first, size_t end, const ArrayTraces *traces);

/* The first of n rows of turns that has only finite numbers and is not valid, and what it must be;
 * or n. */
size_t array_bad_turn(const double *turns, size_t n, const char **why);

/* The greatest `most` of the functions that list several answers for each row. */
enum { ARRAY_MOST = 1024 };

/* Receives the brushes that moves meet: `most` for each row. */
typedef struct {
    uint32_t *count; /* may exceed `most` */
    double *enter, *leave;
    double *normal, *dist;
    int32_t *brush, *side; /* brush -1: there is none */
    uint32_t *contents;
} ArrayCrossings;

/* Finds all brushes that the moves meet; most <= ARRAY_MOST. */
void array_trace_all(const ArrayBody *body, const double *from, const double *to, size_t first,
                     size_t end, uint32_t most, const ArrayCrossings *crossings);

/* Receives the transitions of trees: `most` for each row. */
typedef struct {
    uint32_t *count; /* may exceed `most` */
    double *t;
    uint8_t *kind;
    double *normal, *dist;
} ArrayTransitions;

/* Finds all transitions of the body's onion or shift tree along the rows. */
void array_transitions(const ArrayBody *body, const double *from, const double *to, size_t first,
                       size_t end, uint32_t most, const ArrayTransitions *transitions);

/* Slides the rows of `from` by `delta`; climbs steps up to `height` if that is above 0. */
void array_slide(const ArrayBody *body, const double *from, const double *delta, double height,
                 double walkable, size_t first, size_t end, const ArraySlides *slides);

/* Finds the ground at most `depth` units below the rows of `points`. */
void array_ground(const ArrayBody *body, const double *points, double depth, double walkable,
                  size_t first, size_t end, const ArrayGrounds *grounds);

/* Sets is_free for positions where the body is in no solid. */
void array_free(const ArrayBody *body, const double *points, size_t first, size_t end,
                bool *is_free);

void array_contents(const BspBrushTable *table, const double *points, size_t first, size_t end,
                    uint32_t *contents);

/* Whether the table supports the body's shape. */
bool array_can_tell(const ArrayBody *body);

/* The box of a space: mins, then maxs. Returns the space's name, or NULL. */
const char *array_space(const OnionTree *tree, unsigned space, double box[6], uint32_t *mask);

/* The bounds of all brushes: mins, then maxs. */
void array_bounds(const BspBrushTable *table, double bounds[6]);

/* Bytes of memory that queries of the tree use. */
size_t array_onion_bytes(const OnionTree *tree);
size_t array_shift_bytes(const ShiftTree *tree);

/* 1: an onion, 2: a shift tree; 0: the bytes are no saved tree, because `why`. */
int array_saved_kind(const void *bytes, size_t length, bool *has_table, const char **why);

/* Functions of the core. */
OnionTree *onion_tree_load(const void *bytes, size_t length, const char **why);
ShiftTree *shift_tree_load(const void *bytes, size_t length, const char **why);
BspBrushTable *bsp_brush_table_load(const void *bytes, size_t length, const char **why);
void onion_tree_free(OnionTree *tree);
void shift_tree_free(ShiftTree *tree);
void bsp_brush_table_free(BspBrushTable *table);
unsigned onion_tree_n_spaces(const OnionTree *tree);
unsigned onion_tree_find_space(const OnionTree *tree, const char *name);
bool onion_tree_space_is_filled(const OnionTree *tree, unsigned space);
uint32_t shift_tree_mask(const ShiftTree *tree);
bool shift_tree_has_cells(const ShiftTree *tree);
bool bsp_brush_table_can_turn(const BspBrushTable *table);
unsigned bsp_brush_table_n_brushes(const BspBrushTable *table);
size_t bsp_brush_table_bytes(const BspBrushTable *table);
/* to here */

#endif
