/* onion-tree: one BSP for a world expanded for several boxes.
 *
 * A configuration space is the world expanded for one axis-aligned box, so that the box moves in it
 * as a point (its reference point). The space may hold only those brushes that stop the box. An
 * onion tree holds any number of spaces at once. Each leaf has a solidity descriptor, a bitset that
 * says in which spaces it is solid (van Waveren 2001; Golodetz 2013, "Onion BSPs"). Spaces share
 * the planes of large regions. In small regions they have little in common, and each space's planes
 * make the tree larger for the others. A space node is put there, with a subtree for each space.
 *
 *     OnionSpace spaces[] = { { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
 *                             { "crouch", { { { -15, -15, -24 } }, { { 15, 15, 16 } } }, 0 } };
 *     OnionTree *tree = onion_tree_build(solid, spaces, 2, NULL, &error); (onion-build.h)
 *     BspTransition tr = onion_tree_first_transition(tree, 0, from, to, NULL);
 *     if (tr.type == BSP_EMPTY_TO_SOLID) ... it hits tr.plane at tr.point
 *
 * Trees are immutable and may be queried from any number of threads. A query allocates nothing. It
 * keeps its scratch on the stack: under 34 KiB, or under 66 KiB if a move grazes a face. Units are
 * the level's own; z is up. */
#ifndef ONION_TREE_H
#define ONION_TREE_H

#include "bsp-skin.h"
#include "bsp-transition.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *name; /* copied by the tree; NULL: the space has no name */
    BspBounds box;    /* the moving box, relative to its reference point; mins <= maxs */
    uint32_t mask; /* the contents that stop the box: the space holds the brushes that have one of
                      these; 0: every brush, whatever its contents */
} OnionSpace;

typedef struct OnionTree OnionTree;

void onion_tree_free(OnionTree *tree);

unsigned onion_tree_n_spaces(const OnionTree *tree);

/* The space, which the tree owns; NULL if the tree has no such space. */
const OnionSpace *onion_tree_space(const OnionTree *tree, unsigned space);

/* The number of the first space of that name. Returns onion_tree_n_spaces() if there is none;
 * queries of that number return BSP_SOLID. */
unsigned onion_tree_find_space(const OnionTree *tree, const char *name);

/* The first transition of the space's box whose reference point moves from `from` to `to` (Golodetz
 * 2013, Listing 5). The result is exact; touching is not a hit. counters may be NULL.
 *
 * The article retries from a point moved back if rounding has put the start behind a face. That is
 * not needed here: planes are bands BSP_TOUCH thick, and such a start is empty. For deeper starts
 * see onion_tree_first_transition_retry().
 *
 * The result is BSP_SOLID with t = 0 in three cases: a coordinate is not finite; the move is longer
 * than BSP_REACH units (8.6e9), or begins farther than that from the origin; or the tree has no
 * such space. The other queries do the same. */
BspTransition onion_tree_first_transition(const OnionTree *tree, unsigned space, BspVec from,
                                          BspVec to, BspCounters *counters);

/* The same, and what was hit: the result of bsp_brush_table_hit() (bsp-hit.h) under the space's
 * mask. sides: of the tree's solid. *tr receives the transition. Returns true and sets *hit if a
 * brush is found; otherwise *hit is unchanged. */
bool onion_tree_first_hit(const OnionTree *tree, unsigned space, const BspBrushTable *sides,
                          BspVec from, BspVec to, BspTransition *tr, BspHit *hit,
                          BspCounters *counters);

/* As onion_tree_first_transition(), but a move that starts in solid is tried again. The second try
 * starts `back` units (0 or more) farther back along the segment (Golodetz 2013, "Collision
 * detection"). A start at most `back` units behind the face, along the move, then counts as on the
 * face, and hits at t = 0. A move along the face does not get out of it this way. */
BspTransition onion_tree_first_transition_retry(const OnionTree *tree, unsigned space, BspVec from,
                                                BspVec to, double back, BspCounters *counters);

/* bsp_brush_table_trace() (bsp-skin.h) of a shape. The tree is a filter if the space contains all
 * that could stop the shape: its box holds bsp_skin_box() of the shape's box, and its mask includes
 * `mask`. Otherwise bsp_brush_table_trace() answers alone. */
bool onion_tree_skin_trace(const OnionTree *tree, unsigned space, const BspBrushTable *sides,
                           const BspShape *shape, uint32_t mask, BspVec from, BspVec to,
                           double skin, BspTransition *tr, BspHit *hit);

/* Whether the space's box, with its reference point at p, is in solid. Equal to the transition from
 * p to p: false if the box only touches a solid. True if the tree has no such space, or p is out of
 * reach. */
bool onion_tree_point_is_solid(const OnionTree *tree, unsigned space, BspVec p);

/* The solidity descriptor of p: bit i % 64 of word i / 64 is space i. solid has room for (n_spaces
 * + 63) / 64 words. */
void onion_tree_descriptor(const OnionTree *tree, BspVec p, uint64_t *solid);

typedef struct {
    unsigned nodes, leaves, depth, descriptors; /* descriptors: each counted once */
    unsigned space_nodes;                       /* each counted once */
    unsigned built;                             /* nodes, before equal subtrees were shared */
    unsigned filled;                            /* spaces in which the outside is filled */
    size_t bytes;                               /* what a query uses */
    uint64_t hash;                              /* of the tree's contents */
} OnionStats;

void onion_tree_stats(const OnionTree *tree, OnionStats *stats);

#ifdef __cplusplus
}
#endif

#endif
