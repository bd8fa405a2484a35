/* bsp-frame: what stands, turned, somewhere in the world, and moves: doors, lifts, trains.
 *
 * Such a thing is a solid of its own, with its own trees, in coordinates of its own. A frame says
 * where these lie in the world. A move in the world is asked of it in its own coordinates, and the
 * answer brought back:
 *
 *     BspFrame lift = bsp_frame_at(bsp_vec(512, 0, 128));
 *     lift.travel = bsp_vec(0, 0, 4);                // while the object goes from `from` to `to`
 *     BspVec a, b;
 *     bsp_frame_enter(&lift, from, to, &a, &b);
 *     BspTransition tr = onion_tree_first_transition(tree, space, a, b, NULL);
 *     bsp_frame_leave(&lift, from, to, &tr);
 *
 * onion-frame.h and shift-frame.h have these three calls in one. That is for one move in a step of
 * time. What asks several times, as a slide does, is to see the thing where it stands: with travel
 * 0, moved at once before or after.
 *
 * Object and thing move at the same time,
 * each along a straight line, and the answer is as exact as that of the tree. A thing that turns
 * during the step does not: turn it first, at once, and then let the object move; an object that
 * the thing has turned into starts in solid then.
 *
 * What moves keeps its shape and its place in the world; as seen from a turned thing it is turned
 * the other way (bsp_shape_turned()). Plane shifting takes it so. An onion knows only the boxes
 * that it was built for, along the axes of its thing: so its answer is of that box turned with the
 * thing. It is the object's own where the thing is not turned, where the object is a point, or
 * where it is turned by right angles onto the same box.
 *
 * Pure functions; no allocation; thread-safe. */
#ifndef BSP_FRAME_H
#define BSP_FRAME_H

#include "bsp-shape.h"
#include "bsp-transition.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    BspVec origin;  /* in the world, at the beginning of the step */
    BspVec axis[3]; /* where its x, y and z point to in the world: of unit length, square to one
                       another, right-handed */
    BspVec travel;  /* how far it goes in the world during the step */
} BspFrame;

/* Neither turned nor moving. */
BspFrame bsp_frame_at(BspVec origin);

/* Turned by an entity's angles in degrees, as id Tech has them: pitch (down), yaw (to the left) and
 * roll (to the right). Those by multiples of 90 are exact. */
BspFrame bsp_frame_turned(BspVec origin, double pitch, double yaw, double roll);

/* Directions, into the frame's coordinates and out of them. */
BspVec bsp_frame_direction_in(const BspFrame *frame, BspVec world);
BspVec bsp_frame_direction_out(const BspFrame *frame, BspVec own);

/* The object's move as seen from the frame. */
void bsp_frame_enter(const BspFrame *frame, BspVec from, BspVec to, BspVec *own_from,
                     BspVec *own_to);

/* The answer to that as it is in the world: t is the same; point is the object's at t, and plane
 * is where it is then. */
void bsp_frame_leave(const BspFrame *frame, BspVec from, BspVec to, BspTransition *transition);

/* A plane of the frame's coordinates, as that of a hit, where it is in the world at time t. */
BspPlane bsp_frame_plane_out(const BspFrame *frame, double t, const BspPlane *own);

/* Where in the world a box of the frame's coordinates is during the step: bounds of all of it, from
 * where it begins to where it has come. They are moved out by BSP_BRACKET (bsp-constants.h), so
 * that what is not nearer than touching to them is not near to the box. An empty box stays empty.
 */
BspBounds bsp_frame_bounds_out(const BspFrame *frame, const BspBounds *own);

/* Room for a turned shape: a hull, and what that points to. */
typedef struct {
    BspHull hull;
    BspVec vertices[8];
    BspPlane planes[6];
    unsigned first_edge[9], neighbour[24];
} BspTurned;

/* The shape as seen from the frame: a box is a hull of its corners, a capsule a rounded hull.
 * *room must last as long as *turned. false: a cylinder that would not stand upright, or a hull,
 * which is to be made of turned points where it is made; then *turned is not touched. */
bool bsp_shape_turned(const BspShape *shape, const BspFrame *frame, BspTurned *room,
                      BspShape *turned);

#ifdef __cplusplus
}
#endif

#endif
