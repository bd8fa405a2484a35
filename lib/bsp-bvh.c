/* bsp-bvh: a bounding-volume hierarchy over boxes. */
#include "bsp-bvh.h"

#include <stdlib.h>
#include <string.h>

#define LEAF_ITEMS 4

/* The items are sorted once along each axis. Dividing a node divides all three orders, each of
 * which stays sorted on both sides. */
typedef struct {
    BspBvh *bvh;
    const BspBounds *boxes;
    guint *order[3];  /* the items by their centres along x, y and z, node by node */
    guint8 *is_first; /* per item: whether it goes to the first child */
    guint *put_off;   /* room for the other child's items */
} Builder;

static double centre_of(const Builder *builder, guint item, int axis)
{
    return bsp_bounds_centre(&builder->boxes[item]).v[axis];
}

/* --- sorting --- */

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

static guint *sorted_along(const Builder *builder, int axis)
{
    guint n = builder->bvh->n_items;
    guint *order = g_new(guint, n);
    g_autofree Keyed *keyed = g_new(Keyed, n);
    for (guint i = 0; i < n; i++)
        keyed[i] = (Keyed){ centre_of(builder, i, axis), i };
    qsort(keyed, n, sizeof *keyed, compare_keyed);
    for (guint i = 0; i < n; i++)
        order[i] = keyed[i].item;
    return order;
}

/* --- dividing --- */

/* The one along which the centres of the items first to first + n - 1 lie farthest apart. */
static int longest_axis(const Builder *builder, guint first, guint n)
{
    double size[3];
    for (int axis = 0; axis < 3; axis++)
        size[axis] = centre_of(builder, builder->order[axis][first + n - 1], axis) -
                     centre_of(builder, builder->order[axis][first], axis);
    return size[0] >= size[1] ? (size[0] >= size[2] ? 0 : 2) : (size[1] >= size[2] ? 1 : 2);
}

/* Puts the first child's items before the other's, and changes nothing else about the order. */
static void divide_order(Builder *builder, guint *order, guint n)
{
    guint n_first = 0, n_others = 0;
    for (guint i = 0; i < n; i++) {
        if (builder->is_first[order[i]])
            order[n_first++] = order[i];
        else
            builder->put_off[n_others++] = order[i];
    }
    memcpy(order + n_first, builder->put_off, n_others * sizeof *order);
}

/* Halves the items along the longest axis. */
static void divide(Builder *builder, guint first, guint n)
{
    int axis = longest_axis(builder, first, n);
    guint *items = builder->bvh->items + first;
    memcpy(items, builder->order[axis] + first, n * sizeof *items);
    for (guint i = 0; i < n; i++)
        builder->is_first[items[i]] = i < n / 2;
    for (int k = 0; k < 3; k++)
        if (k != axis)
            divide_order(builder, builder->order[k] + first, n);
}

static BspBounds bounds_of(const BspBounds *boxes, const guint *items, guint n)
{
    BspBounds b = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add(&b, &boxes[items[i]]);
    return b;
}

static void build(Builder *builder, guint node, guint first, guint n)
{
    BspBvh *bvh = builder->bvh;
    if (n <= LEAF_ITEMS) {
        bvh->nodes[node] =
            (BspBvhNode){ bounds_of(builder->boxes, bvh->items + first, n), first, n };
        return;
    }
    divide(builder, first, n);
    guint child = bvh->n_nodes;
    bvh->n_nodes += 2;
    build(builder, child, first, n / 2);
    build(builder, child + 1, first + n / 2, n - n / 2);
    bvh->nodes[node] = (BspBvhNode){ bvh->nodes[child].bounds, child, 0 };
    bsp_bounds_add(&bvh->nodes[node].bounds, &bvh->nodes[child + 1].bounds);
}

static void build_all(BspBvh *bvh, const BspBounds *boxes)
{
    Builder builder = { .bvh = bvh,
                        .boxes = boxes,
                        .is_first = g_new(guint8, bvh->n_items),
                        .put_off = g_new(guint, bvh->n_items) };
    for (int axis = 0; axis < 3; axis++)
        builder.order[axis] = sorted_along(&builder, axis);
    build(&builder, 0, 0, bvh->n_items);
    for (int axis = 0; axis < 3; axis++)
        g_free(builder.order[axis]);
    g_free(builder.is_first);
    g_free(builder.put_off);
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
    if (n > 0)
        build_all(bvh, boxes);
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
