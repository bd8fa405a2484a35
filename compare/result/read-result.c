/* read-result: reads results from files, checks them, and reads their members.
 *
 * After the check every member that is used has the right type, or is missing or null. */
#include <json-c/json.h>

#include "methods/method.h"
#include "result/result.h"

/* Finds an optional member. FALSE without an error if it is missing or null. */
static gboolean find_member(const BspJsonRef *object, const char *key, BspJsonRef *member)
{
    return bsp_json_member(object, key, member) && member->value;
}

/* Checks an optional member. */
typedef gboolean (*Check)(const BspJsonRef *member, GError **error);

static gboolean check_member(const BspJsonRef *object, const char *key, Check check, GError **error)
{
    BspJsonRef member;
    return !find_member(object, key, &member) || check(&member, error);
}

static gboolean check_members(const BspJsonRef *object, const char *const *keys, Check check,
                              GError **error)
{
    for (; *keys; keys++)
        if (!check_member(object, *keys, check, error))
            return FALSE;
    return TRUE;
}

static gboolean check_text(const BspJsonRef *ref, GError **error)
{
    const char *text;
    return bsp_json_string(ref, &text, error);
}

static gboolean check_text_item(const BspJsonRef *ref, gpointer data, GError **error)
{
    (void)data;
    return check_text(ref, error);
}

static gboolean check_texts(const BspJsonRef *ref, GError **error)
{
    return bsp_json_each(ref, check_text_item, NULL, error);
}

/* Bytes, cores and other counts; no machine has more. */
static gboolean check_count(const BspJsonRef *ref, GError **error)
{
    guint64 n;
    return bsp_json_uint(ref, 0, (guint64)1 << 50, &n, error);
}

static gboolean check_load(const BspJsonRef *ref, GError **error)
{
    double load;
    return bsp_json_number(ref, 0, 1e9, &load, error);
}

static gboolean check_object(const BspJsonRef *ref, GError **error)
{
    return bsp_json_is_object(ref) ||
           bsp_json_fail(ref, error, BSP_ERROR_VALUE, "must be an object");
}

static gboolean check_name(const BspJsonRef *object, const char *key, GError **error)
{
    BspJsonRef name;
    return bsp_json_require(object, key, &name, error) && check_text(&name, error);
}

/* --- the machine --- */

static gboolean check_caches(const BspJsonRef *ref, GError **error)
{
    static const char *const keys[] = { "l1d", "l2", "l3", NULL };
    return check_object(ref, error) && check_members(ref, keys, check_count, error);
}

static gboolean check_environment(const BspJsonRef *ref, GError **error)
{
    static const char *const texts[] = { "program", "commit", "compiler", "flags", "command",
                                         "date",    "cpu",    "os",       NULL };
    return check_object(ref, error) && check_members(ref, texts, check_text, error) &&
           check_member(ref, "cores", check_count, error) &&
           check_member(ref, "load", check_load, error) &&
           check_member(ref, "caches", check_caches, error);
}

/* --- methods --- */

