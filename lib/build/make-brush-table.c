/* make-brush-table: makes the brush table of a solid, which finds the brush that was hit. */
#include "build/cast-body.h"
#include "build/side-groups.h"
#include "build/solid.h"
#include "geometry/float-bounds.h"

G_STATIC_ASSERT(BSP_TABLE_MAX_DEPTH >= BSP_BVH_MAX_DEPTH);

/* --- the hierarchy: the solid's, with up to eight children per node instead of two --- */

/* A future child: a node of the solid's hierarchy, or one of its items. */
typedef struct {
    guint node;
    gboolean is_item;
    guint item;
} Child;

typedef struct {
    const BspBvh *bvh;
    const BspBounds *boxes; /* bounds of the items, which are brushes */
    GArray *nodes;          /* BspTableNode */
} Widening;

/* Writes the children of a node, or the items of a leaf, and returns their number. An item has
 * none. */
static guint parts_of(const BspBvh *bvh, const Child *child, Child *parts)
{
    const BspBvhNode *node = &bvh->nodes[child->node];
    if (child->is_item)
        return 0;
    if (node->n == 0) {
        parts[0] = (Child){ .node = node->child };
        parts[1] = (Child){ .node = node->child + 1 };
        return 2;
    }
    for (guint i = 0; i < node->n; i++)
        parts[i] = (Child){ .is_item = TRUE, .item = bvh->items[node->child + i] };
    return node->n;
}

/* Replaces each child by its parts if they fit. Returns FALSE if no child was replaced. */
static gboolean open_children(const BspBvh *bvh, Child *children, guint *n)
{
    gboolean opened = FALSE;
    for (guint i = 0, before = *n; i < before; i++) {
        Child parts[BSP_TABLE_WIDE];
        guint n_parts = parts_of(bvh, &children[i], parts);
        if (n_parts == 0 || *n + n_parts - 1 > BSP_TABLE_WIDE)
            continue;
        children[i] = parts[0];
        for (guint k = 1; k < n_parts; k++)
            children[(*n)++] = parts[k];
        opened = TRUE;
    }
    return opened;
}

static void set_bounds(BspTableNode *node, guint i, const BspBounds *b)
{
    BspFloatBounds outward = bsp_float_bounds(b);
    for (guint k = 0; k < 3; k++) {
        node->least[k][i] = outward.mins[k];
        node->most[k][i] = outward.maxs[k];
    }
}

static gint32 widen_node(Widening *w, guint root)
{
    Child children[BSP_TABLE_WIDE] = { { .node = root } };
    guint n = 1, at = w->nodes->len;
    while (open_children(w->bvh, children, &n))
        ;
    BspTableNode node = { 0 };
    const BspBounds none = bsp_bounds_empty();
    g_array_append_val(w->nodes, node);
    for (guint i = 0; i < BSP_TABLE_WIDE; i++) {
        const Child *child = &children[i];
        set_bounds(&node, i,
                   i >= n           ? &none
                   : child->is_item ? &w->boxes[child->item]
                                    : &w->bvh->nodes[child->node].bounds);
        if (i < n && child->is_item)
            node.child[i] = ~(gint32)child->item;
        else if (i < n)
            node.child[i] = widen_node(w, child->node);
    }
    g_array_index(w->nodes, BspTableNode, at) = node;
    return (gint32)at;
}

/* --- the planes --- */

typedef struct {
    GArray *brushes; /* BspTableBrush */
    GArray *planes;  /* BspPlane */
    GArray *names;   /* BspTableName */
    GArray *sides;   /* guint: index in planes of each face's plane, brush by brush */
    GArray *vertices, *first;
} Listing;

static gboolean is_axial(const BspPlane *plane)
{
    return bsp_plane_axis(plane) >= 0;
}

static void list_plane(Listing *list, const BspPlane *plane, gint side, guint32 tag)
{
    BspTableName name = { side, tag };
    g_array_append_vals(list->planes, plane, 1);
    g_array_append_val(list->names, name);
}

/* Lists the planes of the brush's faces, either only axial ones or only oblique ones. */
static void list_faces(Listing *list, const BspBrush *brush, guint first_side, gboolean axial)
{
    for (guint i = 0; i < brush->cell->n_faces; i++) {
        const BspPlane *plane = &brush->cell->faces[i].plane;
        guint side = bsp_brush_side_of_face(brush, i);
        if (is_axial(plane) != axial)
            continue;
        g_array_index(list->sides, guint, first_side + i) = list->planes->len;
        list_plane(list, plane, (gint)side, bsp_brush_tag(brush, side));
    }
}

