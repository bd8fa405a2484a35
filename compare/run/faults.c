/* faults: wrong answers in a report, and the smallest world and move that show one. */
#include "run/faults.h"

#include <string.h>

#include "run/judge.h"

/* --- reduces a wrong answer to the smallest world and move that still show it --- */

/* The move is halved at most this many times from either end, which leaves a millionth of it. */
#define MAX_HALVINGS 20

/* The most brushes compiled in all: about a minute of work. A fault that depends on one choice of
 * splitters vanishes with the removal of almost any brush. */
#define MAX_COMPILED 100000

/* Units. A move with a wrong plane is not shortened below this, because its motion would be
 * invisible. */
#define SHORTEST 0.125

/* Units. An answer that is wrong by twice this must stay wrong by at least this, since an answer at
 * the very edge of the bracket shows little. */
#define PLAIN 1.0

/* Units. As a shortcut, brushes closer to the move than this are tried alone first. */
#define NEAR 1.0

typedef struct {
    const CompareScenario *scenario;
    const CompareTrees *trees;
    const CompareMethodClass *klass;
    guint trajectory, number; /* of the move */
    const BspShape *shape;
    guint n_compiled;     /* brushes compiled so far, over all worlds */
    CompareAnswer wanted; /* the wrong answer, of whose kind the others must be */
    double least;         /* units by which the answer must stay wrong */
    guint n_tries;
    CompareStageFunc stage;
    gpointer stage_data;
} Shrink;

/* A world of some of the brushes, which it does not own. It has starts because the outside fill
 * needs them. */
static BspWorld *world_of(const Shrink *s, GPtrArray *brushes)
{
    const BspWorld *whole = s->scenario->world;
    GPtrArray *shared = g_ptr_array_new();
    g_ptr_array_extend(shared, brushes, NULL, NULL);
    GArray *starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    if (s->trees->build.fill != BSP_FILL_OFF)
        g_array_append_vals(starts, whole->inside->data, whole->inside->len);
    return bsp_world_new(whole->name, shared, starts);
}

/* Units by which the answer to the move is wrong; 0 if only its plane is. */
static double units_of(const CompareResolved *move, const CompareAnswer *answer)
{
    return fabs(compare_fault_is_exit(answer->fault) ? answer->exit_off : answer->off) *
           compare_move_length(move);
}

/* The judged answer of a method built for the world, and the units by which it is wrong. */
static CompareAnswer answer_in(Shrink *s, BspWorld *world, BspVec from, BspVec to, double *units)
{
    CompareScenario part = *s->scenario;
    part.world = world;
    CompareAnswer answer = { 0 };
    *units = 0;
    s->n_tries++;
    g_autoptr(CompareOracle) oracle = compare_oracle_new(world->solid);
    CompareMethod *method = compare_method_new(s->klass, &part, s->trees, NULL, NULL, NULL);
    if (!method)
        return answer;
    CompareResolved move = {
        .from = from, .to = to, .trajectory = s->trajectory, .number = s->number
    };
    compare_resolve_move(&part, oracle, &move);
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof move);
    g_array_append_val(moves, move);
    CompareResult *result = compare_answer(method, moves);
    if (result->answers->len)
        answer = g_array_index(result->answers, CompareAnswer, 0);
    *units = units_of(&move, &answer);
    compare_result_free(result);
    compare_method_free(method);
    return answer;
}

static gboolean still_wrong(Shrink *s, GPtrArray *brushes, BspVec from, BspVec to)
{
    s->n_compiled += brushes->len;
    g_autoptr(BspWorld) world = world_of(s, brushes);
    if (s->stage)
        s->stage("shrinking",
                 1 - (double)brushes->len / bsp_solid_n_brushes(s->scenario->world->solid),
                 s->stage_data);
    double units;
    CompareAnswer answer = answer_in(s, world, from, to, &units);
    return answer.fault == s->wanted.fault && answer.plane.verdict == s->wanted.plane.verdict &&
           units >= s->least;
}

