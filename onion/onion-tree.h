/* onion-tree: one BSP for a world expanded for several boxes.
 *
 * A configuration space is the world expanded for one axis-aligned box, so that the box moves in it
 * as a point (its reference point). An onion tree holds any number of spaces at once: each leaf
 * carries a solidity descriptor, a bitset that says in which spaces it is solid (van Waveren 2001;
 * Golodetz 2013, "Onion BSPs"). Spaces share the planes of large regions. In small ones they have
 * less in common than their planes cost each other, and part: the leaf is a space node, with a
 * subtree for each space.
 *
 *     OnionSpace spaces[] = { { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } } },
 *                             { "crouch", { { { -15, -15, -24 } }, { { 15, 15, 16 } } } } };
 *     OnionTree *tree = onion_tree_build(solid, spaces, 2, NULL, &error);
 *     BspTransition tr = onion_tree_first_transition(tree, 0, from, to, NULL);
 *     if (tr.type == BSP_EMPTY_TO_SOLID) ... it hits tr.plane at tr.point
 *
 * Trees are immutable and may be queried from any number of threads. A query allocates nothing and
 * keeps its scratch on the stack: under 34 KiB, and 66 where a move grazes a face. Units are the
 * level's own, z is up. */
#ifndef ONION_TREE_H
#define ONION_TREE_H

#include "bsp-transition.h"
#include "build/space.h"
#include "trace/node.h"

typedef struct {
    const char *name; /* copied by the tree */
    BspBounds box;    /* the moving box, relative to its reference point; mins <= maxs */
} OnionSpace;

typedef enum {
    ONION_BUILDER_FAST,    /* sampled candidates, leaves asked of the brushes */
    ONION_BUILDER_LISTING2 /* the article's way, to the letter: every face a candidate, leaves asked
                              of map trees. Quadratic: for small worlds, and as a reference */
} OnionBuilder;

/* Spaces part where they have at most so many faces each: see OnionOptions. */
#define ONION_PART_AT_FACES 256

typedef struct {
    OnionBuilder builder;
    guint
        part_at_faces;     /* of ONION_BUILDER_FAST: a region that no more than this many faces of
                          each   space cross, on average, becomes a space node: each space has a subtree
                          of its own   there. 0: never, an onion to its leaves as in the article, larger
                          and slower   to ask; G_MAXUINT: at the root, a tree for each space */
    BspBuildOptions build; /* weights (of ONION_BUILDER_FAST), threads, progress, and outside fill,
                              which is tried for each space on its own */
} OnionOptions;

OnionOptions onion_options_default(void);

typedef struct OnionTree OnionTree;

/* Builds the tree of n_spaces >= 1 spaces over a solid, which is not kept. options may be NULL.
 * NULL with BSP_ERROR_VALUE (mins > maxs, not finite), BSP_ERROR_GEOMETRY, BSP_ERROR_LIMIT or
 * BSP_ERROR_CANCELLED. Free with onion_tree_free(). */
OnionTree *onion_tree_build(const BspSolid *solid, const OnionSpace *spaces, guint n_spaces,
                            const OnionOptions *options, GError **error);
void onion_tree_free(OnionTree *tree);

/* A new tree that holds the tree's spaces and, as its last, one more, over the solid that the tree
 * was built over. It costs about what a tree of the new space alone costs: the others' faces are
 * neither made nor compiled again, but its own are cut by their planes, so that the tree becomes
 * somewhat larger than one built of all spaces at once. Of the options the builder is not asked;
 * filling is tried for the new space, and the old ones stay as they are; so do space nodes, and
 * there are no new ones, so that a tree grown from a single space has none. The errors are those of
 * onion_tree_build(). Free with onion_tree_free(); the old tree stays the caller's. */
OnionTree *onion_tree_add_space(const OnionTree *tree, const BspSolid *solid,
                                const OnionSpace *space, const OnionOptions *options,
                                GError **error);

guint onion_tree_n_spaces(const OnionTree *tree);
const OnionSpace *onion_tree_space(const OnionTree *tree, guint space);

/* The first transition of the space's box whose reference point moves from `from` to `to`
 * (Golodetz 2013, Listing 5): exact, touching not counted as hitting. counters may be NULL.
 *
 * The moved-back retry of the article is built in as its cause is removed: every plane is a band
 * BSP_TOUCH thick, so that a start which rounding has put on the wrong side of a face is still
 * empty; see onion_tree_first_transition_retry() for starts that lie deeper.
 *
 * A coordinate that is no finite number, or a space that the tree does not hold, gives BSP_SOLID
 * with t = 0, here and in every other way to ask. */
BspTransition onion_tree_first_transition(const OnionTree *tree, guint space, BspVec from,
                                          BspVec to, BspCounters *counters);

/* The same, but when the move starts in solid matter it is tried again from a point moved back by
 * `back` units along the segment (Golodetz 2013, "Collision detection"): a start up to that deep
 * behind the face it came through counts as standing on it, and hits at t = 0. */
BspTransition onion_tree_first_transition_retry(const OnionTree *tree, guint space, BspVec from,
                                                BspVec to, double back, BspCounters *counters);

/* One of many moves. */
typedef struct {
    guint space;
    BspVec from, to;
} OnionMove;

/* The first transitions of n independent moves, shared out among n_threads threads (0: one for
 * each processor), the caller's among them. The answers are those of onion_tree_first_transition(),
 * whatever the number of threads. Threads are GLib's and wait a while for the next call: worth it
 * from some thousands of moves on. */
void onion_tree_first_transitions(const OnionTree *tree, const OnionMove *moves, gsize n,
                                  guint n_threads, BspTransition *transitions);

gboolean onion_tree_point_is_solid(const OnionTree *tree, guint space, BspVec p);

/* The solidity descriptor of p, in all spaces: bit i % 64 of word i / 64 is space i. solid has room
 * for bsp_bit_words (n_spaces) words. */
void onion_tree_descriptor(const OnionTree *tree, BspVec p, guint64 *solid);

typedef struct {
    guint nodes, leaves, depth, descriptors; /* descriptors: different ones */
    guint space_nodes;                       /* different ones */
    guint built;                             /* nodes before equal subtrees were shared */
    guint filled;                            /* spaces in which the outside is filled */
    gsize bytes;                             /* what a query needs resident */
    guint64 hash;                            /* of the tree's contents */
} OnionStats;

void onion_tree_stats(const OnionTree *tree, OnionStats *stats);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(OnionTree, onion_tree_free)

#endif
