/* read-result: reads a saved result of `run` or of `sweep`. */
#include <json-c/json.h>

#include "kept/read.h"
#include "output/report.h"
#include "output/sweep.h"

gboolean compare_kept_has(const BspJsonRef *object, const char *key, BspJsonRef *member)
{
    return bsp_json_member(object, key, member) && member->value;
}

gboolean compare_kept_read_text(const BspJsonRef *object, const char *key, const char **text,
                                GError **error)
{
    BspJsonRef member;
    *text = NULL;
    return !compare_kept_has(object, key, &member) || bsp_json_string(&member, text, error);
}

/* Reads an optional list of strings and appends them to `texts`, if that is not NULL. */
static gboolean read_texts(const BspJsonRef *object, const char *key, GPtrArray *texts,
                           GError **error)
{
    BspJsonRef member, item;
    const char *text;
    guint n;
    if (!compare_kept_has(object, key, &member))
        return TRUE;
    if (!bsp_json_array(&member, 0, G_MAXUINT, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        bsp_json_item(&member, i, &item);
        if (!bsp_json_string(&item, &text, error))
            return FALSE;
        if (texts)
            g_ptr_array_add(texts, (gpointer)text);
    }
    return TRUE;
}

/* Checks that an optional member is an object if it is present. */
static gboolean check_object(const BspJsonRef *object, const char *key, BspJsonRef *member,
                             gboolean *is_there, GError **error)
{
    *is_there = compare_kept_has(object, key, member);
    return !*is_there || bsp_json_is_object(member) ||
           bsp_json_fail(member, error, BSP_ERROR_VALUE, "an object is wanted");
}

/* --- methods --- */

static gboolean check_quantiles(const BspJsonRef *method, const char *group, GError **error)
{
    BspJsonRef object, list, pair;
    double numbers[2];
    guint n;
    if (!compare_kept_has(method, group, &object) || !compare_kept_has(&object, "quantiles", &list))
        return TRUE;
    if (!bsp_json_array(&list, 0, COMPARE_MAX_ROWS, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        bsp_json_item(&list, i, &pair);
        if (!bsp_json_numbers(&pair, 2, 1e18, numbers, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean is_named_before(const GPtrArray *rows, const char *name)
{
    for (guint i = 0; i < rows->len; i++)
        if (g_str_equal(((const CompareComparisonRow *)rows->pdata[i])->method, name))
            return TRUE;
    return FALSE;
}

static gboolean read_method(const BspJsonRef *ref, CompareKept *kept, GError **error)
{
    g_autofree CompareComparisonRow *row = g_new(CompareComparisonRow, 1);
    if (!compare_comparison_read(ref, row, error) || !check_quantiles(ref, "walk", error) ||
        !check_quantiles(ref, "shot", error))
        return FALSE;
    if (is_named_before(kept->rows, row->method))
        return bsp_json_fail(ref, error, BSP_ERROR_VALUE, "the method '%s' is there twice",
                             row->method);
    row->scenario = kept->name;
    g_ptr_array_add(kept->rows, g_steal_pointer(&row));
    return TRUE;
}

static gboolean read_methods(const BspJsonRef *object, CompareKept *kept, GError **error)
{
    BspJsonRef methods, method;
    guint n;
    if (!bsp_json_require(object, "methods", &methods, error) ||
        !bsp_json_array(&methods, 0, COMPARE_MAX_KEPT_METHODS, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        bsp_json_item(&methods, i, &method);
        if (!read_method(&method, kept, error))
            return FALSE;
    }
    return TRUE;
}

/* --- members beside the methods --- */

static gboolean check_count(const BspJsonRef *object, const char *key, GError **error)
{
    BspJsonRef member;
    guint64 n;
    return !compare_kept_has(object, key, &member) ||
           bsp_json_uint(&member, 0, G_MAXUINT, &n, error);
}

static gboolean read_scenario(const BspJsonRef *object, CompareKept *kept, GError **error)
{
    BspJsonRef scenario, name;
    const char *world, *file;
    return bsp_json_require(object, "scenario", &scenario, error) &&
           bsp_json_require(&scenario, "name", &name, error) &&
           bsp_json_string(&name, &kept->name, error) &&
           compare_kept_read_text(&scenario, "file", &file, error) &&
           compare_kept_read_text(&scenario, "world", &world, error) &&
           compare_kept_read_text(&scenario, "world_name", &kept->world_name, error) &&
           compare_kept_read_text(&scenario, "world_sha256", &kept->world_sha256, error) &&
           read_texts(&scenario, "spaces", NULL, error) &&
           read_texts(&scenario, "shapes", NULL, error) &&
           check_count(&scenario, "brushes", error) && check_count(&scenario, "moves", error) &&
           check_count(&scenario, "trajectories", error);
}

static gboolean read_noise(const BspJsonRef *object, CompareKept *kept, GError **error)
{
    BspJsonRef noise;
    const char *why = NULL;
    gboolean is_there;
    if (!check_object(object, "noise", &noise, &is_there, error) ||
        (is_there && !compare_kept_read_text(&noise, "why", &why, error)))
        return FALSE;
    kept->noisy = why != NULL;
    return TRUE;
}

typedef gboolean (*Check)(const BspJsonRef *rows, GError **error);

static gboolean check_rows(const BspJsonRef *object, const char *key, Check check, GError **error)
{
    BspJsonRef rows;
    return !compare_kept_has(object, key, &rows) || check(&rows, error);
}

static gboolean read_hash(const BspJsonRef *object, guint64 *hash, GError **error)
{
    BspJsonRef ref;
    return bsp_json_require(object, "hash", &ref, error) && compare_read_hash(&ref, hash, error);
}

/* --- results --- */

gboolean compare_kept_read_result(const BspJsonRef *ref, CompareKept *kept, GError **error)
{
    return bsp_json_check_format(ref, "bsp-result", 1, error) && read_scenario(ref, kept, error) &&
           compare_kept_read_environment(ref, &kept->environment, error) &&
           compare_kept_read_text(ref, "about", &kept->about, error) &&
           compare_kept_read_text(ref, "reference", &kept->reference, error) &&
           read_texts(ref, "notes", kept->notes, error) &&
           read_texts(ref, "timing_notes", kept->notes, error) && read_noise(ref, kept, error) &&
           read_methods(ref, kept, error) && read_hash(ref, &kept->hash, error) &&
           check_rows(ref, "errors", compare_errors_check, error) &&
           check_rows(ref, "by_shape", compare_by_shape_check, error);
}

gboolean compare_kept_read_sweep(const BspJsonRef *ref, CompareKept *kept, GError **error)
{
    BspJsonRef name, rows;
    const char *vary;
    kept->is_sweep = TRUE;
    if (!bsp_json_check_format(ref, "bsp-sweep", 1, error) ||
        !bsp_json_require(ref, "scenario", &name, error) ||
        !bsp_json_string(&name, &kept->name, error) ||
        !compare_kept_read_environment(ref, &kept->environment, error) ||
        !compare_kept_read_text(ref, "about", &kept->about, error) ||
        !compare_kept_read_text(ref, "vary", &vary, error) ||
        !compare_kept_read_text(ref, "world_name", &kept->world_name, error) ||
        !compare_kept_read_text(ref, "world_sha256", &kept->world_sha256, error) ||
        !read_texts(ref, "notes", kept->notes, error) ||
        !read_texts(ref, "growth", kept->growth, error) ||
        !bsp_json_require(ref, "rows", &rows, error))
        return FALSE;
    kept->grid = compare_sweep_read(&rows, error);
    return kept->grid != NULL;
}
