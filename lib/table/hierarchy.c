/* hierarchy: makes hierarchies of bounding boxes, and searches them for a box.
 *
 * A binary tree is built first, by the surface area heuristic. The cost of a query in a half is the
 * number of items in it, times the chance that the query meets its bounds. This chance grows with
 * the surface of the bounds. The borders between bins of equal width are tried (Wald 2007, "On fast
 * Construction of SAH-based Bounding Volume Hierarchies"). Then each wide node takes the children
 * of several binary nodes. */
#include "table/hierarchy.h"

#include <math.h>
#include <string.h>

#include "table/pass.h"
#include "table/vectors.h"

/* The number of bins along an axis. With 8 to 64 bins, the nodes that queries visit on two levels
 * differ by at most 5 percent. */
#define BINS 16

typedef struct {
    const BspBounds *boxes; /* bounds of each item */
    BspBinary *nodes;
    guint n_nodes;
    guint *scratch;
    struct Plan *plans;
} Tree;

/* --- where to divide --- */

typedef struct {
    BspBounds bounds;
    guint n;
} Bin;

/* A division of items in two parts. The first part has the items whose centres, along `axis`, fall
 * in bins below `bin`. */
typedef struct {
    int axis;
    /* Bin 0 begins at the coordinate `from`; per_unit is the number of bins for each unit. */
    double from, per_unit;
    guint bin;
    double cost;
} Division;

static double half_surface(const BspBounds *b)
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
    return sum->n ? half_surface(&sum->bounds) * sum->n : HUGE_VAL;
}

static guint bin_of(const Division *d, const BspBounds *box)
{
    double at = (bsp_bounds_centre(box).v[d->axis] - d->from) * d->per_unit;
    return at > 0 ? (guint)MIN(at, BINS - 1) : 0;
}

/* Chooses the border between bins that has the lowest cost. */
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

/* Returns the best division along one axis. Its cost is HUGE_VAL if no border divides the items. */
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

/* Moves the items of the first part to the front. All items keep their order. Returns the number of
 * items in the first part. */
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

/* Divides the items in two parts, and returns the number of items in the first. `levels` is the
 * number of levels left. Halving needs the fewest levels, so it is used if the levels may not
 * suffice otherwise. */
static guint divide(const Tree *tree, guint *items, guint n, guint levels)
{
    BSP_ASSERT(n >= 2 && levels >= 2);
    if ((guint64)n >> (levels - 2) == 0) {
        Division d = best_division(tree, items, n);
        if (d.cost < HUGE_VAL)
            return move_first_part(tree, items, n, &d);
    }
    return n / 2;
}

static void build_binary(Tree *tree, guint at, guint *items, guint n, guint levels)
{
    BspBinary *node = &tree->nodes[at];
    node->bounds = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add(&node->bounds, &tree->boxes[items[i]]);
    node->item = items[0];
    if (n == 1)
        return;
    guint n_first = divide(tree, items, n, levels);
    BSP_ASSERT(n_first > 0 && n_first < n);
    node->child = tree->n_nodes;
    tree->n_nodes += 2;
    build_binary(tree, node->child, items, n_first, levels - 1);
    build_binary(tree, node->child + 1, items + n_first, n - n_first, levels - 1);
}

BspBinary *bsp_binary_new(const BspBounds *boxes, guint n)
{
    if (n == 0)
        return NULL;
    g_autofree guint *items = g_new(guint, 2 * (gsize)n);
    Tree tree = { boxes, g_new0(BspBinary, 2 * (gsize)n), 1, items + n, NULL };
    for (guint i = 0; i < n; i++)
        items[i] = i;
    build_binary(&tree, 0, items, n, BSP_NEAR_MAX_DEPTH);
    return tree.nodes;
}

/* --- the wide nodes --- */

BspNearGrid bsp_near_grid_over(const BspBounds *bounds)
{
    BspNearGrid grid;
    for (int k = 0; k < 3; k++) {
        double size = bounds->maxs.v[k] - bounds->mins.v[k];
        grid.origin[k] = bounds->mins.v[k];
        grid.per_unit[k] = BSP_NEAR_LAST_STEP / MAX(size, 1);
    }
    return grid;
}

