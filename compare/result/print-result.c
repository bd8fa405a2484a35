/* print-result: prints results as tables, markdown, CSV, JSON or a page. */
#include <string.h>

#include "html/html.h"
#include "result/words.h"
#include "tools/bsp-file.h"

/* If there are more results than this, people get one table of all results, because many tables are
 * hard to compare. They get a table for each result only if they ask for all columns. */
#define MANY 8

/* --- the names of files --- */

static gpointer copy_text(gconstpointer text, gpointer data)
{
    (void)data;
    return g_strdup(text);
}

/* Returns the names of the files without their folders. If two different files have the same name,
 * returns the whole paths. */
static GPtrArray *short_names(const GPtrArray *paths)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < paths->len; i++) {
        const char *path = paths->pdata[i];
        char *name = g_path_get_basename(path);
        const char *other = g_hash_table_lookup(seen, name);
        g_ptr_array_add(names, name);
        if (other && strcmp(other, path) != 0)
            return g_ptr_array_copy((GPtrArray *)paths, copy_text, NULL);
        g_hash_table_insert(seen, g_strdup(name), (gpointer)path);
    }
    return g_steal_pointer(&names);
}

/* Returns the short names of the scenarios' files. */
static GPtrArray *scenario_files(const CompareResults *results)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    for (guint i = 0; i < results->all->len; i++) {
        json_object *result = compare_results_at(results, i);
        const char *path = compare_text_at(json_object_object_get(result, "scenario"), "file");
        g_ptr_array_add(paths, (gpointer)(path ? path : compare_result_name(result)));
    }
    return short_names(paths);
}

/* --- several results in one table --- */

/* Returns the members that distinguish a result from others. They are the file from which it was
 * read, or NULL, its scenario, world, seed and varied values. */
static json_object *context_of(json_object *result, const char *file)
{
    json_object *context = compare_json_object(), *scenario, *seed, *varied;
    scenario = json_object_object_get(result, "scenario");
    varied = json_object_object_get(result, "varied");
    const char *world = compare_text_at(scenario, "world_name"),
               *path = compare_text_at(scenario, "world");
    g_autofree char *short_name = !world && path ? bsp_world_default_name(path) : NULL;
    if (file)
        compare_json_add(context, "file", compare_json_text(file));
    compare_json_add(context, "scenario", compare_json_text(compare_result_name(result)));
    compare_json_add(context, "world", compare_json_text(world ? world : short_name));
    if (json_object_object_get_ex(result, "seed", &seed))
        compare_json_add(context, "seed", json_object_get(seed));
    if (json_object_is_type(varied, json_type_object)) {
        json_object_object_foreach(varied, key, value)
            compare_json_add(context, key, json_object_get(value));
    }
    return context;
}

/* Adds a column for a member of the contexts if its values differ, or if only some contexts have
 * it. With `always`, adds the column in any case. */
static void add_context_column(CompareTable *table, const GPtrArray *contexts, const char *key,
                               gboolean always)
{
    json_object *first = json_object_object_get(contexts->pdata[0], key);
    for (guint i = 1; i < contexts->len; i++)
        always =
            always || !json_object_equal(first, json_object_object_get(contexts->pdata[i], key));
    for (guint i = 0; i < table->columns->len; i++)
        if (strcmp(g_array_index(table->columns, CompareColumn, i).key, key) == 0)
            return;
    CompareColumn column = { .key = key, .title = key };
    column.kind = strcmp(key, "seed") == 0 ? COMPARE_COUNT64 : COMPARE_NAME;
    if (always)
        g_array_append_val(table->columns, column);
}

/* Returns the row with the members of its result's context before its own. The value of a sweep
 * gets the name of the varied parameter. */
static json_object *row_in_context(json_object *row, json_object *context, const char *vary)
{
    json_object *out = compare_json_object();
    json_object_object_foreach(context, name, told)
        compare_json_add(out, name, json_object_get(told));
    json_object_object_foreach(row, key, value) compare_json_add(
        out, vary && strcmp(key, "value") == 0 ? vary : key, json_object_get(value));
    return out;
}

static void add_columns(CompareTable *table, json_object *result, const char *key,
                        const char *except)
{
    guint n = table->columns->len;
    compare_table_add_columns(
        table, json_object_object_get(json_object_object_get(result, "columns"), key));
    for (guint i = n; i < table->columns->len; i++)
        if (g_strcmp0(g_array_index(table->columns, CompareColumn, i).key, except) == 0)
            g_array_remove_index(table->columns, i--);
}

/* Selects the rows of results that are printed. */
typedef enum {
    ROWS_ALL,
    ROWS_SHOWN, /* for people: all rows except the rows of methods that took no move */
    ROWS_WRONG  /* the rows of ROWS_SHOWN whose methods have wrong answers */
} Rows;

static gboolean is_hidden(json_object *row, Rows rows)
{
    return rows != ROWS_ALL && (compare_is_true_at(row, "idle") ||
                                (rows == ROWS_WRONG && compare_number_at(row, "wrong") == 0));
}