/* The brushes that the shape can meet during the move. */
static GPtrArray *on_the_way(const Shrink *s, BspVec from, BspVec to)
{
    BspBounds swept = compare_swept_bounds(s->shape, from, to);
    swept = bsp_bounds_grown(&swept, NEAR);
    const BspSolid *solid = s->scenario->world->solid;
    GPtrArray *brushes = g_ptr_array_new();
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++)
        if (bsp_bounds_overlap(bsp_brush_bounds(bsp_solid_brush(solid, i)), &swept))
            g_ptr_array_add(brushes, (gpointer)bsp_solid_brush(solid, i));
    return brushes;
}

static GPtrArray *all_brushes(const BspSolid *solid)
{
    GPtrArray *brushes = g_ptr_array_new();
    for (guint i = 0; i < bsp_solid_n_brushes(solid); i++)
        g_ptr_array_add(brushes, (gpointer)bsp_solid_brush(solid, i));
    return brushes;
}

static GPtrArray *without_brushes(GPtrArray *brushes, guint first, guint n)
{
    GPtrArray *rest = g_ptr_array_new();
    for (guint i = 0; i < brushes->len; i++)
        if (i < first || i >= first + n)
            g_ptr_array_add(rest, brushes->pdata[i]);
    return rest;
}

/* Keeps only the brushes on the way if the answer stays wrong. Then drops groups of brushes, and
 * halves the groups when none can be dropped. */
static GPtrArray *drop_brushes(Shrink *s, BspVec from, BspVec to)
{
    GPtrArray *brushes = on_the_way(s, from, to);
    if (!still_wrong(s, brushes, from, to)) {
        g_ptr_array_unref(brushes);
        brushes = all_brushes(s->scenario->world->solid);
    }
    for (guint size = (brushes->len + 1) / 2; size > 0; size = size > 1 ? (size + 1) / 2 : 0) {
        for (guint first = 0; first < brushes->len && s->n_compiled < MAX_COMPILED;) {
            GPtrArray *rest = without_brushes(brushes, first, size);
            if (still_wrong(s, rest, from, to)) {
                g_ptr_array_unref(brushes);
                brushes = rest;
            } else {
                g_ptr_array_unref(rest);
                first += size;
            }
        }
    }
    return brushes;
}

static void shorten_move(Shrink *s, GPtrArray *brushes, BspVec *from, BspVec *to)
{
    for (guint i = 0; i < MAX_HALVINGS; i++) {
        if (s->wanted.fault == COMPARE_FAULT_PLANE &&
            bsp_vec_length(bsp_vec_sub(*to, *from)) < 2 * SHORTEST)
            break;
        BspVec middle = bsp_vec_lerp(*from, *to, 0.5);
        if (still_wrong(s, brushes, *from, middle))
            *to = middle;
        else if (still_wrong(s, brushes, middle, *to))
            *from = middle;
        else
            break;
    }
}

CompareShrunk *compare_shrink(const CompareReport *report, const CompareMethodClass *klass,
                              const CompareResolved *move, CompareStageFunc stage,
                              gpointer stage_data)
{
    const CompareScenario *scenario = report->scenario;
    Shrink s = { .scenario = scenario,
                 .trees = &report->trees,
                 .klass = klass,
                 .trajectory = move->trajectory,
                 .number = move->number,
                 .shape = compare_scenario_shape(scenario, compare_report_trajectory(report, move)),
                 .stage = stage,
                 .stage_data = stage_data };
    CompareShrunk *shrunk = g_new0(CompareShrunk, 1);
    shrunk->from = move->from;
    shrunk->to = move->to;
    double units;
    s.wanted = answer_in(&s, scenario->world, move->from, move->to, &units);
    s.least = MIN(units / 2, PLAIN);
    g_autoptr(GPtrArray) brushes = NULL;
    if (s.wanted.fault == COMPARE_FAULT_NONE) {
        brushes = all_brushes(scenario->world->solid);
    } else {
        brushes = drop_brushes(&s, move->from, move->to);
        if (!compare_resolved_turn(scenario, move)) /* half of a turn is another turn */
            shorten_move(&s, brushes, &shrunk->from, &shrunk->to);
    }
    shrunk->world = world_of(&s, brushes);
    shrunk->n_tries = s.n_tries;
    return shrunk;
}

