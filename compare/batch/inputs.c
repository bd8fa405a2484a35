/* inputs: the input files of pieces of work, identified by checksum. */
#include "batch/inputs.h"

#include "bsp-error.h"
#include "bsp-file.h"

GHashTable *compare_inputs_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

const char *compare_inputs_sha256(GHashTable *known, const char *path, GError **error)
{
    char *sha256 = g_hash_table_lookup(known, path);
    if (sha256)
        return sha256;
    gsize length;
    g_autofree char *text = bsp_read_file(path, &length, error);
    if (!text)
        return NULL;
    sha256 = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    g_hash_table_insert(known, g_strdup(path), sha256);
    return sha256;
}

gboolean compare_inputs_fail(const char *path, const char *found, const char *sha256,
                             GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s has changed since it was planned: its SHA-256 is %.16s..., not %.16s...; plan "
                "anew, or bring back what it was",
                path, found ? found : "not known", sha256 ? sha256 : "not known");
    return FALSE;
}

gboolean compare_inputs_check(GHashTable *known, const char *place, const char *path,
                              const char *sha256, GError **error)
{
    const char *found = compare_inputs_sha256(known, path, error);
    if (found && (g_str_equal(found, sha256) || compare_inputs_fail(path, found, sha256, error)))
        return TRUE;
    g_prefix_error(error, "%s: ", place);
    return FALSE;
}
