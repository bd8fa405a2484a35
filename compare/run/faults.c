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

/* How an answer is wrong. RIGHT + COMPARE_PLANE_STUCK and so on: its plane is wrong. */
typedef enum {
    RIGHT,
    EARLY = RIGHT + COMPARE_PLANE_STUCK + 1,
    LATE,
    LEAVES_TOO_SOON,
    LEAVES_TOO_LATE
} Verdict;

typedef struct {
    const CompareScenario *scenario;
    const CompareTrees *trees;
    const CompareMethodClass *klass;
    const CompareTrajectory *trajectory;
    const BspShape *shape;
    guint n_compiled; /* brushes compiled so far, over all worlds */
    Verdict verdict;  /* how the method is wrong */
    double least;     /* units by which the answer must stay wrong */
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

/* How the time of the answer is wrong, and by what fraction of the move. */
static Verdict judge_time(const Shrink *s, const CompareSize *size, const CompareTruth *truth,
                          const BspTransition *tr, double *by)
{
    double t = bsp_transition_blocking_time(tr);
    *by = MAX(t - truth->t_hi, truth->t_lo - t);
    if (t > truth->t_hi)
        return LATE;
    if (t < truth->t_lo)
        return EARLY;
    CompareClaim claim = compare_method_claim(s->klass, s->scenario, s->trajectory);
    double off = compare_leaving_off(s->klass, size, claim, truth, tr);
    *by = fabs(off);
    return off < 0 ? LEAVES_TOO_SOON : off > 0 ? LEAVES_TOO_LATE : RIGHT;
}

/* How the answer is wrong, and by how many units. */
static Verdict judge_answer(const Shrink *s, const BspWorld *world, const CompareSize *size,
                            const CompareResolved *move, const BspTransition *tr, double *units)
{
    double by;
    Verdict verdict = judge_time(s, size, &move->truth, tr, &by);
    *units = by * compare_move_length(move);
    if (verdict != RIGHT)
        return verdict;
    g_autoptr(ComparePlanes) planes = compare_planes_new(world->solid);
    CompareQuestion question = {
        move,  s->shape, compare_scenario_mask(s->scenario, s->trajectory), COMPARE_EXACT, planes,
        FALSE, NULL
    };
    *units = 0;
    return (Verdict)(RIGHT + compare_judge_plane(&question, size, tr).verdict);
}

/* Queries a method built for the world. Returns how the answer is wrong, and by how many units. */
static Verdict query_world(Shrink *s, BspWorld *world, BspVec from, BspVec to, double *units)
{
    CompareScenario part = *s->scenario;
    part.world = world;
    *units = 0;
    s->n_tries++;
    g_autoptr(CompareOracle) oracle = compare_oracle_new(world->solid);
    CompareMethod *method = compare_method_new(s->klass, &part, s->trees, NULL, NULL, NULL);
    if (!method)
        return RIGHT;
    CompareResolved move = { .from = from, .to = to };
    move.truth = compare_oracle_move(oracle, s->shape,
                                     compare_scenario_mask(s->scenario, s->trajectory), from, to);
    BspTransition tr = s->klass->query(method->data, s->shape,
                                       compare_scenario_mover(s->trajectory), from, to, NULL);
    CompareSize size;
    s->klass->size(method->data, &size);
    compare_method_free(method);
    return judge_answer(s, world, &size, &move, &tr, units);
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
    return query_world(s, world, from, to, &units) == s->verdict && units >= s->least;
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
        if (s->verdict < EARLY && bsp_vec_length(bsp_vec_sub(*to, *from)) < 2 * SHORTEST)
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
    const CompareTrajectory *tr = compare_report_trajectory(report, move);
    Shrink s = { .scenario = scenario,
                 .trees = &report->trees,
                 .klass = klass,
                 .trajectory = tr,
                 .shape = compare_scenario_shape(scenario, tr),
                 .stage = stage,
                 .stage_data = stage_data };
    CompareShrunk *shrunk = g_new0(CompareShrunk, 1);
    shrunk->from = move->from;
    shrunk->to = move->to;
    double units;
    s.verdict = query_world(&s, scenario->world, move->from, move->to, &units);
    s.least = MIN(units / 2, PLAIN);
    g_autoptr(GPtrArray) brushes = NULL;
    if (s.verdict == RIGHT) {
        brushes = all_brushes(scenario->world->solid);
    } else {
        brushes = drop_brushes(&s, move->from, move->to);
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

static CompareClaim claim_of(const CompareReport *report, const CompareResult *result,
                             const CompareResolved *move)
{
    return compare_method_claim(result->klass, report->scenario,
                                compare_report_trajectory(report, move));
}

/* --- against the bracket --- */

/* Units by which the answer is after the bracket (above 0) or before it (below 0). */
static double outside_by(const CompareResolved *move, const CompareAnswer *answer)
{
    double t = answer->t;
    double by = t > move->truth.t_hi   ? t - move->truth.t_hi
                : t < move->truth.t_lo ? t - move->truth.t_lo
                                       : 0;
    return by * compare_move_length(move);
}

gboolean compare_wrong_is_worse(const CompareWrong *a, const CompareWrong *b)
{
    if (!a->result || !b->result)
        return a->result && !b->result;
    return a->late != b->late ? a->late : a->units > b->units;
}

double compare_worst_late(const CompareReport *report, const CompareResult *result)
{
    double most = 0;
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        most = fmax(most, outside_by(compare_answered_move(report, answer), answer));
    }
    return most;
}

/* Describes the error of the answer; .result is NULL if the answer is right. */
static CompareWrong wrong_of(const CompareReport *report, const CompareResult *result,
                             const CompareAnswer *answer)
{
    const CompareResolved *move = compare_answered_move(report, answer);
    CompareClaim claim = claim_of(report, result, move);
    double by = outside_by(move, answer);
    if (by > 0 ||
        (by < 0 && claim == COMPARE_EXACT && !answer->is_in_filling && !answer->is_in_crack))
        return (CompareWrong){ result, answer, by > 0, fabs(by), FALSE, FALSE };
    by = compare_leaving_off(result->klass, &result->size, claim, &move->truth,
                             &answer->transition) *
         compare_move_length(move);
    if (by != 0)
        return (CompareWrong){ result, answer, by < 0, fabs(by), TRUE, FALSE };
    if (answer->plane.verdict != COMPARE_PLANE_RIGHT && claim == COMPARE_EXACT &&
        !result->klass->names_crossed)
        return (CompareWrong){ result, answer, FALSE, 0, FALSE, TRUE };
    return (CompareWrong){ 0 };
}

static void find_worst(const CompareReport *report, const CompareResult *result,
                       CompareWrong *worst)
{
    for (guint i = 0; i < result->answers->len; i++) {
        CompareWrong wrong =
            wrong_of(report, result, &g_array_index(result->answers, CompareAnswer, i));
        if (compare_wrong_is_worse(&wrong, worst))
            *worst = wrong;
    }
}

/* Finds the earliest answer of a method that is allowed to stop early. */
static void find_earliest(const CompareReport *report, const CompareResult *result,
                          CompareWrong *earliest)
{
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *move = compare_answered_move(report, answer);
        CompareWrong early = { result, answer, FALSE, -outside_by(move, answer), FALSE, FALSE };
        if (answer->t < move->truth.t_lo && claim_of(report, result, move) != COMPARE_EXACT &&
            compare_wrong_is_worse(&early, earliest))
            *earliest = early;
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
        /* The counters decide whether an answer is wrong. The search only finds the worst one. */
        regress.n_wrong += result->n_wrong;
        if (result->n_wrong)
            find_worst(report, result, &regress.worst);
        if (result->n_early)
            find_earliest(report, result, &regress.earliest);
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
