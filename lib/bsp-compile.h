/* bsp-compile: from faces to a solid-leaf BSP, of one world or of several superposed.
 *
 * Golodetz 2013, Listing 2, reduced to what a tree for collision needs: faces choose the planes,
 * a region that no face crosses is a leaf, and whether it is solid is asked of a point inside it
 * (Listing 3). With several layers (configuration spaces) a leaf is reached when the region is
 * free of faces of every layer. */
#ifndef BSP_COMPILE_H
#define BSP_COMPILE_H

#include "bsp-cell.h"
#include "bsp-error.h"
#include "bsp-splitter.h"

/* A tree while it is being built: nodes are apart, and leaves may keep their cells. */
typedef struct BspBuildNode {
    BspPlane plane;                /* a branch's splitter */
    struct BspBuildNode *child[2]; /* front and back; both NULL in a leaf */
    guint value;                   /* a leaf's, as BspLeafFunc gave it */
    guint32 tag;                   /* a branch's: its owner's mark, kept in BspNode; 0 at first */
    BspCell *cell;                 /* a leaf's region within the bounds, if keep_cells */
} BspBuildNode;

static inline gboolean bsp_build_node_is_leaf(const BspBuildNode *node)
{
    return !node->child[0];
}

void bsp_build_node_free(BspBuildNode *node);

/* Sets of layers: bit i of word i / 64. */
static inline gboolean bsp_bit(const guint64 *words, guint i)
{
    return words[i / 64] >> (i % 64) & 1;
}

static inline void bsp_set_bit(guint64 *words, guint i)
{
    words[i / 64] |= G_GUINT64_CONSTANT(1) << (i % 64);
}

static inline guint bsp_bit_words(guint n)
{
    return (n + 63) / 64;
}

/* Whether the point is solid in the layer. */
typedef gboolean (*BspSolidFunc)(guint layer, BspVec point, gpointer user_data);

/* The value of a leaf from its solidity descriptor: bit i is set when layer i is solid. */
typedef guint (*BspLeafFunc)(const guint64 *solid, gpointer user_data);

/* Told now and then how much is done, 0 to 1; returns FALSE to give up. */
typedef gboolean (*BspProgressFunc)(double done, gpointer user_data);

typedef struct {
    guint n_layers;
    BspBounds bounds; /* the region the root stands for; all faces lie inside */
    BspSplitWeights weights;
    gboolean keep_cells;
    BspSolidFunc solid;
    BspLeafFunc leaf;
    gpointer user_data; /* of solid and leaf */
    BspProgressFunc progress;
    gpointer progress_data;
} BspCompileOptions;

/* Compiles the faces (an array of BspFace per layer, left as they are). NULL with
 * BSP_ERROR_CANCELLED when progress said so, or BSP_ERROR_LIMIT when the tree would be deeper than
 * BSP_MAX_DEPTH. Free with bsp_build_node_free(). */
BspBuildNode *bsp_compile(GArray *const *layers, const BspCompileOptions *options, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspBuildNode, bsp_build_node_free)

#endif
