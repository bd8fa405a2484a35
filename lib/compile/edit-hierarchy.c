/* edit-hierarchy: inserts brushes into a hierarchy, and takes them out.
 *
 * An edit copies the nodes from the root to its brush, if a version sees them. All other nodes are
 * shared. A new brush goes down to the node whose bounds grow least. If its node is full, the
 * children that are nearest to each other go into a new node below it. Splitting the node into two,
 * as R-trees do, made queries slower (walks on a level of 1075 brushes: 1.3 times as long after
 * 2000 edits, instead of 1.05). After some insertions, the subtree that has grown is built anew. */
#include <math.h>

#include "compile/edit.h"
#include "table/hierarchy.h"

#define WIDE BSP_NEAR_WIDE

/* Units. A node costs a query in proportion to the surface of its bounds, grown by about the size
 * of a body (as in table/hierarchy.c). */
#define USUAL_SIZE 32

/* Dimensionless. The cost of visiting one more node, as a part of the cost of its children, because
 * the bounds of its 32 children are compared at once. */
#define VISIT (1.0 / 32)

/* The minimum and the maximum number of children of a full node that go into a new node. With
 * fewer, too few places become free. With more, the new node would be larger than needed. */
#define LEAST_CLUSTER 4
#define MOST_CLUSTER 12

/* Number of nodes on the longest way down. If many brushes are inserted at one position, nodes get
 * ever deeper there. A hierarchy higher than HIGH, which is twice the height for a level of 100,000
 * brushes, is made lower where it is highest. A node of height LOW has at most about as many
 * brushes below it as one rebuild takes. */
#define HIGH 12
#define LOW 9

/* Number of insertions between two rebuilds of a subtree. Twice as many rebuilds would double the
 * mean time of an edit. */
#define REBUILD_EVERY 16

typedef struct {
    gint16 least[3], most[3];
} Box;

/* A child of a node. */
typedef struct {
    Box box;
    gint32 child;
} Entry;

/* A path from the root down. lanes[i] is the child of nodes[i] that is the next node. */
typedef struct {
    guint n;
    gint32 nodes[BSP_NEAR_MAX_DEPTH];
    guint lanes[BSP_NEAR_MAX_DEPTH];
} Path;

/* --- boxes --- */

static Box box_of_brush(const BspEditor *e, guint32 brush)
{
    const BspTableBrush *b = bsp_brush_table_row(&e->now, brush);
    Box box;
    for (int k = 0; k < 3; k++) {
        box.least[k] = bsp_near_step(&e->now.hierarchy.grid, k, b->least[k]);
        box.most[k] = bsp_near_step(&e->now.hierarchy.grid, k, b->most[k]);
    }
    return box;
}

static Box joined(Box a, const Box *b)
{
    for (int k = 0; k < 3; k++) {
        a.least[k] = MIN(a.least[k], b->least[k]);
        a.most[k] = MAX(a.most[k], b->most[k]);
    }
    return a;
}

static gboolean contains(const BspNearNode *node, guint lane, const Box *box)
{
    for (int k = 0; k < 3; k++)
        if (node->least[k][lane] > box->least[k] || node->most[k][lane] < box->most[k])
            return FALSE;
    return TRUE;
}

