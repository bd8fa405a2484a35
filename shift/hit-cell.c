/* hit-cell: tests whether the shape itself hits a cell that plane shifting has found, and finds
 * where it leaves solid. */
#include "shift/hit-check.h"

static BspRoundBody round_body_of(const ShiftTree *tree, int32_t leaf)
{
    BspCastBody body = shift_cell_body(tree, leaf);
    return bsp_round_body(&body, tree->planes, tree->edges, tree->first_round, (unsigned)~leaf - 1);
}

/* Whether the shape, at t, is at the plane that it crossed last. If so, the face of that plane
 * gives the normal. At an edge of the face, a cast would have to choose among several normals. */
static bool is_on_face(const ShiftTraversal *walk, const ShiftPiece *piece, double t)
{
    if (piece->enter < 0)
        return false;
    BspPlane plane = bsp_nodes_plane(&walk->tree->nodes, piece->enter);
    double speed = bsp_vec_dot(plane.normal, walk->delta);
    return fabs((t - piece->from) * speed) <= 2 * BSP_TOUCH;
}

/* Whether a round shape crosses the plane of a face over the face's interior. It then meets the
 * cell there, and no cast is needed. */
static bool is_met_on_face(const ShiftTraversal *walk, const BspRoundBody *body,
                           const ShiftPiece *piece, double t)
{
    if (piece->enter < 0)
        return false;
    BspPlane plane = bsp_nodes_plane(&walk->tree->nodes, piece->enter);
    if (bsp_vec_dot(plane.normal, walk->delta) > 0)
        plane = bsp_plane_flipped(&plane);
    return bsp_round_is_over_face(body, walk->shape, &plane,
                                  bsp_vec_mad(walk->from, t, walk->delta));
}

/* Converts the result of a cast to a hit. */
static ShiftHit cast_hit(const ShiftTraversal *walk, const ShiftPiece *piece,
                         const BspCastHit *cast)
{
    if (cast->overlap) /* overlap: the hit is where the last plane was crossed, or at the start */
        return shift_hit_planes(walk, piece);
    return (ShiftHit){ .t = cast->t,
                       .plane = is_on_face(walk, piece, cast->t) ? piece->enter : -1,
                       .leaf = piece->node,
                       .normal = cast->normal };
}

ShiftHit shift_hit_cast(const ShiftTraversal *walk, const ShiftPiece *piece)
{
    BspCastBody body = shift_cell_body(walk->tree, piece->node);
    BspCastPath path = { walk->from, walk->delta, shift_contact(walk, piece), piece->to };
    BspCastHit cast;
    if (!bsp_cast(&body, walk->shape, &path, &cast, NULL))
        return (ShiftHit){ .t = 2 };
    return cast_hit(walk, piece, &cast);
}

/* If the shape starts in the cell, shift_hit_cast() decides, because shift_last_solid() uses the
 * same cast to find where the shape leaves the cell. */
ShiftHit shift_hit_round(const ShiftTraversal *walk, const ShiftPiece *piece)
{
    BspRoundBody body = round_body_of(walk->tree, piece->node);
    BspCastPath path = { walk->from, walk->delta, shift_contact(walk, piece), piece->to };
    BspCastHit cast;
    if (is_met_on_face(walk, &body, piece, path.t0))
        return shift_hit_planes(walk, piece);
    if (!bsp_round_cast(&body, walk->shape, &path, &cast))
        return (ShiftHit){ .t = 2 };
    if (cast.overlap && piece->enter < 0)
        return shift_hit_cast(walk, piece);
    return cast_hit(walk, piece, &cast);
}

/* --- where a shape that starts in solid leaves it --- */

/* Narrows the piece to the interval of the segment in which the shape overlaps the cell. Returns
 * false if it never does. */
static bool clip_to_cell(const ShiftTraversal *walk, ShiftPiece *piece, BspVec *normal)
{
    /* A cast backwards, from the end, finds where the shape leaves the cell. */
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
        piece->leave = -1;
        *normal = last.normal;
    }
    piece->from = first.t;
    return true;
}

/* The most visits of nodes, as a multiple of the tree's nodes. In a tree that was built, each pass
 * visits only the nodes near the end of the joined cells. In a hostile file, each pass could visit
 * all nodes and join only one more cell. */
#define MOST_VISITS 1024

ShiftPiece shift_last_solid(ShiftTraversal *walk, bool exact, BspVec *normal)
{
    ShiftPiece end = { .to = 0, .leave = -1 };
    uint64_t most = walk->n_nodes + (uint64_t)MOST_VISITS * (walk->tree->nodes.n_nodes + 1);
    bool farther = true;
    while (farther && end.to < 1) {
        farther = false;
        ShiftPiece piece = shift_traversal_start(walk);
        do {
            BspVec n = bsp_vec(0, 0, 0);
            if (piece.to > end.to && piece.from <= end.to &&
                shift_traversal_down(walk, &piece, shift_traversal_band, false) &&
                (!exact || clip_to_cell(walk, &piece, &n)) && piece.to > end.to &&
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
