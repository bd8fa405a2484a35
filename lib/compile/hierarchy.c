/* hierarchy: makes the hierarchy of bounding boxes of a brush table.
 *
 * A binary tree is built first, by the surface area heuristic: the cost of a query in a half is the
 * number of items in it, times the chance that the query meets its bounds, which grows with their
 * surface. The borders between bins of equal width are tried (Wald 2007, "On fast Construction of
 * SAH-based Bounding Volume Hierarchies"). Then each wide node takes the children of several binary
 * nodes. */
#include "compile/hierarchy.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define BINS 16

/* A binary node. An inner node has the children `child` and child + 1. A leaf has child 0 and one
 * item. */
typedef struct {
    BspBounds bounds;
    guint child, item;
} Binary;

typedef struct {
    const BspBounds *boxes; /* of the items */
    Binary *nodes;
    guint n_nodes;
    guint *scratch;
    BspJob *job;
} Tree;

/* --- where to divide --- */

typedef struct {
    BspBounds bounds;
    guint n;
} Bin;

/* Items whose centres fall in bins below `bin` along `axis` form the first part. */
typedef struct {
    int axis;
    double from, per_unit; /* bin 0 begins at `from`; bins per unit */
    guint bin;
    double cost;
} Division;

static double surface(const BspBounds *b)
{
    BspVec size = bsp_vec_sub(b->maxs, b->mins);
    return size.x * size.y + size.y * size.z + size.z * size.x;
}

static void add_bin(Bin *sum, const Bin *bin)
{
    bsp_bounds_add(&sum->bounds, &bin->bounds);
    sum->n += bin->n;
}

static double cost_of(const Bin *sum)
{
    return sum->n ? surface(&sum->bounds) * sum->n : HUGE_VAL;
}

static guint bin_of(const Division *d, const BspBounds *box)
{
    double at = (bsp_bounds_centre(box).v[d->axis] - d->from) * d->per_unit;
    return at > 0 ? (guint)MIN(at, BINS - 1) : 0;
}

/* Chooses the best of the borders between bins. */
static void choose_bin(Division *d, const Bin bins[BINS])
{
    double above[BINS];
    Bin sum = { bsp_bounds_empty(), 0 };
    for (guint i = BINS; i-- > 1;) {
        add_bin(&sum, &bins[i]);
        above[i] = cost_of(&sum);
    }
    sum = (Bin){ bsp_bounds_empty(), 0 };
    for (guint i = 1; i < BINS; i++) {
        add_bin(&sum, &bins[i - 1]);
        double cost = cost_of(&sum) + above[i];
        if (cost < d->cost) {
            d->cost = cost;
            d->bin = i;
        }
    }
}

/* The best division along one axis. Its cost is HUGE_VAL if there is none. */
static Division divide_along(const Tree *tree, const guint *items, guint n,
                             const BspBounds *centres, int axis)
{
    double width = centres->maxs.v[axis] - centres->mins.v[axis];
    Division d = { axis, centres->mins.v[axis], BINS / width, 0, HUGE_VAL };
    Bin bins[BINS];
    if (!isfinite(d.per_unit))
        return d;
    for (guint i = 0; i < BINS; i++)
        bins[i] = (Bin){ bsp_bounds_empty(), 0 };
    for (guint i = 0; i < n; i++)
        add_bin(&bins[bin_of(&d, &tree->boxes[items[i]])], &(Bin){ tree->boxes[items[i]], 1 });
    choose_bin(&d, bins);
    return d;
}

static Division best_division(const Tree *tree, const guint *items, guint n)
{
    BspBounds centres = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add_point(&centres, bsp_bounds_centre(&tree->boxes[items[i]]));
    Division best = divide_along(tree, items, n, &centres, 0);
    for (int axis = 1; axis < 3; axis++) {
        Division d = divide_along(tree, items, n, &centres, axis);
        if (d.cost < best.cost)
            best = d;
    }
    return best;
}

/* Moves the items of the first part to the front, keeping their order. Returns their number. */
static guint move_first_part(const Tree *tree, guint *items, guint n, const Division *d)
{
    guint n_first = 0, n_rest = 0;
    for (guint i = 0; i < n; i++)
        if (bin_of(d, &tree->boxes[items[i]]) < d->bin)
            items[n_first++] = items[i];
        else
            tree->scratch[n_rest++] = items[i];
    memcpy(items + n_first, tree->scratch, n_rest * sizeof *items);
    return n_first;
}

/* --- the binary tree --- */

