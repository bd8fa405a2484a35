/* hit-cell: whether the shape itself hits a cell that plane shifting has found, and where it leaves
 * solid. */
#include "shift/hit-check.h"

static BspRoundBody round_body_of(const ShiftTree *tree, int32_t leaf)
{
    BspCastBody body = shift_cell_body(tree, leaf);
    return bsp_round_body(&body, tree->planes, tree->edges, tree->first_round, (unsigned)~leaf - 1);
}

/* Whether the shape meets the cell at t on the face that it crossed last. The face then gives the
 * normal. A cast would choose among several normals if the contact is at an edge of the face. */
static bool is_on_face(const ShiftTraversal *walk, ShiftPiece piece, double t)
{
    if (piece.plane < 0)
        return false;
    BspPlane plane = bsp_nodes_plane(&walk->tree->nodes, piece.plane);
    double speed = bsp_vec_dot(plane.normal, walk->delta);
    return fabs((t - piece.impact) * speed) <= 2 * BSP_TOUCH;
}

/* Whether the bands alone give the answer: a round shape that crosses the plane of a face while
 * over the inside of the face meets the cell there. Not valid for a segment that grazes: it may
 * move far before it is deep inside. */
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

/* Converts the result of a cast. */
static ShiftHit cast_hit(const ShiftTraversal *walk, ShiftPiece piece, const BspCastHit *cast)
{
    if (cast->overlap) /* the hit is at the plane just crossed, or at the start */
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
    if (!bsp_cast(&body, walk->shape,
                  &(BspCastPath){ walk->from, walk->delta, BSP_MAX(piece.impact, 0), piece.to },
                  &cast, NULL))
        return (ShiftHit){ .t = 2 };
    return cast_hit(walk, piece, &cast);
}

/* A shape that starts in the cell is tested by shift_hit_cast() too. shift_last_solid() uses the
 * same cast to find where it leaves the cell. */
ShiftHit shift_hit_round(const ShiftTraversal *walk, ShiftPiece piece, bool grazing)
{
    BspRoundBody body = round_body_of(walk->tree, piece.node);
    double t = BSP_MAX(piece.impact, 0);
    if (!grazing && is_met_on_face(walk, &body, piece, t))
        return shift_hit_planes(piece);
    BspCastHit cast;
    if (!bsp_round_cast(&body, walk->shape, &(BspCastPath){ walk->from, walk->delta, t, piece.to },
                        &cast))
        return (ShiftHit){ .t = 2 };
    if (cast.overlap && piece.plane < 0)
        return shift_hit_cast(walk, piece);
    return cast_hit(walk, piece, &cast);
}

/* --- where a shape that starts in solid leaves it --- */

/* Finds the interval of the segment that the piece's cell covers; false if it covers none. */
static bool exit_cell(const ShiftTraversal *walk, ShiftPiece *piece, BspVec *normal)
{
    /* A cast from the other end finds where the shape leaves the cell. */
    BspVec end = bsp_vec_mad(walk->from, piece->to, walk->delta);
    BspVec back = bsp_vec_scale(walk->delta, -piece->to);
    BspCastBody body = shift_cell_body(walk->tree, piece->node);
    BspCastHit first, last;
    if (!bsp_cast(&body, walk->shape, &(BspCastPath){ end, back, 0, 1 }, &last, NULL) ||
        !bsp_cast(&body, walk->shape, &(BspCastPath){ walk->from, walk->delta, piece->from, 1 },
                  &first, NULL))
        return false;
    if (!last.overlap) {
        piece->to *= 1 - last.t;
        piece->plane = -1;
        *normal = last.normal;
    }
    piece->from = first.t;
    return true;
}

/* The most visits, on average for each node of the tree. With a tree that building makes, a pass
 * visits only the nodes near the end of the joined cells. Only in a hostile file does each pass
 * visit all nodes to join one more cell. */
#define MOST_VISITS 1024

ShiftPiece shift_last_solid(ShiftTraversal *walk, bool exact, BspVec *normal)
{
    ShiftPiece end = { .to = 0, .plane = -1 };
    uint64_t most = walk->n_nodes + (uint64_t)MOST_VISITS * (walk->tree->nodes.n_nodes + 1);
    bool farther = true;
    while (farther && end.to < 1) {
        farther = false;
        ShiftPiece piece = shift_traversal_start(walk);
        do {
            BspVec n = bsp_vec(0, 0, 0);
            if (piece.to > end.to && piece.from <= end.to &&
                shift_traversal_down(walk, &piece, shift_traversal_band, false, SHIFT_LEAVING) &&
                (!exact || exit_cell(walk, &piece, &n)) && piece.to > end.to &&
                piece.from <= end.to) {
                end = piece;
                *normal = n;
                farther = true;
            }
        } while (shift_traversal_next(walk, &piece));
        if (walk->n_nodes > most)
            end.to = 1;
    }
    return end;
}
