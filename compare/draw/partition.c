/* partition: finds the parts into which a tree divides a section of the level, and the lines of the
 * tree's bevels in that section. */
#include "draw/partition.h"

#include "bsp-nodes.h"

typedef struct {
    const CompareSection *section;
    const CompareTreeView *tree;
    const BspShape *shape; /* NULL if the planes are not shifted */
    CompareCells *cells;
    GArray *bevels; /* an array of BspPlane, which are the shifted bevels above the current node */
} Walk;

/* Units. An edge is on a bevel if it is at most this far from it. Errors of cutting are smaller,
 * and a distance so small is invisible. */
#define ON_BEVEL 1e-3

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

static void reach(const Walk *walk, int32_t at, const BspPolygon *polygon);

/* Gives each child its part of the polygon. For each child, the node's plane is first shifted by
 * the shape's extent towards the other child. */
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
        for (guint i = 0; at != ~0 && i < walk->bevels->len; i++)
            add_edge(walk->cells->bevels, polygon, &g_array_index(walk->bevels, BspPlane, i),
                     ON_BEVEL);
        return;
    }
    BspNodeView node = bsp_nodes_view(walk->tree->nodes, at);
    if (!walk->shape && compare_view_is_bevel(
                            walk->tree, &node)) /* without a shape, a bevel only touches the cell */
        reach(walk, node.child[shift_tree_under_bevel(walk->tree->shift, at)], polygon);
    else
        divide(walk, at, &node, polygon);
}

CompareCells *compare_cells_new(const CompareSection *section, const CompareTreeView *tree,
                                const BspShape *shape)
{
    CompareCells *cells = g_new(CompareCells, 1);
    *cells = (CompareCells){ compare_polygons_new(), compare_polygons_new(),
                             g_array_new(FALSE, FALSE, sizeof(CompareSegment)),
                             g_array_new(FALSE, FALSE, sizeof(CompareSegment)) };
    g_autoptr(GArray) bevels = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    g_autofree BspPolygon *view = compare_section_view(section);
    Walk walk = { section, tree, shape, cells, bevels };
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
