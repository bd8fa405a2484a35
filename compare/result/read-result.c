/* read-result: reads results from files, checks them, and reads their members.
 *
 * After the check, tables have the columns that they name, and a member that is used has the right
 * type, or is missing or null. */
#include <string.h>

#include "result/result.h"

/* --- checks --- */

static gboolean check_part(const BspJsonRef *ref, GError **error);

static gboolean check_item(const BspJsonRef *item, gpointer data, GError **error)
{
    (void)data;
    return item->value ? check_part(item, error)
                       : bsp_json_fail(item, error, BSP_ERROR_VALUE, "must not be null");
}

/* Checks a value outside of tables: a text, a number, a truth or null, or a list or an object of
 * such. */
static gboolean check_part(const BspJsonRef *ref, GError **error)
{
    BspJsonRef member;
    if (json_object_is_type(ref->value, json_type_array))
        return bsp_json_each(ref, check_item, NULL, error);
    if (json_object_is_type(ref->value, json_type_object)) {
        json_object_object_foreach(ref->value, key, value)
        {
            (void)value;
            bsp_json_member(ref, key, &member);
            if (!check_part(&member, error))
                return FALSE;
        }
        return TRUE;
    }
    return !ref->value || json_object_is_type(ref->value, json_type_boolean) ||
           compare_check_value(ref,
                               json_object_is_type(ref->value, json_type_string) ? COMPARE_TEXT
                                                                                 : COMPARE_NUMBER,
                               FALSE, error);
}

/* Checks the members that are no tables. */
static gboolean check_members(const BspJsonRef *result, GError **error)
{
    BspJsonRef columns, scenario, name, member;
    json_object *tables = bsp_json_member(result, "columns", &columns) ? columns.value : NULL;
    json_object_object_foreach(result->value, key, value)
    {
        (void)value;
        bsp_json_member(result, key, &member);
        if (!json_object_object_get(tables, key) && !check_part(&member, error))
            return FALSE;
    }
    return bsp_json_require(result, "scenario", &scenario, error) &&
           bsp_json_require(&scenario, "name", &name, error) &&
           compare_check_value(&name, COMPARE_TEXT, FALSE, error);
}

/* Checks the types of members that readers rely on, if the members are there. */
static gboolean check_types(const BspJsonRef *ref, GError **error)
{
    static const struct {
        const char *key, *inner;
        json_type type;
        const char *name;
    } members[] = {
        { "scenario", NULL, json_type_object, "an object" },
        { "scenario", "spaces", json_type_array, "an array" },
        { "environment", NULL, json_type_object, "an object" },
        { "environment", "cpu", json_type_string, "a string" },
        { "noise", NULL, json_type_object, "an object" },
        { "notes", NULL, json_type_array, "an array" },
        { "reference", NULL, json_type_string, "a string" },
        { "values", NULL, json_type_array, "an array" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
        BspJsonRef outer, member;
        if (!bsp_json_member(ref, members[i].key, &outer))
            continue;
        member = outer;
        if (members[i].inner && !bsp_json_member(&outer, members[i].inner, &member))
            continue;
        if (member.value && !json_object_is_type(member.value, members[i].type))
            return bsp_json_fail(&member, error, BSP_ERROR_VALUE, "must be %s", members[i].name);
    }
    BspJsonRef notes, note;
    for (guint i = 0; i < compare_length_at(ref->value, "notes"); i++) {
        bsp_json_member(ref, "notes", &notes);
        bsp_json_item(&notes, i, &note);
        if (!json_object_is_type(note.value, json_type_object))
            return bsp_json_fail(&note, error, BSP_ERROR_VALUE, "must be an object");
    }
    return TRUE;
}

/* The names of the methods of a run differ. */
static gboolean check_names(const BspJsonRef *result, GError **error)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < compare_length_at(result->value, "methods"); i++) {
        const char *name = compare_text_at(compare_item_at(result->value, "methods", i), "method");
        if (!name || !g_hash_table_add(names, (gpointer)name))
            return bsp_json_fail(result, error, BSP_ERROR_VALUE,
                                 "the method '%s' appears twice, or has no name", name ? name : "");
    }
    return TRUE;
}

