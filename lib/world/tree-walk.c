/* tree-walk: visits the leaves of a .bsp tree, with the convex cells into which its nodes divide
 * space. */
#include "world/tree-walk.h"

/* Limits of the faces of all cells: per node, and for small files. Cells of real levels have about
 * ten. */
#define FACES_PER_NODE 64
#define FACES_AT_LEAST 65536

typedef struct {
    gint32 child;
    guint depth;
    BspCell *cell;
} Waiting;

typedef struct {
    const BspTreeWalk *walk;
    GArray *waiting;  /* Waiting */
    guint8 *visited;  /* per node: whether it was visited */
    guint64 n_faces;  /* faces of all cells so far */
    gboolean carving; /* the traversal makes cells */
} Walk;

static void clear_waiting(gpointer data)
{
    bsp_cell_free(((Waiting *)data)->cell);
}

static gint32 child_of(const BspTreeWalk *walk, guint node, guint i)
{
    if (!walk->narrow)
        return bsp_lumps_int(walk->lumps, walk->nodes, node, 4 + 4 * i);
    gint32 child = bsp_lumps_short(walk->lumps, walk->nodes, node, 4 + 2 * i);
    return (guint)child < walk->lumps->lumps[walk->nodes].n ? child : child - 65536;
}

static gboolean read_plane(const BspTreeWalk *walk, guint node, BspPlane *plane)
{
    const BspLumps *lumps = walk->lumps;
    gint32 index = bsp_lumps_int(lumps, walk->nodes, node, 0);
    if (index < 0 || (guint)index >= lumps->lumps[walk->planes].n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "%s %u: plane %d is out of range, there are %u", walk->what, node,
                              index, lumps->lumps[walk->planes].n);
    double length;
    if (bsp_lumps_plane(lumps, walk->planes, (guint)index, plane, &length)) {
        plane->normal = bsp_vec_scale(plane->normal, 1 / length);
        plane->dist /= length;
        return TRUE;
    }
    return bsp_lumps_fail(
        lumps, BSP_ERROR_VALUE,
        "%s %u: plane %d is invalid: its normal is %g units long, its distance %g", walk->what,
        node, index, length, plane->dist);
}

static void push_child(Walk *w, gint32 child, guint depth, BspCell *cell)
{
    Waiting next = { child, depth, cell };
    if (cell)
        w->n_faces += cell->n_faces;
    if (cell || !w->carving)
        g_array_append_val(w->waiting, next);
}

static gboolean check_node(Walk *w, guint node, guint depth)
{
    const BspLumps *lumps = w->walk->lumps;
    guint n = lumps->lumps[w->walk->nodes].n;
    const char *what = w->walk->what;
    if (node >= n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "%s %u is in the tree, but out of range, there are %u", what, node,
                              n);
    if (w->visited[node])
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "%s %u is in the tree more than once", what,
                              node);
    w->visited[node] = TRUE;
    if (depth >= BSP_MAX_DEPTH)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT, "%s %u: the tree is deeper than %d", what,
                              node, BSP_MAX_DEPTH);
    if (w->n_faces > (guint64)FACES_PER_NODE * n + FACES_AT_LEAST)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT,
                              "%s %u: the cells of the tree have %" G_GUINT64_FORMAT
                              " faces, more than %d for each node",
                              what, node, w->n_faces, FACES_PER_NODE);
    return TRUE;
}

static gboolean visit_node(Walk *w, const Waiting *at)
{
    guint node = (guint)at->child;
    BspPlane plane;
    if (!check_node(w, node, at->depth) || !read_plane(w->walk, node, &plane)) {
        bsp_cell_free(at->cell);
        return FALSE;
    }
    BspCell *parts[2] = { NULL, NULL };
    if (at->cell)
        bsp_cell_split(at->cell, &plane, 0, &parts[0], &parts[1]);
    bsp_cell_free(at->cell);
    for (guint i = 2; i-- > 0;) /* so that the front child is on top of the stack */
        push_child(w, child_of(w->walk, node, i), at->depth + 1, parts[i]);
    return TRUE;
}

gboolean bsp_tree_walk(const BspTreeWalk *walk, gint32 root, BspCell *region, BspLeafFunc func,
                       gpointer user_data)
{
    Walk w = { .walk = walk,
               .waiting = g_array_new(FALSE, FALSE, sizeof(Waiting)),
               .visited = g_new0(guint8, walk->lumps->lumps[walk->nodes].n + 1),
               .carving = region != NULL };
    gboolean ok = TRUE;
    push_child(&w, root, 0, region);
    while (ok && w.waiting->len) {
        Waiting at = g_array_index(w.waiting, Waiting, w.waiting->len - 1);
        g_array_set_size(w.waiting, w.waiting->len - 1);
        ok = at.child < 0 ? func(at.child, at.cell, user_data) : visit_node(&w, &at);
    }
    g_array_set_clear_func(w.waiting,
                           clear_waiting); /* after an error, frees the remaining cells */
    g_array_unref(w.waiting);
    g_free(w.visited);
    return ok;
}
