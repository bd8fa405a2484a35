/* near: finds the brushes near a path, by a hierarchy of bounding boxes.
 *
 * Each node has up to 32 children, whose bounds are small integers, so that a few vector
 * instructions compare all of them with the bounds of a path. The bounds only filter. A search
 * returns all brushes that the path comes near, and perhaps others. */
#ifndef BSP_NEAR_H
#define BSP_NEAR_H

#include <stdbool.h>
#include <stdint.h>

#include "bsp-bounds.h"
#include "trace/compiler.h"

/* --- the hierarchy --- */

/* The maximum number of children of a node. The least bounds of 32 children along one axis, in 16
 * bits each, fill a cache line, and the widest vector. */
#define BSP_NEAR_WIDE 32

/* Bytes of a cache line. */
#define BSP_NEAR_LINE 64

/* Nodes. The maximum depth, which bounds the stack of a search. At this depth a tree of halves has
 * 2^39 items, so halving always fits. */
#define BSP_NEAR_MAX_DEPTH 40

/* Bounds are stored in steps of a grid over all brushes, from 0 to this number, so that they and
 * BSP_NEAR_UNUSED fit in 16 bits. The step of a coordinate is rounded down. Rounding keeps the
 * order of coordinates, so two intervals of coordinates that overlap also overlap in steps. */
#define BSP_NEAR_LAST_STEP 32766

/* The lower bound of an unused child. It is above the last step, so that nothing overlaps the
 * child. */
#define BSP_NEAR_UNUSED (BSP_NEAR_LAST_STEP + 1)

/* Marks an unused child. Node 0 is never a child, because it is the root, or an editor does not use
 * it. */
#define BSP_NEAR_NO_CHILD 0

typedef struct {
    /* Step 0 begins at `origin`; per_unit is the number of steps for each unit. */
    double origin[3], per_unit[3];
} BspNearGrid;

/* A node, which takes six cache lines of bounds and two of children. */
typedef struct {
    /* Bounds of each child along each axis, in steps. */
    int16_t least[3][BSP_NEAR_WIDE], most[3][BSP_NEAR_WIDE];
    int32_t child[BSP_NEAR_WIDE]; /* number of a node or, if it is negative, ~brush */
} BspNearNode;

typedef struct BspNear BspNear;

/* Finds the brushes of one more node near the path (bsp_near_next()), and stores them in
 * near->found. If near->n_found is 0, there are no more brushes. */
typedef void BspNearSearch(BspNear *near, float before);

typedef struct BspHierarchy {
    BspNearGrid grid;
    BspNearNode *nodes;
    unsigned n_nodes; /* number of nodes; 0 if there are no brushes */
    unsigned root;    /* number of the root; 0, except in a version of an editor (bsp-edit.h) */
    void *memory;     /* the memory of the nodes, to be freed; NULL if they are part of a file */
    BspNearSearch *search;
} BspHierarchy;

/* Returns the step of the coordinate `at` along axis k. A coordinate outside the grid gives its
 * first or last step. */
static inline int16_t bsp_near_step(const BspNearGrid *grid, int k, double at)
{
    BSP_ASSERT(grid->per_unit[k] > 0);
    double step = (at - grid->origin[k]) * grid->per_unit[k];
    step = step > 0 ? step : 0;
    return (int16_t)(step < BSP_NEAR_LAST_STEP ? step : BSP_NEAR_LAST_STEP);
}

/* --- a search --- */

/* The path of a box. The box is relative to its reference point, and is grown by `by` units. The
 * reference point is at from + t delta for begin <= t <= end. All numbers must be finite. */
typedef struct {
    const BspBounds *box;
    double by;
    BspVec from, delta;
    double begin, end;
} BspPath;

/* A node or a brush (as in BspNearNode.child). `enter` is a lower bound of the time at which the
 * path reaches its bounds. */
typedef struct {
    float enter;
    int32_t child;
} BspNearItem;

/* The path along an axis. The moving box meets a bound at step x at time x * inverse + enter, and
 * leaves it at x * inverse + leave. If these times would not be exact enough, the box counts as
 * overlapping the bound at all times. */
typedef struct {
    float inverse, enter, leave;
    uint8_t enter_row, leave_row; /* rows of BspNearNode with the bounds that the box enters and
                                     leaves; rows 0 to 2 are `least`, rows 3 to 5 `most` */
} BspNearWay;

