/* bsp-skin: moves that stop short: a distance is kept from all that they could hit.
 *
 * What engines call a trace, in one call: when the move is stopped, and by what. It is asked of the
 * sides of a solid (bsp_sides_new(), bsp-solid.h), which sweeps the shape through the brushes near
 * the move, the nearest first; no tree is needed. Where most moves hit nothing a tree says so
 * sooner: see below.
 *
 * Exactly: the distance of a box from a brush is, of all planes that bound the Minkowski sum of
 * the brush and the mirrored box, the largest distance of the reference point in front of one. For
 * a point they are those that the sum with a box has: a point, too, stops before a sharp edge.
 * At edges and corners this is less than the Euclidean distance, and never more. Spheres,
 * cylinders, capsules and hulls have round sums: of them it is the common distance, between the
 * points of the two that are nearest; and inside a brush, less than 0 by the depth that
 * bsp_sides_inside() tells. Of that,
 *
 * - `skin` is to be kept: a brush stops a move where it first comes as near as that;
 * - the slack is what the end of a move may lack of it, as left by rounding: a brush that the move
 *   comes nowhere nearer than skin - slack does not stop it. bsp_skin_slack() is the 256th part of
 *   the skin, but no more than 2^-11 unit (BSP_SKIN_SLACK), and no less than BSP_TOUCH;
 * - a move that begins nearer than that to a brush keeps the distance at which it begins, from this
 *   and all brushes, but for rounding (BSP_SKIN_ROUNDING; of shapes that are no boxes, some 4e-9
 *   unit). So it may go along, and away, and is stopped at once, at t = 0, by what it goes nearer
 *   to;
 * - a move that begins inside of a brush, deeper than touching (bsp-inside.h), begins in solid. It
 *   leaves that where no brush is any more: skins do not count.
 *
 * Where what is kept is no more than BSP_TOUCH, it is touching: a shape that is no box may then end
 * as deep as touching, as everywhere.
 *
 * So no move ends nearer than it began, or than the skin less the slack, whichever is less; no move
 * is stopped that goes nearer to nothing; and from where a move was stopped, or ended, all moves
 * along the planes there, and away from them, are free. A skin of 0 is no skin: touching is not
 * hitting, as everywhere.
 *
 * Of several brushes that stop the move at the same time, but for rounding, the one of the lowest
 * number is named; and of its sides there the first.
 *
 * Shapes: all that the table is of (BSP_SIDES_ALL_SHAPES).
 *
 * Pure functions: no allocation, thread-safe; under 8 KiB of stack. Lengths are units. */
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
 * hull, whose distance is the common one, and so is a capsule that does not stand upright.
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
 * answers, which is asked only for what the tree leaves open. The answers are the same, but where
 * the tree's own tolerance shows: at a sharp corner the move may come nearer by up to BSP_TIP. */

/* The shape's box grown by the skin, less half the slack: what rests at that distance, and is off
 * by rounding, is not in solid. */
BspBounds bsp_skin_box(const BspBounds *box, double skin);

bool bsp_sides_trace_after(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                           BspVec to, double skin, BspTransition *tr, BspHit *hit);

#ifdef __cplusplus
}
#endif

#endif
