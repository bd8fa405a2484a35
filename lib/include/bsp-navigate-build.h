/* bsp-navigate-build: builds navigation graphs (bsp-navigate.h) from onion trees, and saves them.
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

/* Stores the spaces that an onion must have, so that the graph of n walkers can be built from it.
 * Returns the number of spaces, at most 2 n. The first n are the walkers' boxes, larger by the skin
 * on all sides, with the walkers' names and masks. In these spaces the walkers move as points. A
 * space of the box itself follows for each walker with a skin, because at a ledge such a body
 * stands only where its own box is over the floor. */
guint bsp_navigation_spaces(const BspNavWalker *walkers, guint n, OnionSpace *spaces);

/* Counts of a build, summed over all sizes. */
typedef struct {
    guint floors;  /* parts of the tree's planes that are floors */
    guint slivers; /* areas that were dropped because they are narrower than 0.02 unit; for a box at
                      most 15 units wide the limit is lower */
    guint walked;  /* crossings of borders that the mover tried */
    guint refused; /* how many of these crossings failed */
    guint pushed;  /* drops and jumps that the mover tried */
} BspNavBuildStats;

/* An entity of the level that carries bodies, or stops them. */
typedef struct {
    /* BSP_NAV_TELEPORT and BSP_NAV_LIFT carry a body from their bounds to `to`. BSP_NAV_PAD throws
     * a body with `velocity`, in each frame in which the body is in its bounds. BSP_NAV_WALK is a
     * door. The links that lead to the positions at which a closed door would touch the body need
     * the door. No other link than its own leads into the bounds of a teleporter or a pad. */
    BspNavLinkType type;
    guint32 entity; /* the caller's number for the entity, as in BspNavCosts; not BSP_NAV_NO_ENTITY.
                       Several entities may have one number */
    BspBounds bounds; /* the bounds of the trigger, of the closed door, or of the lift where bodies
                         enter it */
    BspVec to; /* the position of the reference point of a body that was carried, at most 256 units
                  above the floor */
    BspVec velocity; /* units a second */
    double cost;     /* units, at least 0, that the entity adds to the length of a link. A link that
                        carries bodies has this cost only */
} BspNavEntity;

/* Moves a body for `seconds`. The function replaces bsp_walk(). */
typedef void (*BspNavMoveFunc)(gpointer data, const BspNavWalker *walker, double seconds,
                               BspBody *body);

/* If all bytes are 0, all options have their defaults. */
typedef struct {
    const BspNavEntity *entities;
    guint n_entities;
    BspNavMoveFunc move; /* the mover that walks over links to prove them; NULL for bsp_walk() */
    gpointer move_data;
    BspProgressFunc progress; /* may be NULL */
    gpointer progress_data;
    double max_seconds; /* limit of the build's time; 0 for no limit */
} BspNavBuildOptions;

/* Builds the graph of n >= 1 walkers. The first spaces of the onion must be bsp_navigation_spaces()
 * of the walkers. The table is that of the onion's solid, made for boxes. options and stats may be
 * NULL. The graph keeps no pointer to these arguments. A door must not be in the solid. Where doors
 * overlap, a link needs only the first. An entity makes no link for a walker that cannot reach its
 * bounds on foot, or finds no floor below `to`.
 *
 * Returns NULL with BSP_ERROR_VALUE for a walker or an entity that is not valid, for two walkers of
 * one name, for a walker whose space differs from the onion's, and if no walker can stand anywhere;
 * with BSP_ERROR_LIMIT for a graph too large or max_seconds; with BSP_ERROR_CANCELLED. The same
 * arguments give the same graph. The caller frees it with bsp_navigation_free(). */
BspNavigation *bsp_navigation_build(const OnionTree *tree, const BspBrushTable *table,
                                    const BspNavWalker *walkers, guint n,
                                    const BspNavBuildOptions *options, BspNavBuildStats *stats,
                                    GError **error);

/* Finds the first pad or teleporter whose bounds overlap the body's box, and lets it act. A pad
 * throws the body, and a teleporter puts it at `to`. Returns the index of that entity, or n if
 * there is none. A program that tries a graph calls this function after each move. */
guint bsp_navigation_fire(const BspNavEntity *entities, guint n, const BspBounds *box,
                          BspBody *body);

/* Writes the graph to a file, which is replaced atomically. options, of which the brush table is
 * not used, may be NULL. Returns FALSE with BSP_ERROR_IO or BSP_ERROR_LIMIT. */
gboolean bsp_navigation_save(const BspNavigation *nav, const char *path,
                             const BspSaveOptions *options, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspNavigation, bsp_navigation_free)

G_END_DECLS

#endif
