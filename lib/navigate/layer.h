/* layer: what is built of one size: its areas, their grid, and the links between them. */
#ifndef BSP_NAVIGATE_LAYER_H
#define BSP_NAVIGATE_LAYER_H

#include "navigate/floors.h"

/* A grid of cells over the areas, seen from above. */
typedef struct {
    double x, y, cell;
    guint n_x, n_y;
    GArray *first; /* guint32: for each cell, and one more, the first of its items */
    GArray *items; /* guint32: areas whose bounds touch the cell */
} NavGrid;

typedef struct {
    const BspNavWalker *walker;
    BspMover mover; /* of the walker */
    BspShape shape;
    GArray *areas;     /* NavFloor */
    BspBounds *bounds; /* of each area */
    NavGrid grid;
    GArray *links;       /* NavLink: sorted by the area that they leave */
    guint32 *first_link; /* for each area, and one more, its first link */
    BspNavBuildStats *stats;
} NavLayer;

/* Calls func for each area, once, whose bounds are nearer to the bounds than `distance`, seen from
 * above. `seen` has a number for each area; none of them may be `stamp`. */
typedef void (*NavNearFunc)(guint area, gpointer data);
void nav_grid_near(const NavLayer *layer, const BspBounds *bounds, double distance, guint *seen,
                   guint stamp, NavNearFunc func, gpointer data);

/* Sets the layer's links. */
void nav_layer_link(NavLayer *layer);

#endif
