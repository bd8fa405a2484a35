/* walkers: lets bodies walk through a scenario's world by the answers of each method. */
#include "run/walkers.h"

#include "walk/ideal.h"

/* A mover, and the method by which it walks. */
typedef struct {
    const CompareMethod *method;
    CompareCall call; /* a call with the body's mover */
} Asker;

static void trace_asker(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    Asker *a = data;
    a->call.move.from = from;
    a->call.move.to = to;
    answer->tr = a->method->klass->query(a->method->data, &a->call, NULL);
}

/* Lets a body walk by each of the three gaits, for a third of the frames each. */
static void walk_gaits(Asker *asker, CompareIdeal *ideal, const CompareWalkPlace *place,
                       guint n_frames, guint64 seed, CompareWalks *walks)
{
    for (guint gait = 0; gait < COMPARE_N_GAITS; gait++) {
        CompareWalker walker = { .tracer = { trace_asker, asker, NULL, NULL },
                                 .ideal = ideal,
                                 .gait = gait };
        compare_walk(&walker, place, seed, (n_frames + gait) / COMPARE_N_GAITS, walks);
    }
}

static gboolean moved_before(const CompareScenario *s, guint trajectory)
{
    const GArray *all = s->trajectories;
    gint mover = g_array_index(all, CompareTrajectory, trajectory).mover;
    for (guint i = 0; i < trajectory; i++)
        if (g_array_index(all, CompareTrajectory, i).mover == mover)
            return TRUE;
    return FALSE;
}

static void walk_method(const CompareMethod *method, const CompareWalkPlace *place, guint n_frames,
                        guint64 seed, GArray *rows)
{
    const CompareScenario *s = method->scenario;
    const CompareMethodClass *klass = method->klass;
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = compare_scenario_trajectory(s, i);
        CompareClaim claim = compare_method_claim(klass, s, t);
        if (claim == COMPARE_SKIPS || klass->stationary || moved_before(s, i) ||
            compare_mover(s, t->mover)->solid)
            continue;
        const BspVec nowhere = bsp_vec(0, 0, 0);
        Asker asker = { method, compare_call(s, t->mover, nowhere, nowhere) };
        CompareWalkers row = { .method = klass->name,
                               .shape = compare_mover(s, t->mover)->name,
                               .is_exact = claim == COMPARE_EXACT };
        g_autoptr(CompareIdeal) ideal =
            compare_ideal_new(s->world->solid, asker.call.move.shape, asker.call.move.mask);
        if (ideal)
            walk_gaits(&asker, ideal, place, n_frames, seed, &row.walks);
        if (row.walks.frames)
            g_array_append_val(rows, row);
    }
}

GArray *compare_walkers(const CompareScenario *scenario, const CompareAsked *asked, guint n_frames,
                        guint64 seed, GError **error)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(CompareWalkers));
    const CompareWalkPlace place =
        compare_walk_level(scenario->world->solid, scenario->world->starts);
    for (guint i = 0; asked->methods[i]; i++) {
        CompareMethod *method =
            compare_method_new(asked->methods[i], scenario, &asked->trees, NULL, NULL, error);
        if (!method)
            return NULL;
        walk_method(method, &place, n_frames, seed, rows);
        compare_method_free(method);
    }
    return g_steal_pointer(&rows);
}