static double cost_of(const BspEditor *e, const Box *box)
{
    double size[3];
    for (int k = 0; k < 3; k++)
        size[k] = (box->most[k] - box->least[k]) / e->now.hierarchy.grid.per_unit[k] + USUAL_SIZE;
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

/* --- nodes --- */

static BspNearNode *node_at(const BspEditor *e, gint32 at)
{
    BSP_ASSERT(at > 0 && (guint)at < e->now.hierarchy.n_nodes);
    return &e->now.hierarchy.nodes[at];
}

static gboolean is_used(const BspNearNode *node, guint lane)
{
    return node->least[0][lane] != BSP_NEAR_UNUSED;
}

static Box lane_box(const BspNearNode *node, guint lane)
{
    Box box;
    for (int k = 0; k < 3; k++) {
        box.least[k] = node->least[k][lane];
        box.most[k] = node->most[k][lane];
    }
    return box;
}

static void set_lane(BspNearNode *node, guint lane, const Entry *entry)
{
    for (int k = 0; k < 3; k++) {
        node->least[k][lane] = entry->box.least[k];
        node->most[k][lane] = entry->box.most[k];
    }
    node->child[lane] = entry->child;
}

static void clear_lane(BspNearNode *node, guint lane)
{
    static const Entry unused = { { { BSP_NEAR_UNUSED, BSP_NEAR_UNUSED, BSP_NEAR_UNUSED }, { 0 } },
                                  BSP_NEAR_NO_CHILD };
    set_lane(node, lane, &unused);
}

/* Returns the bounds of a node. Unused lanes change nothing, because their minimum is the largest
 * number, and their maximum the smallest. */
static Box node_box(const BspNearNode *node)
{
    Box box = lane_box(node, 0);
    for (guint i = 1; i < WIDE; i++) {
        Box lane = lane_box(node, i);
        box = joined(box, &lane);
    }
    return box;
}

static guint n_used(const BspNearNode *node)
{
    guint n = 0;
    for (guint i = 0; i < WIDE; i++)
        n += is_used(node, i) ? 1 : 0;
    return n;
}

/* Returns the first unused lane; WIDE if there is none. */
static guint unused_lane(const BspNearNode *node)
{
    guint i = 0;
    while (i < WIDE && is_used(node, i))
        i++;
    return i;
}

/* --- memory --- */

static gint32 take_node(BspEditor *e)
{
    guint32 at = e->now.hierarchy.n_nodes;
    if (e->free_nodes->len > 0) {
        at = g_array_index(e->free_nodes, guint32, e->free_nodes->len - 1);
        g_array_set_size(e->free_nodes, e->free_nodes->len - 1);
    } else {
        BSP_ASSERT(at < e->most_nodes);
        e->now.hierarchy.n_nodes++;
    }
    e->nodes_born[at] = e->next_number;
    return (gint32)at;
}

static void drop_node(BspEditor *e, gint32 at)
{
    bsp_edit_retire(
        e, &(BspRetired){ .kind = BSP_PART_NODE, .first = (guint32)at, .born = e->nodes_born[at] });
}

/* Returns the node, or a copy of it if a version sees the node. */
static gint32 writable(BspEditor *e, gint32 at)
{
    if (!bsp_edit_is_seen(e, e->nodes_born[at]))
        return at;
    gint32 copy = take_node(e);
    *node_at(e, copy) = *node_at(e, at);
    e->heights[copy] = e->heights[at];
    drop_node(e, at);
    return copy;
}

static void set_height(BspEditor *e, gint32 at)
{
    const BspNearNode *node = node_at(e, at);
    guint8 height = 0;
    for (guint i = 0; i < WIDE; i++)
        if (node->child[i] > 0)
            height = MAX(height, e->heights[node->child[i]]);
    e->heights[at] = (guint8)(height + 1);
}

/* Makes `node` the node number i of the path. */
static void set_node_of_path(BspEditor *e, const Path *path, guint i, gint32 node)
{
    if (i == 0)
        e->now.hierarchy.root = (guint)node;
    else
        node_at(e, path->nodes[i - 1])->child[path->lanes[i - 1]] = node;
}

static void set_heights(BspEditor *e, const Path *path)
{
    for (guint i = path->n; i-- > 0;)
        set_height(e, path->nodes[i]);
}

/* --- rebuilding a subtree --- */

static gint32 new_leaf(BspEditor *e)
{
    gint32 at = take_node(e);
    for (guint i = 0; i < WIDE; i++)
        clear_lane(node_at(e, at), i);
    e->heights[at] = 1;
    return at;
}

/* Copies a hierarchy of entries, from the node `from` down, into the editor. Returns the number of
 * the copied node. */
static gint32 copy_subtree(BspEditor *e, const BspHierarchy *made, guint32 from,
                           const Entry *entries)
{
    gint32 at = take_node(e);
    *node_at(e, at) = made->nodes[from];
    for (guint i = 0; i < WIDE; i++) {
        gint32 child = made->nodes[from].child[i];
        if (child > 0)
            child = copy_subtree(e, made, (guint32)child, entries);
        else if (child < 0)
            child = entries[~child].child;
        node_at(e, at)->child[i] = child;
    }
    set_height(e, at);
    return at;
}

/* Makes a hierarchy of entries, which are brushes or nodes. */
static BspHierarchy *hierarchy_of(const BspEditor *e, const Entry *entries, guint n)
{
    const BspNearGrid *grid = &e->now.hierarchy.grid;
    g_autofree BspBounds *boxes = g_new(BspBounds, n);
    /* The middle of a step, so that rounding finds the same step again. */
    for (guint i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            boxes[i].mins.v[k] =
                grid->origin[k] + (entries[i].box.least[k] + 0.5) / grid->per_unit[k];
            boxes[i].maxs.v[k] =
                grid->origin[k] + (entries[i].box.most[k] + 0.5) / grid->per_unit[k];
        }
    return bsp_hierarchy_new_on(grid, boxes, n);
}

/* Replaces a node by its children. Returns their number. */
static guint expand(BspEditor *e, gint32 at, Entry *entries)
{
    const BspNearNode *node = node_at(e, at);
    guint n = 0;
    for (guint i = 0; i < WIDE; i++)
        if (is_used(node, i))
            entries[n++] = (Entry){ lane_box(node, i), node->child[i] };
    drop_node(e, at);
    return n;
}

static guint height_of(const BspEditor *e, gint32 child)
{
    return child > 0 ? e->heights[child] : 0;
}

/* Builds the upper part of a subtree anew, or all of it if it is small. The highest nodes are
 * replaced by their children, as long as the entries are few enough, and a new hierarchy is made of
 * the entries. Returns the new node. */
static gint32 rebuild(BspEditor *e, gint32 at)
{
    Entry entries[BSP_EDIT_SUBTREE + WIDE];
    guint n = expand(e, at, entries);
    while (n < BSP_EDIT_SUBTREE) {
        guint highest = 0;
        for (guint i = 1; i < n; i++)
            if (height_of(e, entries[i].child) > height_of(e, entries[highest].child))
                highest = i;
        gint32 child = entries[highest].child;
        if (child < 0)
            break;
        entries[highest] = entries[--n];
        n += expand(e, child, entries + n);
    }
    g_autoptr(BspHierarchy) made = hierarchy_of(e, entries, n);
    return copy_subtree(e, made, 0, entries);
}

/* Builds the subtree below the last node of a path anew. */
static void rebuild_last(BspEditor *e, Path *path)
{
    set_node_of_path(e, path, path->n - 1, rebuild(e, path->nodes[path->n - 1]));
    path->n--;
    set_heights(e, path);
}

/* Returns the number of brushes below a node. If there are more than `most`, stops early and
 * returns any number above `most`. */
static guint n_brushes(const BspEditor *e, gint32 at, guint most)
{
    const BspNearNode *node = node_at(e, at);
    guint n = 0;
    for (guint i = 0; i < WIDE && n <= most; i++)
        n += node->child[i] > 0 ? n_brushes(e, node->child[i], most - n) : node->child[i] < 0;
    return n;
}

/* Builds the largest subtree on the path anew that has few enough brushes. */
static void rebuild_on_path(BspEditor *e, Path *path)
{
    guint n = path->n;
    while (n > 0 && n_brushes(e, path->nodes[n - 1], BSP_EDIT_SUBTREE) <= BSP_EDIT_SUBTREE)
        n--;
    if (n == path->n)
        return;
    path->n = n + 1;
    rebuild_last(e, path);
}

/* Builds a part of the longest path down anew, so that it becomes lower. Each call takes another
 * part, from the lowest to the root. */
static void lower_highest(BspEditor *e)
{
    Path path = { .n = 0 };
    gint32 at = (gint32)e->now.hierarchy.root;
    guint n_parts = (e->heights[at] - 1u) / LOW + 1;
    guint height = LOW * (1 + e->n_insertions / REBUILD_EVERY % n_parts);
    for (;;) {
        at = writable(e, at);
        path.nodes[path.n++] = at;
        set_node_of_path(e, &path, path.n - 1, at);
        if (e->heights[at] <= height)
            break;
        const BspNearNode *node = node_at(e, at);
        guint lane = 0;
        for (guint i = 1; i < WIDE; i++)
            if (height_of(e, node->child[i]) > height_of(e, node->child[lane]))
                lane = i;
        path.lanes[path.n - 1] = lane;
        at = node->child[lane];
    }
    rebuild_last(e, &path);
}

static void drop_subtree(BspEditor *e, gint32 at)
{
    const BspNearNode *node = node_at(e, at);
    for (guint i = 0; i < WIDE; i++)
        if (node->child[i] > 0)
            drop_subtree(e, node->child[i]);
    drop_node(e, at);
}

/* Builds the hierarchy anew. If there is no memory, the old hierarchy stays. */
void bsp_edit_rebuild(BspEditor *e)
{
    guint n = 0;
    gint32 old = (gint32)e->now.hierarchy.root, new;
    g_autofree Entry *entries = g_new(Entry, e->now.n_brushes + 1);
    for (guint32 i = 0; i < e->now.n_brushes; i++)
        if (bsp_edit_has(e, i))
            entries[n++] = (Entry){ box_of_brush(e, i), ~(gint32)i };
    g_autoptr(BspHierarchy) made = n > 0 ? hierarchy_of(e, entries, n) : NULL;
    if (!bsp_edit_reserve_nodes(e, (made ? made->n_nodes : 1) + BSP_EDIT_SPARE))
        return;
    new = made ? copy_subtree(e, made, 0, entries) : new_leaf(e);
    if (old > 0)
        drop_subtree(e, old);
    e->now.hierarchy.root = (guint) new;
}

/* --- insertion --- */

/* Returns the child of a node below which the box increases the cost least. Returns WIDE if the
 * cost increases less when the box becomes a child of the node itself. `own` is the node's bounds
 * with the box. *grown receives the child's bounds with the box. */
static guint choose_child(const BspEditor *e, const BspNearNode *node, const Box *own,
                          const Box *box, Box *grown)
{
    guint best = WIDE;
    double least = unused_lane(node) < WIDE ? cost_of(e, own) * VISIT : HUGE_VAL;
    for (guint i = 0; i < WIDE; i++) {
        if (node->child[i] <= 0)
            continue;
        Box before = lane_box(node, i), after = joined(before, box);
        double cost = cost_of(e, &after) * (1 + VISIT) - cost_of(e, &before);
        if (cost < least) {
            least = cost;
            best = i;
            *grown = after;
        }
    }
    return best;
}

/* Finds the path to the node that receives the box, and grows the bounds on the path. All nodes of
 * the path are writable afterwards. */
static void find_path_down(BspEditor *e, const Box *box, Path *path)
{
    gint32 at = writable(e, (gint32)e->now.hierarchy.root);
    Box own = node_box(node_at(e, at));
    own = joined(own, box);
    e->now.hierarchy.root = (guint)at;
    path->n = 0;
    for (;;) {
        Box grown;
        guint lane = choose_child(e, node_at(e, at), &own, box, &grown);
        BSP_ASSERT(path->n < BSP_NEAR_MAX_DEPTH);
        path->nodes[path->n] = at;
        path->lanes[path->n++] = lane;
        if (lane == WIDE)
            return;
        gint32 child = writable(e, node_at(e, at)->child[lane]);
        set_lane(node_at(e, at), lane, &(Entry){ grown, child });
        own = grown;
        at = child;
    }
}

/* Returns the set of entries of a full node, as bits, that a new node should take. It costs least
 * for each lane that it frees. */
static guint64 cheapest_cluster(const BspEditor *e, const Entry entries[WIDE + 1])
{
    guint64 best = 0;
    double least = HUGE_VAL;
    for (guint seed = 0; seed <= WIDE; seed++) {
        guint64 set = G_GUINT64_CONSTANT(1) << seed;
        Box box = entries[seed].box;
        for (guint size = 2; size <= MOST_CLUSTER; size++) {
            Box nearest = box;
            guint next = 0;
            double cost = HUGE_VAL;
            for (guint i = 0; i <= WIDE; i++) {
                Box with = joined(box, &entries[i].box);
                double c = set >> i & 1 ? HUGE_VAL : cost_of(e, &with);
                if (c < cost) {
                    cost = c;
                    next = i;
                    nearest = with;
                }
            }
            set |= G_GUINT64_CONSTANT(1) << next;
            box = nearest;
            if (size >= LEAST_CLUSTER && cost / (size - 1) < least) {
                least = cost / (size - 1);
                best = set;
            }
            if (cost / (MOST_CLUSTER - 1) > least)
                break; /* the cost only gets larger */
        }
    }
    return best;
}

/* Distributes the children of a full node, and one more entry, to the node and to a new node below
 * it. */
static void split_full_node(BspEditor *e, gint32 at, const Entry *entry)
{
    gint32 below = new_leaf(e);
    BspNearNode *node = node_at(e, at), *lower = node_at(e, below);
    Entry entries[WIDE + 1];
    guint n_kept = 0, n_lower = 0;
    for (guint i = 0; i < WIDE; i++)
        entries[i] = (Entry){ lane_box(node, i), node->child[i] };
    entries[WIDE] = *entry;
    guint64 cluster = cheapest_cluster(e, entries);
    for (guint i = 0; i < WIDE; i++)
        clear_lane(node, i);
    for (guint i = 0; i <= WIDE; i++)
        if (cluster >> i & 1)
            set_lane(lower, n_lower++, &entries[i]);
        else
            set_lane(node, n_kept++, &entries[i]);
    set_lane(node, n_kept, &(Entry){ node_box(lower), below });
    set_height(e, below);
}

void bsp_edit_insert(BspEditor *e, guint32 brush)
{
    Entry entry = { box_of_brush(e, brush), ~(gint32)brush };
    Path path;
    find_path_down(e, &entry.box, &path);
    gint32 at = path.nodes[path.n - 1];
    guint lane = unused_lane(node_at(e, at));
    if (lane < WIDE)
        set_lane(node_at(e, at), lane, &entry);
    else
        split_full_node(e, at, &entry);
    set_heights(e, &path);
    if (++e->n_insertions % REBUILD_EVERY == 0) {
        if (e->heights[e->now.hierarchy.root] > HIGH)
            lower_highest(e);
        else
            rebuild_on_path(e, &path);
    }
    if (e->heights[e->now.hierarchy.root] > BSP_EDIT_HEIGHT)
        bsp_edit_rebuild(e);
}

/* --- removal --- */

/* Finds the path to a brush. Returns whether the brush is below the node. */
static gboolean find_path(const BspEditor *e, gint32 at, const Box *box, gint32 child, Path *path)
{
    const BspNearNode *node = node_at(e, at);
    guint i = path->n++;
    BSP_ASSERT(i < BSP_NEAR_MAX_DEPTH);
    path->nodes[i] = at;
    for (path->lanes[i] = 0; path->lanes[i] < WIDE; path->lanes[i]++)
        if (node->child[path->lanes[i]] == child)
            return TRUE;
    for (path->lanes[i] = 0; path->lanes[i] < WIDE; path->lanes[i]++) {
        guint lane = path->lanes[i];
        if (node->child[lane] > 0 && contains(node, lane, box) &&
            find_path(e, node->child[lane], box, child, path))
            return TRUE;
    }
    path->n--;
    return FALSE;
}

/* Puts the children of a node into the node above it, which has room for them. */
static void dissolve(BspEditor *e, gint32 above, guint lane)
{
    BspNearNode *node = node_at(e, above);
    gint32 at = node->child[lane];
    const BspNearNode *lower = node_at(e, at);
    clear_lane(node, lane);
    for (guint i = 0; i < WIDE; i++)
        if (is_used(lower, i))
            set_lane(node, unused_lane(node), &(Entry){ lane_box(lower, i), lower->child[i] });
    drop_node(e, at);
}

/* Dissolves one of the nodes below this node, the most expensive whose children find room in this
 * node. */
static void dissolve_child(BspEditor *e, gint32 at)
{
    const BspNearNode *node = node_at(e, at);
    guint room = WIDE - n_used(node) + 1, best = WIDE;
    double most = 0;
    for (guint i = 0; i < WIDE; i++) {
        if (node->child[i] <= 0 || n_used(node_at(e, node->child[i])) > room)
            continue;
        Box box = lane_box(node, i);
        double cost = cost_of(e, &box);
        if (cost > most) {
            most = cost;
            best = i;
        }
    }
    if (best < WIDE)
        dissolve(e, at, best);
}

/* Makes the bounds on the path as small as they can be, and dissolves nodes that have become small
 * enough. */
static void shrink(BspEditor *e, Path *path)
{
    for (guint i = path->n; i-- > 1;) {
        gint32 at = path->nodes[i], above = path->nodes[i - 1];
        guint lane = path->lanes[i - 1];
        if (n_used(node_at(e, at)) <= WIDE - n_used(node_at(e, above)) + 1) {
            dissolve(e, above, lane);
            path->n = i;
        } else {
            set_height(e, at);
            set_lane(node_at(e, above), lane, &(Entry){ node_box(node_at(e, at)), at });
        }
    }
    set_height(e, path->nodes[0]);
}

/* If the root has a single child that is a node, makes the child the root. */
static void lower_root(BspEditor *e)
{
    gint32 root = (gint32)e->now.hierarchy.root;
    const BspNearNode *node = node_at(e, root);
    for (guint i = 0; i < WIDE && n_used(node) == 1; i++)
        if (node->child[i] > 0) {
            e->now.hierarchy.root = (guint)node->child[i];
            drop_node(e, root);
            return;
        }
}

void bsp_edit_take_out(BspEditor *e, guint32 brush)
{
    Box box = box_of_brush(e, brush);
    Path path = { .n = 0 };
    gboolean is_there = find_path(e, (gint32)e->now.hierarchy.root, &box, ~(gint32)brush, &path);
    BSP_ASSERT(is_there);
    if (!is_there)
        return;
    for (guint i = 0; i < path.n; i++) {
        path.nodes[i] = writable(e, path.nodes[i]);
        set_node_of_path(e, &path, i, path.nodes[i]);
    }
    gint32 last = path.nodes[path.n - 1];
    clear_lane(node_at(e, last), path.lanes[path.n - 1]);
    dissolve_child(e, last);
    shrink(e, &path);
    lower_root(e);
}
