/* arrays: answers queries over arrays of moves and points, for the Python package. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include "bsp-character.h"
#include "bsp-saved.h"
#include "bsp-turn.h"

/* cffi reads from here */
typedef struct OnionTree OnionTree;
typedef struct ShiftTree ShiftTree;
typedef struct BspBrushTable BspBrushTable;

/* The tree or the table that answers, and the shape that moves. The caller sets onion or shift. If
 * neither is set, the brush table answers. No pointer is owned. */
typedef struct {
    const OnionTree *onion;
    const ShiftTree *shift;
    const BspBrushTable *table; /* NULL if no brush is named */
    unsigned space;             /* the space of the onion */
    bool exact;                 /* if set, a shift tree tests the shape itself against cells */
    int kind;                /* a BspShapeKind: point 0, box 1, sphere 2, cylinder 3, capsule 4 */
    double mins[3], maxs[3]; /* the bounds of a box */
    double radius, bottom, top; /* the measures of a round shape */
    uint32_t mask;
    double skin;
} ArrayBody;

/* Receives answers, with one row for each move. A row of vectors has three numbers. */
typedef struct {
    double *t;
    uint8_t *kind; /* a BspTransitionClass */
    double *normal, *dist, *point;
    int32_t *brush; /* -1 if no brush is known */
    uint32_t *contents;
} ArrayTraces;

typedef struct {
    double *point, *delta, *climbed;
    bool *stuck;
    uint8_t *n_contacts, *n_traces;
} ArraySlides;

typedef struct {
    uint8_t *kind; /* a BspGroundKind */
    double *point, *normal, *dist;
} ArrayGrounds;

/* Many functions answer rows `first` to `end` - 1 of the arrays. Several threads may share the
 * arrays if their rows differ. */

/* Traces moves from the rows of `from` to the rows of `to`. */
void array_trace(const ArrayBody *body, const double *from, const double *to, size_t first,
                 size_t end, const ArrayTraces *traces);

/* Traces the same for a body that turns (bsp-turn.h), in a table or a shift tree. A row of `turns`
 * has eleven numbers: the orientation, the axis, the degrees and the pivot. */
void array_trace_turning(const ArrayBody *body, const double *from, const double *to,
                         const double *turns, size_t first, size_t end, const ArrayTraces *traces);

/* Returns the number of the first row of `turns` that is invalid although all its numbers are
 * finite, or n if there is no such row. Stores in *why the rule that the row breaks. */
size_t array_bad_turn(const double *turns, size_t n, const char **why);

/* The largest `most` for functions that list several answers for each row. It is limited because
 * the answers of one move are kept on the stack. */
enum { ARRAY_MOST = 1024 };

/* Receives the brushes that moves meet, with `most` items for each row. */
typedef struct {
    uint32_t *count; /* the number of brushes that the move meets, which may exceed `most` */
    double *enter, *leave;
    double *normal, *dist;
    int32_t *brush, *side; /* brush is -1 if there is none */
    uint32_t *contents;
} ArrayCrossings;

/* Finds all brushes that the moves meet. `most` is at most ARRAY_MOST. */
void array_trace_all(const ArrayBody *body, const double *from, const double *to, size_t first,
                     size_t end, uint32_t most, const ArrayCrossings *crossings);

/* Receives the transitions of trees, with `most` items for each row. */
typedef struct {
    uint32_t *count; /* the number of transitions, which may exceed `most` */
    double *t;
    uint8_t *kind;
    double *normal, *dist;
} ArrayTransitions;

/* Finds all transitions of the body's onion or shift tree along the rows. */
void array_transitions(const ArrayBody *body, const double *from, const double *to, size_t first,
                       size_t end, uint32_t most, const ArrayTransitions *transitions);

/* Slides bodies from the rows of `from` by the rows of `delta`. If `height` is above 0, they climb
 * steps up to `height`. */
void array_slide(const ArrayBody *body, const double *from, const double *delta, double height,
                 double walkable, size_t first, size_t end, const ArraySlides *slides);

/* Finds the ground at most `depth` units below bodies at the rows of `points`. */
void array_ground(const ArrayBody *body, const double *points, double depth, double walkable,
                  size_t first, size_t end, const ArrayGrounds *grounds);

/* Sets is_free for each position at which the body is in no solid. */
void array_free(const ArrayBody *body, const double *points, size_t first, size_t end,
                bool *is_free);

void array_contents(const BspBrushTable *table, const double *points, size_t first, size_t end,
                    uint32_t *contents);

/* Returns whether the body's table supports the body's shape. */
bool array_can_tell(const ArrayBody *body);

/* Stores the box of a space, mins before maxs, and its mask. Returns the space's name, which may be
 * NULL. */
const char *array_space(const OnionTree *tree, unsigned space, double box[6], uint32_t *mask);

/* Stores the bounds of all brushes, mins before maxs. */
void array_bounds(const BspBrushTable *table, double bounds[6]);

/* Return the bytes of memory that queries of the tree use. */
size_t array_onion_bytes(const OnionTree *tree);
size_t array_shift_bytes(const ShiftTree *tree);

/* Returns 1 for an onion, 2 for a shift tree, or 0, with the reason in *why, if the bytes are not a
 * saved tree. */
int array_saved_kind(const void *bytes, size_t length, bool *has_table, const char **why);

/* Functions of the libraries. */
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
bool shift_tree_names_brushes(const ShiftTree *tree);
bool bsp_brush_table_can_turn(const BspBrushTable *table);
unsigned bsp_brush_table_n_brushes(const BspBrushTable *table);
size_t bsp_brush_table_bytes(const BspBrushTable *table);
/* to here */

#endif