/* Units. The cost of a node counts for moving boxes of about this size, half on each side, because
 * a player of id Tech 3 is 30 units wide. With 8 or 128, the visited nodes on two levels differ by
 * 1 percent. */
#define USUAL_SIZE 32

/* A plan for a binary node. left[i] applies if the node becomes at most i + 1 children of a wide
 * node. It is the number of these children that come from the node's first child. 0 means that the
 * binary node becomes a single child, which is itself a wide node or an item. */
typedef struct Plan {
    guint8 left[BSP_NEAR_WIDE];
} Plan;

/* Costs of a binary node. cost[i] applies if the node becomes at most i + 1 children of a wide
 * node. It is the sum of the surfaces of all wide nodes below. */
typedef struct {
    float cost[BSP_NEAR_WIDE];
    guint most; /* the maximum number of children that the binary node can become, which is the
                   number of its items */
} Costs;

/* Plans the gathering of the nodes below a binary node (Ylitie, Karras and Laine 2017, "Efficient
 * Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs", section 3.1). */
static Costs plan_node(const Tree *tree, guint at)
{
    const BspBinary *node = &tree->nodes[at];
    guint8 *left = tree->plans[at].left;
    Costs costs = { .most = 1 };
    if (!node->child)
        return costs;
    Costs first = plan_node(tree, node->child), second = plan_node(tree, node->child + 1);
    costs.most = MIN(first.most + second.most, BSP_NEAR_WIDE);
    for (guint n = 1; n < costs.most; n++) {
        costs.cost[n] = HUGE_VALF;
        for (guint from_first = 1; from_first <= MIN(n, first.most); from_first++) {
            float cost = first.cost[from_first - 1] + second.cost[n - from_first];
            if (cost < costs.cost[n]) {
                costs.cost[n] = cost;
                left[n] = (guint8)from_first;
            }
        }
    }
    for (guint n = costs.most; n < BSP_NEAR_WIDE; n++) {
        costs.cost[n] = costs.cost[n - 1];
        left[n] = left[n - 1];
    }
    BspBounds usual = bsp_bounds_grown(&node->bounds, USUAL_SIZE / 2.0);
    costs.cost[0] = costs.cost[BSP_NEAR_WIDE - 1] + (float)half_surface(&usual);
    for (guint n = 1; n < BSP_NEAR_WIDE - 1; n++)
        if (costs.cost[0] <= costs.cost[n]) {
            costs.cost[n] = costs.cost[0];
            left[n] = 0;
        }
    return costs;
}

/* Lists the children that a binary node becomes, if it may become n of them. Returns their
 * number. */
static guint gather_children(const Tree *tree, guint node, guint n, guint *children)
{
    BSP_ASSERT(n >= 1 && n <= BSP_NEAR_WIDE);
    guint left = tree->plans[node].left[n - 1], child = tree->nodes[node].child;
    if (left == 0) {
        children[0] = node;
        return 1;
    }
    guint n_first = gather_children(tree, child, left, children);
    return n_first + gather_children(tree, child + 1, n - left, children + n_first);
}

/* Sets the bounds of child i. If `bounds` is NULL, the child is not used. */
static void set_child_bounds(const BspNearGrid *grid, BspNearNode *node, guint i,
                             const BspBounds *bounds)
{
    for (int k = 0; k < 3; k++) {
        node->least[k][i] = bounds ? bsp_near_step(grid, k, bounds->mins.v[k]) : BSP_NEAR_UNUSED;
        node->most[k][i] = bounds ? bsp_near_step(grid, k, bounds->maxs.v[k]) : 0;
    }
}

/* Appends the wide node that is made of a binary node, and all wide nodes below it, in preorder.
 * Returns the number of the wide node. */
static gint32 widen(const Tree *tree, guint root, BspHierarchy *hierarchy)
{
    guint children[BSP_NEAR_WIDE], n = gather_children(tree, root, BSP_NEAR_WIDE, children);
    guint at = hierarchy->n_nodes++;
    BspNearNode node = { 0 };
    for (guint i = 0; i < BSP_NEAR_WIDE; i++) {
        const BspBinary *child = i < n ? &tree->nodes[children[i]] : NULL;
        set_child_bounds(&hierarchy->grid, &node, i, child ? &child->bounds : NULL);
        if (child)
            node.child[i] =
                child->child ? widen(tree, children[i], hierarchy) : ~(gint32)child->item;
    }
    hierarchy->nodes[at] = node;
    return (gint32)at;
}

