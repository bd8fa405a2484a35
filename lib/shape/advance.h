/* advance: the time at which a moving body comes near an obstacle.
 *
 * In each step, a plane between the body and the obstacle is found (cast.h). The body cannot reach
 * the obstacle before a point of the body passes that plane, and this time has a lower bound for
 * each point. The body goes on to that time. The steps are repeated until the distance between body
 * and obstacle has fallen to a given level. This is Newton's method, from the safe side. For a
 * straight move the distance is a convex function of time, and a step ends where the body reaches
 * the plane.
 *
 * The functions are pure and thread-safe, and allocate nothing. Lengths are in units; t is 0 to 1
 * along the move. */
#ifndef BSP_ADVANCE_H
#define BSP_ADVANCE_H

#include "shape/cast.h"
#include "shape/motion.h"

typedef struct BspObstacle BspObstacle;

/* Separates a body that turns from the obstacle, in the obstacle's pose, in a fraction of the time
 * of GJK. Returns false if it finds no such plane. Then *s is the plane that the body is farthest
 * in front of, among the planes that it tried. */
typedef bool (*BspSideFunc)(const BspObstacle *obstacle, const BspMotion *motion, BspSeparation *s);

/* An obstacle, which is the hull of vertices. A body must not come nearer to it than `level`
 * units. */
struct BspObstacle {
    double level;
    double latest; /* a body that reaches the level later misses the obstacle */
    double rest; /* a body that has reached the level goes on, by the last plane, to this distance,
                    because a plane found at a smaller distance is less exact */
    BspSideFunc separate_by_side; /* not used for a straight move */
    BspCast cast;                 /* the state of GJK, kept from step to step */
    BspFrame pose;                /* the pose of a turning body at its last separation */
};

/* Sets *obstacle to an obstacle with level 0, and with an infinite `rest` and `latest`. The
 * vertices must outlive it. `towards` is as for bsp_cast_begin(). */
void bsp_obstacle_init(BspObstacle *obstacle, const BspVec *vertices, unsigned n,
                       const BspShape *shape, BspVec towards);

/* Returns the separation at time t. */
BspSeparation bsp_separate(const BspMotion *motion, BspObstacle *obstacle, double t);

/* The outcome of an advance. BSP_INSIDE means that the body is nearer than the level at the
 * start. */
typedef enum { BSP_MISS, BSP_REACHED, BSP_INSIDE } BspOutcome;

/* Advances *t to the first time, at most t1, at which the body is as near as the lesser of
 * obstacle->level and obstacle->rest. The time is never late. *s becomes the last separation. */
BspOutcome bsp_advance(const BspMotion *motion, BspObstacle *obstacle, double t1, double *t,
                       BspSeparation *s);

/* --- a straight move and one polytope --- */

/* The time and normal with which a body meets an obstacle. */
typedef struct {
    double t;
    BspVec normal; /* points from the obstacle to the body; undefined if the body starts inside */
    bool inside;   /* the body starts in the obstacle, deeper than touching */
} BspMeeting;

/* Finds the first time, from t0 to t1, at which the shape is as near to the body as `level`. With
 * level 0, finds the time at which the shape touches the body, but only if the shape gets deeper
 * than touching during the move, which may be after t1. The time is never late; it is t0 if the
 * shape is nearer at t0. With a level above 0, the eroded body does not matter. Returns false if
 * the shape stays farther away. */
bool bsp_cast(const BspCastBody *body, const BspMotion *motion, double level, double t0, double t1,
              BspMeeting *hit);

#endif
