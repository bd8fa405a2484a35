/* tree-walk: the leaves of a .bsp tree, with the convex cells into which its nodes divide space. */
#include "world/tree-walk.h"

/* The limit of the number of faces of all cells is FACES_PER_NODE for each node, plus
 * FACES_AT_LEAST. Cells of real levels have about ten faces. Each visit of a node makes a cell of
 * at least four faces, so the number of visits is limited, too. FACES_AT_LEAST allows a brush with
 * 700 sides in a small level: each side adds a face to the cell behind, 245,000 in all. */
#define FACES_PER_NODE 64
#define FACES_AT_LEAST 262144

/* marks: bits of each node. */
enum {
    ON_PATH = 1, /* the search for cycles is below this node */
    CHECKED = 2, /* no node below this one is on a cycle */
    VISITED = 4
};

typedef struct {
    gint32 child;
    guint depth;
    BspCell *cell;
} Waiting;

typedef struct {
    BspTreeWalk *walk;
    GArray *waiting;  /* Waiting */
    gboolean carving; /* whether the traversal makes cells */
} Walk;

static void clear_waiting(gpointer data)
{
    bsp_cell_free(((Waiting *)data)->cell);
}

gint32 bsp_tree_walk_child(const BspTreeWalk *walk, guint node, guint i)
{
    if (!walk->narrow)
        return bsp_lumps_int(walk->lumps, walk->nodes, node, 4 + 4 * i);
    gint32 child = bsp_lumps_short(walk->lumps, walk->nodes, node, 4 + 2 * i);
    return (guint)child < walk->lumps->lumps[walk->nodes].n ? child : child - 65536;
}

void bsp_tree_walk_clear(BspTreeWalk *walk)
{
    g_clear_pointer(&walk->marks, g_free);
}

/* --- cycles --- */

/* A node of the path on which the search for cycles is. */
typedef struct {
    guint node, next; /* next: the number of the child to be searched next */
} Step;

/* Adds the child to the path, unless it is a leaf, is already known to be free of cycles, or does
 * not exist. bsp_tree_walk() reports children that do not exist. */
static gboolean step_down(const BspTreeWalk *walk, gint32 child, GArray *path)
{
    const Step step = { (guint)child, 0 };
    if (child < 0 || step.node >= walk->lumps->lumps[walk->nodes].n ||
        walk->marks[step.node] & CHECKED)
        return TRUE;
    if (walk->marks[step.node] & ON_PATH)
        return bsp_lumps_fail(walk->lumps, BSP_ERROR_VALUE, "%s %u is below itself in the tree",
                              walk->what, step.node);
    walk->marks[step.node] |= ON_PATH;
    g_array_append_val(path, step);
    return TRUE;
}

/* Searches each node once, so the time is proportional to the number of nodes. */
static gboolean check_no_cycle(const BspTreeWalk *walk, gint32 root)
{
    g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof(Step));
    if (!step_down(walk, root, path))
        return FALSE;
    while (path->len) {
        Step *last = &g_array_index(path, Step, path->len - 1);
        if (last->next == 2) {
            walk->marks[last->node] = CHECKED | (walk->marks[last->node] & VISITED);
            g_array_set_size(path, path->len - 1);
        } else {
            gint32 child = bsp_tree_walk_child(walk, last->node, last->next++);
            if (!step_down(walk, child, path))
                return FALSE;
        }
    }
    return TRUE;
}

/* --- the walk --- */

static gboolean read_plane(const BspTreeWalk *walk, guint node, BspPlane *plane)
{
    const BspLumps *lumps = walk->lumps;
    gint32 index = bsp_lumps_int(lumps, walk->nodes, node, 0);
    if (index < 0 || (guint)index >= lumps->lumps[walk->planes].n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "%s %u: plane %d is out of range, there are %u", walk->what, node,
                              index, lumps->lumps[walk->planes].n);
    double length;
    if (bsp_lumps_unit_plane(lumps, walk->planes, (guint)index, plane, &length)) {
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
        w->walk->n_faces += cell->n_faces;
    if (cell || !w->carving)
        g_array_append_val(w->waiting, next);
}

static gboolean check_n_faces(const BspTreeWalk *walk, guint node)
{
    guint n = walk->lumps->lumps[walk->nodes].n;
    if (walk->n_faces <= (guint64)FACES_PER_NODE * n + FACES_AT_LEAST)
        return TRUE;
    return bsp_lumps_fail(walk->lumps, BSP_ERROR_LIMIT,
                          "%s %u: the cells of the tree have %" G_GUINT64_FORMAT
                          " faces, more than %d for each node%s",
                          walk->what, node, walk->n_faces, FACES_PER_NODE,
                          walk->is_shared ? ": too many paths lead to shared nodes" : "");
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
    if (depth >= BSP_MAX_DEPTH)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT, "%s %u: the tree is deeper than %d", what,
                              node, BSP_MAX_DEPTH);
    w->walk->is_shared |= (w->walk->marks[node] & VISITED) != 0;
    w->walk->marks[node] |= VISITED;
    return check_n_faces(w->walk, node);
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
    for (guint i = 2; i-- > 0;) /* reverse order: the front child must be on top of the stack */
        push_child(w, bsp_tree_walk_child(w->walk, node, i), at->depth + 1, parts[i]);
    return TRUE;
}

/* Whether a walk without cells has visited the node. */
static gboolean is_done(const Walk *w, gint32 child)
{
    return !w->carving && (guint)child < w->walk->lumps->lumps[w->walk->nodes].n &&
           w->walk->marks[child] & VISITED;
}

gboolean bsp_tree_walk(BspTreeWalk *walk, gint32 root, BspCell *region, BspLeafFunc func,
                       gpointer user_data)
{
    Walk w = { .walk = walk,
               .waiting = g_array_new(FALSE, FALSE, sizeof(Waiting)),
               .carving = region != NULL };
    if (!walk->marks)
        walk->marks = g_new0(guint8, walk->lumps->lumps[walk->nodes].n + 1);
    push_child(&w, root, 0, region);
    gboolean ok = check_no_cycle(walk, root);
    while (ok && w.waiting->len) {
        Waiting at = g_array_index(w.waiting, Waiting, w.waiting->len - 1);
        g_array_set_size(w.waiting, w.waiting->len - 1);
        if (at.child < 0)
            ok = func(at.child, at.cell, user_data);
        else if (!is_done(&w, at.child))
            ok = visit_node(&w, &at);
    }
    g_array_set_clear_func(w.waiting,
                           clear_waiting); /* frees the cells that remain after an error */
    g_array_unref(w.waiting);
    return ok;
}
