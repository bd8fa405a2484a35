/* bsp-tree: the plain solid-leaf BSP of one solid.
 *
 * Each leaf is empty or solid (Golodetz 2013, "Binary space partitioning"). Compiled for a world
 * expanded for one box it is that box's map tree. Immutable after building; may be queried from any
 * number of threads: a query allocates nothing and keeps its scratch on the stack. */
#ifndef BSP_TREE_H
#define BSP_TREE_H

#include "bsp-node.h"
#include "bsp-solid.h"
#include "bsp-transition.h"

typedef struct {
    BspNodes nodes; /* leaf values: 0 empty, 1 solid */
    BspBounds bounds;
} BspTree;

typedef struct {
    BspSplitWeights weights;
    BspProgressFunc progress; /* may be NULL */
    gpointer progress_data;
} BspTreeOptions;

BspTreeOptions bsp_tree_options_default(void);

/* Compiles the union of the solid's brushes. NULL with BSP_ERROR_CANCELLED or BSP_ERROR_LIMIT. */
BspTree *bsp_tree_new(const BspSolid *solid, const BspTreeOptions *options, GError **error);

/* The same, before it is laid out: solid leaves (value 1) keep their cells, for beveling. */
BspBuildNode *bsp_tree_build(const BspSolid *solid, const BspTreeOptions *options, GError **error);

void bsp_tree_free(BspTree *tree);

/* Bytes a query needs resident. */
gsize bsp_tree_bytes(const BspTree *tree);

/* Whether the leaf that holds p is solid. */
gboolean bsp_tree_point_is_solid(const BspTree *tree, BspVec p);

/* The first transition of a point that moves from `from` to `to`. counters may be NULL. */
BspTransition bsp_tree_first_transition(const BspTree *tree, BspVec from, BspVec to,
                                        BspCounters *counters);

/* The region that a tree for a solid covers: its bounds with a margin, so that there is empty
 * space round it, at least one unit wide. */
BspBounds bsp_tree_region(const BspBounds *solid);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspTree, bsp_tree_free)

#endif
