/* brush-table-iter: iterates over the brushes near a moving box, nearest first as far as the
 * table's hierarchy allows. */
#ifndef BSP_TABLE_ITER_H
#define BSP_TABLE_ITER_H

#include "trace/brush-table.h"

/* A node to be visited, or a brush, encoded as BspTableNode.child, and the time at which its box is
 * reached. */
typedef struct {
    double enter;
    int32_t child;
} BspTableItem;

typedef struct {
    const BspBrushTable *sides;
    uint32_t mask;            /* brushes with any of these contents; 0: all */
    float lower[3], upper[3]; /* bounds of the whole path, rounded outward: boxes that do not
                                 overlap it are skipped */
    /* The moving box overlaps another along an axis for t from (its least - least) * inverse to
     * (its most - most) * inverse. */
    double least[3], most[3], inverse[3];
    double begin, end; /* the interval of t */
    unsigned top;
    BspTableItem stack[BSP_TABLE_MAX_DEPTH * (BSP_TABLE_WIDE - 1) + 1];
} BspTableIter;

/* Begins an iteration. The box is relative to its reference point, grown by `by` units, and moves
 * over from + t delta for begin <= t <= end. All numbers must be finite. */
void bsp_brush_table_iter_begin(BspTableIter *iter, const BspBrushTable *sides, uint32_t mask,
                                const BspBounds *box, double by, BspVec from, BspVec delta,
                                double begin, double end);

/* Finds the next brush whose box the moving box overlaps, if the overlap begins no later than
 * `before`. Each brush is returned once. Returns false if there are no more. */
bool bsp_brush_table_iter_next(BspTableIter *iter, double before, uint32_t *brush);

#endif
