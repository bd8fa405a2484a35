/* bsp-skin: moves that stop short: a distance is kept from all that they could hit.
 *
 * What engines call a trace, in one call: when the move is stopped, and by what. It is asked of the
 * sides of a solid (bsp_sides_new(), bsp-solid.h), which sweeps the shape through the brushes near
 * the move, the nearest first; no tree is needed. Where most moves hit nothing a tree says so
 * sooner: see below.
 *
 * The distance between a shape and a brush is the Euclidean distance: between the points of the
 * two that are nearest to each other. So a brush that is grown by the skin is rounded at its edges,
 * and a body that slides along one face, at the distance of the skin, passes every brush that lies
 * behind that face. Inside a brush the distance is less than 0: the depth that bsp_sides_inside()
 * reports; of boxes and points, the largest distance from a plane of the Minkowski sum.
 *
 * - `skin` is the distance to keep: a brush stops a move when the shape first comes as near as
 * that.
 * - The slack is the rounding that the end of a move may lack: a brush stops a move only if the
 *   shape would come nearer than skin - slack. bsp_skin_slack() is the 256th part of the skin, at
 *   most 2^-11 unit (BSP_SKIN_SLACK), and at least BSP_TOUCH.
 * - A move that begins nearer than the skin keeps the distance at which it begins, from all
 *   brushes. If it begins nearer than skin - slack, that distance is also its limit, except for
 *   rounding (BSP_SKIN_ROUNDING; for shapes other than boxes and points about 4e-9 unit). Such a
 *   move may go along and away, and is stopped at t = 0 by a brush that it goes nearer to.
 * - A move that begins inside a brush, deeper than touching (bsp-inside.h), begins in solid. It
 *   leaves solid where no brush is any more: skins do not count.
 *
 * If the distance to keep is at most BSP_TOUCH, it is touching: a shape other than a box or a point
 * may then end as deep as touching, as in all queries.
 *
 * So no move ends nearer than it began or than skin - slack, whichever is less. No move is stopped
 * that would not come nearer. Moves along and away from the planes at the end of a move are free.
 * A skin of 0 is no skin: touching is not hitting, as in all queries.
 *
 * The plane: over a face it is the plane of that side. Beside an edge or a corner it is square to
 * the shortest way between brush and shape: BspHit.side is -1, and the brush lies behind the plane.
 * It is moved out by the skin, so a move that began within the slack ends behind it by as much:
 * bsp_slide_move() leads the body back. After a start nearer than skin - slack it is moved out by
 * the distance at the start. Without a skin, a box or a point that meets several planes names a
 * face of all the matter there, as bsp-transition.h defines it.
 *
 * If several brushes stop the move at the same time, except for rounding, the hit names the one
 * with the lowest number, and of its sides the first.
 *
 * Shapes: all that the table is of (BSP_SIDES_ALL_SHAPES).
 *
 * Pure functions: no allocation, thread-safe; under 10 KiB of stack. Lengths are units. */
#ifndef BSP_SKIN_H
#define BSP_SKIN_H

#include "bsp-frame.h"
#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The first transition of the shape that moves from `from` to `to` through the brushes of which
 * (contents & mask) is not 0; mask 0: through all. *tr receives it, with the plane of what it hits,
 * moved out for the shape and for the distance that is kept. true where *hit (may be NULL) receives
 * what was hit, with the same plane; or the brush that the move begins in, of several the one it is
 * deepest in, with the plane it is least deep behind, moved out for the shape.
 *
 * A coordinate that is no finite number, a move that begins more than BSP_REACH units from the
 * origin or is longer than that, a shape that reaches farther, a skin that is none or less than 0,
 * and a shape that the table cannot answer for, give BSP_SOLID with t = 0 and false. */
bool bsp_sides_trace(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                     BspVec to, double skin, BspTransition *tr, BspHit *hit);

double bsp_skin_slack(double skin);

/* The same of brushes that stand, turned, in a frame and move with it, as a door: shape, `from`,
 * `to` and the answers are in the world. From a turned frame a box looks turned: it is asked as a
 * hull, and so is a capsule that does not stand upright.
 * BSP_SOLID with t = 0 and false, too, for what bsp_shape_turned() cannot turn. */
static inline bool bsp_sides_trace_in(const BspSides *sides, const BspShape *shape, uint32_t mask,
                                      const BspFrame *frame, BspVec from, BspVec to, double skin,
                                      BspTransition *tr, BspHit *hit)
{
    BspTurned room;
    BspShape turned;
    BspVec a, b;
    *tr = bsp_transition_solid(from);
    if (!bsp_shape_turned(shape, frame, &room, &turned))
        return false;
    bsp_frame_enter(frame, from, to, &a, &b);
    bool named = bsp_sides_trace(sides, &turned, mask, a, b, skin, tr, hit);
    bsp_frame_leave(frame, from, to, tr);
    if (named && hit) {
        double t = tr->type == BSP_EMPTY_TO_SOLID ? tr->t : 0; /* or the brush it begins in */
        hit->plane = bsp_frame_plane_out(frame, t, &hit->plane);
    }
    return named;
}

/* --- with a tree as a filter ---
 *
 * A tree that was asked for a larger box knows of most moves that they come near to nothing. Its
 * box is bsp_skin_box() of the box round the shape, or larger; for an onion it is a box of one of
 * its spaces, for a shift tree a box that is asked for. It must be of the same brushes, or more:
 * those of the mask. *tr holds its answer to the same move, and receives what bsp_sides_trace()
 * answers, which is asked only for what the tree leaves open. The answers are the same: the
 * grown box reaches everything that is as near as the skin, and beside edges more. Only the tree's
 * own tolerance may show: at a sharp corner the move may come nearer by up to BSP_TIP. */

/* The shape's box grown by the skin, less half the slack: what rests at that distance, and is off
 * by rounding, is not in solid. */
BspBounds bsp_skin_box(const BspBounds *box, double skin);

bool bsp_sides_trace_after(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                           BspVec to, double skin, BspTransition *tr, BspHit *hit);

#ifdef __cplusplus
}
#endif

#endif
