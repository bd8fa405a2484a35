/* bsp-navigate: a navigation graph of a level, with the areas where bodies stand, and the links
 * between them.
 *
 * The graph has a layer for each size of walker. A layer consists of areas, which are convex
 * polygons of the walkable floor, on which the reference point of the walker's box may be. A link
 * leads from one area to another. A link that walks over a step, or between different planes, is
 * stored only if the walker's own mover (bsp_walk()) has walked it when the graph was built.
 *
 *     BspNavigation *nav = bsp_navigation_load_file("level.nav", &why);
 *     void *memory = malloc(bsp_navigation_path_bytes(nav, size));
 *     BspNavPoint from, to;
 *     BspNavPath path;
 *     BspNavCorner corners[256];
 *     if (bsp_navigation_find(nav, size, body.at, 1, &from) &&
 *         bsp_navigation_find(nav, size, goal, 1, &to) &&
 *         bsp_navigation_path(nav, &from, &to, NULL, memory, &path)) {
 *         unsigned n = bsp_navigation_corners(nav, &path, corners, 256);
 *         BspNavFollower follower = { .corners = corners, .n = n < 256 ? n : 256 };
 *         while (bsp_navigation_steer(&follower, &body, speed, dt) == BSP_NAV_FOLLOWING)
 *             ... add gravity if the body is in the air, and call bsp_walk()
 *     }
 *
 * A graph is immutable and may be asked from any number of threads. A query allocates nothing and
 * does not lock. z is up, and units are the level's own. bsp-navigate-build.h builds graphs. */
#ifndef BSP_NAVIGATE_H
#define BSP_NAVIGATE_H

#include <stddef.h>

#include "bsp-character.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BspNavigation BspNavigation;

/* A size of walker, and how it moves. */
typedef struct {
    const char *name; /* the graph copies it; NULL if it has none */
    BspBounds box;    /* relative to the walker's reference point; mins < maxs */
    uint32_t mask;    /* the contents that stop the walker; 0 stands for all brushes */
    double skin;      /* units, 0 or more: the distance that the walker keeps from brushes */
    /* With a step height of 0, bsp_walk() does not follow the ground down. Then a body that walks
     * down a slope hops, and may be blocked up to a third of a unit before a corner. */
    BspStepping stepping;
    double speed;   /* units a second, above 0: its horizontal speed */
    double gravity; /* units a second squared, 0 or more */
    double drop;    /* units, the maximum depth of a fall; 0 if no link may lead over a ledge */
    double jump;    /* units a second, the upward speed of a jump; 0 if it does not jump. Jumps need
                       a drop and a gravity, too */
} BspNavWalker;

typedef enum {
    BSP_NAV_WALK,    /* across a border of two floors that differ by less than 0.1 unit in height */
    BSP_NAV_STEP_UP, /* onto a floor that is at most the step height higher */
    BSP_NAV_STEP_DOWN, /* onto a floor that is at most the step height lower */
    BSP_NAV_DROP,      /* the body walks over a ledge, and falls to where it lands */
    BSP_NAV_JUMP,      /* the body jumps at the start of the link, and lands at its end */
    BSP_NAV_PAD,       /* a pad of the level throws the body to where it lands */
    BSP_NAV_TELEPORT,  /* a teleporter of the level moves the body to the end of the link */
    BSP_NAV_LIFT,      /* a lift of the level carries the body to the end of the link */
    BSP_NAV_N_TYPES
} BspNavLinkType;

/* A point in the horizontal plane. */
typedef struct {
    double x, y;
} BspNavVertex;

/* A convex polygon of the floor. The plane gives the height of each point. A body without a skin
 * stands exactly at this height. A body with a skin may stand higher, by less than 1.1 times the
 * skin, at the foot of a slope: nearer than 1.5 times the skin to another floor. */
typedef struct {
    BspPlane plane;               /* the plane of the reference point of a body on the area */
    const BspNavVertex *vertices; /* anticlockwise, seen from above; owned by the graph */
    unsigned n_vertices;
    unsigned first_link, n_links; /* the numbers of the links that leave the area */
} BspNavArea;

typedef struct {
    unsigned from, to; /* areas */
    BspNavLinkType type;
    /* The ends of the part of the border to cross, seen in the link's direction. It is shorter than
     * the border, so that a body that crosses it keeps away from walls and ledges. */
    BspNavVertex right, left;
    /* The velocity of a drop, a jump or a pad, or of a step that was only found by pushing a body.
     * Such a link starts at `right`, which is equal to `left`, and the walker keeps the horizontal
     * part of the velocity until it lands. The velocity is zero if the walker walks across the
     * border, or if a teleporter or a lift carries it. A path enters the trigger of a pad or a
     * teleporter in a straight line, from `right`, before the trigger, to `left`, inside of it. */
    BspVec push;
    BspVec landing; /* the place where the body landed when the graph was built, or to which it is
                       carried */
    uint32_t
        entity; /* the number of the entity (BspNavEntity) that the link needs: the door in its way,
                   the pad, the teleporter or the lift. BSP_NAV_NO_ENTITY if it needs none */
    double cost; /* units that are added to the link's length because of its entity */
} BspNavLink;

