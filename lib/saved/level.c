/* level: loads the brush table and the tree of a file (bsp.h, bsp-saved.h). */
#include <stdlib.h>

#include "bsp-saved.h"
#include "bsp.h"
#include "saved/saved.h"
#include "table/brush-table.h"

/* Loads the tree that was saved with the table. Returns false if it cannot be loaded. */
static bool load_tree(BspLoadedTable *level, const void *bytes, size_t length, const char **why)
{
    BspSavedInfo info;
    if (!bsp_saved_info(bytes, length, &info, why))
        return false;
    if (info.kind == BSP_SAVED_ONION)
        return (level->onion = onion_tree_load(bytes, length, why)) != NULL;
    if (info.kind == BSP_SAVED_SHIFT)
        return (level->shift = shift_tree_load(bytes, length, why)) != NULL;
    return info.kind == BSP_SAVED_LEVEL;
}

/* Sets *why for a navigation graph, which is no level, because the reason so far is only that it
 * has no brush table. */
static void explain_kind(const void *bytes, size_t length, const char **why)
{
    BspSavedInfo info;
    if (why && bsp_saved_info(bytes, length, &info, NULL) && info.kind == BSP_SAVED_NAVIGATION)
        *why = "it holds a navigation graph, which bsp_navigation_load() reads, and no level";
}

BspLevel *bsp_level_of_bytes(const void *bytes, size_t length, const char **why)
{
    BspBrushTable *table = bsp_brush_table_load(bytes, length, why);
    if (table && load_tree((BspLoadedTable *)table, bytes, length, why))
        return table;
    explain_kind(bytes, length, why);
    bsp_brush_table_free(table);
    return NULL;
}

BspLevel *bsp_level_load(const char *path, const char **why)
{
    size_t length;
    void *bytes = bsp_saved_read_file(path, &length, why);
    BspLevel *level = bytes ? bsp_level_of_bytes(bytes, length, why) : NULL;
    if (level)
        level->file = bytes;
    else
        free(bytes);
    return level;
}

const OnionTree *bsp_level_onion(const BspLevel *level)
{
    return level->is_loaded ? ((const BspLoadedTable *)level)->onion : NULL;
}

const ShiftTree *bsp_level_shift(const BspLevel *level)
{
    return level->is_loaded ? ((const BspLoadedTable *)level)->shift : NULL;
}
