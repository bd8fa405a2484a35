/* bsp-bvh: a bounding-volume hierarchy over boxes. */
#include "bsp-bvh.h"

#include <stdlib.h>

#define LEAF_ITEMS 4

typedef struct {
    double key;
    guint item;
} Keyed;

static int compare_keyed(const void *a, const void *b)
{
    const Keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item; /* one order on every machine */
}

static BspBounds bounds_of(const BspBounds *boxes, const guint *items, guint n)
{
    BspBounds b = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add(&b, &boxes[items[i]]);
    return b;
}

/* Orders the items by their centres along the longest axis of those centres. */
static void sort_items(const BspBounds *boxes, guint *items, guint n, Keyed *scratch)
{
    BspBounds centres = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add_point(&centres, bsp_bounds_centre(&boxes[items[i]]));
    BspVec size = bsp_vec_sub(centres.maxs, centres.mins);
    int axis = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    for (guint i = 0; i < n; i++)
        scratch[i] = (Keyed){ bsp_bounds_centre(&boxes[items[i]]).v[axis], items[i] };
    qsort(scratch, n, sizeof *scratch, compare_keyed);
    for (guint i = 0; i < n; i++)
        items[i] = scratch[i].item;
}

static void build(BspBvh *bvh, guint node, const BspBounds *boxes, guint first, guint n,
                  Keyed *scratch)
{
    bvh->nodes[node].bounds = bounds_of(boxes, bvh->items + first, n);
    if (n <= LEAF_ITEMS) {
        bvh->nodes[node].child = first;
        bvh->nodes[node].n = n;
        return;
    }
    sort_items(boxes, bvh->items + first, n, scratch);
    guint child = bvh->n_nodes;
    bvh->n_nodes += 2;
    bvh->nodes[node].child = child;
    bvh->nodes[node].n = 0;
    build(bvh, child, boxes, first, n / 2, scratch);
    build(bvh, child + 1, boxes, first + n / 2, n - n / 2, scratch);
}

BspBvh *bsp_bvh_new(const BspBounds *boxes, guint n)
{
    BspBvh *bvh = g_new0(BspBvh, 1);
    bvh->nodes = g_new0(BspBvhNode, 2 * MAX(n, 1));
    bvh->items = g_new(guint, MAX(n, 1));
    bvh->n_items = n;
    bvh->n_nodes = 1;
    for (guint i = 0; i < n; i++)
        bvh->items[i] = i;
    bvh->nodes[0].bounds = bsp_bounds_empty();
    if (n > 0) {
        g_autofree Keyed *scratch = g_new(Keyed, n);
        build(bvh, 0, boxes, 0, n, scratch);
    }
    return bvh;
}

void bsp_bvh_free(BspBvh *bvh)
{
    if (!bvh)
        return;
    g_free(bvh->nodes);
    g_free(bvh->items);
    g_free(bvh);
}

gsize bsp_bvh_bytes(const BspBvh *bvh)
{
    return sizeof *bvh + bvh->n_nodes * sizeof *bvh->nodes + bvh->n_items * sizeof *bvh->items;
}

gboolean bsp_bvh_overlapping(const BspBvh *bvh, const BspBounds *box, BspBvhFunc func,
                             gpointer user_data)
{
    guint stack[BSP_BVH_MAX_DEPTH + 1], top = 0;
    if (bvh->n_items > 0)
        stack[top++] = 0;
    while (top > 0) {
        const BspBvhNode *node = &bvh->nodes[stack[--top]];
        if (!bsp_bounds_overlap(&node->bounds, box))
            continue;
        if (node->n == 0) {
            stack[top++] = node->child + 1;
            stack[top++] = node->child;
            continue;
        }
        for (guint i = 0; i < node->n; i++)
            if (!func(bvh->items[node->child + i], user_data))
                return FALSE;
    }
    return TRUE;
}
