/* shift-query: HitCheckBSP (Melax 2000, section 3).
 *
 * The recursion of the paper as a loop over a stack, on an interval of t of the original segment.
 * Planes are tested BSP_TOUCH inside where they really are, so that a shape that touches a cell
 * does not hit it; the time of impact is taken from the plane itself. */
#include "bsp-cover.h"
#include "shift-private.h"

/* A subtree to be checked, and the piece of the segment that reaches it. */
typedef struct {
    double from, to; /* interval of t inside the planes so far, less BSP_TOUCH */
    double impact;   /* the t at which the segment enters all of these planes */
    gint32 node;
    gint32 enter; /* the node whose plane gave `impact`; -1 when it starts inside */
    gint32 leave; /* the node whose plane gave `to`; -1: the segment's end */
    gint32 side;  /* 0: over, 1: under: of `enter`, which is how its plane is shifted */
} HitItem;

typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    BspVec from, delta;
    guint64 n_nodes, n_leaves, n_bevels;
    HitItem stack[BSP_MAX_DEPTH + 1];
    guint top;
} HitCheck;

/* How far the plane moves out over (towards its front) for what is under it, and how far it moves
 * the other way for what is over it. */
static void shifts(const BspShape *shape, const BspNodes *nodes, guint32 normal, double *up,
                   double *down)
{
    const BspBounds *b = &shape->bounds;
    if (normal < 3) {
        *up = -b->mins.v[normal];
        *down = b->maxs.v[normal];
        return;
    }
    BspVec n = nodes->normals[normal];
    if (shape->kind == BSP_SHAPE_SPHERE) {
        *up = *down = shape->radius;
    } else {
        *up = bsp_shape_offset(shape, n);
        *down = bsp_shape_support(shape, n);
    }
}

/* The piece of the item's segment with sign * (distance + t * speed) < shift: the child's part. */
static gboolean clip(HitItem *item, gint32 node, gint32 side, double distance, double speed,
                     double shift, double touch)
{
    double outside = distance - shift + touch; /* at t = 0; inside while negative */
    double at_from = outside + item->from * speed, at_to = outside + item->to * speed;
    if (at_from >= 0 && at_to >= 0)
        return at_from == 0 && at_to == 0 && touch == 0; /* along a plane without thickness */
    if (at_from > 0) {
        item->from = MIN(-outside / speed, item->to);
        double crossing = -(distance - shift) / speed;
        if (crossing >= item->impact || item->enter < 0) {
            item->impact = MAX(crossing, 0);
            item->enter = node;
            item->side = side;
        }
    } else if (at_to > 0) {
        item->to = MAX(-outside / speed, item->from);
        item->leave = node;
    }
    return TRUE;
}

/* Goes on in the child the segment reaches first, the other waits on the stack; FALSE when the
 * segment reaches neither. */
static gboolean descend(HitCheck *c, HitItem *item)
{
    const BspNodes *nodes = &c->tree->nodes;
    gint32 at = item->node;
    const BspNode *node = &nodes->nodes[at];
    double up, down;
    shifts(c->shape, nodes, node->normal, &up, &down);
    /* A shape without thickness along the normal would slip between two solid cells. */
    double touch = MIN(BSP_TOUCH, 0.5 * (up + down));
    double d = bsp_nodes_along(nodes, node->normal, c->from) - node->dist;
    double v = bsp_nodes_along(nodes, node->normal, c->delta);
    HitItem over = *item, under = *item;
    over.node = node->child[0];
    under.node = node->child[1];
    gboolean is_over = over.node != ~0 && clip(&over, at, 0, -d, -v, down, touch);
    gboolean is_under = under.node != ~0 && clip(&under, at, 1, d, v, up, touch);
    c->n_nodes++;
    c->n_bevels += node->extra == SHIFT_IS_BEVEL;
    if (is_over && is_under) {
        /* The paper: under first when the move goes with the normal, and so comes from under. */
        c->stack[c->top++] = v > 0 ? over : under;
        *item = v > 0 ? under : over;
    } else if (is_over || is_under) {
        *item = is_over ? over : under;
    }
    return is_over || is_under;
}

/* Down to a leaf; TRUE when it is a solid one. */
static gboolean reach_solid(HitCheck *c, HitItem *item)
{
    while (item->node >= 0)
        if (!descend(c, item))
            return FALSE;
    c->n_leaves++;
    return item->node != ~0;
}

static void start(HitCheck *c)
{
    c->stack[0] = (HitItem){ 0, 1, 0, c->tree->nodes.root, -1, -1, 0 };
    c->top = 1;
}

