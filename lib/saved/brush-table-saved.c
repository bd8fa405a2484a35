/* brush-table-saved: loads the brush table of a saved tree, and checks it. */
#include <stdlib.h>

#include "body/brush-table.h"
#include "saved/saved.h"
#include "trace/reach.h"

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

/* The queries rely on the spare bits. */
static bool has_spare_bits(const BspTableNode *node)
{
    uint64_t least = 0, most = BSP_TABLE_SPARE;
    for (int k = 0; k < 6; k += 2) {
        least |= node->bounds[k].words[0] | node->bounds[k].words[1];
        most &= node->bounds[k + 1].words[0] & node->bounds[k + 1].words[1];
    }
    return (least & BSP_TABLE_SPARE) == 0 && most == BSP_TABLE_SPARE;
}

/* Whether no box can overlap child i. */
static bool is_unused(const BspTableNode *node, unsigned i)
{
    return node->bounds[0].steps[i] == BSP_TABLE_UNUSED;
}

static bool visit_child(Descent *d, const BspTableNode *node, unsigned i)
{
    int32_t child = node->child[i];
    if (child < 0)
        return (uint32_t)~child < d->table->n_brushes;
    if (child == BSP_TABLE_NO_CHILD)
        return is_unused(node, i);
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
        else if (!visit_child(d, &d->table->nodes[d->stack[d->top - 1].node], child))
            return false;
    }
    return true;
}

static bool check_nodes(const BspBrushTable *table)
{
    Descent d;
    d.table = table;
    for (unsigned i = 0; i < table->n_nodes; i++)
        if (!has_spare_bits(&table->nodes[i]))
            return false;
    if (table->n_nodes == 0)
        return table->n_brushes == 0;
    if (table->n_nodes > table->n_brushes)
        return false; /* a search would visit many nodes for each brush */
    return visit_all_nodes(&d) && d.next == table->n_nodes;
}

static bool check_grid(const BspTableGrid *grid)
{
    for (int k = 0; k < 3; k++)
        if (!bsp_is_finite(grid->origin[k]) ||
            !(grid->per_unit[k] > 0 && grid->per_unit[k] <= BSP_TABLE_LAST_STEP))
            return false;
    return true;
}

/* --- brushes --- */

/* Whether each axial plane is on a face of the bounds, and their numbers are right. */
static bool has_axial_planes(const BspTableBrush *b)
{
    unsigned n = bsp_brush_table_n_axial(b), n_own = b->axial >> 3 * (BSP_TABLE_AXIAL + 1);
    for (unsigned i = 0; i < BSP_TABLE_AXIAL; i++)
        if (bsp_brush_table_face(b, i) >= BSP_TABLE_AXIAL)
            return false;
    return n <= BSP_TABLE_AXIAL && n_own <= n && n + b[1].first > b->first;
}

static bool check_brushes(const BspBrushTable *table)
{
    for (unsigned i = 0; i < table->n_brushes; i++) {
        const BspTableBrush *b = &table->brushes[i];
        if (b[1].first < b->first || b[1].first > table->n_planes ||
            b->n_before > b[1].first - b->first || !has_axial_planes(b) ||
            !bsp_saved_are_finite(b->least, 3) || !bsp_saved_are_finite(b->most, 3))
            return false;
    }
    return table->brushes[0].first == 0 &&
           table->brushes[table->n_brushes].first == table->n_planes;
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

static void load_grid(BspSaved *s, BspBrushTable *table)
{
    const BspTableGrid *grid = bsp_saved_array_of(s, "side-grid", sizeof *grid, 1);
    if (grid)
        table->grid = *grid;
}

static void load_arrays(BspSaved *s, BspBrushTable *table)
{
    unsigned n = 0;
    load_grid(s, table);
    table->nodes = bsp_saved_array(s, "side-nodes", sizeof *table->nodes, &table->n_nodes);
    table->brushes = bsp_saved_array(s, "side-brushes", sizeof *table->brushes, &n);
    if (!bsp_saved_demand(s, n > 0, "side-brushes: the end of the last brush is missing"))
        return;
    table->n_brushes = n - 1;
    table->planes = bsp_saved_array(s, "side-planes", sizeof *table->planes, &table->n_planes);
    table->names = bsp_saved_array_of(s, "side-names", sizeof *table->names,
                                      table->n_planes + BSP_TABLE_AXIAL * (size_t)table->n_brushes);
    if (s->why)
        return;
    bsp_saved_demand(s, check_grid(&table->grid), "side-grid: a number is out of range");
    bsp_saved_demand(s, check_brushes(table),
                     "side-brushes: the planes of a brush are out of range");
    bsp_saved_demand(s, bsp_saved_are_planes(table->planes, table->n_planes),
                     "side-planes: a plane is invalid");
    bsp_saved_demand(s, check_nodes(table),
                     "side-nodes: a child's number is out of range, or too deep");
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