/* Divides the items, and returns the number of the first part. `levels` is the number of levels
 * left. Halving needs the fewest levels, so it is used if the levels may not suffice otherwise. */
static guint divide(const Tree *tree, guint *items, guint n, guint levels)
{
    if ((guint64)n >> (levels - 2) == 0 && bsp_job_goes_on(tree->job)) {
        Division d = best_division(tree, items, n);
        if (d.cost < HUGE_VAL)
            return move_first_part(tree, items, n, &d);
    }
    return n / 2;
}

static void build_binary(Tree *tree, guint at, guint *items, guint n, guint levels)
{
    Binary *node = &tree->nodes[at];
    node->bounds = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add(&node->bounds, &tree->boxes[items[i]]);
    node->item = items[0];
    if (n == 1)
        return;
    guint n_first = divide(tree, items, n, levels);
    node->child = tree->n_nodes;
    tree->n_nodes += 2;
    build_binary(tree, node->child, items, n_first, levels - 1);
    build_binary(tree, node->child + 1, items + n_first, n - n_first, levels - 1);
}

/* --- the wide nodes --- */

static BspTableGrid grid_over(const BspBounds *bounds)
{
    BspTableGrid grid;
    for (int k = 0; k < 3; k++) {
        double size = bounds->maxs.v[k] - bounds->mins.v[k];
        grid.origin[k] = bounds->mins.v[k];
        grid.per_unit[k] = BSP_TABLE_LAST_STEP / MAX(size, 1);
    }
    return grid;
}

/* Replaces the inner node with the largest surface by its two children, until there are enough
 * nodes. Returns their number. */
static guint gather_children(const Tree *tree, guint children[BSP_TABLE_WIDE])
{
    for (guint n = 1; n < BSP_TABLE_WIDE; n++) {
        double most = -1;
        guint largest = 0;
        for (guint i = 0; i < n; i++) {
            const Binary *node = &tree->nodes[children[i]];
            if (node->child && surface(&node->bounds) > most) {
                most = surface(&node->bounds);
                largest = i;
            }
        }
        if (most < 0)
            return n;
        children[n] = tree->nodes[children[largest]].child + 1;
        children[largest] = tree->nodes[children[largest]].child;
    }
    return BSP_TABLE_WIDE;
}

/* bounds NULL: the child is not used. */
static void set_child_bounds(const BspTableGrid *grid, BspTableNode *node, guint i,
                             const BspBounds *bounds)
{
    for (int k = 0; k < 3; k++) {
        guint least = BSP_TABLE_UNUSED, most = 0;
        if (bounds) {
            least = bsp_brush_table_step(grid, k, bounds->mins.v[k]);
            most = bsp_brush_table_step(grid, k, bounds->maxs.v[k]);
        }
        node->bounds[2 * k].steps[i] = (guint16)least;
        node->bounds[2 * k + 1].steps[i] = (guint16)(most | BSP_TABLE_SPARE_STEP);
    }
}

/* Appends the node and all nodes below it, in preorder. Returns its number. */
static gint32 widen(const Tree *tree, guint root, BspBrushTable *table)
{
    guint children[BSP_TABLE_WIDE] = { root }, n = gather_children(tree, children);
    guint at = table->n_nodes++;
    BspTableNode node = { 0 };
    for (guint i = 0; i < BSP_TABLE_WIDE; i++) {
        const Binary *child = i < n ? &tree->nodes[children[i]] : NULL;
        set_child_bounds(&table->grid, &node, i, child ? &child->bounds : NULL);
        if (child)
            node.child[i] = child->child ? widen(tree, children[i], table) : ~(gint32)child->item;
    }
    table->nodes[at] = node;
    return (gint32)at;
}

void bsp_hierarchy_make(BspBrushTable *table, const BspBounds *boxes, BspJob *job)
{
    guint n = table->n_brushes;
    table->grid = grid_over(&(BspBounds){ { { 0, 0, 0 } }, { { 0, 0, 0 } } });
    if (n == 0)
        return;
    g_autofree Binary *nodes = g_new0(Binary, 2 * (gsize)n);
    g_autofree guint *items = g_new(guint, 2 * (gsize)n);
    Tree tree = { boxes, nodes, 1, items + n, job };
    for (guint i = 0; i < n; i++)
        items[i] = i;
    build_binary(&tree, 0, items, n, BSP_TABLE_MAX_DEPTH);
    table->grid = grid_over(&nodes[0].bounds);
    table->nodes = g_new(BspTableNode, n); /* a node has two children at least */
    widen(&tree, 0, table);
    table->nodes = g_renew(BspTableNode, table->nodes, table->n_nodes);
}
