/* bsp-frame: solids that are turned and moving, such as doors, lifts and trains.
 *
 * Such an object is a solid with its own trees, in its own coordinates. A frame maps these
 * coordinates to the world. To trace a move, transform it into the frame, query the tree, and
 * transform the answer back:
 *
 *     BspFrame lift = bsp_frame_at(bsp_vec(512, 0, 128));
 *     lift.travel = bsp_vec(0, 0, 4);                // during the same step of time as the move
 *     BspVec a, b;
 *     bsp_frame_enter(&lift, from, to, &a, &b);
 *     BspTransition tr = onion_tree_first_transition(tree, space, a, b, NULL);
 *     bsp_frame_leave(&lift, from, to, &tr);
 *
 * bsp_brush_table_trace_in() makes these calls for a brush table. Use travel for one move in a step
 * of time. Code that traces several times in a step, such as a slide, should set travel to 0, and
 * move the frame before or after.
 *
 * The shape and the frame move at the same time, each along a straight line, and the answer is as
 * exact as the tree's. A frame cannot turn during a step: turn it first, then trace the move. If
 * the frame has turned into the shape, that move starts in solid.
 *
 * The shape keeps its orientation in the world, so in a turned frame it appears turned the other
 * way (bsp_shape_rotated()). Plane shifting handles turned shapes exactly. An onion has only the
 * boxes that it was built for, along the axes of the frame. So its answer is for a box that is
 * turned with the frame. This makes no difference if the frame is not turned, if the shape is a
 * point, or if a turn by right angles maps the box onto itself.
 *
 * The functions are pure and thread-safe, and allocate nothing. */
#ifndef BSP_FRAME_H
#define BSP_FRAME_H

#include "bsp-move.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    BspVec origin;  /* position of the frame's origin in the world, at the beginning of the step */
    BspVec axis[3]; /* the directions of the frame's x, y and z in the world: unit vectors,
                       perpendicular to one another, right-handed. So a frame whose bytes are
                       all 0 is none; begin with bsp_frame_at() */
    BspVec travel;  /* displacement of the frame in the world during the step */
} BspFrame;

/* Returns a frame that is neither turned nor moving. */
BspFrame bsp_frame_at(BspVec origin);

/* Returns a frame turned by an entity's angles in degrees, in the convention of id Tech: pitch
 * (down), yaw (to the left) and roll (to the right). Multiples of 90 give exact axes. */
BspFrame bsp_frame_turned(BspVec origin, double pitch, double yaw, double roll);

/* Transforms a direction from world coordinates into the frame's (in), or back (out). */
static inline BspVec bsp_frame_direction_in(const BspFrame *frame, BspVec world)
{
    return bsp_vec(bsp_vec_dot(frame->axis[0], world), bsp_vec_dot(frame->axis[1], world),
                   bsp_vec_dot(frame->axis[2], world));
}

static inline BspVec bsp_frame_direction_out(const BspFrame *frame, BspVec own)
{
    BspVec out = bsp_vec_scale(frame->axis[0], own.x);
    return bsp_vec_mad(bsp_vec_mad(out, own.y, frame->axis[1]), own.z, frame->axis[2]);
}

/* Transforms a move of the shape into the frame's coordinates. */
void bsp_frame_enter(const BspFrame *frame, BspVec from, BspVec to, BspVec *own_from,
                     BspVec *own_to);

/* Transforms an answer from the frame's coordinates into the world's, in place. `from` and `to` are
 * the move in the world that was given to bsp_frame_enter(). t does not change. point becomes the
 * shape's position in the world at time t. plane becomes the plane in the world at time t. */
void bsp_frame_leave(const BspFrame *frame, BspVec from, BspVec to, BspTransition *transition);

/* Transforms a plane of the frame's coordinates, such as that of a hit, into the world at time t.
 */
BspPlane bsp_frame_plane_out(const BspFrame *frame, double t, const BspPlane *own);

/* Returns the world bounds of a box given in the frame's coordinates, over the whole step. They are
 * enlarged by BSP_BRACKET (bsp-constants.h), so a shape outside them neither meets nor touches the
 * box. An empty box stays empty. */
BspBounds bsp_frame_bounds_out(const BspFrame *frame, const BspBounds *own);

/* Memory for a rotated shape. It has the hull and the arrays that the hull points to. */
typedef struct {
    BspHull hull;
    BspVec vertices[8];
    BspPlane planes[6];
    unsigned first_edge[9], neighbour[24];
} BspRotatedStorage;

/* Sets *rotated to the shape as seen from the frame. A box becomes a hull of its corners, a capsule
 * a rounded hull. *rotated points into *storage, which must live as long. Returns false, and leaves
 * *rotated unchanged, for a hull, for a cylinder whose axis does not point along +z of the frame,
 * and for axes that are not those of a frame. To turn a hull, turn its points and build a new hull.
 */
bool bsp_shape_rotated(const BspShape *shape, const BspFrame *frame, BspRotatedStorage *storage,
                       BspShape *rotated);

#ifdef __cplusplus
}
#endif

#endif
