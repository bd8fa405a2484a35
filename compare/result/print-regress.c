/* print-regress: prints the methods' disagreements, for people. */
#include "result/result.h"

typedef struct {
    CompareResult result;
    const char *method;
    guint n_agree;
    double worst_late;
} Row;

#define AT(member) .offset = offsetof(Row, member)

/* clang-format off */
static const CompareColumn columns[] = {
    { "method", NULL, NULL, COMPARE_TEXT, COMPARE_BRIEF, AT(method) },
    { "moves", NULL, NULL, COMPARE_COUNT, COMPARE_BRIEF, AT(result.n_moves) },
    { "agree", NULL, NULL, COMPARE_COUNT, COMPARE_BRIEF, AT(n_agree),
      .about = "answers within the bracket" },
    { "early", NULL, NULL, COMPARE_COUNT, COMPARE_BRIEF, AT(result.n_early),
      .about = COMPARE_ABOUT_EARLY },
    { "late", NULL, NULL, COMPARE_COUNT, COMPARE_BRIEF, AT(result.n_late),
      .about = COMPARE_ABOUT_LATE },
    { "planes", NULL, NULL, COMPARE_COUNT, COMPARE_BRIEF, AT(result.n_planes_wrong),
      .about = COMPARE_ABOUT_PLANES },
    { "worst early", NULL, NULL, COMPARE_NUMBER, COMPARE_BRIEF, AT(result.max_early_units),
      .about = "in units of distance" },
    { "worst late", NULL, NULL, COMPARE_NUMBER, COMPARE_IF_ANY, AT(worst_late),
      .about = "in units of distance" },
    { "wrong", NULL, NULL, COMPARE_COUNT, COMPARE_BRIEF, AT(result.n_wrong),
      .about = COMPARE_ABOUT_WRONG },
    { "skipped", NULL, NULL, COMPARE_COUNT, COMPARE_BRIEF, AT(result.n_skipped) },
};
/* clang-format on */

static void add_result(CompareGrid *grid, const CompareReport *report, const CompareResult *r)
{
    Row row = { *r, r->klass->name, r->n_moves - MIN(r->n_outside, r->n_moves),
                compare_worst_late(report, r) };
    compare_grid_add(grid, &row);
}

/* Returns a text such as: move 3 of "walk" (stand) */
static char *move_name(const CompareReport *report, const CompareResolved *move)
{
    const CompareTrajectory *t = compare_report_trajectory(report, move);
    return g_strdup_printf("move %u of \"%s\" (%s)", move->number, t->name,
                           compare_scenario_shape_name(report->scenario, t));
}

/* Explains why two right answers to the move may be far apart. */
static void note_graze(ComparePage *page, const CompareResolved *move)
{
    double part = move->truth.t_hi - move->truth.t_lo;
    double units = part * bsp_vec_length(bsp_vec_sub(move->to, move->from));
    if (units <= 2 * BSP_BRACKET)
        return;
    compare_page_note(page,
                      "that move grazes: it meets solid grown by %g unit %.3g units before it "
                      "meets solid shrunk by it, or ends; any answer between these is exact",
                      BSP_BRACKET, units);
}

static void add_pair(ComparePage *page, const CompareReport *report, const ComparePair *pair)
{
    if (!pair->first || !pair->second)
        return;
    compare_page_note(page,
                      "find-first-transition (%s) against HitCheckBSP (%s): %u move%s, %u of "
                      "different class, at most %.3g units apart, %u with different normals",
                      pair->first->klass->name, pair->second->klass->name, pair->n_moves,
                      pair->n_moves == 1 ? "" : "s", pair->n_class, pair->max_units,
                      pair->n_normal);
    if (!compare_regress_pair_differs(pair))
        return;
    g_autofree char *name =
        move_name(report, &g_array_index(report->moves, CompareResolved, pair->farthest));
    compare_page_note(page, "farthest apart: %s", name);
    note_graze(page, &g_array_index(report->moves, CompareResolved, pair->farthest));
}

