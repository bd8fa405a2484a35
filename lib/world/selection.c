/* selection: what of a level is wanted, written after its name. */
#include "world/selection.h"

#include <string.h>

#include "bsp-world.h"

#define PATCHES "patches"

/* FALSE: it selects nothing that there is. */
static gboolean select_one(const char *word, guint *flags)
{
    guint64 model;
    if (strcmp(word, PATCHES) == 0) {
        *flags |= BSP_WORLD_PATCHES;
        return TRUE;
    }
    if (BSP_WORLD_MODEL_OF(*flags) ||
        !g_ascii_string_to_unsigned(word, 10, 0, G_MAXUINT16, &model, NULL))
        return FALSE;
    *flags |= BSP_WORLD_MODEL(model);
    return TRUE;
}

gsize bsp_world_selection(const char *path, guint *flags)
{
    const char *hash = strrchr(path, '#');
    guint selected = 0;
    g_auto(GStrv) words = g_strsplit(hash ? hash + 1 : "", ",", -1);
    for (char **word = words; *word; word++)
        if (!select_one(*word, &selected))
            return strlen(path);
    if (!*words)
        return strlen(path);
    *flags |= selected;
    return (gsize)(hash - path);
}

char *bsp_world_select(const char *path, guint flags)
{
    gsize length = bsp_world_selection(path, &flags);
    guint model = BSP_WORLD_MODEL_OF(flags);
    GString *out = g_string_new_len(path, (gssize)length);
    if (model)
        g_string_append_printf(out, "#%u", model);
    if (flags & BSP_WORLD_PATCHES)
        g_string_append_printf(out, "%c%s", model ? ',' : '#', PATCHES);
    return g_string_free(out, FALSE);
}
