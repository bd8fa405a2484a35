/* report-table: a report for people: lined up for a terminal, or as markdown. */
#include "output/print.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "text/escape.h"

/* --- cells --- */

static char *count(guint64 n)
{
    return g_strdup_printf("%" G_GUINT64_FORMAT, n);
}

/* x with as many decimals as tell something; "-" where nothing was measured. */
static char *measure(double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    if (!(x > 0))
        return g_strdup("-");
    const char *format = x >= 100 ? "%.0f" : x >= 10 ? "%.1f" : "%.2f";
    return g_strdup(g_ascii_formatd(text, sizeof text, format, x));
}

static char *bytes(gsize n)
{
    static const char *const units[] = { "KiB", "MiB", "GiB", "TiB" };
    if (n < 1024)
        return g_strdup_printf("%" G_GSIZE_FORMAT " B", n);
    double x = (double)n / 1024;
    guint unit = 0;
    for (; x >= 1023.95 && unit + 1 < G_N_ELEMENTS(units); unit++)
        x /= 1024;
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, x >= 99.95 ? "%.0f" : "%.1f", x);
    return g_strdup_printf("%s %s", text, units[unit]);
}

static char *units(double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup(g_ascii_formatd(text, sizeof text, "%.3g", x));
}

/* "*": conservative for some of the shapes; "!": wrong. The notes below the table explain. */
static char *method_cell(const CompareReport *report, const CompareResult *r)
{
    g_autofree char *conservative = compare_print_claimed(report, r->klass, COMPARE_CONSERVATIVE);
    return g_strdup_printf("%s%s%s", r->klass->name, conservative ? " *" : "",
                           r->n_wrong ? " !" : "");
}

typedef enum { METHOD, COUNT, COUNT64, BYTES, MEASURE, UNITS } Kind;

typedef struct {
    const char *group; /* columns of one group stand together; NULL: of none */
    const char *title; /* below the group's */
    const char *alone; /* where there is no line for groups */
    Kind kind;
    gsize offset; /* of the value in CompareResult */
} Column;

#define VALUE(field) offsetof(CompareResult, field)

static const Column columns[] = {
    { NULL, "method", "method", METHOD, 0 },
    { NULL, "nodes", "nodes", COUNT64, VALUE(size.nodes) },
    { NULL, "leaves", "leaves", COUNT64, VALUE(size.leaves) },
    { NULL, "depth", "depth", COUNT, VALUE(size.depth) },
    { NULL, "memory", "memory", BYTES, VALUE(size.bytes) },
    { NULL, "build ms", "build ms", MEASURE, VALUE(build_ms) },
    { "walk ns", "median", "walk ns, median", MEASURE, VALUE(walk.ns_median) },
    { "walk ns", "shuffled", "shuffled", MEASURE, VALUE(walk.ns_median_shuffled) },
    { "walk ns", "p99", "p99", MEASURE, VALUE(walk.ns_p99) },
    { "shot ns", "median", "shot ns, median", MEASURE, VALUE(shot.ns_median) },
    { "shot ns", "p99", "p99", MEASURE, VALUE(shot.ns_p99) },
    { "nodes visited", "walk", "nodes visited, walk", MEASURE, VALUE(walk.nodes_mean) },
    { "nodes visited", "shot", "shot", MEASURE, VALUE(shot.nodes_mean) },
    { "against the bracket", "outside", "outside", COUNT, VALUE(n_outside) },
    { "against the bracket", "early", "early", COUNT, VALUE(n_early) },
    { "against the bracket", "late", "late", COUNT, VALUE(n_late) },
    { "against the bracket", "worst early", "worst early", UNITS, VALUE(max_early_units) },
    { NULL, "skipped", "skipped", COUNT, VALUE(n_skipped) },
};

#define N_COLUMNS G_N_ELEMENTS(columns)

static char *cell(const CompareReport *report, const CompareResult *r, const Column *column)
{
    gconstpointer value = (const char *)r + column->offset;
    switch (column->kind) {
    case METHOD:
        break;
    case COUNT:
        return count(*(const guint *)value);
    case COUNT64:
        return count(*(const guint64 *)value);
    case BYTES:
        return bytes(*(const gsize *)value);
    case MEASURE:
        return measure(*(const double *)value);
    case UNITS:
        return units(*(const double *)value);
    }
    return method_cell(report, r);
}