static void add_rows(CompareTable *table, json_object *result, const char *key,
                     json_object *context, Rows rows)
{
    const char *vary = context ? compare_text_at(result, "vary") : NULL;
    for (guint i = 0; i < compare_length_at(result, key); i++) {
        json_object *row = compare_item_at(result, key, i);
        if (!is_hidden(row, rows))
            compare_json_append(table->rows, context ? row_in_context(row, context, vary)
                                                     : json_object_get(row));
    }
}

static CompareTable *table_of(json_object *result, const char *key, Rows rows)
{
    CompareTable *table = compare_table_new(NULL, 0);
    add_columns(table, result, key, NULL);
    add_rows(table, result, key, NULL, rows);
    return table;
}

/* Returns one table with the rows of all results. They are from the tables `key`, or, if it is
 * NULL, from the main tables. */
static CompareTable *together(const CompareResults *results, const char *key, Rows rows)
{
    CompareTable *table = compare_table_new(NULL, 0);
    g_autoptr(GPtrArray) contexts = g_ptr_array_new();
    g_autoptr(GPtrArray) files = short_names(results->files);
    for (guint i = 0; i < results->all->len; i++) {
        json_object *context =
            context_of(compare_results_at(results, i), i < files->len ? files->pdata[i] : NULL);
        g_ptr_array_add(contexts, context);
        g_ptr_array_add(table->keepers, context);
    }
    add_context_column(table, contexts, "scenario", rows == ROWS_ALL);
    for (guint i = 0; i < results->all->len; i++) {
        json_object_object_foreach((json_object *)contexts->pdata[i], name, value)
        {
            (void)value;
            add_context_column(table, contexts, name, FALSE);
        }
    }
    for (guint i = 0; i < results->all->len; i++) {
        json_object *result = compare_results_at(results, i);
        const char *own = key ? key : compare_result_main(result);
        const char *vary = compare_text_at(result, "vary");
        if (vary)
            add_context_column(table, contexts, vary, TRUE);
        add_columns(table, result, own, vary ? "value" : NULL);
        add_rows(table, result, own, contexts->pdata[i], rows);
    }
    return table;
}

/* --- the parts of a result, for people --- */

static void print_lines(ComparePage *page, char **lines)
{
    for (char **line = lines; *line; line++)
        compare_page_note(page, "%s", *line);
    g_strfreev(lines);
}

/* Prints the origin of the result for people. For programs, it is above the table. */
static void print_origin(ComparePage *page, json_object *result)
{
    json_object *scenario = json_object_object_get(result, "scenario"),
                *environment = json_object_object_get(result, "environment");
    const char *name = compare_text_at(scenario, "world_name"),
               *sha256 = compare_text_at(scenario, "world_sha256");
    g_auto(GStrv) lines = compare_environment_lines(environment);
    g_autofree char *text = g_strdup_printf("sha256 of world %s: %s", name ? name : "", sha256);
    for (char **line = lines; *line; line++)
        compare_page_origin(page, *line);
    if (sha256 && environment)
        compare_page_origin(page, text);
}

static void print_rows(ComparePage *page, json_object *result, const char *key)
{
    g_autoptr(CompareTable) table = table_of(result, key, ROWS_SHOWN);
    compare_page_table(page, table);
}

/* Prints the result's main table, and the notes about it. `file` is as for
 * compare_words_notes(). */
static void print_main(ComparePage *page, json_object *result, const char *file)
{
    g_autofree char *about = compare_words_about(result);
    g_auto(GStrv) methods = compare_words_methods(result);
    compare_page_title(page, compare_result_name(result), about);
    print_rows(page, result, compare_result_main(result));
    if (!json_object_object_get(result, "regress"))
        print_lines(page, compare_words_verdict(result));
    print_lines(page, compare_words_notes(result, file));
    for (char **line = methods; *line; line++)
        compare_page_legend(page, *line);
}

/* The tables below the main table. The first of them is not in CSV. */
static const struct {
    const char *key, *heading;
} further[] = { { "errors", "Errors by shape" },
                { "walkers", "Walkers" },
                { "crowds", "Crowds" },
                { "agents", "Agents" },
                { "edits", "Edits" } };

/* Prints the result's further tables. Every run has a table of errors, so it is printed only for
 * regress, or if all columns are shown. */
static void print_further(ComparePage *page, json_object *result, gboolean is_one)
{
    for (guint i = 0; i < G_N_ELEMENTS(further); i++) {
        const char *key = further[i].key;
        gboolean wanted = strcmp(key, "errors") != 0 || compare_page_style(page).wide ||
                          json_object_object_get(result, "regress");
        if (!wanted || !json_object_object_get(result, key))
            continue;
        g_autofree char *heading =
            is_one ? g_strdup(further[i].heading)
                   : g_strdup_printf("%s: %s", further[i].heading, compare_result_name(result));
        compare_page_heading(page, heading);
        print_rows(page, result, key);
    }
}

