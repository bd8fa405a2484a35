/* uncovered: brushes expanded for a box, the part of a cell that a solid leaves uncovered, and how
 * far this part reaches. */
#include "level/uncovered.h"

#include "bsp-nodes.h"
#include "tools/bsp-inspect.h"

gboolean level_add_expanded(GPtrArray *to, const BspSolid *solid, const BspBounds *box,
                            GError **error)
{
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        BspBrush *brush = bsp_brush_expand(bsp_solid_brush(solid, i), box, error);
        if (!brush)
            return FALSE;
        g_ptr_array_add(to, brush);
    }
    return TRUE;
}

/* --- distances --- */

typedef struct {
    const BspSolid *solid;
    BspVec p;
    double nearest;
} Nearest;

static gboolean update_nearest(guint item, gpointer user_data)
{
    Nearest *n = user_data;
    const BspCell *cell = bsp_brush_cell(bsp_solid_brush(n->solid, item));
    n->nearest = fmin(n->nearest, bsp_cell_distance(cell, n->p, NULL));
    return n->nearest > 0;
}

/* Units to the nearest point of the solid; 0 inside; HUGE_VAL if it has no brushes. */
static double distance_from_solid(const BspSolid *solid, BspVec p)
{
    Nearest n = { solid, p, HUGE_VAL };
    if (!bsp_solid_n_brushes(solid))
        return HUGE_VAL;
    /* Searches ever larger boxes. Brushes outside a box are farther away than its half width. */
    for (double reach = 1; reach < 16 * BSP_WORLD_HALF && n.nearest > reach / 4; reach *= 4) {
        BspBounds near = { p, p };
        near = bsp_bounds_grown(&near, reach);
        bsp_solid_overlapping(solid, &near, update_nearest, &n);
    }
    return n.nearest;
}

/* --- uncovered parts --- */

typedef struct {
    const BspSolid *solid;
    const BspNodes *nodes;
    double distance;
    BspVec at;
} Uncovered;

static void measure_point(Uncovered *u, BspVec p)
{
    double distance = distance_from_solid(u->solid, p);
    if (distance <= u->distance)
        return;
    u->distance = distance;
    u->at = p;
}

/* Measures the corners of an uncovered piece, and its inner point, because all corners may touch
 * the solid. */
static void measure_piece(Uncovered *u, const BspCell *piece)
{
    measure_point(u, bsp_cell_interior_point(piece));
    for (guint k = 0; k < piece->n_vertices; k++)
        measure_point(u, piece->vertices[k]);
}

/* Cuts the piece by the tree below a node, and measures the parts in empty leaves. */
static void cut_piece(Uncovered *u, const BspCell *piece, gint32 at)
{
    at = bsp_nodes_in(u->nodes, at, 0);
    if (at == ~0)
        measure_piece(u, piece);
    if (at < 0)
        return;
    BspNodeView node = bsp_nodes_view(u->nodes, at);
    BspCell *parts[2];
    bsp_cell_split(piece, &node.plane, 0, &parts[0], &parts[1]);
    for (guint i = 0; i < 2; i++) {
        if (parts[i])
            cut_piece(u, parts[i], node.child[i]);
        bsp_cell_free(parts[i]);
    }
}

double level_cell_uncovered(const BspCell *cell, const BspSolid *solid, const BspTree *tree,
                            BspVec *at)
{
    const BspNodes *nodes = bsp_tree_nodes(tree);
    Uncovered u = { solid, nodes, 0, bsp_cell_interior_point(cell) };
    cut_piece(&u, cell, bsp_nodes_root(nodes));
    *at = u.at;
    return u.distance;
}
