/* onion-build: making onion trees (onion-tree.h), and what is laid out of them.
 *
 * Functions that build follow GLib's conventions: they return NULL and set an error, or end the
 * program where memory runs out. */
#ifndef ONION_BUILD_H
#define ONION_BUILD_H

#include "bsp-build.h"
#include "bsp-save.h"
#include "bsp-solid.h"
#include "onion-batch.h"
#include "onion-saved.h"

G_BEGIN_DECLS

typedef enum {
    ONION_BUILDER_FAST,     /* sampled candidates, leaves asked of the brushes */
    ONION_BUILDER_LISTING2, /* the article's way, to the letter: every face a candidate, leaves
                               asked of map trees at one point. Quadratic: for small worlds, and
                               as a reference; wrong where planes all but coincide */
    ONION_BUILDER_ARTICLE   /* the article's tree, built as fast as FAST: all spaces down to the
                               leaves, nothing shared, leaves that say the same apart */
} OnionBuilder;

/* Spaces part where they have at most so many faces each: see OnionOptions. */
#define ONION_PART_AT_FACES 4096

typedef struct {
    OnionBuilder builder;
    /* Of ONION_BUILDER_FAST alone: a region that no more than this many faces of each space cross,
     * on average, becomes a space node, under which each space has a subtree of its own. 0: never,
     * an onion to its leaves as in the article, larger and slower to ask; G_MAXUINT: at the root, a
     * tree for each space. */
    guint part_at_faces;
    BspBuildOptions build; /* filling is tried for each space on its own */
} OnionOptions;

OnionOptions onion_options_default(void);

/* Builds the tree of n_spaces >= 1 spaces over a solid, which is not kept. options may be NULL.
 * NULL with BSP_ERROR_VALUE (mins > maxs, not finite, or what BSP_FILL_ON refuses),
 * BSP_ERROR_GEOMETRY, BSP_ERROR_LIMIT or BSP_ERROR_CANCELLED. Free with onion_tree_free(). */
OnionTree *onion_tree_build(const BspSolid *solid, const OnionSpace *spaces, guint n_spaces,
                            const OnionOptions *options, GError **error);

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

/* The tree as a file (onion-saved.h), with what the options, which may be NULL, name. The same tree
 * gives the same bytes. NULL with BSP_ERROR_LIMIT: where equal subtrees are shared so often that
 * more ways lead down the tree than loading allows, where an array is longer than can be saved, and
 * on machines whose numbers begin with their most significant byte. */
GBytes *onion_tree_to_bytes(const OnionTree *tree, const BspSaveOptions *options, GError **error);

/* The same into a file, which is replaced whole or not at all. FALSE also with BSP_ERROR_IO. */
gboolean onion_tree_save(const OnionTree *tree, const char *path, const BspSaveOptions *options,
                         GError **error);

/* As onion_batch_first_transitions(), the moves shared out among n_threads threads (0: one for each
 * processor), the caller's among them. The answers do not depend on their number. Threads are
 * GLib's and wait a while for the next call: worth it from some thousands of moves on. */
void onion_batch_first_transitions_threaded(const OnionBatch *batch, const OnionMove *moves,
                                            gsize n, guint n_threads, BspTransition *transitions);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(OnionTree, onion_tree_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(OnionBatch, onion_batch_free)

G_END_DECLS

#endif