static gboolean check_tables(const BspJsonRef *result, GError **error)
{
    const char *main = compare_result_is_sweep(result->value) ? "rows" : "methods";
    BspJsonRef columns, rows, own;
    if (!bsp_json_require(result, "columns", &columns, error) ||
        !bsp_json_require(result, main, &rows, error) ||
        !bsp_json_require(&columns, main, &own, error))
        return FALSE;
    json_object_object_foreach(columns.value, key, value)
    {
        (void)value;
        bsp_json_member(&columns, key, &own);
        if (!bsp_json_require(result, key, &rows, error) ||
            !compare_table_check(&own, &rows, error))
            return FALSE;
    }
    return check_names(result, error);
}

/* Checks that the other tables which are printed have columns. */
static gboolean check_result(const BspJsonRef *result, GError **error)
{
    static const char *const tables[] = { "methods", "rows", "errors", "walkers", "regress" };
    BspJsonRef hash, rows, columns;
    if (!bsp_json_check_format(result, "bsp-result", 1, error) || !check_types(result, error) ||
        !check_members(result, error) || !check_tables(result, error))
        return FALSE;
    bsp_json_member(result, "columns", &columns);
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
        BspJsonRef own;
        if (bsp_json_member(result, tables[i], &rows) &&
            !bsp_json_require(&columns, tables[i], &own, error))
            return FALSE;
    }
    return compare_result_is_sweep(result->value) ||
           (bsp_json_require(result, "hash", &hash, error) &&
            compare_check_value(&hash, COMPARE_HASH, FALSE, error));
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

static gboolean add_result(CompareResults *results, const BspJsonRef *ref, GError **error)
{
    if (results->all->len == COMPARE_MAX_RESULTS)
        return bsp_json_fail(ref, error, BSP_ERROR_LIMIT, "more results than the limit of %d",
                             COMPARE_MAX_RESULTS);
    if (!check_result(ref, error))
        return FALSE;
    g_ptr_array_add(results->all, json_object_get(ref->value));
    g_ptr_array_add(results->files, g_strdup(ref->json->file));
    if (!compare_result_is_sweep(ref->value))
        compare_json_add(ref->value, "verdict", compare_verdict(ref->value));
    return TRUE;
}

static gboolean add_document(CompareResults *results, const BspJson *json, GError **error)
{
    BspJsonRef root = bsp_json_root(json), item;
    guint n;
    if (!json_object_is_type(root.value, json_type_array))
        return add_result(results, &root, error);
    if (!bsp_json_array(&root, 1, COMPARE_MAX_RESULTS, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        bsp_json_item(&root, i, &item);
        if (!add_result(results, &item, error))
            return FALSE;
    }
    return TRUE;
}

/* Loads a document. A file that is not JSON is most likely a table or a manifest, so the message
 * says so. */
static BspJson *load_document(const char *path, GError **error)
{
    GError *failure = NULL;
    BspJson *json = bsp_json_load(path, &failure);
    if (g_error_matches(failure, BSP_ERROR, BSP_ERROR_SYNTAX))
        g_set_error(error, BSP_ERROR, BSP_ERROR_SYNTAX,
                    "%s; only JSON that run or sweep wrote with --format json can be read",
                    failure->message);
    else if (failure)
        g_set_error_literal(error, failure->domain, failure->code, failure->message);
    g_clear_error(&failure);
    return json;
}

CompareResults *compare_results_load(const char *const *files, guint n, GError **error)
{
    g_autoptr(CompareResults) results = results_new();
    for (guint i = 0; i < n; i++) {
        BspJson *json = load_document(files[i], error);
        gboolean is_good = json && add_document(results, json, error);
        bsp_json_free(json);
        if (!is_good)
            return NULL;
    }
    return g_steal_pointer(&results);
}

CompareResults *compare_results_of(const GPtrArray *reports, const CompareEnvironment *environment)
{
    CompareResults *results = results_new();
    for (guint i = 0; i < reports->len; i++)
        g_ptr_array_add(results->all, compare_report_json(reports->pdata[i], environment));
    return results;
}

CompareResults *compare_results_of_sweep(const CompareSweep *sweep,
                                         const CompareEnvironment *environment)
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

const char *compare_result_main(json_object *result)
{
    return compare_result_is_sweep(result)                     ? "rows"
           : json_object_object_get(result, "regress") != NULL ? "regress"
                                                               : "methods";
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

json_object *compare_find_method(json_object *result, const char *name)
{
    for (guint i = 0; i < compare_length_at(result, "methods"); i++) {
        json_object *row = compare_item_at(result, "methods", i);
        if (g_strcmp0(compare_text_at(row, "method"), name) == 0)
            return row;
    }
    return NULL;
}