static gboolean check_quantiles(const BspJsonRef *list, GError **error)
{
    BspJsonRef pair;
    double numbers[2];
    guint n;
    if (!bsp_json_array(list, 0, COMPARE_MAX_ROWS, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        bsp_json_item(list, i, &pair);
        if (!bsp_json_numbers(&pair, 2, 1e18, numbers, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean check_group(const BspJsonRef *group, GError **error)
{
    return check_member(group, "quantiles", check_quantiles, error);
}

/* Checks the times of moves that not all methods take. They have the same members as a method's
 * other times. */
static gboolean check_rest(const BspJsonRef *rest, GError **error)
{
    static const char *const groups[] = { "walk", "shot", NULL };
    guint n;
    const CompareColumn *columns = compare_method_columns(&n);
    if (!check_name(rest, "method", error))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (columns[i].group && !compare_columns_check(&columns[i], 1, rest, error))
            return FALSE;
    return check_members(rest, groups, check_group, error);
}

static gboolean check_method(const BspJsonRef *method, GHashTable *names, GError **error)
{
    static const char *const groups[] = { "walk", "shot", NULL };
    const CompareColumn *columns;
    const char *name;
    BspJsonRef member;
    guint n;
    columns = compare_method_columns(&n);
    if (!compare_columns_check(columns, n, method, error) ||
        !bsp_json_require(method, "method", &member, error) ||
        !bsp_json_string(&member, &name, error) ||
        !check_members(method, groups, check_group, error) ||
        !check_member(method, "rest", check_rest, error))
        return FALSE;
    return g_hash_table_add(names, (gpointer)name) ||
           bsp_json_fail(method, error, BSP_ERROR_VALUE, "the method '%s' appears twice", name);
}

static gboolean check_methods(const BspJsonRef *result, GError **error)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    BspJsonRef methods, method;
    guint n;
    if (!bsp_json_require(result, "methods", &methods, error) ||
        !bsp_json_array(&methods, 0, COMPARE_MAX_RESULT_METHODS, &n, error))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        bsp_json_item(&methods, i, &method);
        if (!check_method(&method, names, error))
            return FALSE;
    }
    return TRUE;
}

/* --- results --- */

static gboolean check_scenario(const BspJsonRef *result, GError **error)
{
    static const char *const texts[] = { "file", "world", "world_name", "world_sha256", NULL };
    static const char *const lists[] = { "spaces", "shapes", NULL };
    static const char *const counts[] = { "brushes", "moves", "trajectories", NULL };
    BspJsonRef scenario;
    return bsp_json_require(result, "scenario", &scenario, error) &&
           check_name(&scenario, "name", error) &&
           check_members(&scenario, texts, check_text, error) &&
           check_members(&scenario, lists, check_texts, error) &&
           check_members(&scenario, counts, check_count, error);
}

static gboolean check_noise(const BspJsonRef *noise, GError **error)
{
    return check_object(noise, error) && check_member(noise, "why", check_text, error);
}

static gboolean check_rows(const BspJsonRef *result, const char *key, const CompareColumn *columns,
                           guint n, GError **error)
{
    BspJsonRef rows;
    return !find_member(result, key, &rows) || compare_columns_check_all(columns, n, &rows, error);
}

/* Checks the values that distinguish results of one scenario: a seed, and what was varied. */
static gboolean check_varied(const BspJsonRef *varied, GError **error)
{
    if (!check_object(varied, error))
        return FALSE;
    json_object_object_foreach(varied->value, key, value)
    {
        (void)value;
        if (!check_member(varied, key, check_text, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean check_run(const BspJsonRef *result, GError **error)
{
    static const char *const texts[] = { "about", "reference", NULL };
    static const char *const lists[] = { "notes", "timing_notes", NULL };
    guint n_errors, n_shapes;
    const CompareColumn *errors = compare_error_columns(&n_errors);
    const CompareColumn *shapes = compare_shape_columns(&n_shapes);
    BspJsonRef hash;
    return bsp_json_check_format(result, "bsp-result", 1, error) && check_scenario(result, error) &&
           check_member(result, "environment", check_environment, error) &&
           check_members(result, texts, check_text, error) &&
           check_members(result, lists, check_texts, error) &&
           check_member(result, "noise", check_noise, error) &&
           check_member(result, "seed", check_count, error) &&
           check_member(result, "varied", check_varied, error) && check_methods(result, error) &&
           bsp_json_require(result, "hash", &hash, error) && compare_check_hash(&hash, error) &&
           check_rows(result, "errors", errors, n_errors, error) &&
           check_rows(result, "by_shape", shapes, n_shapes, error);
}

static gboolean check_sweep(const BspJsonRef *result, GError **error)
{
    static const char *const texts[] = { "about",      "vary",         "file", "world",
                                         "world_name", "world_sha256", NULL };
    static const char *const lists[] = { "notes", "growth", NULL };
    guint n;
    const CompareColumn *columns = compare_sweep_columns(&n);
    BspJsonRef rows;
    return bsp_json_check_format(result, "bsp-sweep", 1, error) &&
           check_name(result, "scenario", error) &&
           check_member(result, "environment", check_environment, error) &&
           check_members(result, texts, check_text, error) &&
           check_members(result, lists, check_texts, error) &&
           bsp_json_require(result, "rows", &rows, error) &&
           compare_columns_check_all(columns, n, &rows, error);
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
    g_ptr_array_add(results->all, json_object_get(ref->value));
    g_ptr_array_add(results->files, g_strdup(ref->json->file));
    return compare_result_is_sweep(ref->value) ? check_sweep(ref, error) : check_run(ref, error);
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
    return json_object_is_type(result, json_type_object) &&
           g_strcmp0(compare_text_at(result, "format"), "bsp-sweep") == 0;
}

const char *compare_result_name(json_object *result)
{
    return compare_result_is_sweep(result)
               ? compare_text_at(result, "scenario")
               : compare_text_at(json_object_object_get(result, "scenario"), "name");
}

const char *compare_result_noise(json_object *result)
{
    return compare_text_at(json_object_object_get(result, "noise"), "why");
}

gboolean compare_result_is_of_one_run(json_object *a, json_object *b)
{
    return json_object_equal(json_object_object_get(a, "environment"),
                             json_object_object_get(b, "environment"))
               ? TRUE
               : FALSE;
}

gboolean compare_is_idle(json_object *result, json_object *method)
{
    const CompareMethodClass *klass = compare_method_find(compare_text_at(method, "method"));
    json_object *methods = json_object_object_get(result, "methods");
    if (!klass || !klass->stationary || compare_number_at(method, "moves") > 0)
        return FALSE;
    for (gsize i = 0; i < json_object_array_length(methods); i++)
        if (compare_number_at(json_object_array_get_idx(methods, i), "moves") > 0)
            return TRUE;
    return FALSE;
}
