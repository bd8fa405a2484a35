/* saved: loads shift trees from files. */
#include "shift/saved.h"

#include <stdlib.h>

#include "shift/tree.h"

/* --- the lists of brushes --- */

static void load_lists(BspSaved *s, ShiftTree *tree)
{
    unsigned n_first;
    tree->brushes = bsp_saved_array(s, "brushes", sizeof *tree->brushes, &tree->n_brushes);
    tree->first = bsp_saved_array(s, "brush-lists", sizeof *tree->first, &n_first);
    if (s->why)
        return;
    bool are = n_first > 0 && tree->first[0] == 0;
    for (unsigned i = 1; are && i < n_first; i++)
        are = tree->first[i - 1] <= tree->first[i];
    tree->n_lists = are ? n_first - 1 : 0;
    bsp_saved_demand(s, are && tree->first[tree->n_lists] == tree->n_brushes,
                     "section brush-lists: the brushes of a leaf are out of range");
}

/* --- the tree --- */

static void load_tree(BspSaved *s, ShiftTree *tree)
{
    const ShiftSavedTree *saved = bsp_saved_array_of(s, "shift", sizeof *saved, 1);
    if (!saved)
        return;
    tree->stats = (ShiftStats){ .bare_nodes = saved->bare_nodes,
                                .edge_bevels = saved->edge_bevels,
                                .spike_bevels = saved->spike_bevels,
                                .level_top_bevels = saved->level_top_bevels,
                                .box_bevels = saved->box_bevels,
                                .filled = saved->filled,
                                .bare_bytes = (size_t)saved->bare_bytes };
    tree->bevels = saved->bevels;
    tree->bevel_angle = saved->bevel_angle;
    tree->bounds_boxes = saved->bounds_boxes != 0;
    tree->mask = saved->mask;
    if (saved->names_brushes)
        load_lists(s, tree);
    unsigned n_values = saved->names_brushes ? tree->n_lists + 1 : 2;
    bsp_nodes_load(s, &tree->nodes, 1, n_values, true);
    bsp_saved_demand(s, tree->nodes.n_space_nodes == 0,
                     "section tree: a shift tree must not have space nodes");
}

ShiftTree *shift_tree_load(const void *bytes, size_t length, const char **why)
{
    BspSaved s;
    ShiftTree *tree = NULL;
    if (bsp_saved_open(&s, bytes, length) &&
        bsp_saved_demand(&s, s.header->kind == BSP_SAVED_SHIFT, "it holds no shift tree")) {
        tree = calloc(1, sizeof *tree);
        bsp_saved_demand(&s, tree != NULL, "out of memory");
    }
    if (tree) {
        tree->is_loaded = true;
        load_tree(&s, tree);
    }
    return bsp_saved_finish(&s, tree, why);
}
