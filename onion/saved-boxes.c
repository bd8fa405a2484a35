/* saved-boxes: the boxes of empty space before an onion tree, out of files. */
#include <stdlib.h>

#include "onion/boxes.h"
#include "onion/saved.h"

/* The handle: its spaces behind it. */
typedef struct {
    OnionBoxes boxes;
    BspEmptyBoxes spaces[];
} Loaded;

/* What is left of the arrays of all spaces. */
typedef struct {
    uint16_t *cells;
    BspEmptyBox *boxes;
    BspBoxRect *rects;
    unsigned n_cells, n_boxes, n_rects;
} Rest;

/* --- what is in them --- */

/* Where the rectangles of a face begin, and whether all of them are there. */
static bool check_box(const BspEmptyBoxes *b, const BspEmptyBox *box, unsigned n_planes)
{
    unsigned begin = 0;
    if (box->rects > b->n_rects)
        return false;
    for (unsigned face = 0; face < 6; face++) {
        unsigned end = box->end[face];
        if (end < begin || end > b->n_rects - box->rects ||
            (end > begin && box->plane[face] >= n_planes))
            return false;
        begin = end;
    }
    return true;
}

static bool check_space(const BspEmptyBoxes *b, unsigned n_planes)
{
    bool all = true;
    for (uint32_t i = 0; all && i < b->n_boxes; i++)
        all = check_box(b, &b->boxes[i], n_planes);
    for (size_t i = 0, n = bsp_empty_boxes_n_cells(b); all && i < n; i++)
        all = b->cells[i] < b->n_boxes;
    return all;
}

/* --- the arrays of a space --- */

/* How many cells there are, of which each axis has one at least; 0: none, or more than `most`. */
static unsigned count_cells(const int32_t n[3], unsigned most)
{
    uint64_t cells = 1;
    for (int i = 0; i < 3; i++) {
        if (n[i] <= 0)
            return 0;
        cells *= (uint64_t)n[i];
        if (cells > most)
            return 0;
    }
    return (unsigned)cells;
}

static bool take_space(Rest *rest, const OnionSavedGrid *grid, BspEmptyBoxes *b)
{
    unsigned n_cells = count_cells(grid->n, rest->n_cells);
    if (n_cells == 0 || !bsp_saved_are_finite(grid->origin, 3) ||
        !bsp_saved_are_finite(&grid->per_unit, 1) || grid->n_boxes == 0 ||
        grid->n_boxes > rest->n_boxes || grid->n_rects > rest->n_rects)
        return false;
    *b = (BspEmptyBoxes){ .per_unit = grid->per_unit,
                          .cells = rest->cells,
                          .boxes = rest->boxes,
                          .rects = rest->rects,
                          .n_boxes = grid->n_boxes,
                          .n_rects = grid->n_rects };
    memcpy(b->origin, grid->origin, sizeof grid->origin);
    memcpy(b->n, grid->n, sizeof grid->n);
    rest->cells += n_cells;
    rest->n_cells -= n_cells;
    rest->boxes += grid->n_boxes;
    rest->n_boxes -= grid->n_boxes;
    rest->rects += grid->n_rects;
    rest->n_rects -= grid->n_rects;
    return true;
}

/* --- all --- */

static void take(BspSaved *s, const OnionTree *tree, BspEmptyBoxes *spaces)
{
    Rest rest;
    const OnionSavedGrid *grids = bsp_saved_array_of(s, "box-grids", sizeof *grids, tree->n_spaces);
    rest.cells = bsp_saved_array(s, "box-cells", sizeof *rest.cells, &rest.n_cells);
    rest.boxes = bsp_saved_array(s, "boxes", sizeof *rest.boxes, &rest.n_boxes);
    rest.rects = bsp_saved_array(s, "box-rects", sizeof *rest.rects, &rest.n_rects);
    for (unsigned i = 0; !s->why && i < tree->n_spaces; i++) {
        if (bsp_saved_demand(s, take_space(&rest, &grids[i], &spaces[i]),
                             "box-grids: the cells or boxes of one are not there"))
            bsp_saved_demand(s, check_space(&spaces[i], tree->nodes.n_planes),
                             "boxes: what one names is not there");
    }
    if (!s->why)
        bsp_saved_demand(s, rest.n_cells == 0 && rest.n_boxes == 0 && rest.n_rects == 0,
                         "box-grids: there is more than they have");
}

OnionBoxes *onion_boxes_load(const OnionTree *tree, const void *bytes, size_t length,
                             const char **why)
{
    BspSaved s;
    Loaded *loaded = NULL;
    if (bsp_saved_open(&s, bytes, length) &&
        bsp_saved_demand(&s, bsp_saved_has(&s, "box-grids"),
                         "it was saved without boxes of empty space")) {
        loaded = calloc(1, sizeof *loaded + tree->n_spaces * sizeof *loaded->spaces);
        bsp_saved_demand(&s, loaded != NULL, "there is no memory");
    }
    if (loaded) {
        loaded->boxes.tree = tree;
        loaded->boxes.spaces = loaded->spaces;
        loaded->boxes.is_loaded = true;
        take(&s, tree, loaded->spaces);
    }
    return bsp_saved_finish(&s, loaded, why);
}
