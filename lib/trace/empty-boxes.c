/* empty-boxes: what is known of the empty space of a tree, as a whole. */
#include "trace/empty-boxes.h"

#include <stdlib.h>

size_t bsp_empty_boxes_bytes(const BspEmptyBoxes *b)
{
    return sizeof *b + bsp_empty_boxes_n_cells(b) * sizeof *b->cells +
           b->n_boxes * sizeof *b->boxes + b->n_rects * sizeof *b->rects;
}

void bsp_empty_boxes_clear(BspEmptyBoxes *boxes)
{
    free(boxes->cells);
    free(boxes->boxes);
    free(boxes->rects);
}
