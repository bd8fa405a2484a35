/* empty-box: a large box that nothing solid of a finished tree reaches into.
 *
 * It begins larger than it can be, and the tree is walked from the seed outwards: each solid leaf
 * that reaches into the box cuts it, where that leaves most of it. So one walk is enough, and of
 * the farther parts of the tree hardly any is seen. */
#include "build/empty-box.h"

/* Units. What reaches less deep into a box only touches it. */
#define TOUCHES 1e-9

typedef struct {
    const BspTraceView *view;
    BspBounds seed;
    BspVec centre;
    BspGrownBox box;
    gboolean failed;
} Growth;

gint32 bsp_view_own(const BspTraceView *view, gint32 node)
{
    return bsp_nodes_is_space_node(view->nodes, node)
               ? bsp_nodes_in_space(view->nodes, node, view->space)
               : node;
}

gboolean bsp_view_leaf_is_solid(const BspTraceView *view, gint32 leaf)
{
    return view->leaf_is_solid((unsigned)~leaf, view->user_data);
}

BspGrownBox bsp_grown_box(const BspBounds *bounds)
{
    BspGrownBox box = { .bounds = *bounds };
    for (guint face = 0; face < 6; face++)
        box.plane[face] = BSP_BOX_NO_PLANE;
    return box;
}

/* --- parts of the tree --- */

static gboolean clip_to_bounds(BspGrownBox *part, const BspBounds *bounds)
{
    BspBounds *b = &part->bounds;
    for (guint i = 0; i < 3; i++) {
        b->mins.v[i] = MAX(b->mins.v[i], bounds->mins.v[i]);
        b->maxs.v[i] = MIN(b->maxs.v[i], bounds->maxs.v[i]);
        if (b->maxs.v[i] - b->mins.v[i] <= TOUCHES)
            return FALSE;
    }
    return TRUE;
}

/* The least of n . p over the bounds. */
static double least_along(const BspBounds *b, BspVec n)
{
    double sum = 0;
    for (guint i = 0; i < 3; i++)
        sum += n.v[i] * (n.v[i] > 0 ? b->mins.v[i] : b->maxs.v[i]);
    return sum;
}

static gboolean clip_axial(BspGrownBox *part, guint axis, double dist, guint32 plane, guint side)
{
    BspBounds *b = &part->bounds;
    if (side == 0 && b->mins.v[axis] < dist) {
        b->mins.v[axis] = dist;
        part->plane[axis] = plane;
    } else if (side == 1 && b->maxs.v[axis] > dist) {
        b->maxs.v[axis] = dist;
        part->plane[3 + axis] = plane;
    }
    return b->maxs.v[axis] - b->mins.v[axis] > TOUCHES;
}

/* The bounds of what is behind an oblique plane. */
static gboolean clip_oblique(BspGrownBox *part, const BspPlane *plane)
{
    BspBounds *b = &part->bounds;
    BspVec n = plane->normal;
    double least = least_along(b, n);
    if (least >= plane->dist - TOUCHES)
        return FALSE;
    BspBounds of = *b;
    for (guint i = 0; i < 3; i++) {
        if (n.v[i] == 0)
            continue;
        double near = n.v[i] > 0 ? of.mins.v[i] : of.maxs.v[i];
        double limit = near + (plane->dist - least) / n.v[i];
        if (n.v[i] > 0 && limit < b->maxs.v[i]) {
            b->maxs.v[i] = limit;
            part->plane[3 + i] = BSP_BOX_NO_PLANE;
        } else if (n.v[i] < 0 && limit > b->mins.v[i]) {
            b->mins.v[i] = limit;
            part->plane[i] = BSP_BOX_NO_PLANE;
        }
        if (b->maxs.v[i] - b->mins.v[i] <= TOUCHES)
            return FALSE;
    }
    return TRUE;
}

BspPlane bsp_view_plane_before(const BspTraceView *view, gint32 node, guint side)
{
    BspPlane plane = bsp_nodes_plane(view->nodes, node);
    return side == 0 ? bsp_plane_flipped(&plane) : plane;
}

gboolean bsp_view_cut_to_child(const BspTraceView *view, gint32 node, guint side, BspGrownBox *part)
{
    const BspNode *n = &view->nodes->nodes[node];
    guint axis = bsp_node_axis(n);
    if (axis < BSP_NODE_OBLIQUE)
        return clip_axial(part, axis, bsp_node_dist(view->nodes, n), bsp_node_plane(view->nodes, n),
                          side);
    BspPlane plane = bsp_view_plane_before(view, node, side);
    return clip_oblique(part, &plane);
}

/* --- cutting --- */

/* Moves one face of the box. */
typedef struct {
    double left; /* the volume that is left */
    guint face;
    double at;
    guint32 plane;
} Cut;

