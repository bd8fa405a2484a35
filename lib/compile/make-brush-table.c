/* make-brush-table: makes the brush table of a solid (table/brush-table.h). */
#include "compile/bodies.h"
#include "compile/solid.h"
#include "table/pass.h"
#include "table/vectors.h"

/* --- one brush --- */

typedef struct {
    GArray *brushes; /* BspTableBrush */
    GArray *groups;  /* BspTablePlanes */
    guint n_planes;  /* of the current brush, in its groups */
    GArray *names;   /* BspTableName */
    GArray *vertices, *first;
} Listing;

/* The planes of a brush's sum with boxes. Plane i < brush->cell->n_faces is that of face i. */
typedef struct {
    const BspBrush *brush;
    const BspPlane *planes;
    guint n;
} Sum;

static void list_name(Listing *list, const Sum *sum, guint i)
{
    BspTableName name = { -1, 0 };
    if (i < sum->brush->cell->n_faces) {
        guint side = bsp_brush_side_of_face(sum->brush, i);
        BSP_ASSERT(side < sum->brush->n_sides);
        name = (BspTableName){ (gint)side, bsp_brush_tag(sum->brush, side) };
    }
    g_array_append_val(list->names, name);
}

/* Adds a plane to the groups of the current brush. */
static void add_plane(Listing *list, const BspPlane *plane)
{
    guint lane = list->n_planes++ % BSP_TABLE_LANES;
    if (lane == 0)
        g_array_set_size(list->groups, list->groups->len + 1);
    BspTablePlanes *group = &g_array_index(list->groups, BspTablePlanes, list->groups->len - 1);
    for (guint i = lane; i < BSP_TABLE_LANES; i++) {
        for (guint k = 0; k < 3; k++)
            group->normal[k][i] = plane->normal.v[k];
        group->dist[i] = plane->dist;
    }
}

/* Lists the oblique planes among planes begin .. end - 1. Returns their number. */
static guint list_oblique(Listing *list, const Sum *sum, guint begin, guint end)
{
    guint before = list->n_planes;
    for (guint i = begin; i < end; i++) {
        if (bsp_plane_axis(&sum->planes[i]) >= 0)
            continue;
        add_plane(list, &sum->planes[i]);
        list_name(list, sum, i);
    }
    return list->n_planes - before;
}

/* Lists the axial planes: first those of faces. A bound becomes the distance of its plane, so that
 * they agree to the last bit. A sum lacks an axial plane if one of its other planes is almost
 * axial. */
static void list_axial(Listing *list, const Sum *sum, BspTableBrush *b)
{
    guint n = 0, n_faces = sum->brush->cell->n_faces, n_own = 0;
    for (guint i = 0; i < sum->n; i++) {
        const BspPlane *plane = &sum->planes[i];
        int axis = bsp_plane_axis(plane);
        if (axis < 0)
            continue;
        gboolean up = plane->normal.v[axis] > 0;
        BSP_ASSERT(n < BSP_TABLE_AXIAL); /* a cell has one face on each side of an axis */
        b->axial |= (2 * (guint)axis + (up ? 1 : 0)) << 3 * n++;
        *(up ? &b->most[axis] : &b->least[axis]) = up ? plane->dist : -plane->dist;
        list_name(list, sum, i);
        n_own += i < n_faces;
    }
    b->axial |= n << 3 * BSP_TABLE_AXIAL | n_own << 3 * (BSP_TABLE_AXIAL + 1);
}

/* Fills the places in the names that axial planes and the last group have left. */
static void pad_names(Listing *list, guint n)
{
    const BspTableName none = { -1, 0 };
    for (guint i = 0; i < n; i++)
        g_array_append_val(list->names, none);
}

static void list_brush(Listing *list, const BspBrush *brush, const BspBounds *bounds)
{
    guint n_faces = brush->cell->n_faces;
    BspTableBrush b = { .contents = brush->contents, .first = list->groups->len };
    Sum sum = { .brush = brush };
    g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &sum.n);
    sum.planes = planes;
    for (int k = 0; k < 3; k++) {
        b.least[k] = bounds->mins.v[k];
        b.most[k] = bounds->maxs.v[k];
    }
    list->n_planes = 0;
    b.n_before = list_oblique(list, &sum, 0, n_faces);
    list_axial(list, &sum, &b);
    list_oblique(list, &sum, n_faces, sum.n);
    guint n_unused = -list->n_planes % BSP_TABLE_LANES;
    pad_names(list, n_unused + BSP_TABLE_AXIAL - bsp_brush_table_n_axial(&b));
    b.axial |= n_unused << 3 * (BSP_TABLE_AXIAL + 2);
    g_array_append_val(list->brushes, b);
    BSP_ASSERT(list->names->len ==
               BSP_TABLE_LANES * list->groups->len + BSP_TABLE_AXIAL * list->brushes->len);
    if (list->vertices)
        bsp_cast_add_body(list->vertices, list->first, brush->cell);
}

/* --- the table --- */

static gpointer steal_data(GArray *array)
{
    return array ? g_array_free(array, FALSE) : NULL;
}

/* Reserves memory for what most brushes need, because to move large arrays takes long. */
static Listing listing_new(const BspSolid *solid, gboolean all_shapes)
{
    guint n = solid->brushes->len, n_vertices = 0;
    for (guint i = 0; i < n; i++)
        n_vertices += 2 * bsp_solid_brush(solid, i)->cell->n_vertices;
    Listing list = { .brushes = g_array_sized_new(FALSE, FALSE, sizeof(BspTableBrush), n + 1),
                     .groups = g_array_new(FALSE, FALSE, sizeof(BspTablePlanes)),
                     .names = g_array_sized_new(FALSE, FALSE, sizeof(BspTableName), 6 * n) };
    if (all_shapes) {
        list.vertices = g_array_sized_new(FALSE, FALSE, sizeof(BspVec), n_vertices);
        list.first = g_array_sized_new(FALSE, TRUE, sizeof(guint), 2 * n + 1);
    }
    if (all_shapes)
        g_array_set_size(list.first, 1);
    return list;
}

/* Moves the arrays into the table. */
static void move_listing(BspBrushTable *table, Listing *list)
{
    table->n_brushes = list->brushes->len - 1;
    table->n_groups = list->groups->len;
    table->brushes = steal_data(list->brushes);
    table->groups = steal_data(list->groups);
    table->names = steal_data(list->names);
    table->vertices = steal_data(list->vertices);
    table->first = steal_data(list->first);
}

BspBrushTable *bsp_brush_table_new_part(const BspSolid *solid, guint flags, BspJobPart part,
                                        GError **error)
{
    BspBrushTable *table = g_new0(BspBrushTable, 1);
    Listing list = listing_new(solid, (flags & BSP_TABLE_BOXES) == 0);
    for (guint i = 0; i < solid->brushes->len && bsp_job_goes_on(part.job); i++)
        list_brush(&list, bsp_solid_brush(solid, i), &solid->boxes[i]);
    BspTableBrush end = { .first = list.groups->len };
    g_array_append_val(list.brushes, end);
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
