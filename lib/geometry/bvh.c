/* bvh: a bounding-volume hierarchy over boxes. */
#include "geometry/bvh.h"

#include <stdlib.h>

#include "trace/compiler.h"
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
    return x->item < y->item ? -1
                             : x->item > y->item; /* so the order is the same on every machine */
}

static BspBounds bounds_of(const BspBounds *boxes, const guint *items, guint n)
{
    BspBounds b = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add(&b, &boxes[items[i]]);
    return b;
}

static void swap(Keyed *a, Keyed *b)
{
    Keyed t = *a;
    *a = *b;
    *b = t;
}

/* Moves the items below the pivot to the front and returns their number, in [1, n). The pivot is
 * the median of three items. n > 2. */
static guint partition_at_pivot(Keyed *keyed, guint n)
{
    BSP_ASSERT(n > 2);
    Keyed *low = &keyed[0], *middle = &keyed[n / 2], *high = &keyed[n - 1];
    if (compare_keyed(low, middle) > 0)
        swap(low, middle);
    if (compare_keyed(middle, high) > 0)
        swap(middle, high);
    if (compare_keyed(low, middle) > 0)
        swap(low, middle);
    Keyed pivot = *middle;
    guint i = 0, k = n - 1;
    for (;;) {
        while (compare_keyed(&keyed[i], &pivot) < 0)
            i++;
        while (compare_keyed(&keyed[k], &pivot) > 0)
            k--;
        if (i >= k)
            return i;
        swap(&keyed[i++], &keyed[k--]);
    }
}

/* In rare cases selection takes quadratic time. So after this number of rounds the remaining items
 * are sorted. */
#define ROUNDS 64

/* Moves the n_low lowest items to the front, in any order (Hoare's selection). If n is small, sorts
 * all items. */
static void select_lowest(Keyed *keyed, guint n, guint n_low)
{
    BSP_ASSERT(n_low <= n);
    for (guint round = 0; n > 4 * LEAF_ITEMS && round < ROUNDS; round++) {
        guint below = partition_at_pivot(keyed, n);
        BSP_ASSERT(below >= 1 && below < n);
        if (n_low < below) {
            n = below;
        } else {
            keyed += below;
            n -= below;
            n_low -= below;
        }
    }
    qsort(keyed, n, sizeof *keyed, compare_keyed);
}

/* Moves the lower half of the items to the front. Items are compared by the centres of their boxes,
 * along the axis on which the centres extend farthest. */
static void halve_items(const BspBounds *boxes, guint *items, guint n, Keyed *scratch)
{
    BspBounds centres = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add_point(&centres, bsp_bounds_centre(&boxes[items[i]]));
    int axis = bsp_bounds_longest_axis(&centres);
    for (guint i = 0; i < n; i++)
        scratch[i] = (Keyed){ bsp_bounds_centre(&boxes[items[i]]).v[axis], items[i] };
    select_lowest(scratch, n, n / 2);
    for (guint i = 0; i < n; i++)
        items[i] = scratch[i].item;
}

static void build(BspBvh *bvh, guint node, const BspBounds *boxes, guint first, guint n,
                  Keyed *scratch)
{
    BSP_ASSERT(n > 0 && first + n <= bvh->n_items);
    bvh->nodes[node].bounds = bounds_of(boxes, bvh->items + first, n);
    if (n <= LEAF_ITEMS) {
        bvh->nodes[node].child = first;
        bvh->nodes[node].n = n;
        return;
    }
    halve_items(boxes, bvh->items + first, n, scratch);
    guint child = bvh->n_nodes;
    bvh->n_nodes += 2;
    BSP_ASSERT(bvh->n_nodes <= 2 * bvh->n_items);
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
        bvh->nodes = g_renew(BspBvhNode, bvh->nodes, bvh->n_nodes);
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
            BSP_ASSERT(top + 2 <= BSP_BVH_MAX_DEPTH + 1 && node->child + 1 < bvh->n_nodes);
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
