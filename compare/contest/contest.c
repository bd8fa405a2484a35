/* contest: adds contestants to a comparison, and judges their answers by the oracle's. */
#include "contest/contest.h"

#include <math.h>

#include "contest/answers.h"
#include "contest/process.h"
#include "contest/stream.h"
#include "oracle/oracle.h"
#include "run/agents.h"
#include "run/answer-hash.h"
#include "run/judge.h"
#include "run/statistics.h"
#include "text/strings.h"

/* --- skins --- */

/* Returns an array with the part of t, for each move, by which an answer may be before the bracket,
 * because the contestant keeps a skin. The caller frees the array. */
static double *skin_spares(const CompareReport *report, const CompareOutsider *outsider)
{
    double *spare = g_new0(double, MAX(report->moves->len, 1));
    if (outsider->skin <= 0)
        return spare;
    g_autoptr(CompareOracle) oracle =
        compare_oracle_new_skin(report->scenario->world->solid, outsider->skin);
    for (guint i = 0; i < outsider->told->len; i++) {
        CompareResolved move = *compare_report_move(report, i);
        double t_lo = move.truth.t_lo;
        compare_resolve_move(report->scenario, oracle, &move);
        spare[i] = MAX(t_lo - move.truth.t_lo, 0);
    }
    return spare;
}

/* --- times that a contestant reports --- */

/* Splits the times of consecutive queries into `pieces` runs of equal length and returns the mean
 * of each run. A run corresponds to one repetition of a method. */
static GArray *means_of(const GArray *ns, guint pieces)
{
    GArray *means = g_array_new(FALSE, FALSE, sizeof(double));
    pieces = MIN(pieces, ns->len);
    for (guint p = 0; p < pieces; p++) {
        guint from = (guint)((guint64)ns->len * p / pieces);
        guint to = (guint)((guint64)ns->len * (p + 1) / pieces);
        double sum = 0;
        for (guint i = from; i < to; i++)
            sum += g_array_index(ns, double, i);
        sum /= to - from;
        g_array_append_val(means, sum);
    }
    return means;
}

static void time_group(CompareGroup *group, GArray *ns, guint pieces)
{
    g_autoptr(GArray) means = means_of(ns, pieces);
    const double *of_pieces = (const double *)(gconstpointer)means->data;
    double *singles = (double *)(gpointer)ns->data;
    group->ns_median = compare_median(of_pieces, means->len);
    compare_bootstrap_interval(of_pieces, NULL, means->len, group->ns_ci95);
    compare_sort(singles, ns->len);
    group->ns_p99 = compare_quantile(singles, ns->len, 0.99);
}

/* Returns the nanoseconds of the contestant's answers to walks, or to shots, if it reported
 * them. */
static GArray *reported_times(const CompareReport *part, const CompareResult *result,
                              const GArray *ns_of_answers, gboolean walks)
{
    GArray *ns = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        double told = g_array_index(ns_of_answers, double, i);
        if (told != COMPARE_UNTOLD &&
            compare_is_walk(compare_report_move(part, answer->move)) == walks)
            g_array_append_val(ns, told);
    }
    return ns;
}

/* Stores the times. For random order a contestant reports one time for all moves. This time is
 * stored if all moves are walks, or if all are shots. Otherwise it cannot be divided between them.
 */
static void store_times(const CompareReport *part, CompareResult *result,
                        const GArray *ns_of_answers)
{
    double again = result->klass->outsider->again_ns;
    for (gint walks = 0; walks < 2; walks++) {
        CompareGroup *group = walks ? &result->walk : &result->shot;
        const CompareGroup *other = walks ? &result->shot : &result->walk;
        g_autoptr(GArray) ns = reported_times(part, result, ns_of_answers, walks);
        if (ns->len > 0)
            time_group(group, ns, part->scenario->repeat);
        if (again > 0 && group->n > 0 && other->n == 0 &&
            result->n_moves + result->n_skipped == result->klass->outsider->told->len)
            group->ns_median_shuffled = again;
    }
}

/* --- judging answers --- */

static BspTransition transition_of(const CompareResolved *move, const CompareTold *told)
{
    BspTransition tr = bsp_transition_empty(bsp_vec_lerp(move->from, move->to, told->t));
    tr.type = told->type;
    tr.t = told->t;
    tr.plane.normal = told->normal;
    tr.plane.dist = bsp_vec_dot(told->normal, tr.point);
    return tr;
}

