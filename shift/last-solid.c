/* last-solid: where a shape that starts in solid matter gets out of it. */
#include "shift/last-solid.h"

#include "shift/hit-cell.h"

/* The end of what the piece's cell covers of the segment; false when it covers nothing. */
static bool exit_cell(const ShiftTraversal *walk, ShiftPiece *piece, BspVec *normal)
{
    /* The same question asked from the other end. */
    BspVec end = bsp_vec_mad(walk->from, piece->to, walk->delta);
    BspVec back = bsp_vec_scale(walk->delta, -piece->to);
    BspCastBody body = shift_cell_body(walk->tree, piece->node);
    BspCastHit first, last;
    if (!bsp_cast(&body, walk->shape, end, back, 0, 1, &last, NULL) ||
        !bsp_cast(&body, walk->shape, walk->from, walk->delta, piece->from, 1, &first, NULL))
        return false;
    if (!last.overlap) {
        piece->to *= 1 - last.t;
        piece->plane = -1;
        *normal = last.normal;
    }
    piece->from = first.t;
    return true;
}

/* So often the nodes of the tree are visited, in the mean of all. A pass over a tree that is what
 * building makes visits those near to where the joined cells end; it is in a hostile file that each
 * visits all of them to join one cell more. */
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
