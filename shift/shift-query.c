/* shift-query: HitCheckBSP (Melax 2000, section 3).
 *
 * The recursion of the paper as a loop over a stack, on an interval of t of the original segment.
 * Planes are tested BSP_TOUCH inside where they really are, so that a shape that touches a cell
 * does not hit it; the time of impact is taken from the plane itself. */
#include "bsp-cast.h"
#include "bsp-cover.h"
#include "shift-private.h"

/* A subtree to be checked, and the piece of the segment that reaches it. */
typedef struct {
    double from, to; /* interval of t inside the planes so far, less BSP_TOUCH */
    double impact;   /* the t at which the segment enters all of these planes */
    gint32 node;
    gint32 enter; /* the node whose plane gave `impact`; -1 when it starts inside */
    gint32 leave; /* the node whose plane gave `to`; -1: the segment's end */
} HitItem;

/* What was hit first. */
typedef struct {
    double t;        /* 2: nothing */
    gboolean inside; /* it starts in solid */
    gint32 enter;    /* the node whose plane was hit; -1: see normal */
    BspVec normal;   /* of an exact hit */
} Hit;

typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    BspVec from, delta;
    BspVec middle, half; /* of the shape's bounds: the middle and half the size */
    gboolean exact;      /* ask the shape itself at every solid cell that is reached */
    guint64 n_nodes, n_leaves, n_bevels;
    HitItem stack[BSP_MAX_DEPTH + 1];
    guint top;
} HitCheck;

/* How far the plane moves out over (towards its front) for what is under it, and how far it moves
 * the other way for what is over it. Boxes and spheres, which are most of what moves, in line. */
static inline void shifts(const HitCheck *c, guint32 normal, double *up, double *down)
{
    const BspShape *shape = c->shape;
    if (normal < 3) {
        *up = -shape->bounds.mins.v[normal];
        *down = shape->bounds.maxs.v[normal];
        return;
    }
    BspVec n = c->tree->nodes.normals[normal];
    if (shape->kind == BSP_SHAPE_BOX) {
        double middle = bsp_vec_dot(n, c->middle);
        double reach = fabs(n.x) * c->half.x + fabs(n.y) * c->half.y + fabs(n.z) * c->half.z;
        *up = reach - middle;
        *down = reach + middle;
    } else if (shape->kind == BSP_SHAPE_SPHERE) {
        *up = *down = shape->radius;
    } else {
        *up = bsp_shape_offset(shape, n);
        *down = bsp_shape_support(shape, n);
    }
}

/* Cuts the item's piece of the segment down to where outside + t * speed < 0, `outside` being the
 * distance from the shifted plane less the band of touching. */
static inline void clip(HitItem *item, gint32 node, double outside, double speed, double touch)
{
    double at_from = outside + item->from * speed, at_to = outside + item->to * speed;
    if (at_from > 0) {
        item->from = MIN(-outside / speed, item->to);
        double crossing = -(outside - touch) / speed;
        if (crossing >= item->impact || item->enter < 0) {
            item->impact = MAX(crossing, 0);
            item->enter = node;
        }
    } else if (at_to > 0) {
        item->to = MAX(-outside / speed, item->from);
        item->leave = node;
    }
}

/* Goes on in the child the segment reaches first, the other waits on the stack; FALSE when the
 * segment reaches neither. Empty leaves are not worth reaching. */
