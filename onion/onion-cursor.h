/* onion-cursor: moves of one object, each beginning near where the last one ended.
 *
 * A cursor remembers the cell of the empty leaf in which the object's last move ended. Most steps
 * of something that walks stay in it, go over into the next cell, or end at a face behind which all
 * is solid; only what else there is takes a walk of the tree. The answers are those of
 * onion_tree_first_transition(), to the bit.
 *
 *     OnionCursor cursor;
 *     onion_cursor_init(&cursor, tree, space);
 *     for (;;) tr = onion_cursor_first_transition(&cursor, from, to, NULL);
 *
 * A cursor belongs to its caller, holds no resources, and is for one thread at a time; any number
 * of them may share a tree. */
#ifndef ONION_CURSOR_H
#define ONION_CURSOR_H

#include "onion-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Planes of a cell that are not axial. A cell of more is not remembered. */
#define ONION_CURSOR_PLANES 8

/* The axial faces of a cell: side 0 bounds it below, side 1 above. */
typedef struct {
    double least[2][3]; /* the least p, and the least -p; no p has them when there is no cell */
    int32_t face[2][3];
} OnionCellBox;

/* An empty cell: what is in the box, and in front of the planes. A face is the number of
 * the node in whose plane it lies; ~ that number where the cell is behind the plane. */
typedef struct {
    OnionCellBox box;
    unsigned n_planes;
    int32_t face[ONION_CURSOR_PLANES];
    BspPlane planes[ONION_CURSOR_PLANES];
} OnionCell;

typedef struct {
    const OnionTree *tree; /* not owned */
    unsigned space;
    unsigned current;   /* the number of the cell that is remembered */
    OnionCell cells[2]; /* that one, and room for the next */
} OnionCursor;

/* The tree must outlive the cursor. */
void onion_cursor_init(OnionCursor *cursor, const OnionTree *tree, unsigned space);

/* As onion_tree_first_transition(). A move that needs no walk counts one leaf, and the nodes on the
 * way to a new cell. */
BspTransition onion_cursor_first_transition(OnionCursor *cursor, BspVec from, BspVec to,
                                            BspCounters *counters);

#ifdef __cplusplus
}
#endif

#endif
