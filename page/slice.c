/* slice: the nodes and leaves of a tree in a plane of the level, and a query that records its
 * steps. */
#include <string.h>

#include "bsp-nodes.h"
#include "page/page.h"

typedef enum { ITEM_NODE, ITEM_BEVEL, ITEM_LEAF } ItemKind;

/* A step of a query, which goes down from a node, or reaches a leaf. */
typedef enum {
    STEP_FRONT,
    STEP_BACK,
    STEP_CUT, /* the piece of the move is cut, and its near half goes down first */
    STEP_FAR, /* the far half of the piece goes down */
    STEP_EMPTY,
    STEP_SOLID,
    STEP_TRANSITION /* the halves differ, so the move stops at the cut */
} StepKind;

/* The maximum number of nodes and leaves of a tree in a slice. */
#define MAX_ITEMS 8192

/* The maximum number of corners of a polygon. Each plane that cuts a polygon adds at most one
 * corner. */
#define MAX_CORNERS 64

/* Square units. A polygon with less area counts as empty, because rounding alone leaves it. */
#define FLAT 1e-3

typedef struct {
    unsigned n;
    double at[MAX_CORNERS][2];
} Polygon;

/* A node or leaf of the tree. Equal subtrees, which the tree stores once, are separate items. */
typedef struct {
    ItemKind kind;
    int parent, child[2]; /* items; -1 if there is none, or if it is not in the slice */
    BspPlane plane;
    double over, under; /* the distances by which a query moves the plane, for its front and for its
                           back */
    double solid; /* the bits of an onion's leaf; 1 if the leaf of another tree is solid, or 0 */
    /* The point of a leaf that decides whether it is solid (Golodetz 2013, Listing 4). */
    BspVec point;
    Polygon cell;  /* the part of the cell in the slice */
    Polygon grown; /* the cell with its planes shifted for the body */
} Item;

static Item items[MAX_ITEMS];
static unsigned n_items;
static int sliced_method;
static double slice_z;

/* Cuts off the part of the polygon in front of the plane. Returns whether a part remains. */
static bool cut_polygon(Polygon *p, BspPlane plane)
{
    Polygon left = { 0 };
    double limit = plane.dist - plane.normal.z * slice_z, area = 0;
    for (unsigned i = 0; i < p->n; i++) {
        const double *a = p->at[i], *b = p->at[(i + 1) % p->n];
        double da = plane.normal.x * a[0] + plane.normal.y * a[1] - limit;
        double db = plane.normal.x * b[0] + plane.normal.y * b[1] - limit;
        if (da <= 0)
            memcpy(left.at[left.n++], a, sizeof left.at[0]);
        if (da * db < 0) {
            double t = da / (da - db);
            left.at[left.n][0] = a[0] + t * (b[0] - a[0]);
            left.at[left.n++][1] = a[1] + t * (b[1] - a[1]);
        }
    }
    for (unsigned i = 2; i < left.n; i++)
        area += (left.at[i - 1][0] - left.at[0][0]) * (left.at[i][1] - left.at[0][1]) -
                (left.at[i - 1][1] - left.at[0][1]) * (left.at[i][0] - left.at[0][0]);
    if (fabs(area) < 2 * FLAT || left.n > MAX_CORNERS - 2)
        left.n = 0;
    *p = left;
    return left.n > 0;
}

static void finish_leaf(Item *item, unsigned value)
{
    BspVec sum = bsp_vec(0, 0, 0);
    const Polygon *p = item->cell.n ? &item->cell : &item->grown;
    for (unsigned i = 0; i < p->n; i++)
        sum = bsp_vec_add(sum, bsp_vec(p->at[i][0], p->at[i][1], slice_z));
    item->kind = ITEM_LEAF;
    item->point = bsp_vec_scale(sum, 1.0 / p->n);
    item->solid = value != 0;
    if (sliced_method == METHOD_ONION) {
        uint64_t bits; /* one number is enough, because the onions of figures have few spaces */
        onion_tree_descriptor(level->onion, item->point, &bits);
        item->solid = (double)bits;
    }
}

