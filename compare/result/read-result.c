/* read-result: reads results from files, checks them, and reads their members.
 *
 * After the check, tables have the columns that they name, and a member that is used has the right
 * type, or is missing or null. */
#include <string.h>

#include "result/result.h"

/* --- checks --- */

/* The type of a member. */
typedef enum { TEXT, COUNT, NUMBER, TRUTH, TEXTS, NUMBERS, OBJECT, RECORDS } Type;

typedef struct {
    const char *inside; /* the object that has it; NULL: the result */
    const char *key;
    Type type;
} Member;

/* All members that are no tables. All but `name` may be missing. */
static const Member members[] = {
    { NULL, "scenario", OBJECT },
    { "scenario", "name", TEXT },
    { "scenario", "file", TEXT },
    { "scenario", "world", TEXT },
    { "scenario", "world_name", TEXT },
    { "scenario", "world_sha256", TEXT },
    { "scenario", "spaces", TEXTS },
    { "scenario", "shapes", TEXTS },
    { "scenario", "brushes", COUNT },
    { "scenario", "moves", COUNT },
    { "scenario", "walks", COUNT },
    { "scenario", "hits", COUNT },
    { "scenario", "trajectories", COUNT },
    { NULL, "environment", OBJECT },
    { "environment", "program", TEXT },
    { "environment", "commit", TEXT },
    { "environment", "compiler", TEXT },
    { "environment", "flags", TEXT },
    { "environment", "command", TEXT },
    { "environment", "date", TEXT },
    { "environment", "cpu", TEXT },
    { "environment", "os", TEXT },
    { "environment", "cores", COUNT },
    { "environment", "load", NUMBER },
    { "environment", "caches", OBJECT },
    { NULL, "noise", OBJECT },
    { "noise", "noisy", TRUTH },
    { "noise", "waited", NUMBER },
    { "noise", "widest_of", TEXT },
    { NULL, "undecided", OBJECT },
    { NULL, "varied", OBJECT },
    { NULL, "seed", COUNT },
    { NULL, "reference", TEXT },
    { NULL, "vary", TEXT },
    { NULL, "values", TEXTS },
    { NULL, "asked", TEXTS },
    { NULL, "moves_of", TEXT },
    { NULL, "contestants", RECORDS },
    { NULL, "notes", RECORDS },
};

static gboolean check_value(const BspJsonRef *ref, Type type, GError **error);

/* A record's members are texts, numbers, truths, or lists of texts or numbers. */
static gboolean check_record(const BspJsonRef *ref, gpointer data, GError **error)
{
    (void)data;
    BspJsonRef member;
    if (!check_value(ref, OBJECT, error))
        return FALSE;
    json_object_object_foreach(ref->value, key, value)
    {
        bsp_json_member(ref, key, &member);
        Type type =
            json_object_is_type(value, json_type_string)    ? TEXT
            : json_object_is_type(value, json_type_boolean) ? TRUTH
            : !json_object_is_type(value, json_type_array)  ? NUMBER
            : json_object_array_length(value) &&
                    json_object_is_type(json_object_array_get_idx(value, 0), json_type_string)
                ? TEXTS
                : NUMBERS;
        if (value && !check_value(&member, type, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean check_text(const BspJsonRef *ref, gpointer data, GError **error)
{
    (void)data;
    return compare_check_value(ref, COMPARE_TEXT, FALSE, error);
}

static gboolean check_a_number(const BspJsonRef *ref, gpointer data, GError **error)
{
    (void)data;
    return compare_check_value(ref, COMPARE_NUMBER, FALSE, error);
}

static gboolean check_value(const BspJsonRef *ref, Type type, GError **error)
{
    switch (type) {
    case TEXT:
        return compare_check_value(ref, COMPARE_TEXT, FALSE, error);
    case COUNT:
        return compare_check_value(ref, COMPARE_COUNT, FALSE, error);
    case NUMBER:
        return compare_check_value(ref, COMPARE_NUMBER, FALSE, error);
    case TRUTH:
        return compare_check_value(ref, COMPARE_BOOLEAN, FALSE, error);
    case TEXTS:
        return bsp_json_each(ref, check_text, NULL, error);
    case NUMBERS:
        return bsp_json_each(ref, check_a_number, NULL, error);
    case RECORDS:
        return bsp_json_each(ref, check_record, NULL, error);
    case OBJECT:
        break;
    }
    return bsp_json_is_object(ref) ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE, "must be an object");
}

static gboolean check_members(const BspJsonRef *result, GError **error)
{
    BspJsonRef inside, member;
    for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
        inside = *result;
        if (members[i].inside &&
            (!bsp_json_member(result, members[i].inside, &inside) || !bsp_json_is_object(&inside)))
            continue;
        if (bsp_json_member(&inside, members[i].key, &member) && member.value &&
            !check_value(&member, members[i].type, error))
            return FALSE;
    }
    return bsp_json_require(result, "scenario", &inside, error) &&
           bsp_json_require(&inside, "name", &member, error) && check_value(&member, TEXT, error);
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
        !check_value(&columns, OBJECT, error) || !bsp_json_require(result, main, &rows, error) ||
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
    static const char *const tables[] = { "methods",     "rows",    "by_shape", "errors",
                                          "closed_loop", "walkers", "regress" };
    BspJsonRef hash, rows, columns;
    if (!bsp_json_check_format(result, "bsp-result", 1, error) || !check_members(result, error) ||
        !check_tables(result, error))
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