/* Makes the contestant's row. */
static CompareResult *judge(const CompareReport *report, const CompareOutsider *outsider,
                            const double *spare, gboolean timed)
{
    CompareResult *result = compare_result_new(&outsider->klass, outsider->told->len);
    g_autoptr(GArray) ns = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < outsider->told->len; i++) {
        const CompareTold *told = &g_array_index(outsider->told, CompareTold, i);
        const CompareResolved *move = compare_report_move(report, i);
        CompareAnswer answer = {
            .move = i, .transition = transition_of(move, told), .t = told->t, .spare = spare[i]
        };
        result->n_skipped += told->is_skipped ? 1 : 0;
        if (told->is_skipped)
            continue;
        compare_judge(&(CompareJudge){ .scenario = report->scenario }, result, move, &answer);
        g_array_append_val(ns, told->ns);
        result->hash = compare_hash_transition(result->hash, &answer.transition);
    }
    if (timed)
        store_times(report, result, ns);
    return result;
}

/* Adds the contestant's row to the report, with times if `timed`. The row of a contestant that
 * failed has no answers. */
static void add_row(CompareReport *report, const CompareOutsider *outsider, gboolean timed)
{
    g_autofree double *spare = skin_spares(report, outsider);
    CompareResult *result = judge(report, outsider, spare, timed);
    result->size.bytes = outsider->bytes == COMPARE_UNTOLD ? 0 : (gsize)outsider->bytes;
    result->build_ms = !timed || outsider->load_ms == COMPARE_UNTOLD ? 0 : outsider->load_ms;
    g_ptr_array_add(report->results, result);
}

/* --- running --- */

void compare_entry_clear(gpointer data)
{
    CompareEntry *entry = data;
    g_free(entry->name);
    g_free(entry->command);
}

/* The limit of a contestant's output, in bytes, so that a faulty contestant cannot fill the memory.
 * The line of an answer has fewer than MOST_OF_ANSWER bytes. All lines that are about no move and
 * no place have fewer than MOST_OF_OTHERS bytes together. A path joins two places. The mean path
 * has at most 100 corners, and the line of a corner has at most 80 bytes. */
#define MOST_OF_ANSWER 256
#define MOST_OF_PLACE (100 * 80 / 2)
#define MOST_OF_OTHERS (1 << 20)

static gboolean run_command(CompareOutsider *outsider, const CompareStream *stream,
                            double max_seconds, GError **error)
{
    g_autoptr(GString) output = g_string_new(NULL);
    gsize most = MOST_OF_OTHERS + MOST_OF_ANSWER * (gsize)stream->n_moves +
                 MOST_OF_PLACE * (gsize)stream->n_places;
    const CompareProcess process = { outsider->command, stream->text, most, max_seconds, output };
    return compare_process_run(&process, error) &&
           compare_answers_read(outsider, stream, output, error);
}

/* Stores which movers the contestant accepts. */
static void note_movers(CompareOutsider *outsider, const CompareReport *report)
{
    for (guint i = 0; i < outsider->told->len; i++) {
        gint mover = compare_report_trajectory(report, compare_report_move(report, i))->mover;
        if (!g_array_index(outsider->told, CompareTold, i).is_skipped)
            g_hash_table_add(outsider->movers, GINT_TO_POINTER(mover));
    }
}

static CompareOutsider *run_contestant(const CompareEntry *entry, const CompareStream *stream,
                                       const CompareReport *report, double max_seconds)
{
    CompareOutsider *outsider = compare_outsider_new(entry->name, entry->command);
    g_autoptr(GError) error = NULL;
    gboolean has_masks = compare_scenario_has_masks(report->scenario);
    if (has_masks || compare_scenario_has_solids(report->scenario)) {
        compare_outsider_fail(outsider, g_strdup_printf("the scenario has %s, which contestants do "
                                                        "not receive",
                                                        has_masks ? "masks" : "solids"));
        return outsider;
    }
    if (!run_command(outsider, stream, max_seconds, &error))
        compare_outsider_fail(outsider, g_strdup(error->message));
    note_movers(outsider, report);
    return outsider;
}