static void consider(const Growth *g, guint face, double at, guint32 plane, Cut *best)
{
    const BspBounds *b = &g->box.bounds;
    BspVec size = bsp_vec_sub(b->maxs, b->mins);
    guint axis = face % 3;
    size.v[axis] = face < 3 ? b->maxs.v[axis] - at : at - b->mins.v[axis];
    double left = size.x * size.y * size.z;
    if (left > best->left)
        *best = (Cut){ left, face, at, plane };
}

/* Cuts that leave the box in front of an oblique plane which the seed is in front of. */
static void consider_oblique(const Growth *g, const BspAbove *above, Cut *best)
{
    const BspPlane *plane = &above->plane;
    BspVec n = plane->normal;
    if (least_along(&g->seed, n) < plane->dist)
        return;
    const BspBounds *b = &g->box.bounds;
    double least = least_along(b, n);
    for (guint i = 0; i < 3; i++) {
        if (n.v[i] == 0)
            continue;
        double at = (n.v[i] > 0 ? b->mins.v[i] : b->maxs.v[i]) + (plane->dist - least) / n.v[i];
        if (n.v[i] > 0 && at <= g->seed.mins.v[i])
            consider(g, i, at, BSP_BOX_NO_PLANE, best);
        else if (n.v[i] < 0 && at >= g->seed.maxs.v[i])
            consider(g, 3 + i, at, BSP_BOX_NO_PLANE, best);
    }
}

/* Shrinks the box towards the seed until it is in front of one of the planes, no cut along an axis
 * being enough. */
static void shrink(Growth *g, const BspAbove *above)
{
    BspBounds *b = &g->box.bounds;
    double most = -1;
    for (; above; above = above->up) {
        double height = least_along(&g->seed, above->plane.normal) - above->plane.dist;
        double least = least_along(b, above->plane.normal) - above->plane.dist;
        if (height >= 0 && least < 0)
            most = MAX(most, height / (height - least));
    }
    if (most < 0) {
        g->failed = TRUE;
        return;
    }
    for (guint i = 0; i < 3; i++) {
        b->mins.v[i] = g->seed.mins.v[i] + most * (b->mins.v[i] - g->seed.mins.v[i]);
        b->maxs.v[i] = g->seed.maxs.v[i] + most * (b->maxs.v[i] - g->seed.maxs.v[i]);
        g->box.plane[i] = g->box.plane[3 + i] = BSP_BOX_NO_PLANE;
    }
}

static void cut(Growth *g, const BspGrownBox *part, const BspAbove *above)
{
    Cut best = { .left = 0 };
    for (guint i = 0; i < 3; i++) {
        if (part->bounds.mins.v[i] >= g->seed.maxs.v[i])
            consider(g, 3 + i, part->bounds.mins.v[i], part->plane[i], &best);
        if (part->bounds.maxs.v[i] <= g->seed.mins.v[i])
            consider(g, i, part->bounds.maxs.v[i], part->plane[3 + i], &best);
    }
    for (const BspAbove *a = above; a; a = a->up)
        consider_oblique(g, a, &best);
    if (best.left <= 0) {
        shrink(g, above);
        return;
    }
    BspVec *corner = best.face < 3 ? &g->box.bounds.mins : &g->box.bounds.maxs;
    corner->v[best.face % 3] = best.at;
    g->box.plane[best.face] = best.plane;
}

static void walk(Growth *g, gint32 at, BspGrownBox part, const BspAbove *above)
{
    const BspNodes *nodes = g->view->nodes;
    at = bsp_view_own(g->view, at);
    if (g->failed || !clip_to_bounds(&part, &g->box.bounds))
        return;
    if (at < 0) {
        if (bsp_view_leaf_is_solid(g->view, at))
            cut(g, &part, above);
        return;
    }
    const BspNode *node = &nodes->nodes[at];
    guint near = bsp_node_along(nodes, node, &g->centre) < bsp_node_dist(nodes, node);
    for (guint i = 0; i < 2; i++) {
        guint side = i ? 1 - near : near;
        BspGrownBox child = part;
        BspAbove here = { above, bsp_view_plane_before(g->view, at, side) };
        if (clip_to_bounds(&child, &g->box.bounds) &&
            bsp_view_cut_to_child(g->view, at, side, &child))
            walk(g, node->child[side], child,
                 bsp_node_axis(node) < BSP_NODE_OBLIQUE ? above : &here);
    }
}

gboolean bsp_empty_box_grow(const BspTraceView *view, const BspBounds *seed, const BspBounds *most,
                            BspGrownBox *box)
{
    Growth g = {
        .view = view, .seed = *seed, .centre = bsp_bounds_centre(seed), .box = bsp_grown_box(most)
    };
    walk(&g, view->nodes->root, g.box, NULL);
    *box = g.box;
    BspVec size = bsp_vec_sub(box->bounds.maxs, box->bounds.mins);
    return !g.failed && MIN(MIN(size.x, size.y), size.z) > 4 * BSP_BRACKET;
}
