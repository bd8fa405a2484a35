/* print-diff: what changed as a table, markdown, CSV or JSON. */
#include "result/diff.h"

#include <string.h>

#include "text/strings.h"

typedef struct {
    const char *scenario, *method, *group, *key, *title;
    char *shown[2], *exact[2]; /* shown: for people; exact: for programs; [0] old, [1] new */
    double ratio[3];
    guint has_interval;
    const char *verdict;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define OF(member) .of = offsetof(Row, member)
#define BRIEF (COMPARE_BRIEF | COMPARE_PROGRAMS)

/* clang-format off */
static const CompareColumn columns[] = {
    { "scenario", NULL, "scenario", COMPARE_TEXT, COMPARE_PROGRAMS, AT(scenario) },
    { "method", NULL, "method", COMPARE_TEXT, BRIEF, AT(method) },
    { "moves", NULL, "group", COMPARE_TEXT, BRIEF, AT(group),
      .about = "walks are shorter than 40 units, shots longer" },
    { "what", NULL, NULL, COMPARE_TEXT, COMPARE_BRIEF, AT(title) },
    { NULL, NULL, "what", COMPARE_TEXT, COMPARE_PROGRAMS, AT(key) },
    { "old", NULL, NULL, COMPARE_TEXT, COMPARE_BRIEF | COMPARE_TO_RIGHT, AT(shown[0]) },
    { "new", NULL, NULL, COMPARE_TEXT, COMPARE_BRIEF | COMPARE_TO_RIGHT, AT(shown[1]) },
    { NULL, NULL, "old", COMPARE_TEXT, COMPARE_CSV, AT(exact[0]) },
    { NULL, NULL, "new", COMPARE_TEXT, COMPARE_CSV, AT(exact[1]) },
    { "x", NULL, "ratio", COMPARE_RATIO, BRIEF | COMPARE_MEASURED, AT(ratio), .format = "%.3f",
      .about = "new to old; ~: equal within the interval" },
    { "95%", NULL, "ratio_ci95", COMPARE_INTERVAL, BRIEF | COMPARE_MEASURED, AT(ratio[1]),
      OF(has_interval),
      .about = "the interval of that: the halves of both medians' intervals, as logarithms, added "
               "by their squares" },
    { "verdict", NULL, "verdict", COMPARE_TEXT, BRIEF, AT(verdict) },
};
/* clang-format on */

/* --- rows --- */

static Row row_of(const CompareChange *change)
{
    const CompareValue *v = &change->value;
    Row row = { .scenario = change->scenario,
                .method = change->method ? change->method : "all",
                .group = v->group,
                .key = v->key,
                .title = v->title         ? v->title
                         : change->method ? "the method"
                                          : "the scenario",
                .has_interval = change->ratio[1] > 0,
                .verdict = compare_verdict_names[change->verdict] };
    memcpy(row.ratio, change->ratio, sizeof row.ratio);
    for (guint side = 0; v->key && side < 2; side++) {
        row.shown[side] = compare_value_text(v, side, TRUE);
        row.exact[side] = compare_value_text(v, side, FALSE);
    }
    return row;
}

static void row_clear(Row *row)
{
    for (guint side = 0; side < 2; side++) {
        g_free(row->shown[side]);
        g_free(row->exact[side]);
    }
}

static gboolean is_shown(const CompareDiffPrint *what, const CompareChange *change)
{
    return what->all || change->verdict != COMPARE_SAME;
}

/* Makes the grid of one scenario's changes, beginning with change *i; of all changes if `scenario`
 * is NULL. */
static CompareGrid *grid_of(const CompareDiffPrint *what, const char *scenario, guint *i)
{
    CompareGrid *grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    const GArray *changes = what->diff->changes;
    for (; *i < changes->len; (*i)++) {
        const CompareChange *change = &g_array_index(changes, CompareChange, *i);
        if (scenario && change->scenario != scenario)
            break;
        if (!is_shown(what, change))
            continue;
        Row row = row_of(change);
        compare_grid_add(grid, &row);
        row_clear(&row);
    }
    return grid;
}

/* --- for people --- */

static gboolean any_shown(const CompareDiffPrint *what, guint i)
{
    const GArray *changes = what->diff->changes;
    const char *scenario = g_array_index(changes, CompareChange, i).scenario;
    for (; i < changes->len; i++) {
        const CompareChange *change = &g_array_index(changes, CompareChange, i);
        if (change->scenario != scenario)
            return FALSE;
        if (is_shown(what, change))
            return TRUE;
    }
    return FALSE;
}

static void print_scenarios(ComparePage *page, const CompareDiffPrint *what)
{
    for (guint i = 0; i < what->diff->changes->len;) {
        const char *scenario = g_array_index(what->diff->changes, CompareChange, i).scenario;
        gboolean any = any_shown(what, i);
        g_autoptr(CompareGrid) grid = grid_of(what, scenario, &i);
        if (!any)
            continue;
        compare_page_title(page, scenario, NULL);
        compare_page_grid(page, grid);
    }
}

static void print_counts(ComparePage *page, const CompareDiffPrint *what)
{
    const guint *n = what->diff->n;
    g_autofree char *slight =
        what->diff->n_slight
            ? g_strdup_printf("; of these, %u times surely differ, by less than %g percent",
                              what->diff->n_slight, what->thresholds->times)
            : NULL;
    if (what->diff->changes->len == n[COMPARE_SAME])
        compare_page_note(page, "nothing changed: %u values compared%s", n[COMPARE_SAME],
                          slight ? slight : "");
    else
        compare_page_note(page,
                          "worse: %u, missing: %u, better: %u, changed: %u, added: %u; did not "
                          "change: %u%s",
                          n[COMPARE_WORSE], n[COMPARE_MISSING], n[COMPARE_BETTER],
                          n[COMPARE_CHANGED], n[COMPARE_ADDED], n[COMPARE_SAME],
                          slight ? slight : "");
}

static void print_for_people(ComparePage *page, const CompareDiffPrint *what)
{
    print_scenarios(page, what);
    for (guint i = 0; i < what->diff->notes->len; i++)
        compare_page_note(page, "%s", (const char *)what->diff->notes->pdata[i]);
    print_counts(page, what);
}

/* --- JSON --- */

static json_object *side_of(const CompareValue *v, guint side)
{
    if (!v->key || !v->is_there[side])
        return NULL;
    g_autofree char *text = compare_value_text(v, side, FALSE);
    return v->kind == COMPARE_IDENTITY ? compare_json_text(text)
                                       : compare_json_exact(v->number[side]);
}

static json_object *change_object(const CompareChange *change)
{
    json_object *object = compare_json_object(), *ends = NULL;
    compare_json_add(object, "scenario", compare_json_text(change->scenario));
    compare_json_add(object, "method", compare_json_text(change->method));
    compare_json_add(object, "group", compare_json_text(change->value.group));
    compare_json_add(object, "what", compare_json_text(change->value.key));
    compare_json_add(object, "old", side_of(&change->value, 0));
    compare_json_add(object, "new", side_of(&change->value, 1));
    compare_json_add(object, "ratio",
                     change->ratio[0] > 0 ? compare_json_exact(change->ratio[0]) : NULL);
    if (change->ratio[1] > 0) {
        ends = compare_json_array();
        compare_json_append(ends, compare_json_exact(change->ratio[1]));
        compare_json_append(ends, compare_json_exact(change->ratio[2]));
    }
    compare_json_add(object, "ratio_ci95", ends);
    compare_json_add(object, "verdict", compare_json_text(compare_verdict_names[change->verdict]));
    return object;
}

static char *print_json(const CompareDiffPrint *what)
{
    const CompareDiff *diff = what->diff;
    json_object *root = compare_json_object(), *counts = compare_json_object();
    json_object *notes = compare_json_array(), *changes = compare_json_array();
    compare_json_add(root, "format", compare_json_text("bsp-diff"));
    compare_json_add(root, "version", compare_json_count(1));
    compare_json_add(root, "old", compare_json_text(what->old));
    compare_json_add(root, "new", compare_json_text(what->now));
    compare_json_add(root, "threshold", compare_json_exact(what->thresholds->times));
    compare_json_add(root, "counter_threshold", compare_json_exact(what->thresholds->counters));
    for (guint i = 0; i < G_N_ELEMENTS(diff->n); i++)
        compare_json_add(counts, compare_verdict_names[i], compare_json_count(diff->n[i]));
    compare_json_add(root, "counts", counts);
    for (guint i = 0; i < diff->notes->len; i++)
        compare_json_append(notes, compare_json_text(diff->notes->pdata[i]));
    compare_json_add(root, "notes", notes);
    for (guint i = 0; i < diff->changes->len; i++) {
        const CompareChange *change = &g_array_index(diff->changes, CompareChange, i);
        if (is_shown(what, change))
            compare_json_append(changes, change_object(change));
    }
    compare_json_add(root, "changes", changes);
    g_autofree char *text = compare_json_print(root, COMPARE_JSON_PRETTY);
    return g_strconcat(text, "\n", NULL);
}

char *compare_diff_print(const CompareDiffPrint *what, CompareStyle style)
{
    guint first = 0;
    style.environment = NULL;
    if (style.format == COMPARE_FORMAT_JSON)
        return print_json(what);
    g_autoptr(ComparePage) page = compare_page_new(style);
    if (compare_style_is_for_people(style)) {
        print_for_people(page, what);
    } else {
        g_autoptr(CompareGrid) grid = grid_of(what, NULL, &first);
        compare_page_grid(page, grid);
    }
    return compare_page_text(page);
}
