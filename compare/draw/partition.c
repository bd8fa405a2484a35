/* partition: the cells that a section cuts out of a tree. */
#include "draw/partition.h"

#include "bsp-nodes.h"

/* --- the unshifted tree --- */

typedef struct {
    const CompareSection *section;
    const CompareTreeView *tree;
    CompareCells *cells;
    GArray *bevels; /* BspPlane: of the bevel nodes directly above */
    double tick;
} Walk;

/* Units. A bevel touches a cell if it is at most this far from a corner of the cell in the
 * section. */
#define TOUCHES 1e-3

static void add_cut(GArray *cuts, const BspPolygon *part, const BspPlane *plane)
{
    CompareSegment cut;
    guint n = 0;
    for (guint i = 0; i < part->n; i++) {
        if (fabs(bsp_plane_distance(plane, part->v[i])) > 2 * BSP_CELL_EPSILON)
            continue;
        if (n++ == 0)
            cut.a = part->v[i];
        cut.b = part->v[i];
    }
    if (n >= 2)
        g_array_append_val(cuts, cut);
}

/* Adds a short piece of the bevel at the corner of the cell that it touches, if there is one. */
static void add_bevel(const Walk *walk, const BspPolygon *cell, const BspPlane *bevel)
{
    BspVec at = bsp_vec(0, 0, 0), axis = at;
    guint n = 0;
    for (guint i = 0; i < cell->n; i++) {
        if (bsp_plane_distance(bevel, cell->v[i]) < -TOUCHES)
            continue;
        at = bsp_vec_add(at, cell->v[i]);
        n++;
    }
    axis.v[walk->section->axis] = 1;
    BspVec along = bsp_vec_cross(axis, bevel->normal);
    double length = bsp_vec_length(along);
    if (n == 0 || n == cell->n || length < BSP_SAME_NORMAL)
        return;
    at = bsp_vec_scale(at, 1.0 / n);
    along = bsp_vec_scale(along, walk->tick / length);
    CompareSegment tick = { bsp_vec_sub(at, along), bsp_vec_add(at, along) };
    g_array_append_val(walk->cells->bevels, tick);
}

/* Takes ownership of the polygon. */
static void reach_leaf(const Walk *walk, int32_t leaf, BspPolygon *polygon)
{
    guint value = (guint)~leaf;
    if (walk->tree->shift && leaf == ~0)
        value = 0;
    for (guint i = 0; value && i < walk->bevels->len; i++)
        add_bevel(walk, polygon, &g_array_index(walk->bevels, BspPlane, i));
    g_ptr_array_add(walk->cells->cells, polygon);
    g_array_append_val(walk->cells->values, value);
}

/* Descends past nodes that do not cut the polygon: space nodes, and bevels, which it records. */
static int32_t skip_uncutting_nodes(const Walk *walk, int32_t at)
{
    const BspNodes *nodes = walk->tree->nodes;
    const ShiftTree *shift = walk->tree->shift;
    g_array_set_size(walk->bevels, 0);
    for (;;) {
        at = bsp_nodes_in(nodes, at, walk->tree->space);
        if (at < 0)
            return at;
        BspNodeView node = bsp_nodes_view(nodes, at);
        if (!compare_view_is_bevel(walk->tree, &node))
            return at;
        unsigned side = shift_tree_under_bevel(shift, at);
        BspPlane plane = side ? node.plane : bsp_plane_flipped(&node.plane);
        g_array_append_val(walk->bevels, plane);
        at = node.child[side];
    }
}

/* Divides the polygon among the leaves below the node. Takes ownership of the polygon. */
static void divide_among_leaves(const Walk *walk, int32_t at, BspPolygon *polygon)
{
    at = skip_uncutting_nodes(walk, at);
    if (at < 0) {
        reach_leaf(walk, at, polygon);
        return;
    }
    BspNodeView node = bsp_nodes_view(walk->tree->nodes, at);
    BspPolygon *part[2];
    compare_section_cut(walk->section, polygon, &node.plane, &part[0], &part[1]);
    if (part[0] && part[1])
        add_cut(walk->cells->cuts, part[1], &node.plane);
    g_free(polygon);
    for (guint k = 0; k < 2; k++)
        if (part[k])
            divide_among_leaves(walk, node.child[k], part[k]);
}

