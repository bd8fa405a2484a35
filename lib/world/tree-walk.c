/* tree-walk: the leaves of a .bsp tree, with the convex cells into which its nodes divide space. */
#include "world/tree-walk.h"

/* The limit of the number of faces of all cells is FACES_PER_NODE for each node, plus
 * FACES_AT_LEAST. Cells of real levels have about ten faces. Each visit of a node makes a cell of
 * at least four faces, so the number of visits is limited, too. FACES_AT_LEAST allows a brush with
 * 700 sides in a small level: each side adds a face to the cell behind, 245,000 in all. */
#define FACES_PER_NODE 64
#define FACES_AT_LEAST 262144

gint32 bsp_tree_walk_child(const BspTreeWalk *walk, guint node, guint i)
{
    if (!walk->narrow)
        return bsp_lumps_int(walk->lumps, walk->nodes, node, 4 + 4 * i);
    gint32 child = bsp_lumps_short(walk->lumps, walk->nodes, node, 4 + 2 * i);
    return (guint)child < walk->lumps->lumps[walk->nodes].n ? child : child - 65536;
}

static gboolean read_plane(const BspTreeWalk *walk, guint node, BspPlane *plane)
{
    gint32 index = bsp_lumps_int(walk->lumps, walk->nodes, node, 0);
    g_autofree char *problem = bsp_lumps_plane(walk->lumps, walk->planes, index, plane);
    if (problem)
        return bsp_lumps_fail(walk->lumps, BSP_ERROR_VALUE, "%s %u: %s", walk->what, node, problem);
    double length = bsp_vec_length(plane->normal);
    plane->normal = bsp_vec_scale(plane->normal, 1 / length);
    plane->dist /= length;
    return TRUE;
}

static gboolean check_node(const BspTreeWalk *walk, guint node, guint depth)
{
    guint n = walk->lumps->lumps[walk->nodes].n;
    if (!bsp_lumps_in_tree(walk->lumps, walk->nodes, node, walk->what))
        return FALSE;
    if (depth >= BSP_MAX_DEPTH)
        return bsp_lumps_fail(walk->lumps, BSP_ERROR_LIMIT, "%s %u: the tree is deeper than %d",
                              walk->what, node, BSP_MAX_DEPTH);
    return walk->n_faces <= (guint64)FACES_PER_NODE * n + FACES_AT_LEAST ||
           bsp_lumps_fail(walk->lumps, BSP_ERROR_LIMIT,
                          "%s %u: the cells of the tree have %" G_GUINT64_FORMAT
                          " faces, more than %d for each node",
                          walk->what, node, walk->n_faces, FACES_PER_NODE);
}

typedef struct {
    BspTreeWalk *walk;
    BspLeafFunc func;
    gpointer user_data;
} Walk;

/* Consumes the cell, which may be NULL. */
static gboolean visit(const Walk *w, gint32 child, BspCell *cell, guint depth)
{
    if (!cell)
        return TRUE;
    w->walk->n_faces += cell->n_faces;
    if (child < 0)
        return w->func(child, cell, w->user_data);
    guint node = (guint)child;
    BspPlane plane;
    BspCell *front = NULL, *back = NULL;
    gboolean ok = check_node(w->walk, node, depth) && read_plane(w->walk, node, &plane);
    if (ok)
        bsp_cell_split(cell, &plane, 0, &front, &back);
    bsp_cell_free(cell);
    if (ok && visit(w, bsp_tree_walk_child(w->walk, node, 0), front, depth + 1))
        return visit(w, bsp_tree_walk_child(w->walk, node, 1), back, depth + 1);
    bsp_cell_free(back);
    return FALSE;
}

gboolean bsp_tree_walk(BspTreeWalk *walk, gint32 root, BspCell *region, BspLeafFunc func,
                       gpointer user_data)
{
    const Walk w = { walk, func, user_data };
    return visit(&w, root, region, 0);
}
