/* make-brush-table: makes the brush table of a solid (table/brush-table.h). */
#include "compile/listing.h"
#include "compile/solid.h"
#include "table/pass.h"
#include "table/vectors.h"

static gpointer steal_data(GArray *array)
{
    return array ? g_array_free(array, FALSE) : NULL;
}

/* Moves the arrays of the listing into the table. */
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
    bsp_job_part_done(part);
    if (bsp_job_check(part.job, error))
        return table;
    bsp_brush_table_free(table);
    return NULL;
}

BspBrushTable *bsp_brush_table_new(const BspSolid *solid, guint flags)
{
    g_return_val_if_fail(solid, NULL);
    return bsp_brush_table_new_part(solid, flags, bsp_job_part_none(), NULL);
}