static void print_warnings(ComparePage *page, const CompareResults *results)
{
    for (guint i = 0; i < results->all->len; i++) {
        json_object *result = compare_results_at(results, i);
        g_autofree char *noise = compare_words_noise(result);
        gboolean is_one = results->all->len == 1;
        g_autofree char *text =
            g_strconcat(is_one ? "" : compare_result_name(result), is_one ? "" : ": ", noise, NULL);
        if (noise)
            compare_page_warning(page, text);
    }
}

/* Prints the number of wrong answers of many scenarios, and the worst of each scenario. */
static void print_wrong(ComparePage *page, const CompareResults *results, const GPtrArray *files)
{
    double answers = 0, wrong = 0;
    for (guint i = 0; i < results->all->len; i++) {
        json_object *result = compare_results_at(results, i);
        g_autofree char *worst = compare_words_worst(result, files->pdata[i]);
        for (guint k = 0; k < compare_length_at(result, "regress"); k++) {
            answers += compare_number_at(compare_item_at(result, "regress", k), "moves");
            wrong += compare_number_at(compare_item_at(result, "regress", k), "wrong");
        }
        if (worst)
            compare_page_note(page, "%s", worst);
    }
    compare_page_note(page, "%u scenarios, %.0f answers, %.0f of them wrong", results->all->len,
                      answers, wrong);
}

void compare_print_results(ComparePage *page, const CompareResults *results)
{
    guint n = results->all->len;
    gboolean is_summary = n > MANY && !compare_page_style(page).wide;
    gboolean only_wrong =
        is_summary && json_object_object_get(compare_results_at(results, 0), "regress");
    g_autoptr(GPtrArray) files = scenario_files(results);
    print_warnings(page, results);
    if (n > 1) {
        g_autoptr(CompareTable) table =
            together(results, NULL, only_wrong ? ROWS_WRONG : ROWS_SHOWN);
        if (json_object_array_length(table->rows)) {
            compare_page_title(page, "All results", NULL);
            compare_page_table(page, table);
        }
    }
    if (only_wrong)
        print_wrong(page, results, files);
    else if (is_summary)
        compare_page_note(page, "%u results%s", n,
                          compare_page_style(page).can_widen ? "; --wide prints each result" : "");
    for (guint i = 0; i < n && !is_summary; i++)
        print_main(page, compare_results_at(results, i), n > 1 ? files->pdata[i] : NULL);
    for (guint i = 0; i < n && !is_summary; i++)
        print_further(page, compare_results_at(results, i), n == 1);
    for (guint i = 0; i < n; i++)
        print_origin(page, compare_results_at(results, i));
}

/* --- for programs --- */

/* Prints one table with the rows of all results, below their origins, and tables of walkers,
 * crowds, agents and edits if there are any. If there is only a sweep, its rows need no context. */
static void print_csv(ComparePage *page, const CompareResults *results)
{
    json_object *first = compare_results_at(results, 0);
    gboolean is_alone = results->all->len == 1 && compare_result_is_sweep(first);
    g_autoptr(CompareTable) table =
        is_alone ? table_of(first, "rows", ROWS_ALL) : together(results, NULL, ROWS_ALL);
    compare_page_table(page, table);
    for (guint i = 1; i < G_N_ELEMENTS(further); i++) {
        g_autoptr(CompareTable) more = together(results, further[i].key, ROWS_ALL);
        if (json_object_array_length(more->rows))
            compare_page_table(page, more);
    }
    for (guint i = 0; i < results->all->len; i++)
        print_origin(page, compare_results_at(results, i));
}

static json_object *results_value(const CompareResults *results)
{
    guint n = results->all->len;
    json_object *all =
        n == 1 ? json_object_get(compare_results_at(results, 0)) : compare_json_array();
    for (guint i = 0; n != 1 && i < n; i++)
        compare_json_append(all, json_object_get(compare_results_at(results, i)));
    return all;
}

char *compare_results_json(const CompareResults *results)
{
    g_autofree char *text = compare_json_print(results_value(results), COMPARE_JSON_PRETTY);
    return g_strconcat(text, "\n", NULL);
}

/* The page shows the command of the first result, because one command makes all results of a
 * file. */
static char *print_html(const CompareResults *results, json_object *pictures)
{
    json_object *words = compare_json_array(), *extras = compare_json_object();
    json_object *first = compare_results_at(results, 0);
    const char *command = compare_text_at(json_object_object_get(first, "environment"), "command");
    for (guint i = 0; i < results->all->len; i++)
        compare_json_append(words, compare_words_object(compare_results_at(results, i)));
    compare_json_add(extras, "command", compare_json_text(command));
    compare_json_add(extras, "words", words);
    compare_json_add(extras, "pictures", pictures ? pictures : compare_json_array());
    return compare_html_print(results_value(results), extras);
}

char *compare_results_print(const CompareResults *results, CompareStyle style,
                            json_object *pictures)
{
    if (style.format == COMPARE_FORMAT_JSON)
        return compare_results_json(results);
    if (style.format == COMPARE_FORMAT_HTML)
        return print_html(results, pictures);
    g_autoptr(ComparePage) page = compare_page_new(style);
    if (style.format == COMPARE_FORMAT_CSV)
        print_csv(page, results);
    else
        compare_print_results(page, results);
    return compare_page_text(page);
}
