/* moves: every method's answer to every move, as CSV. */
#include "output/report.h"
#include "text/escape.h"

static void add_text(GString *out, const char *text)
{
    g_autofree char *safe = compare_escape_csv(text);
    g_string_append(out, safe);
}

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
