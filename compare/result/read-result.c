/* read-result: reads results from files, and members of results.
 *
 * Only those parts of a document are checked on which code relies. The document must be a result,
 * its tables must be lists of objects, and each value must have the type of its column. Other
 * members are read by functions for which a member of a wrong type is missing. The schema
 * (data/bsp-result.schema.json) lists all types. */
#include <string.h>

#include "result/result.h"

/* --- checks --- */

static gboolean check_object(gpointer data, const BspJsonRef *item, GError **error)
{
    (void)data;
    return json_object_is_type(item->value, json_type_object) ||
           bsp_json_fail(item, error, BSP_ERROR_VALUE, "must be an object");
}

static gboolean check_list(const BspJsonRef *ref, const char *key, guint most, GError **error)
{
    BspJsonRef list;
    return !bsp_json_member(ref, key, &list) || !list.value ||
           bsp_json_each(&list, 0, most, check_object, NULL, error);
}

/* Checks that a value has the kind of its column. null stands for a missing value. */
static gboolean check_value(const BspJsonRef *value, const char *kind, GError **error)
{
    static const char *const texts[] = { "text", "name", "method", "hash", NULL };
    enum json_type type = json_object_get_type(value->value);
    gboolean is_count = g_strcmp0(kind, "count") == 0;
    gboolean is_number = type == json_type_int || type == json_type_double;
    double number = json_object_get_double(value->value);
    if (type == json_type_null)
        return TRUE;
    if ((is_count || g_strcmp0(kind, "number") == 0) && !is_number)
        return bsp_json_fail(value, error, BSP_ERROR_VALUE, "must be a number");
    if (is_count && !(number >= 0 && number < 0x1p64))
        return bsp_json_fail(value, error, BSP_ERROR_VALUE, "must be a count");
    if (kind && g_strv_contains(texts, kind) && type != json_type_string)
        return bsp_json_fail(value, error, BSP_ERROR_VALUE, "must be a string");
    return TRUE;
}

static gboolean check_column(const BspJsonRef *result, const char *table, json_object *column,
                             GError **error)
{
    BspJsonRef rows, row, value;
    guint n = compare_length_at(result->value, table);
    for (guint i = 0; i < n; i++) {
        bsp_json_member(result, table, &rows);
        bsp_json_item(&rows, i, &row);
        if (bsp_json_member(&row, compare_text_at(column, "key"), &value) &&
            !check_value(&value, compare_text_at(column, "kind"), error))
            return FALSE;
    }
    return TRUE;
}

/* Checks the columns, and the tables that they name. */
static gboolean check_tables(const BspJsonRef *result, const BspJsonRef *columns, GError **error)
{
    if (!check_object(NULL, columns, error))
        return FALSE;
    json_object_object_foreach(columns->value, key, value)
    {
        BspJsonRef own, column, name;
        bsp_json_member(columns, key, &own);
        if (!check_list(columns, key, COMPARE_MAX_COLUMNS, error) ||
            !check_list(result, key, COMPARE_MAX_ROWS, error))
            return FALSE;
        for (guint i = 0; i < compare_length_at(columns->value, key); i++) {
            const char *text;
            bsp_json_item(&own, i, &column);
            if (!bsp_json_require(&column, "key", &name, error) ||
                !bsp_json_string(&name, &text, error) ||
                !check_column(result, key, column.value, error))
                return FALSE;
        }
        (void)value;
    }
    return TRUE;
}

static gboolean check_result(const BspJsonRef *result, GError **error)
{
    const char *main = compare_result_measured(result->value), *text;
    BspJsonRef columns, scenario, name, rows;
    return bsp_json_check_format(result, "bsp-result", 1, error) &&
           bsp_json_require(result, "scenario", &scenario, error) &&
           bsp_json_require(&scenario, "name", &name, error) &&
           bsp_json_string(&name, &text, error) &&
           bsp_json_require(result, "columns", &columns, error) &&
           bsp_json_require(result, main, &rows, error) && check_tables(result, &columns, error) &&
           check_list(result, main, COMPARE_MAX_ROWS, error) &&
           check_list(result, "notes", COMPARE_MAX_ROWS, error) &&
           check_list(result, "contestants", COMPARE_MAX_ROWS, error);
}

/* --- files --- */

static CompareResults *results_new(void)
{
    CompareResults *results = g_new(CompareResults, 1);
    results->all = g_ptr_array_new_with_free_func(compare_json_free);
    results->files = g_ptr_array_new_with_free_func(g_free);
    return results;
}

