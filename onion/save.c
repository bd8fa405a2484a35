/* save: onion trees into files. */
#include "build/save.h"
#include "onion-build.h"
#include "onion/boxes.h"
#include "onion/saved.h"
#include "onion/tree.h"

static void add_spaces(BspSaving *s, const OnionTree *tree)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < tree->n_spaces; i++) {
        const OnionSpace *space = &tree->spaces[i];
        OnionSavedSpace saved = { .mask = space->mask,
                                  .name = space->name ? (guint32)names->len : ONION_SAVED_NO_NAME };
        memcpy(saved.mins, space->box.mins.v, sizeof saved.mins);
        memcpy(saved.maxs, space->box.maxs.v, sizeof saved.maxs);
        bsp_saving_append(s, "spaces", &saved, sizeof saved, 1);
        if (space->name)
            g_string_append_len(names, space->name, (gssize)strlen(space->name) + 1);
    }
    bsp_saving_append(s, "names", names->str, 1, names->len);
}

static void add_boxes(BspSaving *s, const OnionBoxes *boxes)
{
    for (guint i = 0; i < boxes->tree->n_spaces; i++) {
        const BspEmptyBoxes *b = &boxes->spaces[i];
        OnionSavedGrid grid = { .per_unit = b->per_unit,
                                .n_boxes = b->n_boxes,
                                .n_rects = b->n_rects };
        memcpy(grid.origin, b->origin, sizeof grid.origin);
        memcpy(grid.n, b->n, sizeof grid.n);
        bsp_saving_append(s, "box-grids", &grid, sizeof grid, 1);
        bsp_saving_append(s, "box-cells", b->cells, sizeof *b->cells, bsp_empty_boxes_n_cells(b));
        bsp_saving_append(s, "boxes", b->boxes, sizeof *b->boxes, b->n_boxes);
        bsp_saving_append(s, "box-rects", b->rects, sizeof *b->rects, b->n_rects);
    }
}

GBytes *onion_tree_to_bytes(const OnionTree *tree, const OnionBoxes *boxes,
                            const BspSaveOptions *options, GError **error)
{
    g_return_val_if_fail(!boxes || boxes->tree == tree, NULL);
    g_autoptr(BspSaving) s = bsp_saving_new(BSP_SAVED_ONION, options);
    OnionSavedTree saved = { tree->n_filled, 0 };
    bsp_saving_append(s, "onion", &saved, sizeof saved, 1);
    add_spaces(s, tree);
    bsp_saving_add(s, "descriptors", tree->descriptors, sizeof *tree->descriptors,
                   (gsize)tree->n_descriptors * tree->words);
    bsp_saving_add_nodes(s, &tree->nodes);
    if (boxes)
        add_boxes(s, boxes);
    return bsp_saving_finish(s, error);
}

gboolean onion_tree_save(const OnionTree *tree, const OnionBoxes *boxes, const char *path,
                         const BspSaveOptions *options, GError **error)
{
    return bsp_saving_write(onion_tree_to_bytes(tree, boxes, options, error), path, error);
}
