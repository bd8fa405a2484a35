/* shrink: reduces a wrong answer to the smallest world and move that still show it. */
#include "run/shrink.h"

#include <string.h>

#include "run/judge.h"
#include "run/leaving.h"

/* The move is halved at most this many times from either end, down to a millionth. */
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

/* RIGHT + COMPARE_PLANE_STUCK, and so on, are wrong planes. */
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
        g_array_append_vals(starts, whole->starts->data, whole->starts->len);
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
static Verdict judge(const Shrink *s, const BspWorld *world, const CompareSize *size,
                     const CompareResolved *move, const BspTransition *tr, double *units)
{
    double by;
    Verdict verdict = judge_time(s, size, &move->truth, tr, &by);
    *units = by * bsp_vec_length(bsp_vec_sub(move->to, move->from));
    if (verdict != RIGHT)
        return verdict;
    g_autoptr(ComparePlanes) planes = compare_planes_new(world->solid);
    CompareQuestion question = { move, s->shape, compare_scenario_mask(s->scenario, s->trajectory),
                                 COMPARE_EXACT, planes };
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
    return judge(s, world, &size, &move, &tr, units);
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
    BspBounds swept = bsp_bounds_empty();
    bsp_bounds_add_point(&swept, bsp_vec_add(from, s->shape->bounds.mins));
    bsp_bounds_add_point(&swept, bsp_vec_add(from, s->shape->bounds.maxs));
    bsp_bounds_add_point(&swept, bsp_vec_add(to, s->shape->bounds.mins));
    bsp_bounds_add_point(&swept, bsp_vec_add(to, s->shape->bounds.maxs));
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

static GPtrArray *without(GPtrArray *brushes, guint first, guint n)
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
            GPtrArray *rest = without(brushes, first, size);
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

static void shorten(Shrink *s, GPtrArray *brushes, BspVec *from, BspVec *to)
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
        shorten(&s, brushes, &shrunk->from, &shrunk->to);
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