#define BSP_NAV_NO_ENTITY UINT32_MAX

/* A point on an area, as bsp_navigation_find() sets it. Queries do not check its numbers. */
typedef struct {
    unsigned size, area;
    BspVec at;
} BspNavPoint;

/* --- loading --- */

/* Loads a graph from a file's bytes, which are checked and not copied. They must start at a
 * multiple of 8, stay unchanged, and outlive the graph. Returns NULL, with the reason in *why
 * (static text; why may be NULL), if a byte is not valid. So no file makes a query read outside of
 * its arrays, or loop forever. The caller frees the graph with bsp_navigation_free(). */
BspNavigation *bsp_navigation_load(const void *bytes, size_t length, const char **why);

/* Does the same as bsp_navigation_load(), from a file, whose bytes the graph owns. */
BspNavigation *bsp_navigation_load_file(const char *path, const char **why);

void bsp_navigation_free(BspNavigation *nav);

/* --- the content of a graph --- */

unsigned bsp_navigation_n_sizes(const BspNavigation *nav);

/* Returns the number of the first size with that name, or bsp_navigation_n_sizes() if there is
 * none. */
unsigned bsp_navigation_find_size(const BspNavigation *nav, const char *name);

/* Describes the walker of a size. Its name belongs to the graph. `size` is less than the number
 * of sizes. */
void bsp_navigation_walker(const BspNavigation *nav, unsigned size, BspNavWalker *walker);

/* Returns the number n of areas of a size, 0 if there is no such size. The numbers of its areas are
 * *first to *first + n - 1. */
unsigned bsp_navigation_areas(const BspNavigation *nav, unsigned size, unsigned *first);

/* These functions describe the area, or the link, of a number, which must be valid. */
void bsp_navigation_area(const BspNavigation *nav, unsigned area, BspNavArea *out);
void bsp_navigation_link(const BspNavigation *nav, unsigned link, BspNavLink *out);

/* Returns the bytes of memory that queries read. */
size_t bsp_navigation_bytes(const BspNavigation *nav);

/* --- queries --- */

/* Finds the area of p. Each area has one point that is nearest to p as seen from above; the nearest
 * of these points is found, if it is at most `reach` units away. So above a slope, the point
 * straight below p is found, although points beside it are nearer. All points of a graph are places
 * of the reference point of the walker's box, like body.at, and not of its feet. If mins.z is -24,
 * they are 24 units above the floor, plus the skin. If several areas contain p, the first of them
 * is found. Returns false if no area is that near, and for coordinates that are not finite. The
 * time of a search is proportional to the number of areas within reach, as seen from above. */
bool bsp_navigation_find(const BspNavigation *nav, unsigned size, BspVec p, double reach,
                         BspNavPoint *out);

/* Chooses a point on an area. Every place has the same probability. `random` is any number. Equal
 * numbers give equal points. Returns false if the size has no area. */
bool bsp_navigation_random(const BspNavigation *nav, unsigned size, uint64_t random,
                           BspNavPoint *out);

/* The costs of links in a search. If all bytes are 0, every link is forbidden. */
typedef struct {
    /* For each type of link, the factor by which its length counts, at least 1. A factor of 0
     * forbids the type. */
    double factor[BSP_NAV_N_TYPES];
    /* Bit k % 32 of closed[k / 32] is set if no path may use a link that needs the level's entity
     * k. Entities whose numbers are n_closed or higher are open. `closed` may be NULL if n_closed
     * is 0. */
    const uint32_t *closed;
    uint32_t n_closed;
} BspNavCosts;

typedef enum {
    BSP_NAV_NEVER,   /* no path leads there */
    BSP_NAV_PERHAPS, /* bsp_navigation_path() must search to know */
    BSP_NAV_SURELY   /* a path leads there, and back, if no link is forbidden or closed */
} BspNavReach;

/* Returns whether a path leads from a point to another of the same size. Takes constant time.
 * BSP_NAV_PERHAPS is rare in a graph without drops, jumps, and links that the level's entities
 * make. */
BspNavReach bsp_navigation_reachable(const BspNavigation *nav, const BspNavPoint *from,
                                     const BspNavPoint *to);

