/* boxes: moves are asked of boxes of empty space first, then of the tree. */
#include "onion/boxes.h"

#include <stdlib.h>

/* Whether the box of the cell at the start knows the answer, or the last one, if *last is not 0;
 * *last becomes that of the cell if the start is in it. */
static BSP_ALWAYS_INLINE bool ask(const OnionBoxes *boxes, unsigned space, uint32_t *last,
                                  const BspVec *from, const BspVec *to, BspTransition *tr)
{
    if (BSP_UNLIKELY(space >= boxes->tree->n_spaces))
        return false;
    BspVec delta = bsp_vec_sub(*to, *from);
    if (!bsp_box_move_is_short(&delta))
        return false;
    const BspEmptyBoxes *b = &boxes->spaces[space];
    const BspNodes *nodes = &boxes->tree->nodes;
    *tr = bsp_transition_empty(*to);
    if (*last && bsp_empty_box_answers(b, nodes, *last, from, to, tr))
        return true;
    uint32_t here = bsp_empty_boxes_at(b, from);
    if (here == *last || !bsp_box_has(&b->boxes[here], from))
        return false;
    *last = here;
    return bsp_empty_box_answers(b, nodes, here, from, to, tr);
}

bool onion_boxes_answer(const OnionBoxes *boxes, const OnionMove *move, BspTransition *tr)
{
    uint32_t none = 0;
    return ask(boxes, move->space, &none, &move->from, &move->to, tr);
}

BspTransition onion_boxes_first_transition(const OnionBoxes *boxes, unsigned space, BspVec from,
                                           BspVec to, BspCounters *counters)
{
    BspTransition tr;
    uint32_t none = 0;
    if (!ask(boxes, space, &none, &from, &to, &tr))
        onion_tree_trace(boxes->tree, space, &from, &to, counters, &tr);
    else if (counters)
        counters->leaves++;
    return tr;
}

BspTransition onion_cursor_first_transition(OnionCursor *cursor, BspVec from, BspVec to,
                                            BspCounters *counters)
{
    BspTransition tr;
    const OnionBoxes *boxes = cursor->boxes;
    if (!ask(boxes, cursor->space, &cursor->box, &from, &to, &tr))
        onion_tree_trace(boxes->tree, cursor->space, &from, &to, counters, &tr);
    else if (counters)
        counters->leaves++;
    return tr;
}

size_t onion_boxes_bytes(const OnionBoxes *boxes)
{
    size_t bytes = sizeof *boxes;
    for (unsigned i = 0; i < boxes->tree->n_spaces; i++)
        bytes += bsp_empty_boxes_bytes(&boxes->spaces[i]);
    return bytes;
}

void onion_boxes_free(OnionBoxes *boxes)
{
    if (!boxes)
        return;
    for (unsigned i = 0; !boxes->is_loaded && i < boxes->tree->n_spaces; i++)
        bsp_empty_boxes_clear(&boxes->spaces[i]);
    if (!boxes->is_loaded)
        free(boxes->spaces);
    free(boxes);
}
