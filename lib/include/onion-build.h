/* onion-build: builds onion trees (onion-tree.h) and saves them.
 *
 * Functions that build follow GLib's conventions. They return NULL and set an error. If memory runs
 * out, they end the program. */
#ifndef ONION_BUILD_H
#define ONION_BUILD_H

#include "bsp-build.h"
#include "bsp-saved.h"
#include "bsp-solid.h"
#include "onion-tree.h"

G_BEGIN_DECLS

typedef enum {
    ONION_BUILDER_FAST, /* tries a sample of the faces as splitting planes; classifies leaves by the
                           brushes near them */
    ONION_BUILDER_LISTING2, /* the article's algorithm: tries every face as splitting plane, and
                               classifies one point of each leaf by a tree for each space. Quadratic
                               time: for small worlds, and as a reference. Wrong if planes almost
                               coincide */
    ONION_BUILDER_ARTICLE   /* the article's tree, built as fast as by ONION_BUILDER_FAST: without
                               space nodes, shared subtrees, or merging of equal sibling leaves */
} OnionBuilder;

/* The default of OnionOptions.space_node_faces. On thirteen levels it gave the fastest queries; a
 * larger number made the trees of open worlds larger. */
#define ONION_SPACE_NODE_FACES 4096

/* If all bytes are 0, all options have their defaults. */
typedef struct {
    OnionBuilder builder;
    /* Only for ONION_BUILDER_FAST. A region becomes a space node if on average at most this many
     * faces of each space cross it. Each space then has a subtree of its own. 0 means
     * ONION_SPACE_NODE_FACES. With G_MAXUINT the root is a space node, with a tree for each space.
     */
    guint space_node_faces;
    gboolean no_space_nodes; /* make no space nodes, as in the article; the tree is larger and
                                slower to query */
    BspBuildOptions build;   /* the outside is filled in each space separately */
} OnionOptions;

/* Builds the tree of n_spaces >= 1 spaces over a solid. The tree does not refer to the solid.
 * options may be NULL. Returns NULL with BSP_ERROR_VALUE (mins > maxs, not finite, or a world that
 * BSP_FILL_ON refuses), BSP_ERROR_GEOMETRY, BSP_ERROR_LIMIT or BSP_ERROR_CANCELLED. The caller
 * frees it with onion_tree_free(). */
OnionTree *onion_tree_build(const BspSolid *solid, const OnionSpace *spaces, guint n_spaces,
                            const OnionOptions *options, GError **error);

/* Writes the tree as a file (bsp-saved.h) to memory. options may be NULL. The same tree gives the
 * same bytes. Returns NULL with BSP_ERROR_LIMIT if shared subtrees make more paths down the tree
 * than loading allows, if an array is too long to be saved, or if the machine is big-endian. */
GBytes *onion_tree_to_bytes(const OnionTree *tree, const BspSaveOptions *options, GError **error);

/* Does the same as onion_tree_to_bytes(), but writes to a file, which is replaced atomically. The
 * error may also be BSP_ERROR_IO. */
gboolean onion_tree_save(const OnionTree *tree, const char *path, const BspSaveOptions *options,
                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(OnionTree, onion_tree_free)

G_END_DECLS

#endif
