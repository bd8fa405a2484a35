/* brush-table-saved: loads the brush table of a saved tree, and checks it. */
#include <stdlib.h>

#include "saved/saved.h"
#include "table/pass.h"
#include "table/vectors.h"
#include "trace/reach.h"

/* --- the hierarchy --- */

/* A traversal of all nodes, which must be numbered in preorder. The first child that is a node
 * follows its parent, and each further child follows the last node below the previous child. So no
 * node is below itself. */
typedef struct {
    const BspBrushTable *table;
    unsigned next; /* the number of the next node in preorder */
    unsigned top;
    struct {
        unsigned node, child;
    } stack[BSP_NEAR_MAX_DEPTH];
} Descent;

/* Returns whether all steps are at least 0. The queries subtract steps, which must not overflow. */
static bool has_steps(const BspNearNode *node)
{
    int16_t all = 0;
    for (unsigned k = 0; k < 3; k++)
        for (unsigned i = 0; i < BSP_NEAR_WIDE; i++)
            all |= node->least[k][i] | node->most[k][i];
    return all >= 0;
}

/* Returns whether no box can overlap child i. */
static bool is_unused(const BspNearNode *node, unsigned i)
{
    return node->least[0][i] == BSP_NEAR_UNUSED;
}

static bool visit_child(Descent *d, const BspNearNode *node, unsigned i)
{
    BSP_ASSERT(i < BSP_NEAR_WIDE && d->top > 0 && d->top <= BSP_NEAR_MAX_DEPTH);
    int32_t child = node->child[i];
    if (child < 0)
        return bsp_brush_table_has(d->table, (uint32_t)~child);
    if (child == BSP_NEAR_NO_CHILD)
        return is_unused(node, i);
    if ((unsigned)child != d->next || d->next == d->table->hierarchy.n_nodes ||
        d->top == BSP_NEAR_MAX_DEPTH)
        return false;
    d->stack[d->top].node = d->next++;
    d->stack[d->top++].child = 0;
    return true;
}

static bool visit_all_nodes(Descent *d)
{
    BSP_ASSERT(d->table->hierarchy.n_nodes > 0);
    d->stack[0].node = d->stack[0].child = 0;
    d->next = d->top = 1;
    while (d->top > 0) {
        unsigned child = d->stack[d->top - 1].child++;
        if (child == BSP_NEAR_WIDE)
            d->top--;
        else if (!visit_child(d, &d->table->hierarchy.nodes[d->stack[d->top - 1].node], child))
            return false;
    }
    return true;
}

static bool check_nodes(const BspBrushTable *table)
{
    Descent d;
    d.table = table;
    for (unsigned i = 0; i < table->hierarchy.n_nodes; i++)
        if (!has_steps(&table->hierarchy.nodes[i]))
            return false;
    if (table->hierarchy.n_nodes == 0)
        return table->n_brushes == 0;
    if (table->hierarchy.n_nodes > table->n_brushes)
        return false; /* a search would then visit many nodes for each brush */
    return visit_all_nodes(&d) && d.next == table->hierarchy.n_nodes;
}

static bool check_grid(const BspNearGrid *grid)
{
    for (int k = 0; k < 3; k++)
        if (!bsp_is_finite(grid->origin[k]) ||
            !(grid->per_unit[k] > 0 && grid->per_unit[k] <= BSP_NEAR_LAST_STEP))
            return false;
    return true;
}

/* --- brushes --- */

/* Returns whether there is no brush of this number. No node may have it as a child. */
static bool is_missing(const BspBrushTable *table, unsigned i)
{
    const BspTableBrush *b = bsp_brush_table_row(table, i);
    return b->n_groups == 0 && b->n_before == 0 && b->axial == 0;
}

/* Returns whether each axial plane is on another face of the bounds, and the numbers of axial
 * planes are right. */
static bool has_axial_planes(const BspTableBrush *b)
{
    unsigned n = bsp_brush_table_n_axial(b), n_own = b->axial >> 3 * (BSP_TABLE_AXIAL + 1) & 7;
    unsigned faces = 0;
    if (n > BSP_TABLE_AXIAL)
        return false;
    for (unsigned i = 0; i < n; i++) {
        unsigned face = bsp_brush_table_face(b, i);
        if (face >= BSP_TABLE_AXIAL || (faces >> face & 1))
            return false;
        faces |= 1U << face;
    }
    return n_own <= n && (n > 0 || b->n_groups > 0);
}

/* Returns whether the brush has unused planes, but no group that holds them. */
static bool has_no_planes(const BspTableBrush *b)
{
    return b->n_groups == 0 && b->axial >> 3 * (BSP_TABLE_AXIAL + 2) > 0;
}

