/* listing: lists brushes in the arrays of a brush table. */
#include "compile/listing.h"

#include "compile/bodies.h"

/* --- the arrays --- */

BspListing bsp_listing_new(guint n, guint n_vertices, gboolean all_shapes)
{
    BspListing list = { .rows = g_array_sized_new(FALSE, FALSE, sizeof(BspTableBrush), n),
                        .groups = g_array_new(FALSE, FALSE, sizeof(BspTablePlanes)),
                        .names = g_array_new(FALSE, FALSE, sizeof(BspTableName)),
                        .axials = g_array_sized_new(FALSE, FALSE, sizeof(BspTableName),
                                                    BSP_TABLE_AXIAL * n) };
    if (all_shapes) {
        list.vertices = g_array_sized_new(FALSE, FALSE, sizeof(BspVec), n_vertices);
        list.bodies = g_array_sized_new(FALSE, FALSE, sizeof(BspCastPlace), n);
    }
    return list;
}

void bsp_listing_clear(BspListing *list)
{
    GArray *arrays[] = { list->rows,   list->groups,   list->names,
                         list->axials, list->vertices, list->bodies };
    for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
        if (arrays[i])
            g_array_unref(arrays[i]);
}

/* --- one brush --- */

/* The planes of a brush's Minkowski sum with boxes. For i < brush->cell->n_faces, plane i is the
 * plane of face i. */
typedef struct {
    const BspBrush *brush;
    const BspPlane *planes;
    guint n;
} Sum;

static void list_name(GArray *names, const Sum *sum, guint i)
{
    BspTableName name = { -1, 0 };
    if (i < sum->brush->cell->n_faces) {
        guint side = bsp_brush_side_of_face(sum->brush, i);
        BSP_ASSERT(side < sum->brush->n_sides);
        name = (BspTableName){ (gint)side, bsp_brush_tag(sum->brush, side) };
    }
    g_array_append_val(names, name);
}

/* Adds a plane to the groups of the current brush. */
static void add_plane(BspListing *list, const BspPlane *plane)
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
static guint list_oblique(BspListing *list, const Sum *sum, guint begin, guint end)
{
    guint before = list->n_planes;
    for (guint i = begin; i < end; i++) {
        if (bsp_plane_axis(&sum->planes[i]) >= 0)
            continue;
        add_plane(list, &sum->planes[i]);
        list_name(list->names, sum, i);
    }
    return list->n_planes - before;
}

/* Lists the axial planes. The planes of faces come first. Each bound of the brush becomes the
 * distance of its plane, so that they agree to the last bit. A sum lacks an axial plane if one of
 * its other planes is almost axial. */
static void list_axial(BspListing *list, const Sum *sum, BspTableBrush *b)
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
        list_name(list->axials, sum, i);
        n_own += i < n_faces;
    }
    b->axial |= n << 3 * BSP_TABLE_AXIAL | n_own << 3 * (BSP_TABLE_AXIAL + 1);
}

/* Appends n names for planes that do not exist. */
static void pad_names(GArray *names, guint n)
{
    const BspTableName none = { -1, 0 };
    for (guint i = 0; i < n; i++)
        g_array_append_val(names, none);
}

void bsp_listing_add(BspListing *list, const BspBrush *brush)
{
    guint n_faces = brush->cell->n_faces;
    BspTableBrush b = { .contents = brush->contents, .first = list->groups->len };
    Sum sum = { .brush = brush };
    g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &sum.n);
    sum.planes = planes;
    for (int k = 0; k < 3; k++) {
        b.least[k] = brush->bounds.mins.v[k];
        b.most[k] = brush->bounds.maxs.v[k];
    }
    list->n_planes = 0;
    b.n_before = (guint16)list_oblique(list, &sum, 0, n_faces);
    list_axial(list, &sum, &b);
    list_oblique(list, &sum, n_faces, sum.n);
    guint n_unused = -list->n_planes % BSP_TABLE_LANES;
    pad_names(list->names, n_unused);
    pad_names(list->axials, BSP_TABLE_AXIAL - bsp_brush_table_n_axial(&b));
    b.axial |= n_unused << 3 * (BSP_TABLE_AXIAL + 2);
    BSP_ASSERT(list->groups->len - b.first <= G_MAXUINT16);
    b.n_groups = (guint16)(list->groups->len - b.first);
    g_array_append_val(list->rows, b);
    BSP_ASSERT(list->names->len == BSP_TABLE_LANES * list->groups->len);
    if (!list->vertices)
        return;
    BspCastPlace body = bsp_cast_add_body(list->vertices, brush->cell);
    g_array_append_val(list->bodies, body);
}
