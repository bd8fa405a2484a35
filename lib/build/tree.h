/* tree: the plain solid-leaf BSP of one solid.
 *
 * Each leaf is empty or solid (Golodetz 2013, "Binary space partitioning"). The tree of a solid
 * expanded for one box is that box's map tree. A tree is immutable. Any number of threads may query
 * it: a query allocates nothing and works on the stack. */
#ifndef BSP_TREE_H
#define BSP_TREE_H

#include "bsp-move.h"
#include "build/solid.h"
#include "build/space.h"
#include "trace/node.h"

typedef struct {
    BspNodes nodes; /* leaf values: 0 empty, 1 solid */
    BspBounds bounds;
    gboolean filled; /* space that no start reaches is solid */
} BspTree;

/* Compiles the union of the solid's brushes. Returns NULL with an error of bsp_space_init() or
 * bsp_compile(). The caller frees the tree with bsp_tree_free(). */
BspTree *bsp_tree_new(const BspSolid *solid, const BspBuildOptions *options, GError **error);

/* Compiles the map tree of a box: the tree of the solid expanded for it (see bsp_solid_expand()).
 * It frees expanded brushes early, so it takes less memory than expanding first. */
BspTree *bsp_tree_new_map(const BspSolid *solid, const BspBounds *box,
                          const BspBuildOptions *options, GError **error);

/* As bsp_tree_new(), but as part of a job, which has the limits, and without laying the tree out.
 * Solid leaves (value 1) keep their cells, for bevels. *filled (may be NULL) receives whether the
 * tree is filled. */
BspBuildNode *bsp_tree_compile(const BspSolid *solid, const BspBuildOptions *options,
                               BspJobPart part, gboolean *filled, GError **error);

void bsp_tree_free(BspTree *tree);

/* Bytes that queries need in memory. */
gsize bsp_tree_bytes(const BspTree *tree);

/* Whether p is inside a solid, and not only touches it. The result agrees with the transition from
 * p to p. */
gboolean bsp_tree_point_is_solid(const BspTree *tree, BspVec p);

/* Whether the leaf that contains p is solid, however near p is to other leaves. For a point that
 * represents a region. */
gboolean bsp_tree_leaf_is_solid(const BspTree *tree, BspVec p);

/* The first transition of a point that moves from `from` to `to`. counters may be NULL. */
BspTransition bsp_tree_first_transition(const BspTree *tree, BspVec from, BspVec to,
                                        BspCounters *counters);

/* --- layout: from a tree under construction to the nodes that queries traverse --- */

typedef enum {
    BSP_NODES_SHARE = 1 << 0 /* store equal subtrees once, drop planes that decide nothing */
} BspNodesFlags;

/* Lays the tree out. Leaves keep their values. */
void bsp_nodes_init(BspNodes *nodes, const BspBuildNode *root, unsigned flags);

/* The same as the last part of a job. If the job stops, clears *nodes and returns FALSE. */
gboolean bsp_nodes_init_part(BspNodes *nodes, const BspBuildNode *root, unsigned flags,
                             BspJob *job);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspTree, bsp_tree_free)

#endif
