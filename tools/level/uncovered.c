/* uncovered: expands brushes for a box, and measures the part of a cell that a solid leaves
 * uncovered. */
#include "level/uncovered.h"

#include "bsp-nodes.h"
#include "tools/bsp-inspect.h"

/* Units. The hull is examined at this distance before and behind a face, to see whether the face
 * was moved. When compilers round, they move planes by less than half of this distance. The boxes
 * of movers reach farther. */
#define BESIDE 0.25

static gboolean is_in_hull(const LevelUnmoved *unmoved, BspVec p)
{
    BspShape point = bsp_shape_point();
    return bsp_brush_table_inside(unmoved->hull, &point, 0, p, NULL, 0) > 0;
}

/* Returns whether the hull ends at the face, because at some point of the face, the hull is solid
 * behind it and empty in front of it. A face that was moved has solid on both sides. A face of a
 * brush that is not in the hull, such as sky, has solid on no side. */
static gboolean is_unmoved(const LevelUnmoved *unmoved, const BspCell *cell,
                           const BspCellFace *face)
{
    BspVec normal = face->plane.normal, centre = bsp_vec(0, 0, 0);
    const BspBounds *box = &unmoved->box;
    double reach = 0;
    for (guint k = 0; k < 3; k++)
        reach += fmax(-normal.v[k] * box->mins.v[k], -normal.v[k] * box->maxs.v[k]);
    for (guint i = 0; i < face->n; i++)
        centre = bsp_vec_mad(centre, 1.0 / face->n, cell->vertices[cell->loop[face->first + i]]);
    for (guint i = 0; i < face->n && reach > 2 * BESIDE; i++) {
        BspVec corner = cell->vertices[cell->loop[face->first + i]];
        BspVec p = bsp_vec_mad(corner, 0.5, bsp_vec_sub(centre, corner));
        if (is_in_hull(unmoved, bsp_vec_mad(p, -BESIDE, normal)) &&
            !is_in_hull(unmoved, bsp_vec_mad(p, BESIDE, normal)))
            return TRUE;
    }
    return FALSE;
}

/* Returns the brush expanded for the box, except that it ends at the faces that are not moved. */
static BspBrush *expand(const BspBrush *brush, const BspBounds *box, LevelUnmoved *unmoved,
                        GError **error)
{
    const BspCell *cell = bsp_brush_cell(brush);
    g_autoptr(BspBrush) all_moved = bsp_brush_expand(brush, box, error);
    g_autoptr(GArray) planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    for (guint f = 0; all_moved && unmoved->hull && f < cell->n_faces; f++)
        if (is_unmoved(unmoved, cell, &cell->faces[f]))
            g_array_append_val(planes, cell->faces[f].plane);
    if (!planes->len)
        return g_steal_pointer(&all_moved);
    unmoved->n += planes->len;
    const BspCell *moved = bsp_brush_cell(all_moved);
    for (guint f = 0; f < moved->n_faces; f++)
        g_array_append_val(planes, moved->faces[f].plane);
    /* If the box does not contain its reference point, nothing may be left behind these faces. */
    BspBrush *rest =
        bsp_brush_new_planes((const BspPlane *)(void *)planes->data, planes->len, NULL);
    return rest ? rest : g_steal_pointer(&all_moved);
}

gboolean level_add_expanded(GPtrArray *to, const BspSolid *solid, const BspBounds *box,
                            LevelUnmoved *unmoved, GError **error)
{
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++) {
        BspBrush *brush = expand(bsp_solid_brush(solid, i), box, unmoved, error);
        if (!brush)
            return FALSE;
        g_ptr_array_add(to, brush);
    }
    return TRUE;
}

typedef struct {
    const BspSolid *solid;
    const BspNodes *nodes;
    BspVec p;        /* the point that is measured */
    double nearest;  /* the distance from p to the nearest point of the solid so far, in units; 0
                        inside of it */
    double distance; /* the largest distance so far; `at` is its point */
    BspVec at;
} Uncovered;

static gboolean update_nearest(guint item, gpointer user_data)
{
    Uncovered *u = user_data;
    const BspCell *cell = bsp_brush_cell(bsp_solid_brush(u->solid, item));
    u->nearest = fmin(u->nearest, bsp_cell_distance(cell, u->p, NULL));
    return u->nearest > 0;
}

/* Measures the distance of p from the solid. Searches larger and larger boxes around p, because
 * brushes outside of a box are farther away than half its width. */
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

/* Measures the corners of an uncovered piece. Also measures its inner point, because all corners
 * may touch the solid. */
static void measure_piece(Uncovered *u, const BspCell *piece)
{
    measure_point(u, bsp_cell_interior_point(piece));
    for (guint k = 0; k < piece->n_vertices; k++)
        measure_point(u, piece->vertices[k]);
}

/* Cuts the piece by the planes of the tree below a node, and measures the parts that are in empty
 * leaves. */
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
