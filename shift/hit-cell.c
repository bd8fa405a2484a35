/* hit-cell: whether the shape itself hits a cell that plane shifting has found. */
#include "shift/hit-cell.h"

static BspRoundBody round_body_of(const ShiftTree *tree, int32_t leaf)
{
    BspCastBody body = shift_cell_body(tree, leaf);
    return bsp_round_body(&body, tree->planes, tree->edges, tree->first_round, (unsigned)~leaf - 1);
}

/* Whether the shape that meets the cell at t does so on the face it crossed last: then that tells
 * the normal, which for a contact with an edge of the face is anybody's guess. */
static bool is_on_face(const ShiftTraversal *walk, ShiftPiece piece, double t)
{
    if (piece.plane < 0)
        return false;
    BspPlane plane = bsp_nodes_plane(&walk->tree->nodes, piece.plane);
    double speed = bsp_vec_dot(plane.normal, walk->delta);
    return fabs((t - piece.impact) * speed) <= 2 * BSP_TOUCH;
}

/* Whether the bands decide: a round shape that has crossed the plane of a face meets the cell just
 * there when it is over the inside of that face. Not asked of a segment that grazes, which may be
 * far from there before it is deep in. */
static bool is_met_on_face(const ShiftTraversal *walk, const BspRoundBody *body, ShiftPiece piece,
                           double t)
{
    if (piece.plane < 0)
        return false;
    BspPlane plane = bsp_nodes_plane(&walk->tree->nodes, piece.plane);
    if (bsp_vec_dot(plane.normal, walk->delta) > 0)
        plane = bsp_plane_flipped(&plane);
    return bsp_round_is_over_face(body, walk->shape, &plane,
                                  bsp_vec_mad(walk->from, t, walk->delta));
}

/* What the cast has found. */
static ShiftHit cast_hit(const ShiftTraversal *walk, ShiftPiece piece, const BspCastHit *cast)
{
    if (cast->overlap) /* it is the plane that it has just crossed, or the start */
        return shift_hit_planes(piece);
    return (ShiftHit){ .t = cast->t,
                       .meets = piece.meets,
                       .plane = is_on_face(walk, piece, cast->t) ? piece.plane : -1,
                       .leaf = piece.node,
                       .normal = cast->normal };
}

ShiftHit shift_hit_cast(const ShiftTraversal *walk, ShiftPiece piece)
{
    BspCastBody body = shift_cell_body(walk->tree, piece.node);
    BspCastHit cast;
    if (!bsp_cast(&body, walk->shape, walk->from, walk->delta, BSP_MAX(piece.impact, 0), piece.to,
                  &cast, NULL))
        return (ShiftHit){ .t = 2 };
    return cast_hit(walk, piece, &cast);
}

/* One that starts in the cell is cast as all others are, since that is how it is found where it
 * leaves solid matter. */
ShiftHit shift_hit_round(const ShiftTraversal *walk, ShiftPiece piece, bool grazing)
{
    BspRoundBody body = round_body_of(walk->tree, piece.node);
    double t = BSP_MAX(piece.impact, 0);
    if (!grazing && is_met_on_face(walk, &body, piece, t))
        return shift_hit_planes(piece);
    BspCastHit cast;
    if (!bsp_round_cast(&body, walk->shape, walk->from, walk->delta, t, piece.to, &cast))
        return (ShiftHit){ .t = 2 };
    if (cast.overlap && piece.plane < 0)
        return shift_hit_cast(walk, piece);
    return cast_hit(walk, piece, &cast);
}