/* Adds the nodes and leaves of the subtree that are in the cell, or in the grown cell. Returns the
 * item of its root, or -1 if there are too many items. */
static int add_items(const BspNodes *nodes, int32_t at, int parent, const Polygon *cell,
                     const Polygon *grown)
{
    if (n_items == MAX_ITEMS)
        return -1;
    int number = (int)n_items++;
    Item *item = &items[number];
    *item = (Item){ .parent = parent, .child = { -1, -1 }, .cell = *cell, .grown = *grown };
    at = bsp_nodes_in(nodes, at, space);
    if (at < 0) {
        finish_leaf(item, (unsigned)~at);
        return number;
    }
    BspNodeView node = bsp_nodes_view(nodes, at);
    bool is_bevel = node.kind == BSP_NODE_BEVEL;
    item->kind = is_bevel ? ITEM_BEVEL : ITEM_NODE;
    item->plane = node.plane;
    if (sliced_method == METHOD_SHIFT) {
        ShiftOffsets offsets = shift_tree_offsets(level->shift, at, &body.shape);
        item->over = offsets.over;
        item->under = offsets.under;
    }
    for (unsigned side = 0; side < 2; side++) {
        if (is_bevel && side != shift_tree_under_bevel(level->shift, at))
            continue;
        Polygon here = *cell, wider = *grown;
        BspPlane plane = side ? node.plane : bsp_plane_flipped(&node.plane);
        bool is_here = is_bevel ? here.n > 0 : cut_polygon(&here, plane);
        plane.dist += side ? item->under : -item->over;
        if (cut_polygon(&wider, plane) || is_here)
            item->child[side] = add_items(nodes, node.child[side], number, &here, &wider);
    }
    return number;
}

static unsigned put_polygon(unsigned at, const Polygon *p)
{
    memcpy(&numbers[at], p->at, p->n * sizeof p->at[0]);
    return at + 2 * p->n;
}

/* Lists the nodes and leaves of a tree in a slice. Its plane is z = number 2, and its rectangle
 * reaches from numbers 0, 1 to numbers 3, 4. If the tree is a shift tree, its planes are shifted
 * for the body. Returns the number of items. Stores for each item, from number 0 on, its ItemKind,
 * its parent, the side of the parent, and the line of its plane (a, b, c with a x + b y = c). Then
 * follow over, under, solid, and the point that decides (x, y). Last come the numbers of corners of
 * its cell and of its grown cell, and the corners of both. */
PAGE_EXPORT(page_tree) unsigned page_tree(int method)
{
    BspVec low = get_vec(0), high = get_vec(3);
    Polygon all = {
        4, { { low.x, low.y }, { high.x, low.y }, { high.x, high.y }, { low.x, high.y } }
    };
    const BspNodes *nodes =
        method == METHOD_ONION ? onion_tree_nodes(level->onion) : shift_tree_nodes(level->shift);
    n_items = 0;
    slice_z = low.z;
    sliced_method = method;
    add_items(nodes, bsp_nodes_root(nodes), -1, &all, &all);
    unsigned at = 0, i = 0;
    for (; i < n_items && at + 13 + 4 * MAX_CORNERS < MAX_NUMBERS; i++) {
        const Item *item = &items[i];
        const BspPlane *plane = &item->plane;
        int side = item->parent >= 0 && items[item->parent].child[1] == (int)i;
        double fields[] = {
            item->kind,      item->parent,    side,
            plane->normal.x, plane->normal.y, plane->dist - plane->normal.z * slice_z,
            item->over,      item->under,     item->solid,
            item->point.x,   item->point.y,   item->cell.n,
            item->grown.n
        };
        memcpy(&numbers[at], fields, sizeof fields);
        at = put_polygon(at + 13, &item->cell);
        at = put_polygon(at, &item->grown);
    }
    return i;
}

