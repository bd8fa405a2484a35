/* answers-csv: prints every method's answer to every move, as CSV. */
#include "result/result.h"

#include "text/strings.h"

static void add_text(GString *out, const char *text)
{
    g_autofree char *safe = compare_escape_csv(text);
    g_string_append(out, safe);
}

/* Adds a number with 17 significant digits, which identify any double. Adding 0 turns -0 into 0. */
static void add_exact(GString *out, double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(out, ",%s", g_ascii_formatd(text, sizeof text, "%.17g", x + 0.0));
}

static void add_vec(GString *out, BspVec v)
{
    for (int i = 0; i < 3; i++)
        add_exact(out, v.v[i]);
}

/* Adds the end of the move, its length, the object's position at t, and the brush that is truly
 * hit. A move that begins in solid hits no brush. */
static void add_place(GString *out, const CompareResolved *move, double t)
{
    add_vec(out, move->from);
    add_vec(out, move->to);
    add_exact(out, bsp_vec_length(bsp_vec_sub(move->to, move->from)));
    add_vec(out, bsp_vec_lerp(move->from, move->to, t));
    g_string_append_c(out, ',');
    if (move->truth.brush != COMPARE_NO_BRUSH && !move->truth.inside)
        g_string_append_printf(out, "%u", move->truth.brush);
}

static void add_answer(GString *out, const CompareReport *report, const CompareResult *result,
                       const CompareAnswer *answer)
{
    const CompareScenario *s = report->scenario;
    const CompareResolved *move = compare_report_move(report, answer->move);
    const CompareTrajectory *t = compare_scenario_trajectory(s, move->trajectory);
    add_text(out, t->name);
    g_string_append_printf(out, ",%u,", move->number);
    add_text(out, compare_mover(s, t->mover)->name);
    g_string_append_printf(out, ",%s,%s", result->klass->name,
                           bsp_transition_class_name(answer->transition.type));
    add_exact(out, answer->t);
    add_vec(out, answer->transition.plane.normal);
    add_exact(out, compare_answer_t_lo(answer, move));
    add_exact(out, move->truth.t_hi);
    if (result->klass->outsider) /* the number of nodes of a contestant is unknown */
        g_string_append_c(out, ',');
    else
        g_string_append_printf(out, ",%" G_GUINT64_FORMAT, answer->nodes);
    add_place(out, move, answer->t);
    g_string_append_c(out, ',');
    if (answer->plane.verdict != COMPARE_PLANE_RIGHT)
        add_text(out, compare_plane_words(answer->plane.verdict));
    g_string_append_c(out, '\n');
}

/* The rows of all methods for a move follow each other, so that they can be compared. The answers
 * of each method are sorted by move. There is no answer for a move that the method skipped. */
char *compare_print_moves(const CompareReport *report)
{
    GString *out =
        g_string_new("trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes,"
                     "from_x,from_y,from_z,to_x,to_y,to_z,length,at_x,at_y,at_z,brush,plane\n");
    g_autofree guint *next = g_new0(guint, MAX(report->results->len, 1));
    for (guint m = 0; m < report->moves->len; m++) {
        for (guint i = 0; i < report->results->len; i++) {
            const CompareResult *result = report->results->pdata[i];
            if (!result->answers || next[i] >= result->answers->len)
                continue;
            const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, next[i]);
            if (answer->move != m)
                continue;
            next[i]++;
            add_answer(out, report, result, answer);
        }
    }
    return g_string_free(out, FALSE);
}