/* Rows of N_COLUMNS texts, one per method. */
static GPtrArray *cells_new(const CompareReport *report)
{
    GPtrArray *cells = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < report->results->len; i++)
        for (guint c = 0; c < N_COLUMNS; c++)
            g_ptr_array_add(cells, cell(report, report->results->pdata[i], &columns[c]));
    return cells;
}

/* --- what stands round the table --- */

static const char *plural(guint n)
{
    return n == 1 ? "" : "s";
}

/* What was compared on what. */
static char *subject(const CompareReport *report)
{
    const CompareScenario *s = report->scenario;
    guint walks = 0, hits = 0, n = report->moves->len;
    for (guint i = 0; i < n; i++) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, i);
        walks += bsp_vec_length(bsp_vec_sub(move->to, move->from)) < COMPARE_WALK;
        hits += move->truth.t < 1;
    }
    guint brushes = s->world->solid->brushes->len;
    return g_strdup_printf("world %s (%u brush%s), %u space%s, %u shape%s; "
                           "%u move%s: %u walk%s, %u shot%s, %u hit%s",
                           s->world->name, brushes, brushes == 1 ? "" : "es", s->spaces->len,
                           plural(s->spaces->len), s->shapes->len, plural(s->shapes->len), n,
                           plural(n), walks, plural(walks), n - walks, plural(n - walks), hits,
                           plural(hits));
}

/* "onion, multi: ball; shift: stand, ball": who makes the claim for what. Methods with the same
 * shapes stand together. */
static char *claims(const CompareReport *report, CompareClaim claim)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree char *last = NULL;
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        g_autofree char *shapes = compare_print_claimed(report, r->klass, claim);
        if (!shapes)
            continue;
        if (last && strcmp(last, shapes) == 0) {
            g_string_append_printf(out, ", %s", r->klass->name);
            continue;
        }
        if (last)
            g_string_append_printf(out, " for %s; ", last);
        g_string_append(out, r->klass->name);
        g_free(last);
        last = g_steal_pointer(&shapes);
    }
    if (!last)
        return NULL;
    g_string_append_printf(out, " for %s", last);
    return g_strdup(out->str);
}

/* The methods that skip whatever moves, if they had to. */
static char *stationary(const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->klass->stationary && r->n_skipped)
            g_string_append_printf(out, "%s%s", out->len ? ", " : "", r->klass->name);
    }
    return out->len ? g_strdup(out->str) : NULL;
}

static char *wrong(const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        if (r->n_wrong)
            g_string_append_printf(out, "%s%s %u", out->len ? ", " : "", r->klass->name,
                                   r->n_wrong);
    }
    return out->len ? g_strdup(out->str) : NULL;
}

