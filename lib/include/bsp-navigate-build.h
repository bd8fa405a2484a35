/* bsp-navigate-build: builds navigation graphs (bsp-navigate.h) of onion trees, and saves them.
 *
 *     OnionSpace spaces[2];
 *     guint n_spaces = bsp_navigation_spaces(&walker, 1, spaces);
 *     OnionTree *tree = onion_tree_build(solid, spaces, n_spaces, NULL, &error);
 *     BspNavigation *nav = bsp_navigation_build(tree, table, &walker, 1, NULL, &error);
 *
 * Functions that build follow GLib's conventions: they return NULL or FALSE and set an error. If
 * memory runs out, they end the program. */
#ifndef BSP_NAVIGATE_BUILD_H
#define BSP_NAVIGATE_BUILD_H

#include <glib.h>

#include "bsp-navigate.h"
#include "bsp-saved.h"
#include "onion-tree.h"

G_BEGIN_DECLS

/* Stores the spaces of an onion of which the graph of n walkers is built, and returns their number,
 * at most 2 n. The first n are those in which the walkers move as points: their boxes, larger by
 * the skin on all sides, with the walkers' names and masks. Those of the boxes themselves follow
 * for walkers with a skin: at a ledge such a body stands only where its own box is over the floor.
 */
guint bsp_navigation_spaces(const BspNavWalker *walkers, guint n, OnionSpace *spaces);

/* Counts of a build, of all sizes. */
typedef struct {
    guint floors;  /* parts of the tree's planes that are floors */
    guint slivers; /* areas that were dropped because they are narrower than 0.02 unit */
    guint walked;  /* crossings of borders that the mover tried */
    guint refused; /* how many of these crossings failed */
    guint pushed;  /* drops and jumps that the mover tried */
} BspNavBuildStats;

/* Builds the graph of n >= 1 walkers. The first spaces of the onion must be
 * bsp_navigation_spaces() of the walkers. table: of the onion's solid. stats may
 * be NULL. The graph refers to none of these arguments. Returns NULL with BSP_ERROR_VALUE for a
 * walker that is not valid or whose space is another, and with BSP_ERROR_LIMIT for a graph too
 * large. The same arguments give the same graph. The caller frees it with bsp_navigation_free(). */
BspNavigation *bsp_navigation_build(const OnionTree *tree, const BspBrushTable *table,
                                    const BspNavWalker *walkers, guint n, BspNavBuildStats *stats,
                                    GError **error);

/* Writes the graph to a file, which is replaced atomically. options, of which the brush table is
 * not used, may be NULL. Returns FALSE with BSP_ERROR_IO or BSP_ERROR_LIMIT. */
gboolean bsp_navigation_save(const BspNavigation *nav, const char *path,
                             const BspSaveOptions *options, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspNavigation, bsp_navigation_free)

G_END_DECLS

#endif