/* A query that records its steps. */
typedef struct {
    BspVec from, to;
    unsigned n;
    double hit; /* for a shift tree, the time of the first impact so far; 2 if there is none */
    bool starts_solid; /* for an onion, whether the first leaf is solid */
} Query;

static void put_step(Query *q, int item, StepKind kind, double from, double to)
{
    double fields[] = { item, kind, from, to };
    if (4 * q->n + 4 < MAX_NUMBERS)
        memcpy(&numbers[4 * q->n++], fields, sizeof fields);
}

/* Follows Listing 5 (Golodetz 2013) without its coplanar case, as in trace/listing5.h. The query
 * ends at the first leaf that differs in kind from the first leaf. The piece of the move entered
 * the item through the plane of item `crossed`. Returns whether the query has ended. */
static bool find_transition(Query *q, int at, int crossed, double from, double to)
{
    if (at < 0)
        return false;
    const Item *item = &items[at];
    if (item->kind == ITEM_LEAF) {
        bool solid = space < 53 && (uint64_t)item->solid >> space & 1;
        put_step(q, at, solid ? STEP_SOLID : STEP_EMPTY, from, to);
        if (crossed < 0)
            q->starts_solid = solid;
        else if (solid != q->starts_solid)
            put_step(q, crossed, STEP_TRANSITION, from, from);
        return solid != q->starts_solid;
    }
    double d = bsp_plane_distance(&item->plane, q->from);
    double v = bsp_plane_distance(&item->plane, q->to) - d;
    unsigned near = d + from * v < 0;
    if ((d + to * v < 0) == near) {
        put_step(q, at, near ? STEP_BACK : STEP_FRONT, from, to);
        return find_transition(q, item->child[near], crossed, from, to);
    }
    double t = fmin(fmax(-d / v, from), to);
    put_step(q, at, STEP_CUT, from, t);
    if (find_transition(q, item->child[near], crossed, from, t))
        return true;
    put_step(q, at, STEP_FAR, t, to);
    return find_transition(q, item->child[1 - near], at, t, to);
}

/* Follows HitCheckBSP (Melax 2000, section 3). Stores the time of impact in q->hit. */
static void hit_check(Query *q, int at, double from, double to)
{
    if (at < 0)
        return;
    const Item *item = &items[at];
    if (item->kind == ITEM_LEAF) {
        put_step(q, at, item->solid != 0 ? STEP_SOLID : STEP_EMPTY, from, to);
        if (item->solid != 0)
            q->hit = fmin(q->hit, from);
        return;
    }
    double d = bsp_plane_distance(&item->plane, q->from);
    double v = bsp_plane_distance(&item->plane, q->to) - d;
    for (unsigned i = 0; i < 2; i++) {
        unsigned side = v > 0 ? 1 - i : i; /* this order visits the near side first */
        double start = from, end = fmin(to, q->hit), limit = side ? item->under : item->over;
        if (v == 0 && (side ? d >= limit : d <= limit))
            continue;
        if (v != 0 && (v > 0) == (side == 1))
            end = fmin(end, (limit - d) / v);
        else if (v != 0)
            start = fmax(start, (limit - d) / v);
        if (start > end)
            continue;
        put_step(q, at, side ? STEP_BACK : STEP_FRONT, start, end);
        hit_check(q, item->child[side], start, end);
    }
}

/* Queries the tree that page_tree() has listed, for a move of the body in the slice from numbers 0
 * to 2 to numbers 3 to 5. Returns the number of steps. Stores for each step, from number 0 on, its
 * item, its StepKind, and the times at which the piece of the move begins and ends. */
PAGE_EXPORT(page_steps) unsigned page_steps(void)
{
    Query q = { .from = get_vec(0), .to = get_vec(3), .hit = 2 };
    if (sliced_method == METHOD_ONION)
        find_transition(&q, 0, -1, 0, 1);
    else
        hit_check(&q, 0, 0, 1);
    return q.n;
}