/* Lists planes without a face, either only axial ones or only oblique ones. */
static void list_others(Listing *list, const BspPlane *planes, guint n, gboolean axial)
{
    for (guint i = 0; i < n; i++)
        if (is_axial(&planes[i]) == axial)
            list_plane(list, &planes[i], -1, 0);
}

/* The bounds are taken from the axial planes if there are any, so that they agree to the last bit.
 */
static void set_brush_bounds(BspTableBrush *b, const BspBounds *bounds, const GArray *planes)
{
    for (guint k = 0; k < 3; k++) {
        b->least[k] = bounds->mins.v[k];
        b->most[k] = bounds->maxs.v[k];
        for (guint i = b->axial; i < b->axial + b->n_axial; i++) {
            const BspPlane *plane = &g_array_index(planes, BspPlane, i);
            if (plane->normal.v[k] == -1)
                b->least[k] = -plane->dist;
            else if (plane->normal.v[k] == 1)
                b->most[k] = plane->dist;
        }
    }
}

static void list_brush(Listing *list, const BspBrush *brush, const BspBounds *bounds)
{
    guint n_own = brush->cell->n_faces, first_side = list->sides->len;
    BspTableBrush b = { .contents = brush->contents, .first = list->planes->len, .n_own = n_own };
    g_autofree BspPlane *planes =
        bsp_cell_box_planes(brush->cell, &b.n); /* the faces' planes first */
    g_array_set_size(list->sides, first_side + n_own);
    list_faces(list, brush, first_side, FALSE);
    b.axial = list->planes->len;
    list_faces(list, brush, first_side, TRUE);
    list_others(list, planes + n_own, b.n - n_own, TRUE);
    b.n_axial = list->planes->len - b.axial;
    list_others(list, planes + n_own, b.n - n_own, FALSE);
    set_brush_bounds(&b, bounds, list->planes);
    g_array_append_val(list->brushes, b);
    if (list->vertices)
        bsp_cast_add_body(list->vertices, list->first, brush->cell);
}

/* --- the table --- */

static gpointer steal_data(GArray *array)
{
    return array ? g_array_free(array, FALSE) : NULL;
}

static Listing listing_new(gboolean all_shapes)
{
    Listing list = { .brushes = g_array_new(FALSE, FALSE, sizeof(BspTableBrush)),
                     .planes = g_array_new(FALSE, FALSE, sizeof(BspPlane)),
                     .names = g_array_new(FALSE, FALSE, sizeof(BspTableName)),
                     .sides = g_array_new(FALSE, FALSE, sizeof(guint)),
                     .vertices = all_shapes ? g_array_new(FALSE, FALSE, sizeof(BspVec)) : NULL,
                     .first = all_shapes ? g_array_new(FALSE, TRUE, sizeof(guint)) : NULL };
    if (all_shapes)
        g_array_set_size(list.first, 1);
    return list;
}

/* Moves the arrays into the table, except list->sides. */
static void take_listing(BspBrushTable *sides, Listing *list, GArray *nodes)
{
    sides->n_nodes = nodes->len;
    sides->n_brushes = list->brushes->len;
    sides->n_planes = list->planes->len;
    sides->nodes = steal_data(nodes);
    sides->brushes = steal_data(list->brushes);
    sides->planes = steal_data(list->planes);
    sides->names = steal_data(list->names);
    sides->vertices = steal_data(list->vertices);
    sides->first = steal_data(list->first);
}

BspBrushTable *bsp_brush_table_new_part(const BspSolid *solid, guint flags, BspJobPart part,
                                        GError **error)
{
    BspBrushTable *sides = g_new0(BspBrushTable, 1);
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(BspTableNode));
    Listing list = listing_new((flags & BSP_TABLE_ALL_SHAPES) != 0);
    if (solid->brushes->len)
        widen_node(&(Widening){ solid->bvh, solid->boxes, nodes }, 0);
    for (guint i = 0; i < solid->brushes->len && bsp_job_goes_on(part.job); i++)
        list_brush(&list, bsp_solid_brush(solid, i), &solid->boxes[i]);
    take_listing(sides, &list, nodes);
    gboolean whole = bsp_job_goes_on(part.job) &&
                     bsp_brush_table_add_groups(
                         sides, solid, (const guint *)(gpointer)list.sides->data, part.job);
    g_array_unref(list.sides);
    bsp_job_part_done(part);
    if (whole)
        return sides;
    bsp_brush_table_free(sides);
    bsp_job_set_cancelled(part.job, error);
    return NULL;
}

BspBrushTable *bsp_brush_table_new(const BspSolid *solid, guint flags)
{
    return bsp_brush_table_new_part(solid, flags, bsp_job_part_none(), NULL);
}
