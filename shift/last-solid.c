/* last-solid: where a shape that starts in solid leaves it. */
#include "shift/last-solid.h"

#include "shift/hit-cell.h"

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
