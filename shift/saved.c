/* saved: loads shift trees from files. */
#include "shift/saved.h"

#include <stdlib.h>

#include "shift/tree.h"

/* A loaded tree, in one allocation. */
typedef struct {
    ShiftTree tree;
    void *file; /* the bytes of the file, if the tree owns them */
} Loaded;

/* --- cells --- */

/* Whether all edges are between vertices of the body. */
static bool edges_are_valid(const BspRoundEdge *edges, unsigned n, unsigned n_vertices)
{
    bool are = true;
    for (unsigned i = 0; i < n; i++)
        are &= (edges[i].a < n_vertices) & (edges[i].b < n_vertices);
    return are;
}

/* Whether each cell has at least one plane, and valid edges (see bsp_round_body()). */
static bool round_bodies_are_valid(const ShiftTree *tree, unsigned n_planes, unsigned n_edges)
{
    const unsigned *f = tree->first_round;
    bool are = f[0] == 0 && f[1] == 0;
    for (unsigned i = 0; are && i < tree->n_cells; i++, f += 2)
        are = f[2] > f[0] && f[2] <= n_planes && f[3] >= f[1] && f[3] <= n_edges &&
              edges_are_valid(tree->edges + f[1], f[3] - f[1],
                              tree->first[2 * (size_t)i + 1] - tree->first[2 * (size_t)i]);
    return are && f[0] == n_planes && f[1] == n_edges;
}

static void load_cells(BspSaved *s, ShiftTree *tree)
{
    unsigned n_first, n_vertices, n_planes, n_edges;
    tree->vertices = bsp_saved_array(s, "cell-vertices", sizeof *tree->vertices, &n_vertices);
    tree->first = bsp_saved_array(s, "cell-bodies", sizeof *tree->first, &n_first);
    tree->n_cells = n_first / 2;
    bsp_saved_demand(s, n_first % 2 == 1, "cell-bodies: the number of entries must be odd");
    tree->planes = bsp_saved_array(s, "cell-planes", sizeof *tree->planes, &n_planes);
    tree->edges = bsp_saved_array(s, "cell-edges", sizeof *tree->edges, &n_edges);
    tree->first_round = bsp_saved_array_of(s, "cell-rounds", sizeof *tree->first_round,
                                           2 * (size_t)tree->n_cells + 2);
    if (s->why)
        return;
    if (bsp_saved_demand(
            s, bsp_saved_are_bodies(tree->vertices, n_vertices, tree->first, tree->n_cells),
            "cell-bodies: the vertices of a cell are not there"))
        bsp_saved_demand(s, round_bodies_are_valid(tree, n_planes, n_edges),
                         "cell-rounds: the planes or edges of a cell are not there");
    bsp_saved_demand(s, bsp_saved_are_planes(tree->planes, n_planes),
                     "cell-planes: a plane is not valid");
}

/* --- the tree --- */

static void load_stats(const ShiftSavedTree *saved, ShiftStats *stats)
{
    *stats = (ShiftStats){ .bare_nodes = saved->bare_nodes,
                           .edge_bevels = saved->edge_bevels,
                           .spike_bevels = saved->spike_bevels,
                           .level_top_bevels = saved->level_top_bevels,
                           .box_bevels = saved->box_bevels,
                           .filled = saved->filled,
                           .bare_bytes = (size_t)saved->bare_bytes };
}

static void load_tree(BspSaved *s, Loaded *loaded)
{
    ShiftTree *tree = &loaded->tree;
    const ShiftSavedTree *saved = bsp_saved_array_of(s, "shift", sizeof *saved, 1);
    if (!saved)
        return;
    load_stats(saved, &tree->stats);
    tree->bevels = saved->bevels;
    tree->bevel_angle = saved->bevel_angle;
    tree->bounds_boxes = saved->bounds_boxes != 0;
    tree->mask = saved->mask;
    if (saved->has_cells)
        load_cells(s, tree);
    unsigned n_values = saved->has_cells ? tree->n_cells + 1 : 2;
    bsp_nodes_load(s, &tree->nodes, 1, n_values, true);
    bsp_saved_demand(s, tree->nodes.n_space_nodes == 0, "tree: a shift tree has no space nodes");
}

ShiftTree *shift_tree_load(const void *bytes, size_t length, const char **why)
{
    BspSaved s;
    Loaded *loaded = NULL;
    if (bsp_saved_open(&s, bytes, length) &&
        bsp_saved_demand(&s, s.header->kind == BSP_SAVED_SHIFT, "it holds no shift tree")) {
        loaded = calloc(1, sizeof *loaded);
        bsp_saved_demand(&s, loaded != NULL, "there is no memory");
    }
    if (loaded) {
        loaded->tree.is_loaded = true;
        load_tree(&s, loaded);
    }
    return bsp_saved_finish(&s, loaded, why);
}

void shift_tree_free_file(ShiftTree *tree)
{
    free(((Loaded *)(void *)tree)->file);
}

ShiftTree *shift_tree_load_file(const char *path, BspBrushTable **table, const char **why)
{
    size_t length;
    if (table)
        *table = NULL;
    void *bytes = bsp_saved_read_file(path, &length, why);
    ShiftTree *tree = bytes ? shift_tree_load(bytes, length, why) : NULL;
    if (tree && bsp_saved_load_table(bytes, length, table, why)) {
        tree->owns_file = true;
        ((Loaded *)(void *)tree)->file = bytes;
        return tree;
    }
    shift_tree_free(tree);
    free(bytes);
    return NULL;
}
