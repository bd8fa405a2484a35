/* print: what all formats of a report share, and the choice among them. */
#include "output/print.h"
#include "trace/hash.h"

#include <string.h>

gboolean compare_format_find(const char *name, CompareFormat *format)
{
    static const char *const names[] = { "table", "markdown", "csv", "json" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            *format = (CompareFormat)i;
            return TRUE;
        }
    }
    return FALSE;
}

char *compare_print_number(double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    for (int digits = 15; digits <= 17; digits++) {
        char format[8];
        g_snprintf(format, sizeof format, "%%.%dg", digits);
        g_ascii_formatd(text, sizeof text, format, x);
        if (g_ascii_strtod(text, NULL) == x)
            break;
    }
    return g_strdup(text);
}

/* The moves go in number by number: a structure's padding has no fixed value. */
guint64 compare_report_hash(const CompareReport *report)
{
    guint64 hash = BSP_HASH_START;
    for (guint i = 0; i < report->moves->len; i++) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, i);
        hash = bsp_hash(hash, move->from.v, sizeof move->from.v);
        hash = bsp_hash(hash, move->to.v, sizeof move->to.v);
    }
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        hash = bsp_hash(hash, result->klass->name, strlen(result->klass->name));
        hash = bsp_hash(hash, &result->hash, sizeof result->hash);
    }
    return hash;
}

/* Whether an earlier trajectory moves the same shape. */
static gboolean shape_seen(const CompareScenario *s, guint n)
{
    const CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, n);
    for (guint i = 0; i < n; i++) {
        const CompareTrajectory *u = &g_array_index(s->trajectories, CompareTrajectory, i);
        if (u->space == t->space && u->shape == t->shape)
            return TRUE;
    }
    return FALSE;
}

char *compare_print_claimed(const CompareReport *report, const CompareMethodClass *klass,
                            CompareClaim claim)
{
    const CompareScenario *s = report->scenario;
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
        if (shape_seen(s, i) || klass->claim(compare_scenario_shape(s, t), t->space) != claim)
            continue;
        g_string_append_printf(names, "%s%s", names->len ? ", " : "",
                               compare_scenario_shape_name(s, t));
    }
    return names->len ? g_strdup(names->str) : NULL;
}

static char *print_blocks(GPtrArray *reports, char *(*print)(const CompareReport *))
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < reports->len; i++) {
        g_autofree char *block = print(reports->pdata[i]);
        g_string_append_printf(out, "%s%s", i ? "\n" : "", block);
    }
    return g_strdup(out->str);
}

static char *print_csv(GPtrArray *reports)
{
    g_autofree char *header = compare_print_csv_header();
    g_autoptr(GString) out = g_string_new(header);
    for (guint i = 0; i < reports->len; i++) {
        g_autofree char *rows = compare_print_csv_rows(reports->pdata[i]);
        g_string_append(out, rows);
    }
    return g_strdup(out->str);
}

char *compare_print_reports(GPtrArray *reports, CompareFormat format)
{
    switch (format) {
    case COMPARE_FORMAT_TABLE:
        return print_blocks(reports, compare_print_table);
    case COMPARE_FORMAT_MARKDOWN:
        return print_blocks(reports, compare_print_markdown);
    case COMPARE_FORMAT_CSV:
        return print_csv(reports);
    case COMPARE_FORMAT_JSON:
        break;
    }
    return reports->len == 1 ? compare_print_json(reports->pdata[0])
                             : compare_print_json_array(reports);
}
