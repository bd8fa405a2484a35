/* layer: the part of a graph for one size, with its areas, their grid, and the links between. */
#ifndef BSP_NAVIGATE_LAYER_H
#define BSP_NAVIGATE_LAYER_H

#include "compile/job.h"
#include "navigate/floors.h"

/* A grid of cells over the areas, seen from above. */
typedef struct {
    double x, y, cell;
    guint n_x, n_y;
    GArray *first; /* array of guint32: the number of each cell's first item, then the number of
                      items */
    GArray *items; /* array of guint32: the areas whose bounds touch the cell */
} NavGrid;

/* A side of an area, or a part of it. */
typedef struct {
    guint area;
    BspNavVertex a, b;
} NavBorder;

typedef struct {
    const BspNavWalker *walker;
    const BspNavBuildOptions *options;
    BspJobPart job; /* the work on this layer */
    BspMover mover; /* the mover of the walker */
    BspShape shape;
    GArray *areas;     /* NavFloor */
    BspBounds *bounds; /* the bounds of each area */
    guint *trigger; /* for each area, 1 + the number of the entity in whose trigger it lies, or 0 */
    guint pad;      /* the number of the pad that throws the body; NAV_NO_PAD if no pad throws it */
    NavGrid grid;
    GArray *links;         /* array of NavLink, sorted by the area that a link leaves */
    GArray *pushes;        /* array of NavPush; the pushes of teleporters and lifts are last */
    guint32 first_carried; /* the number of the first push of a teleporter or a lift */
    GArray *open;          /* array of NavBorder: the borders that no link crosses */
    guint32 *first_link; /* for each area, the index of its first link in `links`; then, as one more
                            element, the number of links */
    BspNavBuildStats *stats;
} NavLayer;

/* Frames a second: the usual, the lowest and the highest rate of games. A push, or a crossing of a
 * gap, is tried at each rate, because the place of a body at the end of a frame depends on the
 * rate. A push's landing is that of the first rate. */
#define NAV_RATES 3
static const double nav_rates[NAV_RATES] = { 60, 30, 125 };

/* Calls func for each area whose bounds are within `distance` of the given bounds, seen from above.
 * `seen` has a number for each area, none of which is `stamp`; if it is NULL, an area may be
 * visited several times. */
typedef void (*NavNearFunc)(guint area, gpointer data);
void nav_grid_near(const NavLayer *layer, const BspBounds *bounds, double distance, guint *seen,
                   guint stamp, NavNearFunc func, gpointer data);

/* Puts a body on the ground at most `depth` units below p. */
gboolean nav_stand(NavLayer *layer, BspVec p, double depth, BspBody *body);

/* Moves the body to the corner by the walker's mover, in at most `frames` frames of `seconds`. Ends
 * early, with BSP_NAV_BLOCKED, if the body is in solid or below the height `lowest`, or if it is
 * pushed and gets into a trigger that is not that of the layer's pad. */
BspNavState nav_walk_to(NavLayer *layer, const BspNavCorner *corner, guint frames, double seconds,
                        double lowest, BspBody *body);

#define NAV_NO_PAD G_MAXUINT

/* Units. Along a border a body is pushed or carried from a place in each interval of this length:
 * half the width of a body of usual size. */
#define NAV_INTERVAL 16.0

/* nav_places() returns the number of places of a border, and nav_place() its place i. Place 0 is
 * the middle. */
static inline guint nav_places(BspNavVertex a, BspNavVertex b)
{
    return (guint)ceil(nav_distance(a, b) / NAV_INTERVAL);
}

static inline BspNavVertex nav_place(BspNavVertex a, BspNavVertex b, guint i, guint n)
{
    guint place = i % 2 ? (n - 1 - i) / 2 : (n + i) / 2;
    return nav_lerp(a, b, (place + 0.5) / n);
}

/* Sets the layer's links, and its open borders. */
void nav_layer_link(NavLayer *layer);

/* Adds links that drop and jump over open borders, and those of pads, teleporters and lifts. */
void nav_layer_push(NavLayer *layer);

/* Pushes a body from `start`, a point of an area, until it lands, once at each frame rate. Returns
 * the area on which it lands at all rates, and sets *landing to the place at the first rate.
 * Returns -1 if it lands in different places, or falls below the height `lowest`. */
gint nav_layer_throw(NavLayer *layer, BspVec start, BspVec velocity, double lowest,
                     BspVec *landing);

/* Returns the area, outside of triggers, at a place where a body stands, or -1 if there is none. */
gint nav_layer_area_at(const NavLayer *layer, BspVec at);

/* Cuts the areas where doors and triggers begin, so that links lead into them. */
void nav_layer_cut(NavLayer *layer);

/* Marks the links that need a door. */
void nav_layer_mark_doors(NavLayer *layer);

/* Adds the links of pads, teleporters and lifts to `found`, in no order, and removes those that
 * walk into triggers. */
void nav_layer_carry(NavLayer *layer, GArray *found);

/* Estimated fractions of the work on a layer, which the reported progress adds up. */
#define NAV_PART_FLOORS 0.25
#define NAV_PART_LINKS 0.25
#define NAV_PART_PUSHES 0.5

/* Adds a fraction of the work to the reported progress. */
static inline void nav_layer_done(const NavLayer *layer, double part)
{
    bsp_job_part_done(bsp_job_part_of(layer->job, part));
}

static inline gboolean nav_layer_goes_on(const NavLayer *layer)
{
    return bsp_job_goes_on(layer->job.job);
}

#endif