struct BspNear {
    const BspHierarchy *hierarchy;
    int16_t steps[8]; /* bounds of the whole path: three lower bounds, then three upper bounds; two
                         numbers are unused */
    bool is_long; /* whether the search also compares the times at which the box meets bounds. It
                     uses the next three members for this */
    BspNearWay ways[3];
    float begin, end;   /* the interval of times on the path, as fractions of the move */
    uint64_t n_visited; /* number of nodes visited */
    unsigned n_found, next;
    BspNearItem found[BSP_NEAR_WIDE];
    unsigned top;
    BspNearItem stack[BSP_NEAR_MAX_DEPTH * (BSP_NEAR_WIDE - 1) + 1];
};

void bsp_near_begin(BspNear *near, const BspHierarchy *hierarchy, const BspPath *path);

/* --- parts of bsp_near_begin() --- */

/* Dimensionless, relative to the coordinates of the path. It is above the sum of their roundings,
 * each at most 1.1e-16. It matters only for paths that begin or end very far away. */
#define BSP_NEAR_FAR_ROUNDING 1e-15

/* A time from 0 to 2 changes by less than this when it is rounded to a float. This is eight times
 * the last bit of a float below 2. */
#define BSP_NEAR_TIME_ROUNDING 1e-6F

/* Units. A path is short if the sum of its lengths along the axes is below this. For a short path,
 * few boxes overlap the path's bounds without overlapping the path itself. So comparing times would
 * exclude few boxes, and is left out. */
#define BSP_NEAR_SHORT 96

/* Returns the sum of a path's lengths along the axes. */
static inline double bsp_near_way(BspVec delta)
{
    return fabs(delta.x) + fabs(delta.y) + fabs(delta.z);
}

/* Steps. The moving box is made larger by this length along each axis. Bounds are rounded by less
 * than 1 step. Times are computed in floats, and with the limits below their errors are less than
 * half a step. */
#define BSP_NEAR_SLACK 1.5

/* Steps. Along an axis, a path shorter than this gives times that are not exact enough, and that
 * would exclude few boxes. */
#define BSP_NEAR_SHORTEST_WAY 8

/* Times before the start of every path, and after the end of every path. Times of paths are 0 to
 * 2. */
#define BSP_NEAR_BEFORE (-1)
#define BSP_NEAR_AFTER 3

/* Steps. If a path begins or ends farther away than this, the search compares no times, because
 * they would not be exact enough. */
#define BSP_NEAR_FARTHEST 0x1p19

/* Sets all members except `steps` and `ways`. */
static inline void bsp_near_init(BspNear *near, const BspHierarchy *hierarchy, double begin,
                                 double end)
{
    near->hierarchy = hierarchy;
    near->begin = (float)begin - BSP_NEAR_TIME_ROUNDING;
    near->end = (float)end + BSP_NEAR_TIME_ROUNDING;
    near->is_long = false;
    near->n_found = near->next = 0;
    near->n_visited = 0;
    near->stack[0] = (BspNearItem){ -HUGE_VALF, (int32_t)hierarchy->root };
    near->top = hierarchy->n_nodes > 0;
}

/* Sets the path along axis k. The box begins between the steps `least` and `most`, and moves by
 * `delta` steps. All are at most BSP_NEAR_FARTHEST. */
static inline void bsp_near_set_way(BspNear *near, int k, double least, double most, double delta)
{
    bool up = delta > 0, is_exact = fabs(delta) >= BSP_NEAR_SHORTEST_WAY;
    double inverse = is_exact ? 1 / delta : 0;
    double first = up ? most + BSP_NEAR_SLACK : least - BSP_NEAR_SLACK;
    double last = up ? least - BSP_NEAR_SLACK : most + BSP_NEAR_SLACK;
    BspNearWay *way = &near->ways[k];
    way->inverse = (float)inverse;
    way->enter = (float)(is_exact ? -first * inverse : BSP_NEAR_BEFORE);
    way->leave = (float)(is_exact ? -last * inverse : BSP_NEAR_AFTER);
    way->enter_row = (uint8_t)(up ? k : k + 3);
    way->leave_row = (uint8_t)(up ? k + 3 : k);
}

/* Finds the next brush whose bounds the moving box overlaps, if the overlap begins no later than
 * time `before`. The order is roughly by this time. Each brush is returned once. Returns false if
 * there are no more brushes. */
static inline bool bsp_near_next(BspNear *near, double before, uint32_t *brush)
{
    for (;;) {
        if (near->next == near->n_found)
            near->hierarchy->search(near, (float)before);
        if (near->n_found == 0)
            return false;
        const BspNearItem *item = &near->found[near->next++];
        BSP_ASSERT(near->next <= near->n_found && near->n_found <= BSP_NEAR_WIDE);
        BSP_ASSERT(item->child < 0); /* `found` has only brushes, because nodes go to the stack */
        *brush = (uint32_t)~item->child;
        if ((double)item->enter <= before)
            return true;
    }
}

#endif