/* Follows the floor from a point straight towards `to`, as seen from above, over walk and step
 * links. *end receives the last point of this way. Returns whether the way reaches `to`. If it
 * does, a body that walks straight from `from` to `to` arrives. The way ends at a border that no
 * link crosses, and at a closed or forbidden link (costs may be NULL). A border between floors of
 * different planes also ends it within 2 units of the border's ends, and if `to` is less than a
 * unit behind the border. */
bool bsp_navigation_ray(const BspNavigation *nav, const BspNavPoint *from, BspNavVertex to,
                        const BspNavCosts *costs, BspNavPoint *end);

/* A path: the links to cross, in order. */
typedef struct {
    BspNavPoint from, to;
    const uint32_t *links; /* numbers of the links, in the memory lent to bsp_navigation_path() */
    unsigned n_links;
    double cost; /* about the path's length, in units, plus what its links cost more */
} BspNavPath;

/* Returns the number of bytes that a search for a path in that size needs. */
size_t bsp_navigation_path_bytes(const BspNavigation *nav, unsigned size);

/* Searches for a cheap path (A*). The search guesses the point at which a path crosses each border,
 * so the path may be a few percent longer than the shortest. `costs` may be NULL: then each factor
 * is 1, and no entity is closed. The caller lends memory of bsp_navigation_path_bytes() bytes,
 * aligned for a double, for as long as *path is used. Both points must be of one size. Returns
 * false if there is no path. No path leads to or from a point in the trigger of a teleporter or a
 * pad, because a body does not stay there. The caller searches again from the place where the body
 * lands. */
bool bsp_navigation_path(const BspNavigation *nav, const BspNavPoint *from, const BspNavPoint *to,
                         const BspNavCosts *costs, void *memory, BspNavPath *path);

/* --- following a path --- */

/* A position to walk to, in a straight line seen from above. */
typedef struct {
    BspVec at;
    uint32_t link; /* the link on whose border the corner lies; BSP_NAV_NO_LINK if it lies inside an
                      area */
    BspVec push;   /* the velocity of the drop, jump or pad that lands at this corner
                      (BspNavLink.push); zero for other corners */
    BspNavLinkType type; /* how the body gets to this corner; BSP_NAV_WALK over most steps, too */
} BspNavCorner;

#define BSP_NAV_NO_LINK UINT32_MAX

/* Finds the corners of a short route over the links of the path. The last corner is the goal.
 * Stores at most n_max corners, and returns their number, which may exceed n_max. All corners lie
 * on areas, and so does each straight part that the body walks. A start or a goal at the border of
 * its area is moved inside by up to half a unit. */
unsigned bsp_navigation_corners(const BspNavigation *nav, const BspNavPath *path,
                                BspNavCorner *corners, unsigned n_max);

/* A body that follows corners. The caller sets the corners and n; all other bytes are 0 at the
 * start. */
typedef struct {
    const BspNavCorner *corners; /* owned by the caller */
    unsigned n;
    unsigned next;    /* the corner to which the body walks */
    unsigned blocked; /* number of calls since the body last came nearer to corner `next` */
    double nearest; /* units, the smallest distance from corner `next` so far; 0 if it is unknown */
    double slowness; /* 0 to 15; the body walks with its speed divided by 1 + slowness */
    BspVec was;      /* the position of the body at the last call */
    double wanted;   /* units by which the last call meant to move the body */
    double flown;    /* seconds since the body began to drop, jump or fall; 0 if it walks */
    bool flies;      /* the body drops or jumps, or a pad throws it */
    bool has_flown;  /* the body was in the air since this flight began */
    bool has_landed; /* the body walks from the place where it landed to the corner */
    BspVec from;     /* the position at which the flight began */
} BspNavFollower;

typedef enum {
    BSP_NAV_FOLLOWING, /* body->velocity is set */
    BSP_NAV_ARRIVED,
    BSP_NAV_BLOCKED, /* the body has come nearer in 30 calls by less than it walks in one at full
                        speed (calls in which it is above the corner in the air do not count), has
                        landed elsewhere, has fallen for 4 seconds, or a number is not finite:
                        search for a new path */
    BSP_NAV_WAITING  /* the body is where a teleporter or a lift will carry it to the next corner:
                        body->velocity is set to zero, or unchanged in the air. The game carries it,
                        and gives up if that takes too long */
} BspNavState;

/* Sets the velocity with which the body walks on for `seconds`, which must be above 0: along the
 * ground, at most `speed` units a second seen from above, and slower if something blocked it. In
 * the air the vertical velocity does not change. For a jump it also sets body->on_ground. Then the
 * caller adds gravity if the body is in the air, and calls bsp_walk() for the same time. Whatever
 * the numbers are, a body that is not carried arrives or is blocked after a limited number of
 * calls.
 */
BspNavState bsp_navigation_steer(BspNavFollower *follower, BspBody *body, double speed,
                                 double seconds);

#ifdef __cplusplus
}
#endif

#endif
