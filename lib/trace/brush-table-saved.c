/* brush-table-saved: loads the brush table of a saved tree, and checks it. */
#include <stdlib.h>

#include "trace/brush-table.h"
#include "trace/reach.h"
#include "trace/saved.h"

/* --- the hierarchy --- */

/* A walk through all nodes, which must be numbered in preorder: the first child that is a node
 * follows its parent, and each further child follows the last node below the previous child. So no
 * node is below itself. */
typedef struct {
    const BspBrushTable *table;
    unsigned next; /* the number of the next node in preorder */
    unsigned top;
    struct {
        unsigned node, child;
    } stack[BSP_TABLE_MAX_DEPTH];
} Descent;

static bool visit_child(Descent *d, int32_t child)
{
    if (child < 0)
        return (uint32_t)~child < d->table->n_brushes;
    if (child == BSP_TABLE_NO_CHILD)
        return true;
    if ((unsigned)child != d->next || d->next == d->table->n_nodes || d->top == BSP_TABLE_MAX_DEPTH)
        return false;
    d->stack[d->top].node = d->next++;
    d->stack[d->top++].child = 0;
    return true;
}

static bool visit_all_nodes(Descent *d)
{
    d->stack[0].node = d->stack[0].child = 0;
    d->next = d->top = 1;
    while (d->top > 0) {
        unsigned child = d->stack[d->top - 1].child++;
        if (child == BSP_TABLE_WIDE)
            d->top--;
        else if (!visit_child(d, d->table->nodes[d->stack[d->top - 1].node].child[child]))
            return false;
    }
    return true;
}

static bool check_nodes(const BspBrushTable *table)
{
    Descent d;
    d.table = table;
    if (table->n_nodes == 0)
        return table->n_brushes == 0;
    return visit_all_nodes(&d) && d.next == table->n_nodes;
}

/* --- groups --- */

/* Checks a group. Steps must not decrease as the coordinate increases: otherwise a place could end
 * before it begins. */
static bool is_group(const BspTableGroup *g, unsigned n_cells)
{
    for (int k = 0; k < 2; k++)
        if (g->axes[k] > 2 || g->shift[k] > BSP_TABLE_MOST_SHIFT || !(g->per_unit[k] >= 0) ||
            !bsp_is_finite((double)g->least[k] + (double)g->per_unit[k]))
            return false;
    uint64_t n = (uint64_t)bsp_brush_table_cells_along(g, 0) * bsp_brush_table_cells_along(g, 1);
    return g->width == bsp_brush_table_cells_along(g, 0) && n < n_cells && g->first < n_cells - n;
}

/* Each cell ends where the next cell begins, so the numbers must not decrease. */
static bool check_cells(const BspBrushTable *table)
{
    for (unsigned i = 0; i < table->n_cells; i++)
        if (table->cells[i] > table->n_tiles || (i > 0 && table->cells[i] < table->cells[i - 1]))
            return false;
    return true;
}

static bool check_groups(const BspBrushTable *table)
{
    unsigned n_free = 0, n_slots = table->n_slots;
    for (unsigned i = 0; i < n_slots; i++) {
        bool is_free = table->groups[i].first == BSP_TABLE_FREE;
        n_free += is_free;
        if (!is_free && !is_group(&table->groups[i], table->n_cells))
            return false;
    }
    return n_free > 0 && (n_slots & (n_slots - 1)) == 0;
}

static bool check_tiles(const BspBrushTable *table)
{
    for (unsigned i = 0; i < table->n_tiles; i++)
        if (table->tiles[i].brush >= table->n_brushes || table->tiles[i].plane >= table->n_planes)
            return false;
    return true;
}

/* --- brushes --- */

static bool check_brushes(const BspBrushTable *table)
{
    uint32_t first = 0;
    for (unsigned i = 0; i < table->n_brushes; i++) {
        const BspTableBrush *b = &table->brushes[i];
        if (b->first != first || b->n == 0 || b->n > table->n_planes - first || b->n_own > b->n)
            return false;
        if (b->axial < first || b->axial - first > b->n || b->n_axial > b->n - (b->axial - first) ||
            !bsp_saved_are_finite(b->least, 3) || !bsp_saved_are_finite(b->most, 3))
            return false;
        first += b->n;
    }
    return first == table->n_planes;
}

static void check_vertices(BspSaved *s, BspBrushTable *table)
{
    unsigned n;
    size_t n_first = 2 * (size_t)table->n_brushes + 1;
    table->vertices = bsp_saved_array(s, "side-vertices", sizeof *table->vertices, &n);
    table->first = bsp_saved_array_of(s, "side-bodies", sizeof *table->first, n_first);
    if (!s->why)
        bsp_saved_demand(s,
                         bsp_saved_are_bodies(table->vertices, n, table->first, table->n_brushes),
                         "side-bodies: the vertices of a brush are not there");
}

/* --- all --- */

static void load_arrays(BspSaved *s, BspBrushTable *table)
{
    table->nodes = bsp_saved_array(s, "side-nodes", sizeof *table->nodes, &table->n_nodes);
    table->groups = bsp_saved_array(s, "side-groups", sizeof *table->groups, &table->n_slots);
    table->cells = bsp_saved_array(s, "side-cells", sizeof *table->cells, &table->n_cells);
    table->tiles = bsp_saved_array(s, "side-tiles", sizeof *table->tiles, &table->n_tiles);
    table->brushes = bsp_saved_array(s, "side-brushes", sizeof *table->brushes, &table->n_brushes);
    table->planes = bsp_saved_array(s, "side-planes", sizeof *table->planes, &table->n_planes);
    table->names = bsp_saved_array_of(s, "side-names", sizeof *table->names, table->n_planes);
    if (s->why)
        return;
    bsp_saved_demand(s, check_brushes(table),
                     "side-brushes: the planes of a brush are out of range");
    bsp_saved_demand(s, bsp_saved_are_planes(table->planes, table->n_planes),
                     "side-planes: a plane is invalid");
    bsp_saved_demand(s, check_nodes(table),
                     "side-nodes: a child's number is out of range, or too deep");
    bsp_saved_demand(s, check_groups(table), "side-groups: the cells of a group are out of range");
    bsp_saved_demand(s, check_cells(table), "side-cells: the tiles of a cell are out of range");
    bsp_saved_demand(s, check_tiles(table), "side-tiles: the side of a tile is out of range");
    if (bsp_saved_has(s, "side-vertices"))
        check_vertices(s, table);
}

BspBrushTable *bsp_brush_table_load(const void *bytes, size_t length, const char **why)
{
    BspSaved s;
    BspBrushTable *table = NULL;
    if (bsp_saved_open(&s, bytes, length) &&
        bsp_saved_demand(&s, bsp_saved_has(&s, "side-brushes"),
                         "it was saved without a brush table")) {
        table = calloc(1, sizeof *table);
        bsp_saved_demand(&s, table != NULL, "out of memory");
    }
    if (table) {
        table->is_loaded = true;
        load_arrays(&s, table);
    }
    return bsp_saved_finish(&s, table, why);
}
