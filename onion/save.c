/* save: writes onion trees to files. */
#include "build/save.h"
#include "onion-build.h"
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

GBytes *onion_tree_to_bytes(const OnionTree *tree, const BspSaveOptions *options, GError **error)
{
    g_autoptr(BspSaving) s = bsp_saving_new(BSP_SAVED_ONION, options);
    OnionSavedTree saved = { tree->n_filled, 0 };
    bsp_saving_append(s, "onion", &saved, sizeof saved, 1);
    add_spaces(s, tree);
    bsp_saving_add(s, "descriptors", tree->descriptors, sizeof *tree->descriptors,
                   (gsize)tree->n_descriptors * tree->words);
    bsp_saving_add_nodes(s, &tree->nodes);
    return bsp_saving_finish(s, error);
}

gboolean onion_tree_save(const OnionTree *tree, const char *path, const BspSaveOptions *options,
                         GError **error)
{
    return bsp_saving_write(onion_tree_to_bytes(tree, options, error), path, error);
}
