/* saved: loads trees from files. */
#include "level/saved.h"

#include <stdio.h>
#include <string.h>

#include "bsp-saved.h"
#include "tools/bsp-file.h"

static gboolean is_magic(const void *bytes)
{
    return memcmp(bytes, BSP_SAVED_MAGIC, sizeof BSP_SAVED_MAGIC - 1) == 0;
}

gboolean compare_saved_is(const char *path)
{
    char first[sizeof BSP_SAVED_MAGIC - 1];
    /* Only regular files are read, because a pipe can be read only once. */
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? fopen(path, "rb") : NULL;
    if (!file)
        return FALSE;
    gsize n = fread(first, 1, sizeof first, file);
    fclose(file);
    return n == sizeof first && is_magic(first);
}

static char *hex_digits(const unsigned char sha256[32])
{
    GString *out = g_string_new(NULL);
    gboolean known = FALSE;
    for (guint i = 0; i < 32; i++) {
        g_string_append_printf(out, "%02x", sha256[i]);
        known = known || sha256[i];
    }
    return g_string_free(out, !known);
}

/* Loads the file. Returns NULL, or a static text with the reason why it cannot be loaded. */
static const char *load_file(CompareSaved *saved)
{
    const char *why = NULL;
    if (!bsp_saved_info(saved->bytes, saved->length, &saved->info, &why))
        return why;
    saved->sha256 = hex_digits(saved->info.sha256);
    if (saved->info.kind == BSP_SAVED_ONION)
        saved->onion = onion_tree_load(saved->bytes, saved->length, &why);
    else
        saved->shift = shift_tree_load(saved->bytes, saved->length, &why);
    if (!why && saved->info.has_sides)
        bsp_brush_table_free(bsp_brush_table_load(saved->bytes, saved->length, &why));
    return why;
}

/* Returns a text that says why the file cannot be loaded and what to do. */
static char *explain_failure(const CompareSaved *saved, const char *why)
{
    BspSavedStart start;
    if (saved->length < BSP_SAVED_HEADER || !is_magic(saved->bytes))
        return g_strdup_printf("%s; use a file that bsplevel build has made", why);
    memcpy(&start, saved->bytes, sizeof start);
    if (start.version != BSP_SAVED_VERSION)
        return g_strdup_printf("its format is version %u, not %u; build the tree again",
                               start.version, BSP_SAVED_VERSION);
    return g_strdup_printf("%s; copy it again, or build it again", why);
}

CompareSaved *compare_saved_read(const char *path, GError **error)
{
    g_autoptr(CompareSaved) saved = g_new0(CompareSaved, 1);
    saved->path = g_strdup(path);
    saved->bytes = bsp_read_file(path, &saved->length, error);
    const char *why = saved->bytes ? load_file(saved) : NULL;
    if (why) {
        g_autofree char *text = explain_failure(saved, why);
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s: cannot be loaded: %s", path, text);
    }
    return saved->bytes && !why ? g_steal_pointer(&saved) : NULL;
}

void compare_saved_free(CompareSaved *saved)
{
    if (!saved)
        return;
    onion_tree_free(saved->onion);
    shift_tree_free(saved->shift);
    g_free(saved->sha256);
    g_free(saved->bytes);
    g_free(saved->path);
    g_free(saved);
}
