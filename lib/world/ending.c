/* ending: the kind of a file, by the ending of its name. */
#include "world/ending.h"

#include <string.h>

static const BspEnding endings[] = {
    { ".json", BSP_FILE_JSON, bsp_world_read_json, FALSE },
    { ".map", BSP_FILE_LEVEL, bsp_world_read_map, FALSE },
    { ".bsp", BSP_FILE_LEVEL, bsp_world_read_bsp, TRUE },
    { ".obj", BSP_FILE_LEVEL, bsp_world_read_obj, FALSE },
    { ".pk3", BSP_FILE_ARCHIVE, NULL, FALSE },
    { ".pk4", BSP_FILE_ARCHIVE, NULL, FALSE },
    { ".zip", BSP_FILE_ARCHIVE, NULL, FALSE },
    { ".onion", BSP_FILE_TREE, NULL, FALSE },
    { ".shift", BSP_FILE_TREE, NULL, FALSE },
};

static gboolean ends_in(const char *path, gsize length, const char *ending)
{
    gsize n = strlen(ending);
    return length >= n && g_ascii_strncasecmp(path + length - n, ending, n) == 0;
}

gsize bsp_ending_plain_length(const char *path)
{
    gsize length = strlen(path), n = strlen(".gz");
    return length > n && ends_in(path, length, ".gz") ? length - n : length;
}

const BspEnding *bsp_ending(const char *path)
{
    gsize length = bsp_ending_plain_length(path);
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++)
        if (ends_in(path, length, endings[i].text))
            return &endings[i];
    return NULL;
}

gboolean bsp_ending_is(const char *path, BspFileKind kind)
{
    const BspEnding *ending = bsp_ending(path);
    return ending && ending->kind == kind;
}

const char *bsp_ending_text(const char *path, BspFileKind *kind)
{
    const BspEnding *ending = bsp_ending(path);
    if (!ending)
        return NULL;
    *kind = ending->kind;
    return ending->text;
}