static bool are_planes(const BspBrushTable *table)
{
    for (unsigned i = 0; i < table->n_groups; i++)
        for (unsigned k = 0; k < BSP_TABLE_LANES; k++) {
            BspPlane plane = bsp_brush_table_lane(&table->groups[i], k);
            if (!bsp_saved_are_planes(&plane, 1))
                return false;
        }
    return true;
}

static bool check_brushes(const BspBrushTable *table)
{
    for (unsigned i = 0; i < table->n_brushes; i++) {
        const BspTableBrush *b = &table->brushes[i];
        if (is_missing(table, i))
            continue;
        if ((uint64_t)b->first + b->n_groups > table->n_groups || !has_axial_planes(b) ||
            has_no_planes(b) || b->n_before > bsp_brush_table_n_oblique(b) ||
            !bsp_saved_are_finite(b->least, 3) || !bsp_saved_are_finite(b->most, 3))
            return false;
    }
    return true;
}

/* Returns whether each brush has vertices and eroded vertices within the table's array. */
static bool check_bodies(const BspBrushTable *table)
{
    for (unsigned i = 0; i < table->n_brushes; i++) {
        const BspCastPlace *p = &table->bodies[i];
        if (((p->n == 0 || p->n_eroded == 0) && !is_missing(table, i)) ||
            (uint64_t)p->first + p->n + p->n_eroded > table->n_vertices)
            return false;
    }
    for (unsigned i = 0; i < table->n_vertices; i++)
        if (!bsp_vec_finite(table->vertices[i]))
            return false;
    return true;
}

static void check_vertices(BspSaved *s, BspBrushTable *table)
{
    table->vertices =
        bsp_saved_array(s, "side-vertices", sizeof *table->vertices, &table->n_vertices);
    table->bodies = bsp_saved_array_of(s, "side-bodies", sizeof *table->bodies, table->n_brushes);
    if (!s->why)
        bsp_saved_demand(s, check_bodies(table),
                         "section side-bodies: the vertices of a brush are missing or invalid");
}

/* --- the whole table --- */

static void load_grid(BspSaved *s, BspBrushTable *table)
{
    const BspNearGrid *grid = bsp_saved_array_of(s, "side-grid", sizeof *grid, 1);
    if (grid)
        table->hierarchy.grid = *grid;
}

static void load_arrays(BspSaved *s, BspBrushTable *table)
{
    load_grid(s, table);
    table->hierarchy.nodes =
        bsp_saved_array(s, "side-nodes", sizeof *table->hierarchy.nodes, &table->hierarchy.n_nodes);
    table->brushes = bsp_saved_array(s, "side-brushes", sizeof *table->brushes, &table->n_brushes);
    table->groups = bsp_saved_array(s, "side-planes", sizeof *table->groups, &table->n_groups);
    table->names = bsp_saved_array_of(s, "side-names", sizeof *table->names,
                                      BSP_TABLE_LANES * (size_t)table->n_groups);
    table->axials = bsp_saved_array_of(s, "side-axials", sizeof *table->axials,
                                       BSP_TABLE_AXIAL * (size_t)table->n_brushes);
    if (s->why)
        return;
    bsp_saved_demand(s, check_grid(&table->hierarchy.grid),
                     "section side-grid: a number is out of range");
    bsp_saved_demand(s, check_brushes(table),
                     "section side-brushes: the planes of a brush are out of range");
    bsp_saved_demand(s, are_planes(table), "section side-planes: a plane is invalid");
    bsp_saved_demand(
        s, check_nodes(table),
        "section side-nodes: the number of a child is out of range, or the hierarchy is too deep");
    if (bsp_saved_has(s, "side-vertices"))
        check_vertices(s, table);
}

BspBrushTable *bsp_brush_table_load(const void *bytes, size_t length, const char **why)
{
    BspSaved s;
    BspLoadedTable *loaded = NULL;
    if (bsp_saved_open(&s, bytes, length) &&
        bsp_saved_demand(&s, bsp_saved_has(&s, "side-brushes"),
                         "it was saved without a brush table; bsplevel build saves one unless "
                         "--sides=none is given")) {
        loaded = calloc(1, sizeof *loaded);
        bsp_saved_demand(&s, loaded != NULL, "out of memory");
    }
    if (loaded) {
        loaded->table.is_loaded = true;
        bsp_brush_table_use_vectors(&loaded->table, bsp_vectors_best());
        load_arrays(&s, &loaded->table);
    }
    return bsp_saved_finish(&s, loaded, why);
}
