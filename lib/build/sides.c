/* sides: the table that tells what was hit, made of a solid. */
#include <stdlib.h>

#include "build/cast-body.h"
#include "build/solid.h"
#include "geometry/out-of-memory.h"
#include "trace/sides.h"

G_STATIC_ASSERT(BSP_SIDES_MAX_DEPTH >= BSP_BVH_MAX_DEPTH);

/* --- the hierarchy: that of the solid, eight at once in place of two --- */

/* A child to be: a node of the solid's hierarchy, or one of its items. */
typedef struct {
    guint node;
    gboolean is_item;
    guint item;
} Child;

typedef struct {
    const BspSolid *solid;
    GArray *nodes; /* BspSidesNode */
} Widening;

/* The parts of a child: two nodes, or up to four items; n = 0: it has none. */
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

/* Opens up the first child whose parts there is room for, and those after it; FALSE: none. */
static gboolean open_children(const BspBvh *bvh, Child *children, guint *n)
{
    gboolean opened = FALSE;
    for (guint i = 0, before = *n; i < before; i++) {
        Child parts[BSP_SIDES_WIDE];
        guint n_parts = parts_of(bvh, &children[i], parts);
        if (n_parts == 0 || *n + n_parts - 1 > BSP_SIDES_WIDE)
            continue;
        children[i] = parts[0];
        for (guint k = 1; k < n_parts; k++)
            children[(*n)++] = parts[k];
        opened = TRUE;
    }
    return opened;
}

static void set_bounds(BspSidesNode *node, guint i, const BspBounds *b)
{
    for (guint k = 0; k < 3; k++) {
        node->least[k][i] = (float)b->mins.v[k];
        node->most[k][i] = (float)b->maxs.v[k];
    }
}

static gint32 widen(Widening *w, guint root)
{
    Child children[BSP_SIDES_WIDE] = { { .node = root } };
    guint n = 1, at = w->nodes->len;
    while (open_children(w->solid->bvh, children, &n))
        ;
    BspSidesNode node = { 0 };
    const BspBounds none = bsp_bounds_empty();
    g_array_append_val(w->nodes, node);
    for (guint i = 0; i < BSP_SIDES_WIDE; i++) {
        const Child *child = &children[i];
        set_bounds(&node, i,
                   i >= n           ? &none
                   : child->is_item ? &bsp_solid_brush(w->solid, child->item)->bounds
                                    : &w->solid->bvh->nodes[child->node].bounds);
        if (i < n)
            node.child[i] = child->is_item ? ~(gint32)child->item : widen(w, child->node);
    }
    g_array_index(w->nodes, BspSidesNode, at) = node;
    return (gint32)at;
}

/* --- the planes --- */

typedef struct {
    GArray *brushes; /* BspSidesBrush */
    GArray *planes;  /* BspPlane */
    GArray *names;   /* BspSidesName */
    GArray *vertices, *first;
} Listing;

static void list_brush(Listing *list, const BspBrush *brush)
{
    BspSidesBrush b = { .first = list->planes->len,
                        .n_own = brush->cell->n_faces,
                        .contents = brush->contents };
    g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &b.n);
    g_array_append_vals(list->planes, planes, b.n);
    g_array_append_val(list->brushes, b);
    for (guint i = 0; i < b.n; i++) {
        BspSidesName name = { -1, 0 };
        if (i < b.n_own) {
            guint side = bsp_brush_side_of_face(brush, i);
            name = (BspSidesName){ (gint32)side, bsp_brush_tag(brush, side) };
        }
        g_array_append_val(list->names, name);
    }
    if (list->vertices)
        bsp_cast_add_body(list->vertices, list->first, brush->cell);
}

static gpointer stolen(GArray *array)
{
    return array ? g_array_free(array, FALSE) : NULL;
}

BspSides *bsp_sides_new(const BspSolid *solid, guint flags)
{
    gboolean all = (flags & BSP_SIDES_ALL_SHAPES) != 0;
    BspSides *sides = g_new0(BspSides, 1);
    Widening w = { solid, g_array_new(FALSE, FALSE, sizeof(BspSidesNode)) };
    Listing list = { .brushes = g_array_new(FALSE, FALSE, sizeof(BspSidesBrush)),
                     .planes = g_array_new(FALSE, FALSE, sizeof(BspPlane)),
                     .names = g_array_new(FALSE, FALSE, sizeof(BspSidesName)),
                     .vertices = all ? g_array_new(FALSE, FALSE, sizeof(BspVec)) : NULL,
                     .first = all ? g_array_new(FALSE, TRUE, sizeof(guint)) : NULL };
    if (all)
        g_array_set_size(list.first, 1);
    if (solid->brushes->len)
        widen(&w, 0);
    for (guint i = 0; i < solid->brushes->len; i++)
        list_brush(&list, bsp_solid_brush(solid, i));
    sides->n_nodes = w.nodes->len;
    sides->n_brushes = list.brushes->len;
    sides->n_planes = list.planes->len;
    sides->nodes = stolen(w.nodes);
    sides->brushes = stolen(list.brushes);
    sides->planes = stolen(list.planes);
    sides->names = stolen(list.names);
    sides->vertices = stolen(list.vertices);
    sides->first = stolen(list.first);
    return sides;
}