/* Adds a line such as "late by 0.5 units: E2S at t = ...". */
static void add_worst_time(ComparePage *page, const CompareReport *report,
                           const CompareWrong *worst)
{
    const CompareResolved *move = compare_answered_move(report, worst->answer);
    const BspTransition *tr = &worst->answer->transition;
    g_autofree char *name = move_name(report, move);
    const char *what = worst->leaves ? worst->late ? "leaves the solid that it starts in too soon"
                                                   : "leaves the solid that it starts in too late"
                       : worst->late ? "late"
                                     : "early";
    compare_page_note(page,
                      "worst: %s, %s: %s by %.6g units: %s at t = %.17g, where the bracket is "
                      "[%.17g, %.17g]",
                      worst->result->klass->name, name, what, worst->units,
                      bsp_transition_class_name(tr->type),
                      worst->leaves && tr->type == BSP_SOLID_TO_EMPTY ? tr->t : worst->answer->t,
                      worst->leaves ? move->truth.leave_lo : move->truth.t_lo,
                      worst->leaves ? move->truth.leave_hi : move->truth.t_hi);
}

/* "(0, 0, 1)"; zeros have no sign. */
static char *normal_text(BspVec n)
{
    return g_strdup_printf("(%.9g, %.9g, %.9g)", n.x + 0.0, n.y + 0.0, n.z + 0.0);
}

static void add_worst_plane(ComparePage *page, const CompareReport *report,
                            const CompareWrong *worst)
{
    const CompareAnswer *answer = worst->answer;
    BspVec normal = answer->transition.plane.normal, right = answer->plane.right;
    g_autofree char *name = move_name(report, compare_answered_move(report, answer));
    g_autofree char *named = normal_text(normal);
    g_autofree char *wanted =
        bsp_vec_dot(right, right) > 0 ? normal_text(right) : g_strdup("not known");
    compare_page_note(page,
                      "worst: %s, %s: wrong plane at t = %.17g: %s: %s; the right normal is %s",
                      worst->result->klass->name, name, answer->t, named,
                      compare_plane_words(answer->plane.verdict), wanted);
}

/* Adds the errors of a method's planes: "onion: 3 no face of the solid". */
static void add_planes(ComparePage *page, const CompareResult *result)
{
    guint counts[COMPARE_PLANE_STUCK + 1] = { 0 };
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < result->answers->len; i++)
        counts[g_array_index(result->answers, CompareAnswer, i).plane.verdict]++;
    for (guint v = COMPARE_PLANE_RIGHT + 1; v < G_N_ELEMENTS(counts); v++)
        if (counts[v])
            g_string_append_printf(text, "%s%u %s", text->len ? ", " : "", counts[v],
                                   compare_plane_words((ComparePlaneVerdict)v));
    if (text->len)
        compare_page_note(page, "planes of %s: %s", result->klass->name, text->str);
}

static void add_worst(ComparePage *page, const CompareReport *report, const CompareWrong *worst)
{
    if (worst->result && worst->plane)
        add_worst_plane(page, report, worst);
    else if (worst->result)
        add_worst_time(page, report, worst);
}

void compare_print_regress(ComparePage *page, const CompareReport *report,
                           const CompareRegress *regress)
{
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    g_autofree char *about =
        g_strdup_printf("world %s, %u move%s", report->scenario->world->name, report->moves->len,
                        report->moves->len == 1 ? "" : "s");
    for (guint i = 0; i < report->results->len; i++)
        add_result(grid, report, report->results->pdata[i]);
    compare_page_title(page, report->scenario->name, about);
    compare_page_grid(page, grid);
    add_pair(page, report, &regress->pair);
    for (guint i = 0; i < report->results->len; i++)
        add_planes(page, report->results->pdata[i]);
    add_worst(page, report, &regress->worst);
    g_autofree char *undecided = compare_undecided_note(report);
    if (undecided)
        compare_page_note(page, "%s", undecided);
}