void compare_shrunk_free(CompareShrunk *shrunk)
{
    if (!shrunk)
        return;
    bsp_world_free(shrunk->world);
    g_free(shrunk);
}

/* --- against the bracket --- */

gboolean compare_wrong_is_worse(const CompareWrong *a, const CompareWrong *b)
{
    if (!a->result || !b->result)
        return a->result && !b->result;
    gboolean late = compare_fault_is_late(a->answer->fault);
    return late != compare_fault_is_late(b->answer->fault) ? late : a->units > b->units;
}

double compare_worst_late(const CompareReport *report, const CompareResult *result)
{
    double most = 0;
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        most = fmax(most, answer->off * compare_move_length(compare_answered_move(report, answer)));
    }
    return most;
}

/* Finds the worst answer, and the earliest that is allowed. */
static void find_worst(const CompareReport *report, const CompareResult *result,
                       CompareRegress *regress)
{
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *move = compare_answered_move(report, answer);
        gboolean is_wrong = answer->fault != COMPARE_FAULT_NONE;
        gboolean is_allowed =
            !is_wrong && answer->off < 0 && !answer->is_in_filling && !answer->is_in_crack;
        CompareWrong *worst = is_wrong ? &regress->worst : &regress->earliest;
        CompareWrong wrong = { result, answer, units_of(move, answer) };
        if ((is_wrong || is_allowed) && compare_wrong_is_worse(&wrong, worst))
            *worst = wrong;
    }
}

/* --- two methods --- */

static const CompareResult *find_result(const CompareReport *report, const char *const *names)
{
    for (; *names; names++) {
        for (guint i = 0; i < report->results->len; i++) {
            const CompareResult *result = report->results->pdata[i];
            if (strcmp(result->klass->name, *names) == 0)
                return result;
        }
    }
    return NULL;
}

static void compare_answers(ComparePair *pair, const CompareResolved *move, const CompareAnswer *a,
                            const CompareAnswer *b)
{
    gboolean other_class = a->transition.type != b->transition.type;
    double apart = fabs(a->t - b->t) * compare_move_length(move);
    if (apart > pair->max_units || (other_class && pair->max_units == 0 && pair->n_class == 0))
        pair->farthest = a->move;
    pair->max_units = fmax(pair->max_units, apart);
    pair->n_moves++;
    pair->n_class += other_class ? 1 : 0;
    pair->n_normal += a->transition.type == BSP_EMPTY_TO_SOLID && !other_class &&
                      !bsp_same_normal(a->transition.plane.normal, b->transition.plane.normal);
}

/* Answers are in the order of the moves; skipped moves have none. */
static void compare_pair(const CompareReport *report, ComparePair *pair)
{
    const GArray *first = pair->first->answers, *second = pair->second->answers;
    for (guint i = 0, k = 0; i < first->len && k < second->len;) {
        const CompareAnswer *a = &g_array_index(first, CompareAnswer, i);
        const CompareAnswer *b = &g_array_index(second, CompareAnswer, k);
        if (a->move == b->move)
            compare_answers(pair, compare_answered_move(report, a), a, b);
        i += a->move <= b->move;
        k += b->move <= a->move;
    }
}

gboolean compare_regress_pair_differs(const ComparePair *pair)
{
    return pair->n_class > 0 || pair->max_units > BSP_TOUCH;
}

CompareRegress compare_regress(const CompareReport *report)
{
    static const char *const transition[] = { "onion", "multi", NULL };
    static const char *const hit_check[] = { "shift-box", "shift-exact", "shift", NULL };
    CompareRegress regress = { 0 };
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        regress.n_wrong += result->n_wrong;
        find_worst(report, result, &regress);
    }
    regress.pair.first = find_result(report, transition);
    regress.pair.second = find_result(report, hit_check);
    if (regress.pair.first && regress.pair.second)
        compare_pair(report, &regress.pair);
    return regress;
}

const char *compare_regress_vacuous(const CompareReport *report)
{
    if (report->moves->len == 0)
        return "nothing to check: there are no moves";
    for (guint i = 0; i < report->results->len; i++)
        if (((const CompareResult *)report->results->pdata[i])->n_moves)
            return NULL;
    return "nothing was checked: the methods skip all of the moves";
}
