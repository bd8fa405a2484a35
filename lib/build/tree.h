/* tree: the plain solid-leaf BSP of one solid.
 *
 * Each leaf is empty or solid (Golodetz 2013, "Binary space partitioning"). Compiled for a world
 * expanded for one box it is that box's map tree. Immutable after building; may be queried from any
 * number of threads: a query allocates nothing and keeps its scratch on the stack. */
#ifndef BSP_TREE_H
#define BSP_TREE_H

#include "bsp-transition.h"
#include "build/solid.h"
#include "build/space.h"
#include "trace/node.h"

typedef struct {
    BspNodes nodes; /* leaf values: 0 empty, 1 solid */
    BspBounds bounds;
    gboolean filled; /* what no start reaches is solid */
} BspTree;

/* Compiles the union of the solid's brushes. NULL with an error of bsp_space_init(). */
BspTree *bsp_tree_new(const BspSolid *solid, const BspBuildOptions *options, GError **error);

/* The map tree of a box: that of the solid expanded for it (see bsp_solid_expand()). Expanded
 * brushes are gone by the time they are not needed, and so take less memory than if they were
 * expanded before. */
BspTree *bsp_tree_new_map(const BspSolid *solid, const BspBounds *box,
                          const BspBuildOptions *options, GError **error);

/* The same as bsp_tree_new(), before it is laid out, as a part of a job, which has the limits:
 * solid leaves (value 1) keep their cells, for beveling. *filled (may be NULL) receives whether it
 * is. */
BspBuildNode *bsp_tree_compile(const BspSolid *solid, const BspBuildOptions *options,
                               BspJobPart part, gboolean *filled, GError **error);

void bsp_tree_free(BspTree *tree);

/* Bytes a query needs resident. */
gsize bsp_tree_bytes(const BspTree *tree);

/* Whether p is in solid matter: what touches it is not. As the transition from p to p. */
gboolean bsp_tree_point_is_solid(const BspTree *tree, BspVec p);

/* Whether the leaf that p is in is solid, however near p is to others: for a point that stands for
 * more than itself. */
gboolean bsp_tree_leaf_is_solid(const BspTree *tree, BspVec p);

/* The first transition of a point that moves from `from` to `to`. counters may be NULL. */
BspTransition bsp_tree_first_transition(const BspTree *tree, BspVec from, BspVec to,
                                        BspCounters *counters);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspTree, bsp_tree_free)

#endif
