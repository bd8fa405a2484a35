/* partition: the parts into which a tree divides a section, and its bevels. */
#include "draw/partition.h"

#include "bsp-nodes.h"

typedef struct {
    const CompareSection *section;
    const CompareTreeView *tree;
    const BspShape *shape; /* NULL: the planes are not shifted */
    CompareCells *cells;
    GArray *bevels; /* BspPlane: outward, of the bevel nodes above */
    double tick;
} Walk;

/* Units. A bevel touches a part at a corner at most this far from it. */
#define TOUCHES 1e-3

/* Adds the edge of the part that is in the plane, if there is one. */
static void add_edge(GArray *edges, const BspPolygon *part, const BspPlane *plane, double near)
{
    CompareSegment edge;
    guint n = 0;
    for (guint i = 0; i < part->n; i++) {
        if (fabs(bsp_plane_distance(plane, part->v[i])) > near)
            continue;
        if (n++ == 0)
            edge.a = part->v[i];
        edge.b = part->v[i];
    }
    if (n >= 2)
        g_array_append_val(edges, edge);
}

/* Adds a short piece of the bevel at the corners of the part that it touches. */
static void add_tick(const Walk *walk, const BspPolygon *part, const BspPlane *bevel)
{
    BspVec at = bsp_vec(0, 0, 0);
    BspVec along = bsp_vec_cross(bsp_vec_axis((int)walk->section->axis), bevel->normal);
    double length = bsp_vec_length(along);
    guint n = 0;
    for (guint i = 0; i < part->n; i++) {
        if (bsp_plane_distance(bevel, part->v[i]) < -TOUCHES)
            continue;
        at = bsp_vec_add(at, part->v[i]);
        n++;
    }
    if (n == 0 || n == part->n || length < BSP_SAME_NORMAL)
        return;
    at = bsp_vec_scale(at, 1.0 / n);
    along = bsp_vec_scale(along, walk->tick / length);
    CompareSegment tick = { bsp_vec_sub(at, along), bsp_vec_add(at, along) };
    g_array_append_val(walk->cells->bevels, tick);
}

static void add_bevels(const Walk *walk, const BspPolygon *part)
{
    for (guint i = 0; i < walk->bevels->len; i++) {
        const BspPlane *bevel = &g_array_index(walk->bevels, BspPlane, i);
        if (walk->shape)
            add_edge(walk->cells->bevels, part, bevel, TOUCHES);
        else
            add_tick(walk, part, bevel);
    }
}

static void reach(const Walk *walk, int32_t at, const BspPolygon *polygon);

/* An unshifted bevel only touches the cell, which is on one side of it. */
static void pass_bevel(const Walk *walk, int32_t at, const BspNodeView *node,
                       const BspPolygon *polygon)
{
    unsigned side = shift_tree_under_bevel(walk->tree->shift, at);
    BspPlane plane = side ? node->plane : bsp_plane_flipped(&node->plane);
    g_array_append_val(walk->bevels, plane);
    reach(walk, node->child[side], polygon);
    g_array_set_size(walk->bevels, walk->bevels->len - 1);
}

/* Each child gets the part of the polygon on its side of the node's plane, which is shifted by the
 * shape's extent towards the other child. */
static void divide(const Walk *walk, int32_t at, const BspNodeView *node, const BspPolygon *polygon)
{
    guint n_bevels = walk->bevels->len;
    ShiftOffsets offsets = { 0 };
    if (walk->shape)
        offsets = shift_tree_offsets(walk->tree->shift, at, walk->shape);
    for (unsigned side = 0; side < 2; side++) {
        BspPlane plane = node->plane;
        BspPolygon *parts[2];
        plane.dist += side ? offsets.under : offsets.over;
        compare_section_cut(walk->section, polygon, &plane, &parts[0], &parts[1]);
        if (side && parts[0] && parts[1])
            add_edge(walk->cells->cuts, parts[1], &plane, 2 * BSP_CELL_EPSILON);
        if (compare_view_is_bevel(walk->tree, node))
            g_array_append_val(walk->bevels, plane);
        if (parts[side])
            reach(walk, node->child[side], parts[side]);
        g_array_set_size(walk->bevels, n_bevels);
        g_free(parts[0]);
        g_free(parts[1]);
    }
}

static void reach(const Walk *walk, int32_t at, const BspPolygon *polygon)
{
    at = bsp_nodes_in(walk->tree->nodes, at, walk->tree->space);
    if (at < 0) {
        GPtrArray *parts = at == ~0 ? walk->cells->empty : walk->cells->solid;
        g_ptr_array_add(parts, bsp_polygon_new(polygon->v, polygon->n));
        if (at != ~0)
            add_bevels(walk, polygon);
        return;
    }
    BspNodeView node = bsp_nodes_view(walk->tree->nodes, at);
    if (!walk->shape && compare_view_is_bevel(walk->tree, &node))
        pass_bevel(walk, at, &node, polygon);
    else
        divide(walk, at, &node, polygon);
}

CompareCells *compare_cells_new(const CompareSection *section, const CompareTreeView *tree,
                                const BspShape *shape, double tick)
{
    CompareCells *cells = g_new(CompareCells, 1);
    *cells = (CompareCells){ compare_polygons_new(), compare_polygons_new(),
                             g_array_new(FALSE, FALSE, sizeof(CompareSegment)),
                             g_array_new(FALSE, FALSE, sizeof(CompareSegment)) };
    g_autoptr(GArray) bevels = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_autofree BspPolygon *view = compare_section_view(section);
    Walk walk = { section, tree, shape, cells, bevels, tick };
    reach(&walk, bsp_nodes_root(tree->nodes), view);
    return cells;
}

void compare_cells_free(CompareCells *cells)
{
    if (!cells)
        return;
    g_ptr_array_unref(cells->empty);
    g_ptr_array_unref(cells->solid);
    g_array_unref(cells->cuts);
    g_array_unref(cells->bevels);
    g_free(cells);
}
