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

typedef struct {
    const BspSolid *solid;
    const BspNodes *nodes;
    BspVec p;        /* is measured */
    double nearest;  /* units from p to the nearest point of the solid; 0 inside */
    double distance; /* the largest, of the point `at` */
    BspVec at;
} Uncovered;

static gboolean update_nearest(guint item, gpointer user_data)
{
    Uncovered *u = user_data;
    const BspCell *cell = bsp_brush_cell(bsp_solid_brush(u->solid, item));
    u->nearest = fmin(u->nearest, bsp_cell_distance(cell, u->p, NULL));
    return u->nearest > 0;
}

/* Searches ever larger boxes. Brushes outside a box are farther away than its half width. */
static void measure_point(Uncovered *u, BspVec p)
{
    u->p = p;
    u->nearest = HUGE_VAL;
    for (double reach = 1; reach < 16 * BSP_WORLD_HALF && u->nearest > reach / 4; reach *= 4) {
        BspBounds near = { p, p };
        near = bsp_bounds_grown(&near, reach);
        bsp_solid_overlapping(u->solid, &near, update_nearest, u);
    }
    if (u->nearest <= u->distance)
        return;
    u->distance = u->nearest;
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
    Uncovered u = { .solid = solid, .nodes = nodes, .at = bsp_cell_interior_point(cell) };
    cut_piece(&u, cell, bsp_nodes_root(nodes));
    *at = u.at;
    return u.distance;
}