static inline gboolean descend(HitCheck *c, HitItem *item)
{
    const BspNodes *nodes = &c->tree->nodes;
    gint32 at = item->node;
    const BspNode *node = &nodes->nodes[at];
    double up, down;
    shifts(c, bsp_node_normal(nodes, node), &up, &down);
    /* A shape without thickness along the normal would slip between two solid cells: it is clipped
     * by the planes themselves, on which it counts as being on both sides. */
    double touch = MIN(BSP_TOUCH, 0.5 * (up + down));
    /* Nor may it slip into the zero volume over a bevel, where it runs through solid matter. */
    if (touch <= 0 && bsp_node_tag(nodes, node) == SHIFT_IS_BEVEL)
        touch = -BSP_TOUCH;
    double d = bsp_node_along(nodes, node, &c->from) - bsp_node_dist(nodes, node);
    double v = bsp_node_along(nodes, node, &c->delta);
    double at_from = d + item->from * v, at_to = d + item->to * v;
    double least = MIN(at_from, at_to), most = MAX(at_from, at_to);
    double under = up - touch, over = touch - down; /* it is under below the one ... */
    gboolean is_under = least < under || (touch <= 0 && most == under);
    gboolean is_over = most > over || (touch <= 0 && least == over); /* ... over above the other */
    c->n_nodes++;
    c->n_bevels += bsp_node_tag(nodes, node) == SHIFT_IS_BEVEL;
    is_under = is_under && node->child[1] != ~0;
    is_over = is_over && node->child[0] != ~0;
    if (is_over && is_under) {
        HitItem other = *item;
        HitItem *o = v > 0 ? &other : item, *u = v > 0 ? item : &other;
        o->node = node->child[0];
        u->node = node->child[1];
        clip(o, at, over - d, -v, touch);
        clip(u, at, d - under, v, touch);
        c->stack[c->top++] = other;
    } else if (is_under) {
        item->node = node->child[1];
        if (most > under)
            clip(item, at, d - under, v, touch);
    } else if (is_over) {
        item->node = node->child[0];
        if (least < over)
            clip(item, at, over - d, -v, touch);
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
    c->stack[0] = (HitItem){ 0, 1, 0, c->tree->nodes.root, -1, -1 };
    c->top = 1;
}

static BspCastBody body_of(const ShiftTree *tree, gint32 leaf)
{
    guint cell = (guint)~leaf - 1;
    return (BspCastBody){ tree->vertices + tree->first[cell],
                          tree->first[cell + 1] - tree->first[cell] };
}

/* Whether the shape that meets the cell at t does so on the face it crossed last: then that tells
 * the normal, which for a contact with an edge of the face is anybody's guess. */
static gboolean is_on_face(const HitCheck *c, const HitItem *item, double t)
{
    if (item->enter < 0)
        return FALSE;
    const BspNodes *nodes = &c->tree->nodes;
    double speed = bsp_node_along(nodes, &nodes->nodes[item->enter], &c->delta);
    return fabs((t - item->impact) * speed) <= 2 * BSP_TOUCH;
}

/* The hit in the cell that the item has reached; FALSE when the shape passes it by. */
static gboolean hit_cell(HitCheck *c, const HitItem *item, Hit *hit)
{
    *hit = (Hit){ item->impact, item->enter < 0, item->enter, bsp_vec(0, 0, 0) };
    if (!c->exact)
        return TRUE;
    BspCastBody body = body_of(c->tree, item->node);
    BspCastHit cast;
    if (!bsp_cast(&body, c->shape, c->from, c->delta, item->impact, item->to, &cast, NULL))
        return FALSE;
    if (!cast.overlap) /* else it is the plane of `enter` that it has just crossed, or the start */
        *hit = (Hit){ cast.t, FALSE, is_on_face(c, item, cast.t) ? item->enter : -1, cast.normal };
    return TRUE;
}

static Hit first_hit(HitCheck *c)
{
    Hit best = { .t = 2 }, hit;
    start(c);
    while (c->top > 0) {
        HitItem item = c->stack[--c->top];
        /* Beyond the impact so far nothing matters: the paper's shortened v1. A piece that holds
         * the start is looked at even so, to tell a start in solid from one that touches. */
        if (item.impact >= best.t && item.enter >= 0)
            continue;
        if (reach_solid(c, &item) && hit_cell(c, &item, &hit) && (hit.t < best.t || hit.inside)) {
            best = hit;
            if (best.inside)
                break;
        }
    }
    return best;
}

/* The end of what the item's cell covers of the segment; FALSE when it covers nothing. */
static gboolean exit_cell(HitCheck *c, HitItem *item, BspVec *normal)
{
    if (!c->exact)
        return TRUE;
    /* The same question asked from the other end. */
    BspVec end = bsp_vec_mad(c->from, item->to, c->delta);
    BspVec back = bsp_vec_scale(c->delta, -item->to);
    BspCastBody body = body_of(c->tree, item->node);
    BspCastHit first, last;
    if (!bsp_cast(&body, c->shape, end, back, 0, 1, &last, NULL) ||
        !bsp_cast(&body, c->shape, c->from, c->delta, item->from, 1, &first, NULL))
        return FALSE;
    if (!last.overlap) {
        item->to *= 1 - last.t;
        item->leave = -1;
        *normal = last.normal;
    }
    item->from = first.t;
    return TRUE;
}

/* Where a segment that starts in solid first leaves it: cells are joined end to end until none
 * reaches farther. `to` is the time, `leave` the plane. */
static HitItem last_solid(HitCheck *c, BspVec *normal)
{
    HitItem end = { .to = 0, .leave = -1 };
    gboolean farther = TRUE;
    while (farther && end.to < 1) {
        farther = FALSE;
        start(c);
        while (c->top > 0) {
            HitItem item = c->stack[--c->top];
            BspVec n = bsp_vec(0, 0, 0);
            if (item.to > end.to && item.from <= end.to && reach_solid(c, &item) &&
                exit_cell(c, &item, &n) && item.to > end.to && item.from <= end.to) {
                end = item;
                *normal = n;
                farther = TRUE;
            }
        }
    }
    return end;
}

/* The plane that is crossed at t, shifted, facing the empty side: a node's, or of the normal. */
static void set_contact(const HitCheck *c, BspTransition *tr, gint32 node, BspVec normal, double t)
{
    tr->t = CLAMP(t, 0, 1);
    tr->point = bsp_vec_mad(c->from, tr->t, c->delta);
    if (node < 0) {
        tr->plane = (BspPlane){ normal, bsp_vec_dot(normal, tr->point) };
        return;
    }
    tr->plane = bsp_nodes_plane(&c->tree->nodes, node);
    gboolean along = bsp_vec_dot(tr->plane.normal, c->delta) > 0;
    if (along == (tr->type == BSP_EMPTY_TO_SOLID))
        tr->plane = bsp_plane_flipped(&tr->plane);
    tr->plane.dist += bsp_shape_offset(c->shape, tr->plane.normal);
}

static BspTransition transition(HitCheck *c, BspVec to)
{
    BspTransition tr = { .type = BSP_EMPTY, .t = 1, .point = to };
    Hit hit = first_hit(c);
    if (hit.t > 1)
        return tr;
    if (!hit.inside) {
        tr.type = BSP_EMPTY_TO_SOLID;
        set_contact(c, &tr, hit.enter, hit.normal, hit.t);
        return tr;
    }
    BspVec normal = bsp_vec(0, 0, 0);
    HitItem end = last_solid(c, &normal);
    if (end.to >= 1) {
        tr.type = BSP_SOLID;
    } else {
        tr.type = BSP_SOLID_TO_EMPTY;
        set_contact(c, &tr, end.leave, normal, end.to);
    }
    return tr;
}

/* For a point no plane shifts: the tree is a plain BSP, and a bevel has nothing but solid matter
 * under it. (The zero volume over it must not count: within the band of touching it has some.) */
static BspKnown of_node(guint tag, gconstpointer user_data)
{
    (void)user_data;
    return tag == SHIFT_IS_BEVEL ? BSP_KNOWN_SOLID : BSP_KNOWN_NOT;
}

static BspKnown of_leaf(guint value, gconstpointer user_data)
{
    (void)user_data;
    return value ? BSP_KNOWN_SOLID : BSP_KNOWN_EMPTY;
}

/* A point that stands at `offset` from its reference point. */
static BspTransition check_point(const ShiftTree *tree, BspVec offset, BspVec from, BspVec to,
                                 BspCounters *counters)
{
    BspTransition tr = bsp_cover_walk(&tree->nodes, tree->nodes.root, bsp_vec_add(from, offset),
                                      bsp_vec_add(to, offset), of_node, of_leaf, NULL, counters);
    tr.point = tr.t < 1 ? bsp_vec_mad(from, tr.t, bsp_vec_sub(to, from)) : to;
    tr.plane.dist -= bsp_vec_dot(tr.plane.normal, offset);
    return tr;
}

static gboolean has_no_size(const BspBounds *b)
{
    return b->mins.x == b->maxs.x && b->mins.y == b->maxs.y && b->mins.z == b->maxs.z;
}

static BspTransition hit_check(const ShiftTree *tree, const BspShape *shape, gboolean exact,
                               BspVec from, BspVec to, BspCounters *counters)
{
    if (has_no_size(&shape->bounds)) /* a point, or a box that has become one */
        return check_point(tree, shape->bounds.mins, from, to, counters);
    HitCheck c;
    c.tree = tree;
    c.shape = shape;
    c.from = from;
    c.delta = bsp_vec_sub(to, from);
    c.middle = bsp_bounds_centre(&shape->bounds);
    c.half = bsp_vec_sub(shape->bounds.maxs, c.middle);
    c.exact = exact;
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

BspTransition shift_tree_hit_check(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                   BspVec to, BspCounters *counters)
{
    return hit_check(tree, shape, FALSE, from, to, counters);
}

/* Cells are eroded by BSP_TOUCH: what is thinner would slip between two of them. */
static gboolean is_thick(const BspShape *shape)
{
    BspVec size = bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins);
    return MIN(size.x, MIN(size.y, size.z)) > 4 * BSP_TOUCH;
}

BspTransition shift_tree_hit_check_exact(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                         BspVec to, BspCounters *counters)
{
    g_return_val_if_fail(tree->first, (BspTransition){ 0 });
    return hit_check(tree, shape, is_thick(shape), from, to, counters);
}

gboolean shift_tree_point_is_solid(const ShiftTree *tree, BspVec p)
{
    const BspNodes *nodes = &tree->nodes;
    gint32 at = nodes->root;
    while (at >= 0) {
        const BspNode *node = &nodes->nodes[at];
        if (bsp_node_tag(nodes, node) == SHIFT_IS_BEVEL)
            return TRUE;
        at = node->child[bsp_node_along(nodes, node, &p) <= bsp_node_dist(nodes, node)];
    }
    return at != ~0;
}
