/* onion-cursor: moves of one object, each beginning near where the last one ended.
 *
 * Most steps of something that walks stay in the leaf they begin in. A cursor remembers the cell of
 * the leaf in which the object's last move ended: a move within it is answered at once, any other
 * by the tree. The answers are those of onion_tree_first_transition(), to the bit.
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

/* Planes of a cell that are not axial. A cell of more is not remembered. */
#define ONION_CURSOR_PLANES 12

/* An empty cell: what is in the box, and in front of the planes. */
typedef struct {
    const OnionTree *tree; /* not owned */
    guint space;
    guint n_planes;
    guint in_vain; /* cells in a row that answered nothing; see onion-cursor.c */
    double least[2]
                [3]; /* the box: the least p and the least -p; of nothing when there is no cell */
    BspPlane planes[ONION_CURSOR_PLANES];
} OnionCursor;

/* The tree must outlive the cursor. */
void onion_cursor_init(OnionCursor *cursor, const OnionTree *tree, guint space);

/* As onion_tree_first_transition(). A move within the cell counts one leaf and no
 * node. */
BspTransition onion_cursor_first_transition(OnionCursor *cursor, BspVec from, BspVec to,
                                            BspCounters *counters);

#endif
