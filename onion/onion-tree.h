/* onion-tree: one BSP for a world expanded for several boxes.
 *
 * A configuration space is the world, or those of its brushes that stop what moves, expanded for
 * one axis-aligned box, so that the box moves in it as a point (its reference point). An onion tree
 * holds any number of spaces at once: each leaf carries a solidity descriptor, a bitset that says
 * in which spaces it is solid (van Waveren 2001; Golodetz 2013, "Onion BSPs"). Spaces share the
 * planes of large regions. In small ones they have less in common than their planes cost each
 * other, and part: the leaf is a space node, with a subtree for each space.
 *
 *     OnionSpace spaces[] = { { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
 *                             { "crouch", { { { -15, -15, -24 } }, { { 15, 15, 16 } } }, 0 } };
 *     OnionTree *tree = onion_tree_build(solid, spaces, 2, NULL, &error); (onion-build.h)
 *     BspTransition tr = onion_tree_first_transition(tree, 0, from, to, NULL);
 *     if (tr.type == BSP_EMPTY_TO_SOLID) ... it hits tr.plane at tr.point
 *
 * Trees are immutable and may be queried from any number of threads. A query allocates nothing and
 * keeps its scratch on the stack: under 34 KiB, and 66 where a move grazes a face. Units are the
 * level's own, z is up. */
#ifndef ONION_TREE_H
#define ONION_TREE_H

#include "bsp-skin.h"
#include "bsp-transition.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *name; /* copied by the tree; NULL: it has none */
    BspBounds box;    /* the moving box, relative to its reference point; mins <= maxs */
    uint32_t mask;    /* the contents that stop it: brushes that have one of these are matter to it,
                         others are not there; 0: every brush is, whatever its contents */
} OnionSpace;

typedef struct OnionTree OnionTree;

void onion_tree_free(OnionTree *tree);

unsigned onion_tree_n_spaces(const OnionTree *tree);

/* The tree's own, as long as it lives; NULL where there is no such space. */
const OnionSpace *onion_tree_space(const OnionTree *tree, unsigned space);

/* The first transition of the space's box whose reference point moves from `from` to `to`
 * (Golodetz 2013, Listing 5): exact, touching not counted as hitting. counters may be NULL.
 *
 * The article's retry from a point moved back is not needed for starts that rounding has put behind
 * a face: planes are bands BSP_TOUCH thick, and such a start is empty. For deeper starts see
 * onion_tree_first_transition_retry().
 *
 * A coordinate that is no finite number, a move that begins more than BSP_REACH units from the
 * origin or is longer than that (8.6e9), or a space that the tree does not hold, gives BSP_SOLID
 * with t = 0, here and in every other way to ask. */
BspTransition onion_tree_first_transition(const OnionTree *tree, unsigned space, BspVec from,
                                          BspVec to, BspCounters *counters);

/* The same, and what was hit, as bsp_sides_hit() (bsp-hit.h) tells it under the space's mask, in
 * one call. sides: of the tree's solid. *tr receives the answer; true where *hit receives what was
 * hit, else it is not touched. */
bool onion_tree_first_hit(const OnionTree *tree, unsigned space, const BspSides *sides, BspVec from,
                          BspVec to, BspTransition *tr, BspHit *hit, BspCounters *counters);

/* The first transition, but when the move starts in solid matter it is tried again from a point
 * moved back by `back` units (0 or more) along the segment (Golodetz 2013, "Collision detection"):
 * a start so far behind the face it came through, along the move, counts as standing on it, and
 * hits at t = 0. A move along the face does not get out of it so. */
BspTransition onion_tree_first_transition_retry(const OnionTree *tree, unsigned space, BspVec from,
                                                BspVec to, double back, BspCounters *counters);

/* bsp_sides_trace() (bsp-skin.h) of a shape, with the tree as a filter where that can be: where the
 * space's box is bsp_skin_box() of the shape's box, or larger, and its mask the one asked for, or
 * one of more contents. */
bool onion_tree_skin_trace(const OnionTree *tree, unsigned space, const BspSides *sides,
                           const BspShape *shape, uint32_t mask, BspVec from, BspVec to,
                           double skin, BspTransition *tr, BspHit *hit);

/* Whether the space's box, with its reference point at p, is in solid matter: as the transition
 * from p to p, so not where it only touches some. In a space that there is not, and out of reach,
 * true. */
bool onion_tree_point_is_solid(const OnionTree *tree, unsigned space, BspVec p);

/* The solidity descriptor of p, in all spaces: bit i % 64 of word i / 64 is space i. solid has room
 * for (n_spaces + 63) / 64 words. */
void onion_tree_descriptor(const OnionTree *tree, BspVec p, uint64_t *solid);

typedef struct {
    unsigned nodes, leaves, depth, descriptors; /* descriptors: different ones */
    unsigned space_nodes;                       /* different ones */
    unsigned built;                             /* nodes before equal subtrees were shared */
    unsigned filled;                            /* spaces in which the outside is filled */
    size_t bytes;                               /* what a query needs resident */
    uint64_t hash;                              /* of the tree's contents */
} OnionStats;

void onion_tree_stats(const OnionTree *tree, OnionStats *stats);

#ifdef __cplusplus
}
#endif

#endif
