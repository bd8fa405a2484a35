/* flat: a version of an editor as a table with arrays of its own. */
#include "table/flat.h"

#include <string.h>

#include "table/hierarchy.h"
#include "table/pass.h"
#include "table/vectors.h"

/* Makes the arrays, which have room for all brushes of the table, but are empty. */
static BspBrushTable *new_arrays(const BspBrushTable *table)
{
    BspBrushTable *flat = g_new0(BspBrushTable, 1);
    gsize n_groups = 0, n_vertices = 0;
    for (guint32 i = 0; i < table->n_brushes; i++) {
        const BspCastPlace *body = bsp_brush_table_place(table, i);
        n_groups += bsp_brush_table_row(table, i)->n_groups;
        n_vertices += table->vertices ? body->n + body->n_eroded : 0;
    }
    flat->n_brushes = table->n_brushes;
    flat->brushes = g_new(BspTableBrush, flat->n_brushes);
    flat->axials = g_new(BspTableName, BSP_TABLE_AXIAL * (gsize)flat->n_brushes);
    flat->groups = g_new(BspTablePlanes, n_groups);
    flat->names = g_new(BspTableName, BSP_TABLE_LANES * n_groups);
    if (table->vertices) {
        flat->bodies = g_new(BspCastPlace, flat->n_brushes);
        flat->vertices = g_new(BspVec, n_vertices);
    }
    return flat;
}

static void copy_brush(BspBrushTable *flat, const BspBrushTable *table, guint32 brush)
{
    BspTableBrush *row = &flat->brushes[brush];
    *row = *bsp_brush_table_row(table, brush);
    for (guint i = 0; i < row->n_groups; i++) {
        gsize to = flat->n_groups + i, from = row->first + i;
        flat->groups[to] = table->groups[from];
        memcpy(&flat->names[BSP_TABLE_LANES * to], &table->names[BSP_TABLE_LANES * from],
               BSP_TABLE_LANES * sizeof *flat->names);
    }
    row->first = row->n_groups > 0 ? flat->n_groups : 0;
    flat->n_groups += row->n_groups;
    memcpy(&flat->axials[BSP_TABLE_AXIAL * (gsize)brush], bsp_brush_table_axials(table, brush),
           BSP_TABLE_AXIAL * sizeof *flat->axials);
    if (!table->vertices)
        return;
    BspCastPlace *body = &flat->bodies[brush];
    *body = *bsp_brush_table_place(table, brush);
    guint n = body->n + body->n_eroded, first = n > 0 ? flat->n_vertices : 0;
    for (guint i = 0; i < n; i++)
        flat->vertices[first + i] = table->vertices[body->first + i];
    body->first = first;
    flat->n_vertices += n;
}

/* Makes the hierarchy of the brushes that are not missing. */
static void make_hierarchy(BspBrushTable *flat)
{
    g_autofree guint32 *brushes = g_new(guint32, flat->n_brushes + 1);
    g_autofree BspBounds *boxes = g_new(BspBounds, flat->n_brushes + 1);
    guint n = 0;
    for (guint32 i = 0; i < flat->n_brushes; i++) {
        const BspTableBrush *b = &flat->brushes[i];
        if (!bsp_brush_table_has(flat, i))
            continue;
        boxes[n] = (BspBounds){ bsp_vec(b->least[0], b->least[1], b->least[2]),
                                bsp_vec(b->most[0], b->most[1], b->most[2]) };
        brushes[n++] = i;
    }
    g_autoptr(BspHierarchy) hierarchy = bsp_hierarchy_new(boxes, n);
    for (guint i = 0; i < hierarchy->n_nodes; i++)
        for (guint k = 0; k < BSP_NEAR_WIDE; k++) {
            gint32 *child = &hierarchy->nodes[i].child[k];
            if (*child < 0)
                *child = ~(gint32)brushes[~*child];
        }
    bsp_hierarchy_copy(&flat->hierarchy, hierarchy);
}

BspBrushTable *bsp_brush_table_flat(const BspBrushTable *table)
{
    BspBrushTable *flat = new_arrays(table);
    for (guint32 i = 0; i < table->n_brushes; i++)
        copy_brush(flat, table, i);
    make_hierarchy(flat);
    bsp_brush_table_use_vectors(flat, bsp_vectors_best());
    return flat;
}