/* Stores a copy of the nodes that begins at a cache line, because queries of other nodes are
 * slower. */
static void store_nodes(BspHierarchy *hierarchy, const BspNearNode *nodes)
{
    gsize bytes = hierarchy->n_nodes * sizeof *nodes;
    guchar *memory = g_malloc(bytes + BSP_NEAR_LINE);
    guchar *at = memory + (BSP_NEAR_LINE - (guintptr)memory % BSP_NEAR_LINE) % BSP_NEAR_LINE;
    BSP_ASSERT((guintptr)at % BSP_NEAR_LINE == 0);
    hierarchy->nodes = memcpy(at, nodes, bytes);
    hierarchy->memory = memory;
}

/* --- hierarchies --- */

static void number_leaves(const BspBinary *nodes, guint node, guint *places, guint *n)
{
    if (nodes[node].child == 0) {
        places[nodes[node].item] = (*n)++;
        return;
    }
    number_leaves(nodes, nodes[node].child, places, n);
    number_leaves(nodes, nodes[node].child + 1, places, n);
}

static BspHierarchy *hierarchy_of_binary(const BspNearGrid *grid, BspBinary *binary, guint n)
{
    BspHierarchy *hierarchy = g_new0(BspHierarchy, 1);
    hierarchy->search = bsp_wide(bsp_vectors_best())->search;
    hierarchy->grid = *grid;
    if (n == 0)
        return hierarchy;
    Tree tree = { .nodes = binary, .n_nodes = 2 * n - 1 };
    /* Every wide node has at least two children, except the node of a single item. So n nodes
     * suffice. */
    g_autofree BspNearNode *nodes = g_new(BspNearNode, n);
    g_autofree Plan *plans = g_new0(Plan, tree.n_nodes);
    tree.plans = plans;
    plan_node(&tree, 0);
    hierarchy->nodes = nodes;
    widen(&tree, 0, hierarchy);
    store_nodes(hierarchy, nodes);
    return hierarchy;
}

BspHierarchy *bsp_hierarchy_new_with_places(const BspBounds *boxes, guint n, guint *places)
{
    const BspBounds origin = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };
    guint n_placed = 0;
    g_autofree BspBinary *binary = bsp_binary_new(boxes, n);
    if (places && n > 0)
        number_leaves(binary, 0, places, &n_placed);
    BSP_ASSERT(!places || n_placed == n);
    BspNearGrid grid = bsp_near_grid_over(n > 0 ? &binary[0].bounds : &origin);
    return hierarchy_of_binary(&grid, binary, n);
}

BspHierarchy *bsp_hierarchy_new_on(const BspNearGrid *grid, const BspBounds *boxes, guint n)
{
    g_autofree BspBinary *binary = bsp_binary_new(boxes, n);
    return hierarchy_of_binary(grid, binary, n);
}

BspHierarchy *bsp_hierarchy_new(const BspBounds *boxes, guint n)
{
    return bsp_hierarchy_new_with_places(boxes, n, NULL);
}

void bsp_hierarchy_copy(BspHierarchy *to, const BspHierarchy *from)
{
    *to = *from;
    if (from->n_nodes > 0)
        store_nodes(to, from->nodes);
}

void bsp_hierarchy_free(BspHierarchy *hierarchy)
{
    if (!hierarchy)
        return;
    g_free(hierarchy->memory);
    g_free(hierarchy);
}

gboolean bsp_hierarchy_overlapping(const BspHierarchy *hierarchy, const BspBounds *box,
                                   BspHierarchyFunc func, gpointer user_data)
{
    BspNear near;
    guint item;
    bsp_near_begin(&near, hierarchy, &(BspPath){ .box = box });
    while (bsp_near_next(&near, 0, &item))
        if (!func(item, user_data))
            return FALSE;
    return TRUE;
}
