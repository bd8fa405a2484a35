/* bsp-navigate-build: builds navigation graphs (bsp-navigate.h) of onion trees, and saves them.
 *
 *     OnionSpace spaces[2];
 *     guint n_spaces = bsp_navigation_spaces(&walker, 1, spaces);
 *     OnionTree *tree = onion_tree_build(solid, spaces, n_spaces, NULL, &error);
 *     BspNavigation *nav = bsp_navigation_build(tree, table, &walker, 1, NULL, NULL, &error);
 *
 * Functions that build follow GLib's conventions. They return NULL or FALSE and set an error. If
 * memory runs out, they end the program. */
#ifndef BSP_NAVIGATE_BUILD_H
#define BSP_NAVIGATE_BUILD_H

#include <glib.h>

#include "bsp-build.h"
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
    guint slivers; /* areas that were dropped because they are narrower than 0.02 unit; less if
                      the box is at most 15 units wide */
    guint walked;  /* crossings of borders that the mover tried */
    guint refused; /* how many of these crossings failed */
    guint pushed;  /* drops and jumps that the mover tried */
} BspNavBuildStats;

/* Something of the level that carries bodies, or stops them. */
typedef struct {
    /* BSP_NAV_TELEPORT and BSP_NAV_LIFT carry a body from their bounds to `to`. BSP_NAV_PAD throws
     * a body with `velocity`, in each frame in which the body is in its bounds. BSP_NAV_WALK is a
     * door. The links that lead to the positions at which a closed door would touch the body need
     * the door. No other link than its own leads into the bounds of a teleporter or a pad. */
    BspNavLinkType type;
    guint32 entity;   /* the caller's number of it, for BspNavCosts; not BSP_NAV_NO_ENTITY. Several
                         may have one number */
    BspBounds bounds; /* where it touches bodies: the trigger, or the closed door; on a link to a
                         lift, where bodies enter it */
    BspVec to;        /* where the walker's reference point comes out: at most 256 units above the
                         floor on which it stands then */
    BspVec velocity;  /* units a second */
    double cost; /* units, at least 0, that a link counts besides its length; for a carried body,
                    instead of it */
} BspNavEntity;

/* Moves a body for `seconds`, as bsp_walk() does: another mover. */
typedef void (*BspNavMoveFunc)(gpointer data, const BspNavWalker *walker, double seconds,
                               BspBody *body);

/* If all bytes are 0, all options have their defaults. */
typedef struct {
    const BspNavEntity *entities;
    guint n_entities;
    BspNavMoveFunc move; /* walks over links to prove them; NULL: bsp_walk() */
    gpointer move_data;
    BspProgressFunc progress; /* may be NULL */
    gpointer progress_data;
    double max_seconds; /* limit of the build; 0: none */
} BspNavBuildOptions;

/* Builds the graph of n >= 1 walkers. The first spaces of the onion must be
 * bsp_navigation_spaces() of the walkers. The table is that of the onion's solid, made for boxes.
 * options and stats may be NULL. The graph refers to none of these arguments. A door must not be in
 * the solid; of doors that overlap, a link needs the first only. An entity makes no link for a
 * walker that cannot reach its bounds on foot, or finds no floor below `to`.
 *
 * Returns NULL with BSP_ERROR_VALUE for a walker or an entity that is not valid, for two walkers of
 * one name, for a walker whose space is another, and if no walker can stand anywhere; with
 * BSP_ERROR_LIMIT for a graph too large or max_seconds; with BSP_ERROR_CANCELLED. The same
 * arguments give the same graph. The caller frees it with bsp_navigation_free(). */
BspNavigation *bsp_navigation_build(const OnionTree *tree, const BspBrushTable *table,
                                    const BspNavWalker *walkers, guint n,
                                    const BspNavBuildOptions *options, BspNavBuildStats *stats,
                                    GError **error);

/* Lets the first pad or teleporter act that has the body's box in its bounds. A pad throws the
 * body, and a teleporter puts it down at `to`. Returns the number of that entity; n if there is
 * none. A program that tries a graph calls this function after each move. */
guint bsp_navigation_fire(const BspNavEntity *entities, guint n, const BspBounds *box,
                          BspBody *body);

/* Writes the graph to a file, which is replaced atomically. options, of which the brush table is
 * not used, may be NULL. Returns FALSE with BSP_ERROR_IO or BSP_ERROR_LIMIT. */
gboolean bsp_navigation_save(const BspNavigation *nav, const char *path,
                             const BspSaveOptions *options, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspNavigation, bsp_navigation_free)

G_END_DECLS

#endif
