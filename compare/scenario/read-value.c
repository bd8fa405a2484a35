/* read-value: reads values that occur in several parts of a scenario. */
#include "bsp-json.h"
#include "scenario/read.h"

gboolean compare_read_text(const BspJsonRef *object, const char *key, char **text, GError **error)
{
    BspJsonRef ref;
    const char *string;
    if (!bsp_json_require(object, key, &ref, error) || !bsp_json_string(&ref, &string, error))
        return FALSE;
    *text = g_strdup(string);
    return TRUE;
}

gboolean compare_read_vec(const BspJsonRef *object, const char *key, BspVec *vec, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, key, &ref, error) && bsp_json_vec(&ref, vec, error);
}

gboolean compare_read_length(const BspJsonRef *object, const char *key, double *length,
                             GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, key, &ref, error) &&
           bsp_json_number(&ref, -BSP_WORLD_HALF, BSP_WORLD_HALF, length, error);
}

gboolean compare_read_uint(const BspJsonRef *object, const char *key, guint64 min, guint64 max,
                           guint64 *number, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, key, &ref, error) &&
           bsp_json_uint(&ref, min, max, number, error);
}

gboolean compare_read_mask(const BspJsonRef *object, guint32 *mask, GError **error)
{
    BspJsonRef ref;
    guint n;
    *mask = 0;
    if (!bsp_json_member(object, "mask", &ref))
        return TRUE;
    if (bsp_json_array(&ref, 0, G_MAXUINT, &n, NULL) && n == 0)
        return bsp_json_fail(&ref, error, BSP_ERROR_VALUE,
                             "it names no contents; write 0 if every brush stops it");
    return bsp_json_contents(&ref, mask, error);
}

gboolean compare_read_points(const BspJsonRef *ref, guint min, GArray *points, GError **error)
{
    guint n;
    if (!bsp_json_array(ref, min, COMPARE_MAX_LIST, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        BspJsonRef item;
        BspVec point;
        bsp_json_item(ref, i, &item);
        if (!bsp_json_vec(&item, &point, error))
            return FALSE;
        g_array_append_val(points, point);
    }
    return TRUE;
}

gboolean compare_read_one_of(const BspJsonRef *object, const char *const *keys, guint *which,
                             BspJsonRef *member, GError **error)
{
    guint found = 0;
    for (guint i = 0; keys[i]; i++) {
        BspJsonRef ref;
        if (bsp_json_member(object, keys[i], &ref)) {
            *which = i;
            *member = ref;
            found++;
        }
    }
    if (found == 1)
        return TRUE;
    g_autofree char *list = g_strjoinv("\", \"", (char **)keys);
    return bsp_json_fail(object, error, BSP_ERROR_VALUE, "exactly one of \"%s\" is wanted, not %u",
                         list, found);
}
