/* brush-table-saved: loads the table that identifies what was hit from a saved tree. */
#include <stdlib.h>

#include "trace/brush-table.h"
#include "trace/reach.h"
#include "trace/saved.h"

/* --- the hierarchy --- */

/* Nodes are numbered in preorder: the first child that is a node follows its parent, and each
 * further child follows the last node below the child before it. So no node is below itself. */
typedef struct {
    const BspBrushTable *sides;
    unsigned next; /* the number of the next node in preorder */
    unsigned top;
    struct {
        unsigned node, child;
    } stack[BSP_TABLE_MAX_DEPTH];
} Descent;

static bool go_down(Descent *d, int32_t child)
{
    if (child < 0)
        return (uint32_t)~child < d->sides->n_brushes;
    if (child == BSP_TABLE_NO_CHILD)
        return true;
    if ((unsigned)child != d->next || d->next == d->sides->n_nodes || d->top == BSP_TABLE_MAX_DEPTH)
        return false;
    d->stack[d->top].node = d->next++;
    d->stack[d->top++].child = 0;
    return true;
}

static bool descend(Descent *d)
{
    d->stack[0].node = d->stack[0].child = 0;
    d->next = d->top = 1;
    while (d->top > 0) {
        unsigned child = d->stack[d->top - 1].child++;
        if (child == BSP_TABLE_WIDE)
            d->top--;
        else if (!go_down(d, d->sides->nodes[d->stack[d->top - 1].node].child[child]))
            return false;
    }
    return true;
}

static bool check_nodes(const BspBrushTable *sides)
{
    Descent d;
    d.sides = sides;
    if (sides->n_nodes == 0)
        return sides->n_brushes == 0;
    return descend(&d) && d.next == sides->n_nodes;
}

/* --- groups --- */

/* Checks a group. Steps must not decrease with the coordinate, or a place would end before it
 * begins. */
static bool is_group(const BspTableGroup *g, unsigned n_cells)
{
    for (int k = 0; k < 2; k++)
        if (g->axes[k] > 2 || g->shift[k] > BSP_TABLE_MOST_SHIFT || !(g->per_unit[k] >= 0) ||
            !bsp_is_finite((double)g->least[k] + (double)g->per_unit[k]))
            return false;
    uint64_t n = (uint64_t)bsp_brush_table_cells_along(g, 0) * bsp_brush_table_cells_along(g, 1);
    return g->width == bsp_brush_table_cells_along(g, 0) && n < n_cells && g->first < n_cells - n;
}

/* Each cell ends where the next begins. */
static bool check_cells(const BspBrushTable *sides)
{
    for (unsigned i = 0; i < sides->n_cells; i++)
        if (sides->cells[i] > sides->n_tiles || (i > 0 && sides->cells[i] < sides->cells[i - 1]))
            return false;
    return true;
}

static bool check_groups(const BspBrushTable *sides)
{
    unsigned n_free = 0, n_slots = sides->n_slots;
    for (unsigned i = 0; i < n_slots; i++) {
        bool is_free = sides->groups[i].first == BSP_TABLE_FREE;
        n_free += is_free;
        if (!is_free && !is_group(&sides->groups[i], sides->n_cells))
            return false;
    }
    return n_free > 0 && (n_slots & (n_slots - 1)) == 0;
}

static bool check_tiles(const BspBrushTable *sides)
{
    for (unsigned i = 0; i < sides->n_tiles; i++)
        if (sides->tiles[i].brush >= sides->n_brushes || sides->tiles[i].plane >= sides->n_planes)
            return false;
    return true;
}

/* --- brushes --- */

static bool check_brushes(const BspBrushTable *sides)
{
    uint32_t first = 0;
    for (unsigned i = 0; i < sides->n_brushes; i++) {
        const BspTableBrush *b = &sides->brushes[i];
        if (b->first != first || b->n == 0 || b->n > sides->n_planes - first || b->n_own > b->n)
            return false;
        if (b->axial < first || b->axial - first > b->n || b->n_axial > b->n - (b->axial - first) ||
            !bsp_saved_are_finite(b->least, 3) || !bsp_saved_are_finite(b->most, 3))
            return false;
        first += b->n;
    }
    return first == sides->n_planes;
}

static void check_vertices(BspSaved *s, BspBrushTable *sides)
{
    unsigned n;
    size_t n_first = 2 * (size_t)sides->n_brushes + 1;
    sides->vertices = bsp_saved_array(s, "side-vertices", sizeof *sides->vertices, &n);
    sides->first = bsp_saved_array_of(s, "side-bodies", sizeof *sides->first, n_first);
    if (!s->why)
        bsp_saved_demand(s,
                         bsp_saved_are_bodies(sides->vertices, n, sides->first, sides->n_brushes),
                         "side-bodies: the vertices of a brush are not there");
}

/* --- all --- */

static void take(BspSaved *s, BspBrushTable *sides)
{
    sides->nodes = bsp_saved_array(s, "side-nodes", sizeof *sides->nodes, &sides->n_nodes);
    sides->groups = bsp_saved_array(s, "side-groups", sizeof *sides->groups, &sides->n_slots);
    sides->cells = bsp_saved_array(s, "side-cells", sizeof *sides->cells, &sides->n_cells);
    sides->tiles = bsp_saved_array(s, "side-tiles", sizeof *sides->tiles, &sides->n_tiles);
    sides->brushes = bsp_saved_array(s, "side-brushes", sizeof *sides->brushes, &sides->n_brushes);
    sides->planes = bsp_saved_array(s, "side-planes", sizeof *sides->planes, &sides->n_planes);
    sides->names = bsp_saved_array_of(s, "side-names", sizeof *sides->names, sides->n_planes);
    if (s->why)
        return;
    bsp_saved_demand(s, check_brushes(sides), "side-brushes: the planes of one are not there");
    bsp_saved_demand(s, bsp_saved_are_planes(sides->planes, sides->n_planes),
                     "side-planes: one is none");
    bsp_saved_demand(s, check_nodes(sides), "side-nodes: a child is not there, or too deep");
    bsp_saved_demand(s, check_groups(sides), "side-groups: the cells of one are not there");
    bsp_saved_demand(s, check_cells(sides), "side-cells: the sides in one are not there");
    bsp_saved_demand(s, check_tiles(sides), "side-tiles: the side of one is not there");
    if (bsp_saved_has(s, "side-vertices"))
        check_vertices(s, sides);
}

BspBrushTable *bsp_brush_table_load(const void *bytes, size_t length, const char **why)
{
    BspSaved s;
    BspBrushTable *sides = NULL;
    if (bsp_saved_open(&s, bytes, length) &&
        bsp_saved_demand(&s, bsp_saved_has(&s, "side-brushes"),
                         "it was saved without what tells what was hit")) {
        sides = calloc(1, sizeof *sides);
        bsp_saved_demand(&s, sides != NULL, "there is no memory");
    }
    if (sides) {
        sides->is_loaded = true;
        take(&s, sides);
    }
    return bsp_saved_finish(&s, sides, why);
}
