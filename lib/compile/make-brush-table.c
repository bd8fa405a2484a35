/* make-brush-table: makes the brush table of a solid (table/brush-table.h). */
#include "compile/listing.h"
#include "compile/solid.h"
#include "table/pass.h"
#include "table/vectors.h"

static gpointer steal_data(GArray *array)
{
    return array ? g_array_free(array, FALSE) : NULL;
}

/* Moves the arrays into the table. */
static void move_listing(BspBrushTable *table, BspListing *list)
{
    table->n_brushes = list->rows->len;
    table->n_groups = list->groups->len;
    table->n_vertices = list->vertices ? list->vertices->len : 0;
    table->brushes = steal_data(list->rows);
    table->groups = steal_data(list->groups);
    table->names = steal_data(list->names);
    table->axials = steal_data(list->axials);
    table->vertices = steal_data(list->vertices);
    table->bodies = steal_data(list->bodies);
}

/* Appends a brush of a table. */
static void copy_brush(BspListing *list, const BspBrushTable *table, guint32 brush)
{
    BspTableBrush row = *bsp_brush_table_row(table, brush);
    guint32 first = row.first;
    row.first = list->groups->len;
    if (row.n_groups > 0) {
        g_array_append_vals(list->groups, table->groups + first, row.n_groups);
        g_array_append_vals(list->names, table->names + BSP_TABLE_LANES * (gsize)first,
                            BSP_TABLE_LANES * row.n_groups);
    }
    if (!bsp_brush_table_has(table, brush))
        row.first = 0;
    g_array_append_val(list->rows, row);
    g_array_append_vals(list->axials, bsp_brush_table_axials(table, brush), BSP_TABLE_AXIAL);
    if (!table->vertices)
        return;
    BspCastPlace body = *bsp_brush_table_place(table, brush);
    const BspVec *vertices = table->vertices + body.first;
    body.first = body.n > 0 ? list->vertices->len : 0;
    g_array_append_vals(list->vertices, vertices, body.n + body.n_eroded);
    g_array_append_val(list->bodies, body);
}

/* Makes the hierarchy of the brushes that are there. */
static BspHierarchy *hierarchy_of_table(const BspBrushTable *table)
{
    g_autofree guint32 *brushes = g_new(guint32, table->n_brushes + 1);
    g_autofree BspBounds *boxes = g_new(BspBounds, table->n_brushes + 1);
    guint n = 0;
    for (guint32 i = 0; i < table->n_brushes; i++) {
        const BspTableBrush *b = bsp_brush_table_row(table, i);
        if (!bsp_brush_table_has(table, i))
            continue;
        boxes[n] = (BspBounds){ bsp_vec(b->least[0], b->least[1], b->least[2]),
                                bsp_vec(b->most[0], b->most[1], b->most[2]) };
        brushes[n++] = i;
    }
    BspHierarchy *hierarchy = bsp_hierarchy_new(boxes, n);
    for (guint i = 0; i < hierarchy->n_nodes; i++)
        for (guint k = 0; k < BSP_NEAR_WIDE; k++) {
            gint32 *child = &hierarchy->nodes[i].child[k];
            if (*child < 0)
                *child = ~(gint32)brushes[~*child];
        }
    return hierarchy;
}

BspBrushTable *bsp_brush_table_flat(const BspBrushTable *table)
{
    BspBrushTable *flat = g_new0(BspBrushTable, 1);
    BspListing list = bsp_listing_new(table->n_brushes, table->n_vertices, table->vertices != NULL);
    for (guint32 i = 0; i < table->n_brushes; i++)
        copy_brush(&list, table, i);
    g_autoptr(BspHierarchy) hierarchy = hierarchy_of_table(table);
    move_listing(flat, &list);
    bsp_hierarchy_copy(&flat->hierarchy, hierarchy);
    bsp_brush_table_use_vectors(flat, bsp_vectors_best());
    return flat;
}

BspBrushTable *bsp_brush_table_new_part(const BspSolid *solid, guint flags, BspJobPart part,
                                        GError **error)
{
    BspBrushTable *table = g_new0(BspBrushTable, 1);
    guint n_vertices = 0;
    for (guint i = 0; i < solid->brushes->len; i++)
        n_vertices += 2 * bsp_solid_brush(solid, i)->cell->n_vertices;
    BspListing list =
        bsp_listing_new(solid->brushes->len, n_vertices, (flags & BSP_TABLE_BOXES) == 0);
    for (guint i = 0; i < solid->brushes->len && bsp_job_goes_on(part.job); i++)
        bsp_listing_add(&list, bsp_solid_brush(solid, i));
    move_listing(table, &list);
    bsp_hierarchy_copy(&table->hierarchy, solid->hierarchy);
    bsp_brush_table_use_vectors(table, bsp_vectors_best());
    gboolean whole = bsp_job_goes_on(part.job);
    bsp_job_part_done(part);
    if (whole)
        return table;
    bsp_brush_table_free(table);
    bsp_job_set_cancelled(part.job, error);
    return NULL;
}

BspBrushTable *bsp_brush_table_new(const BspSolid *solid, guint flags)
{
    return bsp_brush_table_new_part(solid, flags, bsp_job_part_none(), NULL);
}
