/* compile: makes a solid-leaf BSP from the faces of one world, or of several worlds in the same
 * space.
 *
 * The algorithm is Golodetz 2013, Listing 2, reduced to collision. The planes of faces split
 * regions, and a region without faces is a leaf. A callback then decides whether the leaf is solid.
 * Unlike Listing 3, it considers the whole cell and not one point (see "solidity" in
 * compile/solid.h). With several configuration spaces, a leaf has no faces of any space. A region
 * with few faces per space becomes a space node. */
#ifndef BSP_COMPILE_H
#define BSP_COMPILE_H

#include "bsp-error.h"
#include "compile/job.h"
#include "compile/solid.h"
#include "compile/splitter.h"
#include "geometry/cell.h"
#include "trace/bits.h"
#include "trace/node.h"

/* A tree under construction. A node is a branch, a leaf, or a space node with a subtree for each
 * space. */
typedef struct BspBuildNode {
    BspPlane plane;                 /* the splitting plane of a branch */
    struct BspBuildNode *child[2];  /* the front and the back child of a branch */
    struct BspBuildNode **by_space; /* a subtree for each space, of a space node */
    guint value; /* the value from BspLeafFunc, of a leaf; the number of spaces, of a space node */
    guint32 tag; /* BSP_TAG_BEVEL or 0, of a branch */
    /* The region of a leaf within BspCompileOptions.bounds; NULL if it is not kept. */
    BspCell *cell;
} BspBuildNode;

static inline gboolean bsp_build_node_is_leaf(const BspBuildNode *node)
{
    return !node->child[0] && !node->by_space;
}

void bsp_build_node_free(BspBuildNode *node);

/* Returns whether the space is empty, solid or mixed in a cell without its faces. If it is mixed,
 * *plane receives a plane that leaves more than BSP_TOUCH of the cell on both sides. All threads of
 * the job call it. */
typedef BspOccupancy (*BspOccupancyFunc)(guint space, const BspCell *cell, BspPlane *plane,
                                         gpointer user_data);

/* Returns the value of a leaf with this solidity descriptor, whose bit i is set if space i is
 * solid. Equal descriptors must get equal values, and different descriptors different values. All
 * threads of the job call it, in an order that differs from run to run. */
typedef guint (*BspLeafFunc)(const guint64 *solid, gpointer user_data);

typedef struct {
    guint n_spaces;
    BspBounds bounds; /* the region of the root; all faces lie inside */
    BspSplitWeights weights;
    guint32 keep_cells; /* if bit v is set, leaves of value v keep their cells; bit 31 is for all
                           values above 30 */
    guint space_node_faces; /* a region becomes a space node if each space has on average at most
                               this many faces in it; 0 makes no space nodes */
    BspOccupancyFunc occupancy;
    gpointer occupancy_data;
    BspLeafFunc leaf; /* NULL for a single space. Its solid leaves get the value 1, all others 0 */
    gpointer user_data;         /* argument of `leaf` */
    gboolean keep_equal_leaves; /* do not merge sibling leaves of equal value */
    BspJobPart part;            /* the compilation's part of the job */
} BspCompileOptions;

/* Compiles the faces. spaces[i] is an array of BspUnionFace. Takes ownership of the arrays and sets
 * spaces[i] to NULL. The tree does not depend on the number of threads.
 *
 * Returns NULL with BSP_ERROR_CANCELLED or BSP_ERROR_LIMIT if the job stopped, or with
 * BSP_ERROR_LIMIT if the tree is deeper than BSP_MAX_DEPTH. The caller frees the tree with
 * bsp_build_node_free(). */
BspBuildNode *bsp_compile(GArray **spaces, const BspCompileOptions *options, GError **error);

/* Returns the region of a solid's tree, which is its bounds and a margin of empty space, at least
 * one unit wide. */
BspBounds bsp_tree_region(const BspBounds *solid);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspBuildNode, bsp_build_node_free)

#endif