CompareCells *compare_cells_new(const CompareSection *section, const CompareTreeView *tree,
                                double tick)
{
    CompareCells *cells = g_new(CompareCells, 1);
    *cells = (CompareCells){ compare_polygons_new(), g_array_new(FALSE, FALSE, sizeof(guint)),
                             g_array_new(FALSE, FALSE, sizeof(CompareSegment)),
                             g_array_new(FALSE, FALSE, sizeof(CompareSegment)) };
    g_autoptr(GArray) bevels = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    Walk walk = { section, tree, cells, bevels, tick };
    divide_among_leaves(&walk, bsp_nodes_root(tree->nodes), compare_section_view(section));
    return cells;
}

void compare_cells_free(CompareCells *cells)
{
    if (!cells)
        return;
    g_ptr_array_unref(cells->cells);
    g_array_unref(cells->values);
    g_array_unref(cells->cuts);
    g_array_unref(cells->bevels);
    g_free(cells);
}

/* --- the tree with shifted planes --- */

typedef struct {
    const CompareSection *section;
    const CompareTreeView *tree;
    const BspShape *shape;
    CompareShifted *shifted;
    GArray *bevels; /* BspPlane: the shifted bevels above */
} ShiftWalk;

static void add_bevel_edges(const ShiftWalk *walk, const BspPolygon *solid)
{
    for (guint k = 0; k < walk->bevels->len; k++) {
        const BspPlane *plane = &g_array_index(walk->bevels, BspPlane, k);
        for (guint i = 0; i < solid->n; i++) {
            CompareSegment edge = { solid->v[i], solid->v[(i + 1) % solid->n] };
            if (fabs(bsp_plane_distance(plane, edge.a)) < TOUCHES &&
                fabs(bsp_plane_distance(plane, edge.b)) < TOUCHES)
                g_array_append_val(walk->shifted->bevels, edge);
        }
    }
}

static void reach_shifted(const ShiftWalk *walk, int32_t at, BspPolygon *polygon);

/* Visits both children of a node. For each child the node's plane is shifted by the shape's extent
 * towards the other child. */
static void visit_children(const ShiftWalk *walk, int32_t at, const BspPolygon *polygon)
{
    BspNodeView node = bsp_nodes_view(walk->tree->nodes, at);
    ShiftOffsets offsets = shift_tree_offsets(walk->tree->shift, at, walk->shape);
    guint n_bevels = walk->bevels->len;
    for (unsigned side = 0; side < 2; side++) {
        BspPlane plane = node.plane;
        plane.dist += side ? offsets.under : offsets.over;
        if (compare_view_is_bevel(walk->tree, &node))
            g_array_append_val(walk->bevels, plane);
        BspPolygon *part;
        compare_section_cut(walk->section, polygon, &plane, side ? NULL : &part,
                            side ? &part : NULL);
        if (part)
            reach_shifted(walk, node.child[side], part);
        g_array_set_size(walk->bevels, n_bevels);
    }
}

/* Takes ownership of the polygon. */
static void reach_shifted(const ShiftWalk *walk, int32_t at, BspPolygon *polygon)
{
    if (at == ~0) {
        g_free(polygon);
    } else if (at < 0) {
        add_bevel_edges(walk, polygon);
        g_ptr_array_add(walk->shifted->solids, polygon);
    } else {
        visit_children(walk, at, polygon);
        g_free(polygon);
    }
}

CompareShifted *compare_shifted_new(const CompareSection *section, const CompareTreeView *tree,
                                    const BspShape *shape)
{
    CompareShifted *shifted = g_new(CompareShifted, 1);
    *shifted = (CompareShifted){ compare_polygons_new(),
                                 g_array_new(FALSE, FALSE, sizeof(CompareSegment)) };
    g_autoptr(GArray) bevels = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    ShiftWalk walk = { section, tree, shape, shifted, bevels };
    reach_shifted(&walk, bsp_nodes_root(tree->nodes), compare_section_view(section));
    return shifted;
}

void compare_shifted_free(CompareShifted *shifted)
{
    if (!shifted)
        return;
    g_ptr_array_unref(shifted->solids);
    g_array_unref(shifted->bevels);
    g_free(shifted);
}
