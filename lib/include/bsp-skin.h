/* bsp-skin: moves that stop early, to keep a distance (the skin) from everything they could hit.
 *
 * One call does what engines call a trace: it reports when the move is stopped, and by what. It
 * uses the sides of a solid (bsp_brush_table_new(), bsp-solid.h) and sweeps the shape through the
 * brushes near the move, nearest first. It needs no tree. If most moves hit nothing, a tree is
 * faster as a first test: see the end of this file.
 *
 * The distance between a shape and a brush is Euclidean: that between their two nearest points. So
 * a brush grown by the skin is rounded at its edges. A body that slides along a face at the
 * distance of the skin passes every brush behind that face. Inside a brush the distance is
 * negative: the depth that bsp_brush_table_inside() reports; for boxes and points, the largest
 * distance from a plane of the Minkowski sum.
 *
 * - `skin` is the distance to keep: a brush stops a move when the shape first comes that near.
 * - The slack allows for rounding at the end of a move: a brush stops a move only if the shape
 *   would come nearer than skin - slack. bsp_skin_slack() is 1/256 of the skin, at most 2^-11 unit
 *   (BSP_SKIN_SLACK), and at least BSP_TOUCH.
 * - A move that starts nearer than the skin keeps its starting distance, from all brushes. If it
 *   starts nearer than skin - slack, that distance is also its limit, except for rounding
 *   (BSP_SKIN_ROUNDING; for shapes other than boxes and points about 4e-9 unit). Such a move may go
 *   along and away. A brush that it moves nearer to stops it at t = 0.
 * - A move that starts inside a brush, deeper than touching (bsp-inside.h), starts in solid. It
 *   leaves solid where it is in no brush any more; skins do not count.
 *
 * If the distance to keep is at most BSP_TOUCH, it is touching: a shape other than a box or a point
 * may then end as deep as touching, as in all queries.
 *
 * So a move ends no nearer than the lesser of its starting distance and skin - slack. A move is
 * stopped only if it would come nearer. Moves along and away from the planes at the end of a move
 * are free. A skin of 0 is no skin: touching is not hitting, as in all queries.
 *
 * The plane: in front of a face it is the plane of that side. Beside an edge or a corner it is
 * perpendicular to the shortest line between brush and shape: BspHit.side is -1, and the brush lies
 * behind the plane. The plane is moved out by the skin, so a move that started within the slack
 * ends behind it by up to the slack: bsp_slide_move() leads the body back. After a start nearer
 * than skin - slack the plane is moved out by the starting distance. Without a skin, a box or a
 * point that meets several planes names a face of the whole solid there, as bsp-transition.h
 * defines it.
 *
 * If several brushes stop the move at the same time, except for rounding, the hit names the lowest
 * number, and the first side of that brush.
 *
 * Shapes: all that the table supports (BSP_TABLE_ALL_SHAPES).
 *
 * Pure functions: no allocation, thread-safe; less than 10 KiB of stack. Lengths are in units. */
#ifndef BSP_SKIN_H
#define BSP_SKIN_H

#include "bsp-frame.h"
#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The first transition of the shape that moves from `from` to `to` through the brushes that the
 * mask selects: those with (contents & mask) != 0; mask 0: all. *tr receives it, with the plane of
 * what was hit, moved out for the shape and for the distance to keep. Returns true if *hit (which
 * may be NULL) receives what was hit, with the same plane. For a move that starts in solid, *hit is
 * the brush that the start is deepest in. Its plane is then the one that the start is least deep
 * behind, moved out for the shape.
 *
 * Returns false with BSP_SOLID at t = 0 for invalid input: a coordinate that is not finite; a move
 * that starts more than BSP_REACH units from the origin or is longer than that; a shape that
 * extends farther; a skin that is negative or not finite; a shape that the table does not support.
 */
bool bsp_brush_table_trace(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                           BspVec from, BspVec to, double skin, BspTransition *tr, BspHit *hit);

double bsp_skin_slack(double skin);

/* The same for brushes in a frame that is turned and moves, such as a door. shape, `from`, `to` and
 * the results are in world coordinates. Seen from a turned frame a box is turned: it is traced as a
 * hull, and so is a capsule that is not upright there. Returns false with BSP_SOLID at t = 0 also
 * for shapes that bsp_shape_turned() cannot turn. */
static inline bool bsp_brush_table_trace_in(const BspBrushTable *sides, const BspShape *shape,
                                            uint32_t mask, const BspFrame *frame, BspVec from,
                                            BspVec to, double skin, BspTransition *tr, BspHit *hit)
{
    BspTurned room;
    BspShape turned;
    BspVec a, b;
    *tr = bsp_transition_solid(from);
    if (!bsp_shape_turned(shape, frame, &room, &turned))
        return false;
    bsp_frame_enter(frame, from, to, &a, &b);
    bool named = bsp_brush_table_trace(sides, &turned, mask, a, b, skin, tr, hit);
    bsp_frame_leave(frame, from, to, tr);
    if (named && hit) {
        double t =
            tr->type == BSP_EMPTY_TO_SOLID ? tr->t : 0; /* 0: the brush that the move starts in */
        hit->plane = bsp_frame_plane_out(frame, t, &hit->plane);
    }
    return named;
}

/* --- with a tree as a filter ---
 *
 * A tree built for a larger box can prove that a move comes near nothing, which holds for most
 * moves. Its box must be at least bsp_skin_box() of the shape's bounds: for an onion a box of one
 * of its spaces, for a shift tree the box of the query. The tree must be of the same brushes that
 * the mask selects, or of more. On entry *tr holds the tree's answer to the same move. On return it
 * holds the answer of bsp_brush_table_trace(), which is called only if the tree leaves the answer
 * open.
 *
 * The results are the same, since the grown box reaches everything as near as the skin, and farther
 * beside edges. Only the tree's own tolerance may show: at a sharp corner the move may come nearer
 * by up to BSP_TIP. */

/* The shape's box grown by the skin, less half the slack. So a body that rests at the distance of
 * the skin, except for rounding, is not in solid. */
BspBounds bsp_skin_box(const BspBounds *box, double skin);

bool bsp_brush_table_trace_after(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                                 BspVec from, BspVec to, double skin, BspTransition *tr,
                                 BspHit *hit);

#ifdef __cplusplus
}
#endif

#endif
