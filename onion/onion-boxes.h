/* onion-boxes: boxes of empty space before an onion tree, so that most short moves need no
 * traversal.
 *
 * For each space a grid over the level names for each of its cells one box that nothing solid
 * reaches into, and of each face of a box rectangles behind which all is solid. A move that stays
 * in the box of the cell it begins in, or leaves it over such a rectangle, is answered by the box;
 * everything else, and every move of more than 64 units along an axis, is asked of the
 * tree. The answers are those of onion_tree_first_transition(), to the bit, but for the plane where
 * a move crosses two planes at the same time.
 *
 *     OnionBoxes *boxes = onion_boxes_new(tree, solid, ONION_BOX_CELL, NULL, &error);
 *     tr = onion_boxes_first_transition(boxes, space, from, to, NULL);
 *
 * A cursor remembers an object's last box besides, for moves of one object that each begin near
 * where the last one ended:
 *
 *     OnionCursor cursor = onion_cursor(boxes, space);
 *     for (;;) tr = onion_cursor_first_transition(&cursor, from, to, NULL);
 *
 * Boxes are immutable and may be asked from any number of threads. A cursor belongs to its caller,
 * holds no resources, and is for one thread at a time. */
#ifndef ONION_BOXES_H
#define ONION_BOXES_H

#include "onion-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OnionBoxes OnionBoxes;

void onion_boxes_free(OnionBoxes *boxes);

/* What a query needs resident beside the tree. */
size_t onion_boxes_bytes(const OnionBoxes *boxes);

/* As onion_tree_first_transition(). A move that needs no traversal counts one leaf. */
BspTransition onion_boxes_first_transition(const OnionBoxes *boxes, unsigned space, BspVec from,
                                           BspVec to, BspCounters *counters);

typedef struct {
    const OnionBoxes *boxes; /* not owned */
    unsigned space;
    uint32_t box; /* the number of the last one; 0: none */
} OnionCursor;

/* The boxes must outlive it. */
static inline OnionCursor onion_cursor(const OnionBoxes *boxes, unsigned space)
{
    OnionCursor cursor;
    cursor.boxes = boxes;
    cursor.space = space;
    cursor.box = 0;
    return cursor;
}

/* As onion_boxes_first_transition(). */
BspTransition onion_cursor_first_transition(OnionCursor *cursor, BspVec from, BspVec to,
                                            BspCounters *counters);

#ifdef __cplusplus
}
#endif

#endif
