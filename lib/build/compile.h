/* compile: from faces to a solid-leaf BSP, of one world or of several superposed.
 *
 * Golodetz 2013, Listing 2, reduced to what a tree for collision needs: faces choose the planes,
 * a region that no face crosses is a leaf, and then it is asked whether it is solid (Listing 3; all
 * of it is asked, not just a point: see solidity). With several spaces (configuration spaces) a
 * leaf is reached when the region is free of faces of every space, or it becomes a space node when
 * there are few of each. */
#ifndef BSP_COMPILE_H
#define BSP_COMPILE_H

#include "bsp-error.h"
#include "build/job.h"
#include "build/solidity.h"
#include "build/splitter.h"
#include "geometry/cell.h"
#include "trace/bits.h"
#include "trace/node.h"

/* A tree while it is being built: nodes are apart, and leaves may keep their cells. A node is a
 * branch, a leaf, or a space node: there the spaces part, and each has a subtree of its own. */
typedef struct BspBuildNode {
    BspPlane plane;                 /* a branch's splitter */
    struct BspBuildNode *child[2];  /* a branch's, front and back */
    struct BspBuildNode **by_space; /* a space node's: a subtree for each space */
    guint value;   /* a leaf's, as BspLeafFunc gave it; a space node's number of spaces */
    guint32 tag;   /* a branch's: its owner's mark, kept in BspNode; 0 at first */
    BspCell *cell; /* a leaf's region within the bounds, if it is kept */
    GArray *tips;  /* a leaf's that is to get them: BspPlane; NULL: none */
} BspBuildNode;

static inline gboolean bsp_build_node_is_leaf(const BspBuildNode *node)
{
    return !node->child[0] && !node->by_space;
}

void bsp_build_node_free(BspBuildNode *node);

/* What the cell holds of the space, which has no face in it that is known. MIXED cells are cut by
 * *plane, which must leave more than BSP_THIN on either side. Called by all threads of the job. */
typedef BspOccupancy (*BspOccupancyFunc)(guint space, const BspCell *cell, BspPlane *plane,
                                         gpointer user_data);

/* The value of a leaf from its solidity descriptor: bit i is set when space i is solid. The same
 * descriptor must get the same value, and different ones different values. Called by all threads of
 * the job: values that it hands out in the order of being asked differ from run to run. */
typedef guint (*BspLeafFunc)(const guint64 *solid, gpointer user_data);

/* Sets the bits of the spaces that are solid in a leaf of that value, of a tree to go on from.
 * Called by all threads of the job. */
typedef void (*BspDescribeFunc)(guint value, guint64 *solid, gpointer user_data);

typedef struct {
    guint n_spaces;
    BspBounds bounds; /* the region the root stands for; all faces lie inside */
    BspSplitWeights weights;
    guint32 keep_cells;  /* bit v: leaves of value v keep their cells; 31: greater ones,
                            too */
    guint part_at_faces; /* spaces part where they have at most this many faces each, on average; 0:
                            nowhere */
    BspOccupancyFunc occupancy;
    gpointer occupancy_data;
    BspLeafFunc leaf;
    gpointer user_data;         /* of leaf and describe */
    gboolean keep_equal_leaves; /* two leaves side by side that say the same stay two */
    gboolean tips;              /* end sharp corners of leaves that are not all solid by tips */
    BspJobPart part;            /* of the job that compiling is */

    /* A tree to go on from, which is taken: the first n_existing spaces are compiled in it. It is
     * split further where faces of the others reach, and else only its values change. NULL: none.
     * Its leaves have no cells to keep. */
    BspBuildNode *existing;
    guint n_existing;
    BspDescribeFunc describe;
} BspCompileOptions;

/* Compiles the faces (an array of BspUnionFace per space, none for existing ones), which are taken:
 * the arrays' places receive NULL. The tree is the same whatever the number of threads. NULL with
 * BSP_ERROR_CANCELLED when the job does not go on, or BSP_ERROR_LIMIT when the tree would be deeper
 * than BSP_MAX_DEPTH. Free with bsp_build_node_free(). */
BspBuildNode *bsp_compile(GArray **spaces, const BspCompileOptions *options, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspBuildNode, bsp_build_node_free)

#endif