void compare_results_free(CompareResults *results)
{
    if (!results)
        return;
    g_ptr_array_unref(results->all);
    g_ptr_array_unref(results->files);
    g_free(results);
}

static gboolean add_result(gpointer data, const BspJsonRef *ref, GError **error)
{
    CompareResults *results = data;
    if (results->all->len == COMPARE_MAX_RESULTS)
        return bsp_json_fail(ref, error, BSP_ERROR_LIMIT,
                             "there are more results than the limit of %d", COMPARE_MAX_RESULTS);
    if (!check_result(ref, error))
        return FALSE;
    g_ptr_array_add(results->all, json_object_get(ref->value));
    g_ptr_array_add(results->files, g_strdup(ref->file));
    if (!compare_result_is_sweep(ref->value))
        compare_json_add(ref->value, "verdict", compare_verdict(ref->value));
    return TRUE;
}

static gboolean add_document(CompareResults *results, const BspJsonRef *root, GError **error)
{
    return json_object_is_type(root->value, json_type_array)
               ? bsp_json_each(root, 1, COMPARE_MAX_RESULTS, add_result, results, error)
               : add_result(results, root, error);
}

/* Loads a document. A file that is not JSON is most likely a printed table or a manifest, so the
 * message says this. */
static BspJsonRef *load_document(const char *path, GError **error)
{
    GError *failure = NULL;
    BspJsonRef *root = bsp_json_load(path, &failure);
    if (g_error_matches(failure, BSP_ERROR, BSP_ERROR_SYNTAX))
        g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX,
                    "%s; only JSON that run or sweep wrote with --format json can be read",
                    failure->message);
    else if (failure)
        g_set_error_literal(error, failure->domain, failure->code, failure->message);
    g_clear_error(&failure);
    return root;
}

CompareResults *compare_results_load(const char *const *files, guint n, GError **error)
{
    g_autoptr(CompareResults) results = results_new();
    for (guint i = 0; i < n; i++) {
        g_autoptr(BspJsonRef) root = load_document(files[i], error);
        if (!root || !add_document(results, root, error))
            return NULL;
    }
    return g_steal_pointer(&results);
}

CompareResults *compare_results_of(const GPtrArray *reports, json_object *environment)
{
    CompareResults *results = results_new();
    for (guint i = 0; i < reports->len; i++)
        g_ptr_array_add(results->all, compare_report_json(reports->pdata[i], environment));
    return results;
}

CompareResults *compare_results_of_sweep(const CompareSweep *sweep, json_object *environment)
{
    CompareResults *results = results_new();
    g_ptr_array_add(results->all, compare_sweep_json(sweep, environment));
    return results;
}

/* --- members --- */

gboolean compare_result_is_sweep(json_object *result)
{
    return compare_text_at(result, "vary") != NULL;
}

gboolean compare_result_is_noisy(json_object *result)
{
    return compare_is_true_at(json_object_object_get(result, "noise"), "noisy");
}

const char *compare_result_name(json_object *result)
{
    return compare_text_at(json_object_object_get(result, "scenario"), "name");
}

const char *compare_result_measured(json_object *result)
{
    return compare_result_is_sweep(result) ? "rows" : "methods";
}

const char *compare_result_main(json_object *result)
{
    return json_object_object_get(result, "regress") ? "regress" : compare_result_measured(result);
}

guint compare_length_at(json_object *object, const char *key)
{
    json_object *array = json_object_object_get(object, key);
    return json_object_is_type(array, json_type_array) ? (guint)json_object_array_length(array) : 0;
}

json_object *compare_item_at(json_object *object, const char *key, guint i)
{
    return i < compare_length_at(object, key)
               ? json_object_array_get_idx(json_object_object_get(object, key), i)
               : NULL;
}

gboolean compare_is_true_at(json_object *object, const char *key)
{
    json_object *value = json_object_object_get(object, key);
    return json_object_is_type(value, json_type_boolean) && json_object_get_boolean(value);
}

json_object *compare_find_row(json_object *object, const char *array, const char *method,
                              const char *key, const char *text)
{
    for (guint i = 0; i < compare_length_at(object, array); i++) {
        json_object *row = compare_item_at(object, array, i);
        if (g_strcmp0(compare_text_at(row, "method"), method) == 0 &&
            g_strcmp0(compare_text_at(row, key), text) == 0)
            return row;
    }
    return NULL;
}
