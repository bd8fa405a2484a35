/* view: a finished tree as one space sees it, and boxes about the regions of its nodes. */
#include "build/view.h"

#include "trace/plane.h"

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
    return b->maxs.v[axis] - b->mins.v[axis] > BSP_VIEW_TOUCHES;
}

/* The bounds of what is behind an oblique plane. */
static gboolean clip_oblique(BspGrownBox *part, const BspPlane *plane)
{
    BspBounds *b = &part->bounds;
    BspVec n = plane->normal;
    double least = bsp_plane_least_along(b, n);
    if (least >= plane->dist - BSP_VIEW_TOUCHES)
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
        if (b->maxs.v[i] - b->mins.v[i] <= BSP_VIEW_TOUCHES)
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
