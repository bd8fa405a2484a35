/* selection: the part of a level to be read, written after its name. */
#include "bsp-file.h"

#include <string.h>

#include "bsp-world.h"

#define PATCHES "patches"
#define HULL "hull"

gboolean bsp_world_selects_part(guint flags)
{
    return BSP_WORLD_MODEL_OF(flags) || BSP_WORLD_HAS_HULL(flags);
}

/* Returns FALSE if the word selects nothing, or another part than *flags. */
static gboolean select_one(const char *word, guint *flags)
{
    guint64 number;
    if (strcmp(word, PATCHES) == 0) {
        *flags |= BSP_WORLD_PATCHES;
        return TRUE;
    }
    gboolean is_hull = g_str_has_prefix(word, HULL);
    if (is_hull)
        word += strlen(HULL);
    if (!g_ascii_string_to_unsigned(word, 10, 0, is_hull ? BSP_WORLD_LAST_HULL : G_MAXUINT16,
                                    &number, NULL))
        return FALSE;
    guint part = is_hull ? BSP_WORLD_HULL(number) : BSP_WORLD_MODEL(number);
    if (bsp_world_selects_part(*flags) && (*flags & BSP_WORLD_PART) != part)
        return FALSE;
    *flags |= part;
    return TRUE;
}

gsize bsp_world_selection(const char *path, guint *flags)
{
    const char *hash = strrchr(path, '#');
    guint selected = *flags;
    g_auto(GStrv) words = g_strsplit(hash ? hash + 1 : "", ",", -1);
    for (char **word = words; *word; word++)
        if (!select_one(*word, &selected))
            return strlen(path);
    if (!*words)
        return strlen(path);
    *flags = selected;
    return (gsize)(hash - path);
}

char *bsp_world_select(const char *path, guint flags)
{
    gsize length = bsp_world_selection(path, &flags);
    GString *out = g_string_new_len(path, (gssize)length);
    if (BSP_WORLD_HAS_HULL(flags))
        g_string_append_printf(out, "#" HULL "%u", BSP_WORLD_HULL_OF(flags));
    else if (BSP_WORLD_MODEL_OF(flags))
        g_string_append_printf(out, "#%u", BSP_WORLD_MODEL_OF(flags));
    if (flags & BSP_WORLD_PATCHES)
        g_string_append_printf(out, "%c%s", bsp_world_selects_part(flags) ? ',' : '#', PATCHES);
    return g_string_free(out, FALSE);
}
