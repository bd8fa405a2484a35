/* kept: reads saved results from the JSON that `run` and `sweep` wrote. */
#include "kept/kept.h"

#include <json-c/json.h>

#include "kept/read.h"

static void free_document(gpointer document)
{
    bsp_json_free(document);
}

static void free_kept(gpointer data)
{
    CompareKept *kept = data;
    g_ptr_array_unref(kept->notes);
    g_ptr_array_unref(kept->growth);
    g_ptr_array_unref(kept->rows);
    compare_grid_free(kept->grid);
    compare_environment_free(kept->environment);
    g_free(kept);
}

void compare_kept_free(CompareKeptResults *results)
{
    if (!results)
        return;
    g_ptr_array_unref(results->results);
    g_ptr_array_unref(results->documents);
    g_free(results);
}

static gboolean is_sweep(const BspJsonRef *ref)
{
    BspJsonRef format;
    return bsp_json_member(ref, "format", &format) &&
           json_object_is_type(format.value, json_type_string) &&
           g_str_equal(json_object_get_string(format.value), "bsp-sweep");
}

static gboolean add_result(CompareKeptResults *results, const BspJsonRef *ref, GError **error)
{
    CompareKept *kept = g_new0(CompareKept, 1);
    kept->notes = g_ptr_array_new();
    kept->growth = g_ptr_array_new();
    kept->rows = g_ptr_array_new_with_free_func(g_free);
    kept->file = ref->json->file;
    kept->object = ref->value;
    g_ptr_array_add(results->results, kept);
    if (results->results->len > COMPARE_MAX_KEPT)
        return bsp_json_fail(ref, error, BSP_ERROR_LIMIT, "more results than the limit of %d",
                             COMPARE_MAX_KEPT);
    return is_sweep(ref) ? compare_kept_read_sweep(ref, kept, error)
                         : compare_kept_read_result(ref, kept, error);
}

static gboolean add_document(CompareKeptResults *results, const BspJson *json, GError **error)
{
    BspJsonRef root = bsp_json_root(json), item;
    guint n;
    if (!json_object_is_type(root.value, json_type_array))
        return add_result(results, &root, error);
    if (!bsp_json_array(&root, 1, COMPARE_MAX_KEPT, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        bsp_json_item(&root, i, &item);
        if (!add_result(results, &item, error))
            return FALSE;
    }
    return TRUE;
}

/* Loads a document. A file that is not JSON is most likely a table, so the message says so. */
static BspJson *load(const char *path, GError **error)
{
    GError *failure = NULL;
    BspJson *json = bsp_json_load(path, &failure);
    if (g_error_matches(failure, BSP_ERROR, BSP_ERROR_SYNTAX))
        g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX,
                    "%s; results are read as --format json "
                    "writes them",
                    failure->message);
    else if (failure)
        g_set_error_literal(error, failure->domain, failure->code, failure->message);
    g_clear_error(&failure);
    return json;
}

CompareKeptResults *compare_kept_load(const char *const *files, guint n, GError **error)
{
    g_autoptr(CompareKeptResults) results = g_new(CompareKeptResults, 1);
    results->documents = g_ptr_array_new_with_free_func(free_document);
    results->results = g_ptr_array_new_with_free_func(free_kept);
    for (guint i = 0; i < n; i++) {
        BspJson *json = load(files[i], error);
        if (!json)
            return NULL;
        g_ptr_array_add(results->documents, json);
        if (!add_document(results, json, error))
            return NULL;
    }
    return g_steal_pointer(&results);
}

static json_object *environment_of(const CompareKept *kept)
{
    return json_object_object_get(kept->object, "environment");
}

gboolean compare_kept_is_of_one_run(const CompareKept *a, const CompareKept *b)
{
    return json_object_equal(environment_of(a), environment_of(b)) ? TRUE : FALSE;
}
