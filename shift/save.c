/* save: writes shift trees to files. */
#include "build/save.h"
#include "shift-build.h"
#include "shift/saved.h"
#include "shift/tree.h"

static void add_cells(BspSaving *s, const ShiftTree *tree)
{
    gsize n = 2 * (gsize)tree->n_cells;
    const guint *first = tree->first, *round = tree->first_round;
    bsp_saving_add(s, "cell-vertices", tree->vertices, sizeof *tree->vertices, first[n]);
    bsp_saving_add(s, "cell-bodies", first, sizeof *first, n + 1);
    bsp_saving_add(s, "cell-planes", tree->planes, sizeof *tree->planes, round[n]);
    bsp_saving_add(s, "cell-edges", tree->edges, sizeof *tree->edges, round[n + 1]);
    bsp_saving_add(s, "cell-rounds", round, sizeof *round, n + 2);
    if (tree->solid_in)
        bsp_saving_add(s, "cell-masks", tree->solid_in, sizeof *tree->solid_in, tree->n_cells);
}

static ShiftSavedTree told(const ShiftTree *tree)
{
    const ShiftStats *stats = &tree->stats;
    return (ShiftSavedTree){ .bevel_angle = tree->bevel_angle,
                             .bevels = tree->bevels,
                             .bounds_boxes = tree->bounds_boxes,
                             .has_cells = tree->first != NULL,
                             .mask = tree->n_masks == 1 ? tree->masks[0] : 0,
                             .filled = stats->filled,
                             .bare_nodes = stats->bare_nodes,
                             .edge_bevels = stats->edge_bevels,
                             .spike_bevels = stats->spike_bevels,
                             .level_top_bevels = stats->level_top_bevels,
                             .box_bevels = stats->box_bevels,
                             .bare_bytes = stats->bare_bytes };
}

GBytes *shift_tree_to_bytes(const ShiftTree *tree, const BspSaveOptions *options, GError **error)
{
    g_autoptr(BspSaving) s = bsp_saving_new(BSP_SAVED_SHIFT, options);
    ShiftSavedTree saved = told(tree);
    bsp_saving_append(s, "shift", &saved, sizeof saved, 1);
    if (tree->n_masks > 1)
        bsp_saving_add(s, "masks", tree->masks, sizeof *tree->masks, tree->n_masks);
    bsp_saving_add_nodes(s, &tree->nodes);
    if (tree->first)
        add_cells(s, tree);
    return bsp_saving_finish(s, error);
}

gboolean shift_tree_save(const ShiftTree *tree, const char *path, const BspSaveOptions *options,
                         GError **error)
{
    return bsp_saving_write(shift_tree_to_bytes(tree, options, error), path, error);
}
