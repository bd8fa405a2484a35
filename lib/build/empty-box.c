/* empty-box: a large box that nothing solid of a finished tree reaches into.
 *
 * It begins larger than it can be, and the tree is traversed from the seed outwards: each solid
 * leaf that reaches into the box cuts it, where that leaves most of it. So one traversal is enough,
 * and of the farther parts of the tree hardly any is seen. */
#include "build/empty-box.h"

#include "trace/plane.h"

typedef struct {
    const BspTraceView *view;
    BspBounds seed;
    BspVec centre;
    BspGrownBox box;
    gboolean failed;
} Growth;

static gboolean clip_to_bounds(BspGrownBox *part, const BspBounds *bounds)
{
    BspBounds *b = &part->bounds;
    for (guint i = 0; i < 3; i++) {
        b->mins.v[i] = MAX(b->mins.v[i], bounds->mins.v[i]);
        b->maxs.v[i] = MIN(b->maxs.v[i], bounds->maxs.v[i]);
        if (b->maxs.v[i] - b->mins.v[i] <= BSP_VIEW_TOUCHES)
            return FALSE;
    }
    return TRUE;
}

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
    if (bsp_plane_least_along(&g->seed, n) < plane->dist)
        return;
    const BspBounds *b = &g->box.bounds;
    double least = bsp_plane_least_along(b, n);
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
        double height = bsp_plane_least_along(&g->seed, above->plane.normal) - above->plane.dist;
        double least = bsp_plane_least_along(b, above->plane.normal) - above->plane.dist;
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

static void visit(Growth *g, gint32 at, BspGrownBox part, const BspAbove *above)
{
    const BspNodes *nodes = g->view->nodes;
    at = bsp_trace_own(g->view, at);
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
            visit(g, node->child[side], child,
                  bsp_node_axis(node) < BSP_NODE_OBLIQUE ? above : &here);
    }
}

gboolean bsp_empty_box_grow(const BspTraceView *view, const BspBounds *seed, const BspBounds *most,
                            BspGrownBox *box)
{
    Growth g = {
        .view = view, .seed = *seed, .centre = bsp_bounds_centre(seed), .box = bsp_grown_box(most)
    };
    visit(&g, view->nodes->root, g.box, NULL);
    *box = g.box;
    BspVec size = bsp_vec_sub(box->bounds.maxs, box->bounds.mins);
    return !g.failed && MIN(MIN(size.x, size.y), size.z) > 4 * BSP_BRACKET;
}