G_GNUC_PRINTF(2, 3)
static void add_note(GPtrArray *notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(notes, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

/* What the columns and marks mean, a line each. */
static GPtrArray *notes_new(const CompareReport *report)
{
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *conservative = claims(report, COMPARE_CONSERVATIVE);
    g_autofree char *skips = claims(report, COMPARE_SKIPS);
    g_autofree char *unmoved = stationary(report), *bad = wrong(report);
    if (conservative)
        add_note(notes, "* conservative, not exact: %s: may stop early, never late", conservative);
    if (skips)
        add_note(notes, "skipped: not made for the shape: %s", skips);
    if (unmoved)
        add_note(notes, "skipped: takes stationary objects only: %s", unmoved);
    if (bad)
        add_note(notes, "! wrong: late, or outside where the method claims to be exact: %s", bad);
    add_note(notes,
             "outside: not between first contact with all obstacles grown by %g unit and shrunk by "
             "it; early: before; late: after, through matter; worst early: in units of distance",
             BSP_BRACKET);
    add_note(notes, "hash of moves, trees and answers: %016" G_GINT64_MODIFIER "x",
             compare_report_hash(report));
    return notes;
}

/* --- table --- */

/* Columns, apart by this. */
#define GAP 2

static guint text_width(const char *text)
{
    return (guint)g_utf8_strlen(text, -1);
}

static gboolean same_group(guint a, guint b)
{
    return columns[a].group && columns[b].group && strcmp(columns[a].group, columns[b].group) == 0;
}

/* The last column of the group that starts at `first`, and the width of all of them. */
static guint group_end(guint first, const guint *widths, guint *width)
{
    guint last = first;
    *width = widths[first];
    while (last + 1 < N_COLUMNS && same_group(first, last + 1))
        *width += GAP + widths[++last];
    return last;
}

static void find_widths(const GPtrArray *cells, guint *widths)
{
    for (guint c = 0; c < N_COLUMNS; c++)
        widths[c] = text_width(columns[c].title);
    for (guint i = 0; i < cells->len; i++)
        widths[i % N_COLUMNS] = MAX(widths[i % N_COLUMNS], text_width(cells->pdata[i]));
    for (guint c = 0, width, last; c < N_COLUMNS; c = last + 1) {
        last = group_end(c, widths, &width);
        /* A group's title, with a blank and a dash on either side, must fit over its columns. */
        guint need = columns[c].group ? text_width(columns[c].group) + 4 : 0;
        for (guint i = c; width < need; width++, i = i < last ? i + 1 : c)
            widths[i]++;
    }
}

static void add_repeated(GString *out, char what, guint n)
{
    for (guint i = 0; i < n; i++)
        g_string_append_c(out, what);
}

/* "-- walk ns --" over the columns of a group. */
static void add_groups(GString *out, const guint *widths)
{
    gsize start = out->len;
    for (guint c = 0, width, last; c < N_COLUMNS; c = last + 1) {
        last = group_end(c, widths, &width);
        add_repeated(out, ' ', c ? GAP : 0);
        if (!columns[c].group) {
            add_repeated(out, ' ', width);
            continue;
        }
        guint dashes = width - text_width(columns[c].group) - 2;
        add_repeated(out, '-', dashes / 2);
        g_string_append_printf(out, " %s ", columns[c].group);
        add_repeated(out, '-', dashes - dashes / 2);
    }
    while (out->len > start && out->str[out->len - 1] == ' ')
        g_string_truncate(out, out->len - 1);
    g_string_append_c(out, '\n');
}

/* The first column is text, to the left; the others are numbers, to the right. */
static void add_cell(GString *out, guint column, const char *text, guint width)
{
    guint space = width - text_width(text);
    add_repeated(out, ' ', column ? GAP + space : 0);
    g_string_append(out, text);
    add_repeated(out, ' ', column ? 0 : space);
    if (column + 1 == N_COLUMNS)
        g_string_append_c(out, '\n');
}

char *compare_print_table(const CompareReport *report)
{
    g_autoptr(GPtrArray) cells = cells_new(report), notes = notes_new(report);
    g_autofree char *name = compare_escape_terminal(report->scenario->name);
    g_autofree char *world = subject(report), *about = compare_escape_terminal(world);
    guint widths[N_COLUMNS];
    find_widths(cells, widths);

    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "%s: %s\n\n", name, about);
    add_groups(out, widths);
    for (guint c = 0; c < N_COLUMNS; c++)
        add_cell(out, c, columns[c].title, widths[c]);
    for (guint i = 0; i < cells->len; i++)
        add_cell(out, i % N_COLUMNS, cells->pdata[i], widths[i % N_COLUMNS]);
    g_string_append_c(out, '\n');
    for (guint i = 0; i < notes->len; i++) {
        g_autofree char *note = compare_escape_terminal(notes->pdata[i]);
        g_string_append_printf(out, "%s\n", note);
    }
    return g_string_free(out, FALSE);
}

/* --- markdown --- */

/* Before and after an escaped text. */
static void add_escaped(GString *out, const char *before, const char *text, const char *after)
{
    g_autofree char *safe = compare_escape_markdown(text);
    g_string_append_printf(out, "%s%s%s", before, safe, after);
}

char *compare_print_markdown(const CompareReport *report)
{
    g_autoptr(GPtrArray) cells = cells_new(report), notes = notes_new(report);
    g_autofree char *about = subject(report);

    GString *out = g_string_new(NULL);
    add_escaped(out, "## ", report->scenario->name, "\n\n");
    add_escaped(out, "", about, "\n\n");
    for (guint c = 0; c < N_COLUMNS; c++)
        g_string_append_printf(out, "| %s ", columns[c].alone);
    g_string_append(out, "|\n|---|");
    for (guint c = 1; c < N_COLUMNS; c++)
        g_string_append(out, "---:|");
    g_string_append_c(out, '\n');
    for (guint i = 0; i < cells->len; i++)
        add_escaped(out, "| ", cells->pdata[i], (i + 1) % N_COLUMNS ? " " : " |\n");
    g_string_append_c(out, '\n');
    for (guint i = 0; i < notes->len; i++)
        add_escaped(out, "- ", notes->pdata[i], "\n");
    return g_string_free(out, FALSE);
}
