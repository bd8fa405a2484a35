/* report-csv: reports and moves as comma-separated values (RFC 4180, lines ending in LF). */
#include "output/print.h"
#include "text/escape.h"

static void add_text(GString *out, const char *text)
{
    g_autofree char *safe = compare_escape_csv(text);
    g_string_append(out, safe);
}

static void add_number(GString *out, double x)
{
    g_autofree char *text = compare_print_number(x);
    g_string_append_printf(out, ",%s", text);
}

/* What was measured; 0 was not. */
static void add_measure(GString *out, double x)
{
    if (x > 0)
        add_number(out, x);
    else
        g_string_append_c(out, ',');
}

static void add_group(GString *out, const CompareGroup *group)
{
    if (group->n == 0) {
        g_string_append(out, ",0,,,,,,,");
        return;
    }
    g_string_append_printf(out, ",%u", group->n);
    add_measure(out, group->ns_median);
    add_measure(out, group->ns_median_shuffled);
    add_measure(out, group->ns_p99);
    add_measure(out, group->ns_ci95[0]);
    add_measure(out, group->ns_ci95[1]);
    add_number(out, group->nodes_mean);
    g_string_append_printf(out, ",%" G_GUINT64_FORMAT, group->nodes_max);
}

static void add_row(GString *out, const CompareReport *report, const CompareResult *r)
{
    add_text(out, report->scenario->name);
    g_string_append_printf(
        out, ",%s,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%u,%" G_GSIZE_FORMAT, r->klass->name,
        r->size.nodes, r->size.leaves, r->size.depth, r->size.bytes);
    add_measure(out, r->build_ms);
    add_measure(out, (double)r->peak_build_bytes);
    g_string_append_printf(out, ",%u,%u", r->n_moves, r->n_skipped);
    add_group(out, &r->walk);
    add_group(out, &r->shot);
    g_string_append_printf(out, ",%u,%u,%u,%u", r->n_outside, r->n_early, r->n_late, r->n_wrong);
    add_number(out, r->max_early_units);
    g_string_append_printf(out, ",%016" G_GINT64_MODIFIER "x\n", r->hash);
}

#define GROUP_COLUMNS(name)                                                                        \
    name "_moves," name "_ns_median," name "_ns_median_shuffled," name "_ns_p99," name             \
         "_ns_ci95_lo," name "_ns_ci95_hi," name "_nodes_mean," name "_nodes_max,"

char *compare_print_csv_header(void)
{
    return g_strdup("scenario,method,nodes,leaves,depth,bytes,build_ms,peak_build_bytes,moves,"
                    "skipped," GROUP_COLUMNS("walk")
                        GROUP_COLUMNS("shot") "outside,early,late,wrong,max_early_units,hash\n");
}

char *compare_print_csv_rows(const CompareReport *report)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < report->results->len; i++)
        add_row(out, report, report->results->pdata[i]);
    return g_strdup(out->str);
}

char *compare_print_csv(const CompareReport *report)
{
    g_autofree char *header = compare_print_csv_header();
    g_autofree char *rows = compare_print_csv_rows(report);
    return g_strconcat(header, rows, NULL);
}

/* --- moves --- */

/* 17 significant digits tell any double exactly. Adding 0 makes of -0 a 0, of which nobody wants
 * two kinds in a table. */
static void add_exact(GString *out, double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(out, ",%s", g_ascii_formatd(text, sizeof text, "%.17g", x + 0.0));
}

static void add_answer(GString *out, const CompareReport *report, const CompareResult *result,
                       const CompareAnswer *answer)
{
    const CompareScenario *s = report->scenario;
    const CompareResolved *move = &g_array_index(report->moves, CompareResolved, answer->move);
    const CompareTrajectory *t =
        &g_array_index(s->trajectories, CompareTrajectory, move->trajectory);
    add_text(out, t->name);
    g_string_append_printf(out, ",%u,", move->number);
    add_text(out, compare_scenario_shape_name(s, t));
    g_string_append_printf(out, ",%s,%s", result->klass->name,
                           bsp_transition_class_name(answer->transition.type));
    add_exact(out, answer->t);
    for (int i = 0; i < 3; i++)
        add_exact(out, answer->transition.plane.normal.v[i]);
    add_exact(out, move->truth.t_lo);
    add_exact(out, move->truth.t_hi);
    g_string_append_printf(out, ",%" G_GUINT64_FORMAT "\n", answer->nodes);
}

/* The rows of a move stand together, so that the methods' answers can be read side by side; each
 * method's answers come in the order of the moves, with those it skipped missing. */
char *compare_print_moves(const CompareReport *report)
{
    GString *out = g_string_new("trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes\n");
    g_autofree guint *next = g_new0(guint, MAX(report->results->len, 1));
    for (guint m = 0; m < report->moves->len; m++) {
        for (guint i = 0; i < report->results->len; i++) {
            const CompareResult *result = report->results->pdata[i];
            if (!result->answers || next[i] >= result->answers->len)
                continue;
            const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, next[i]);
            if (answer->move != m)
                continue;
            add_answer(out, report, result, answer);
            next[i]++;
        }
    }
    return g_string_free(out, FALSE);
}
