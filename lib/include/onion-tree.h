/* onion-tree: one BSP for a world expanded for several boxes.
 *
 * A configuration space is the world expanded for one axis-aligned box, so that the box moves in it
 * as a point (its reference point). A mask may limit the space to the brushes that stop the box. An
 * onion tree holds any number of spaces at once. Each leaf has a solidity descriptor, a bitset of
 * the spaces in which it is solid (van Waveren 2001; Golodetz 2013, "Onion BSPs"). In large regions
 * the spaces share planes. In small regions they have few common planes, and the planes of each
 * space make the tree larger for the others. A space node separates the spaces there, because it
 * has a subtree for each space.
 *
 *     OnionSpace spaces[] = { { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
 *                             { "crouch", { { { -15, -15, -24 } }, { { 15, 15, 16 } } }, 0 } };
 *     OnionTree *tree = onion_tree_build(solid, spaces, 2, NULL, &error); (onion-build.h)
 *     BspTransition tr = onion_tree_first_transition(tree, 0, from, to, NULL);
 *     if (tr.type == BSP_EMPTY_TO_SOLID) ... it hits tr.plane at tr.point
 *
 * Trees are immutable and may be queried from any number of threads. A query allocates nothing. It
 * uses less than 34 KiB of stack. Units are the level's own; z is up. */
#ifndef ONION_TREE_H
#define ONION_TREE_H

#include "bsp-brush-table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *name; /* copied by the tree; NULL if the space has no name */
    BspBounds box;    /* the moving box, relative to its reference point; mins <= maxs */
    uint32_t mask; /* the contents that stop the box. The space holds the brushes that have at least
                      one of these bits; 0 selects every brush */
} OnionSpace;

typedef struct OnionTree OnionTree;

void onion_tree_free(OnionTree *tree);

unsigned onion_tree_n_spaces(const OnionTree *tree);

/* Returns the space, which the tree owns; NULL if the tree has no such space. */
const OnionSpace *onion_tree_space(const OnionTree *tree, unsigned space);

/* Returns the number of the first space of that name. Returns onion_tree_n_spaces() if there is
 * none, or if name is NULL; queries with that number return BSP_SOLID. */
unsigned onion_tree_find_space(const OnionTree *tree, const char *name);

/* Returns whether the outside of the level is filled in the space. False if the tree has no such
 * space. */
bool onion_tree_space_is_filled(const OnionTree *tree, unsigned space);

/* Returns the first transition of the space's box whose reference point moves from `from` to `to`
 * (Golodetz 2013, Listing 5). The result is exact; touching is not a hit. counters may be NULL.
 *
 * The plane of a hit is the plane that the move crossed last. At an edge it may bound no solid;
 * onion_tree_trace() names a face (bsp-move.h).
 *
 * If rounding has put the start behind a face, the article moves the start back and tries again.
 * That is not needed here: up to BSP_TOUCH behind a face the start counts as empty. For deeper
 * starts see onion_tree_first_transition_retry(). In the space of a point, or of a box shorter than
 * 8 BSP_TOUCH along an axis, a start exactly on a face may count as solid. The moves of such a
 * space end BSP_TOUCH before a face, or almost along it up to BSP_BRACKET / 2 before it along the
 * move.
 *
 * The result is BSP_SOLID with t = 0 if a coordinate is not finite, if the move is longer than
 * BSP_REACH units (8.6e9) or begins farther than that from the origin, or if the tree has no such
 * space. The other queries return the same in these cases. */
BspTransition onion_tree_first_transition(const OnionTree *tree, unsigned space, BspVec from,
                                          BspVec to, BspCounters *counters);

/* Finds all transitions of the space's box along the segment, in order. Stores at most n_max of
 * them in `transitions`, which may be NULL if n_max is 0. Returns their number, which may exceed
 * n_max.
 *
 * Listing 5 goes on after each transition along the same segment, so times stay as precise as the
 * first. BSP_EMPTY_TO_SOLID and BSP_SOLID_TO_EMPTY alternate, and t never falls. The first one is
 * the answer of onion_tree_first_transition(). If the segment stays in empty space, there is none.
 * If it stays in solid, or cannot be traced, there is one: BSP_SOLID with t = 0. In a gap narrower
 * than 2 BSP_TOUCH, the times of leaving and entering may be equal. */
unsigned onion_tree_transitions(const OnionTree *tree, unsigned space, BspVec from, BspVec to,
                                BspTransition *transitions, unsigned n_max);

/* Returns the first transition of the space's box, and the brush that was hit. `table` is the brush
 * table of the tree's solid. answer->tr is the result of onion_tree_first_transition(), answer->hit
 * that of bsp_brush_table_hit(). The move's shape, mask and skin are ignored, because the space has
 * its own box and mask. Returns whether answer->hit names a brush. counters may be NULL. */
bool onion_tree_trace(const OnionTree *tree, unsigned space, const BspBrushTable *table,
                      const BspMove *move, BspTrace *answer, BspCounters *counters);

/* Does the same as onion_tree_first_transition(), but a move that starts in solid is tried again.
 * The second trace starts `back` units (0 or more) before the start, along the move (Golodetz 2013,
 * "Collision detection"). A start at most `back` units behind the face, along the move, then counts
 * as on the face, and hits at t = 0. This does not help a move along the face. */
BspTransition onion_tree_first_transition_retry(const OnionTree *tree, unsigned space, BspVec from,
                                                BspVec to, double back, BspCounters *counters);

/* Returns whether the space's box, with its reference point at p, is in solid. Agrees with the
 * transition from p to p: returns false if the box only touches a solid, and true if the tree has
 * no such space or p is out of reach (BSP_REACH). */
bool onion_tree_point_is_solid(const OnionTree *tree, unsigned space, BspVec p);

/* Stores the solidity descriptor of p in `solid`: bit i % 64 of word i / 64 is set if p is solid in
 * space i. `solid` must have room for (n_spaces + 63) / 64 words. */
void onion_tree_descriptor(const OnionTree *tree, BspVec p, uint64_t *solid);

typedef struct {
    unsigned nodes, leaves, depth, descriptors; /* numbers of each; equal descriptors count once */
    unsigned space_nodes; /* number of space nodes; a shared one counts once */
    unsigned built;       /* number of nodes before equal subtrees were shared */
    unsigned filled;      /* number of spaces in which the outside is filled */
    size_t bytes;         /* bytes of memory that queries use */
    uint64_t hash;        /* hash of the tree's contents */
} OnionStats;

void onion_tree_stats(const OnionTree *tree, OnionStats *stats);

#ifdef __cplusplus
}
#endif

#endif