static HitItem first_hit(HitCheck *c)
{
    HitItem best = { .impact = 2 };
    start(c);
    while (c->top > 0) {
        HitItem item = c->stack[--c->top];
        /* Beyond the impact so far nothing matters: the paper's shortened v1. A piece that holds
         * the start is looked at even so, to tell a start in solid from one that touches. */
        if (item.impact >= best.impact && item.enter >= 0)
            continue;
        if (reach_solid(c, &item) && (item.impact < best.impact || item.enter < 0)) {
            best = item;
            if (best.enter < 0)
                break; /* it starts inside */
        }
    }
    return best;
}

/* Where a segment that starts in solid first leaves it: cells are joined end to end until none
 * reaches farther. `to` is the time, `leave` the plane. */
static HitItem last_solid(HitCheck *c)
{
    HitItem end = { .to = 0, .leave = -1 };
    gboolean farther = TRUE;
    while (farther && end.to < 1) {
        farther = FALSE;
        start(c);
        while (c->top > 0) {
            HitItem item = c->stack[--c->top];
            if (item.to > end.to && item.from <= end.to && reach_solid(c, &item) &&
                item.to > end.to && item.from <= end.to) {
                end = item;
                farther = TRUE;
            }
        }
    }
    return end;
}

/* The plane of the hit, shifted, facing the empty side, and the time it is crossed. */
static void set_contact(const HitCheck *c, BspTransition *tr, gint32 node, double t)
{
    tr->t = CLAMP(t, 0, 1);
    tr->point = bsp_vec_mad(c->from, tr->t, c->delta);
    tr->plane = bsp_nodes_plane(&c->tree->nodes, node);
    gboolean along = bsp_vec_dot(tr->plane.normal, c->delta) > 0;
    if (along == (tr->type == BSP_EMPTY_TO_SOLID))
        tr->plane = bsp_plane_flipped(&tr->plane);
    tr->plane.dist += bsp_shape_offset(c->shape, tr->plane.normal);
}

static BspTransition transition(HitCheck *c, BspVec to)
{
    BspTransition tr = { .type = BSP_EMPTY, .t = 1, .point = to };
    HitItem hit = first_hit(c);
    if (hit.impact > 1)
        return tr;
    if (hit.enter >= 0) {
        tr.type = BSP_EMPTY_TO_SOLID;
        set_contact(c, &tr, hit.enter, hit.impact);
        return tr;
    }
    HitItem end = last_solid(c);
    if (end.to >= 1) {
        tr.type = BSP_SOLID;
    } else {
        tr.type = BSP_SOLID_TO_EMPTY;
        set_contact(c, &tr, end.leave, end.to);
    }
    return tr;
}

/* For a point no plane shifts: the tree is a plain BSP, and a bevel has nothing but solid matter
 * under it. (The zero volume over it must not count: within the band of touching it has some.) */
static BspKnown of_node(const BspNode *node, gconstpointer user_data)
{
    (void)user_data;
    return node->extra == SHIFT_IS_BEVEL ? BSP_KNOWN_SOLID : BSP_KNOWN_NOT;
}

static BspKnown of_leaf(guint value, gconstpointer user_data)
{
    (void)user_data;
    return value ? BSP_KNOWN_SOLID : BSP_KNOWN_EMPTY;
}

BspTransition shift_tree_hit_check(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                   BspVec to, BspCounters *counters)
{
    if (shape->kind == BSP_SHAPE_POINT)
        return bsp_cover_walk(&tree->nodes, from, to, of_node, of_leaf, NULL, counters);
    HitCheck c;
    c.tree = tree;
    c.shape = shape;
    c.from = from;
    c.delta = bsp_vec_sub(to, from);
    c.n_nodes = c.n_leaves = c.n_bevels = 0;
    BspTransition tr = transition(&c, to);
    if (counters) {
        counters->nodes += c.n_nodes;
        counters->planes += c.n_nodes;
        counters->leaves += c.n_leaves;
        counters->bevels += c.n_bevels;
    }
    return tr;
}

gboolean shift_tree_point_is_solid(const ShiftTree *tree, BspVec p)
{
    const BspNodes *nodes = &tree->nodes;
    gint32 at = nodes->root;
    while (at >= 0) {
        const BspNode *node = &nodes->nodes[at];
        if (node->extra == SHIFT_IS_BEVEL)
            return TRUE;
        at = node->child[bsp_nodes_along(nodes, node->normal, p) <= node->dist];
    }
    return at != ~0;
}