void compare_contest_add(CompareReport *report, const CompareContest *contest,
                         const CompareStage *stage)
{
    if (contest->entries->len == 0)
        return;
    g_autoptr(CompareStream) stream = compare_stream_new(report->scenario, report->moves);
    for (guint i = 0; i < contest->entries->len; i++) {
        const CompareEntry *entry = &g_array_index(contest->entries, CompareEntry, i);
        if (entry->navigates)
            continue;
        g_autofree char *label = g_strdup_printf("asking %s, program %u of %u", entry->name, i + 1,
                                                 contest->entries->len);
        compare_stage_report(stage, label, -1);
        CompareOutsider *outsider = run_contestant(entry, stream, report, contest->max_seconds);
        g_ptr_array_add(report->outsiders, outsider);
        add_row(report, outsider, contest->timed);
    }
}

/* --- agents --- */

static const CompareToldGraph *graph_of(gpointer outsider)
{
    return &((const CompareOutsider *)outsider)->graph;
}

static gboolean told_point(gpointer outsider, guint i, BspVec *at)
{
    const GArray *points = graph_of(outsider)->points;
    if (i < points->len)
        *at = g_array_index(points, BspVec, i);
    return i < points->len;
}

static gboolean told_nearest(gpointer outsider, guint i, BspVec place, BspVec *at)
{
    (void)place;
    *at = g_array_index(graph_of(outsider)->nearest, BspVec, i);
    return !isnan(at->x);
}

static gboolean told_path(gpointer outsider, guint i, BspVec from, BspVec to, GArray *corners,
                          double *ns)
{
    const CompareToldGraph *graph = graph_of(outsider);
    const CompareToldPath *path = &g_array_index(graph->paths, CompareToldPath, i);
    (void)from;
    (void)to;
    *ns += fmax(path->ns, 0);
    for (guint k = path->first; k < path->first + path->n; k++) {
        BspNavCorner corner = { .at = g_array_index(graph->corners, BspVec, k),
                                .link = BSP_NAV_NO_LINK };
        g_array_append_val(corners, corner);
    }
    return path->n > 0;
}

/* Lets a contestant navigate, and adds its row. */
static void ask_navigator(CompareReport *report, const CompareEntry *entry,
                          const CompareContest *contest, const CompareAgentsWorld *world)
{
    g_autoptr(CompareStream) stream =
        compare_stream_new_agents(report->scenario, &world->ground.walker, world->places);
    CompareOutsider *o = run_contestant(entry, stream, report, contest->max_seconds);
    CompareNavigator navigator = { o, told_point, told_nearest, told_path };
    CompareAgentsRow row = { .name = world->asked->name, .method = o->name };
    g_ptr_array_add(report->outsiders, o);
    if (o->error)
        return;
    row.areas = (guint64)o->graph.n_areas;
    row.bytes = (guint64)fmax(o->bytes, 0);
    row.build_ms = fmax(o->load_ms, 0);
    compare_agents_judge(world, &navigator, contest->timed, &row);
    g_array_append_val(report->agents, row);
}

gboolean compare_contest_agents(CompareReport *report, const CompareContest *contest,
                                const CompareStage *stage, GError **error)
{
    const GArray *agents = report->scenario->agents;
    gboolean ok = TRUE;
    if (agents->len > 0)
        report->agents = g_array_new(FALSE, FALSE, sizeof(CompareAgentsRow));
    for (guint i = 0; ok && i < agents->len; i++) {
        const CompareAgents *asked = &g_array_index(agents, CompareAgents, i);
        CompareAgentsWorld world;
        g_autofree char *label = g_strdup_printf("agents %s", asked->name);
        compare_stage_report(stage, label, -1);
        ok = compare_agents_open(&world, report->scenario, asked, error);
        if (ok) {
            CompareAgentsRow row = compare_agents_graph(&world, contest->timed);
            g_array_append_val(report->agents, row);
        }
        for (guint k = 0; ok && k < contest->entries->len; k++) {
            const CompareEntry *entry = &g_array_index(contest->entries, CompareEntry, k);
            if (entry->navigates)
                ask_navigator(report, entry, contest, &world);
        }
        compare_agents_clear(&world);
    }
    return ok;
}
