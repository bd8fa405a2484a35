/* closed-loop: objects and walking bodies that each method moves by its own answers. */
#include "run/closed-loop.h"

#include "run/resolve.h"

/* A movement is deflected at most this many times; then the remainder is dropped. */
#define MAX_BENDS 4

/* Units. A remaining movement shorter than this is dropped. */
#define SHORTEST 0.01

/* Units. Beyond this distance from the reference, a path counts as a different one. */
#define APART 1.0

/* The source of the answers: a method, or the oracle if method is NULL. */
typedef struct {
    const CompareMethod *method;
    CompareOracle *oracle;
    const CompareTrajectory *trajectory;
    const BspShape *shape;
    guint32 mask;
} Driver;

static double query_driver(const Driver *d, BspVec from, BspVec to, BspVec *normal)
{
    if (!d->method) {
        CompareTruth truth = compare_oracle_move(d->oracle, d->shape, d->mask, from, to);
        *normal = truth.normal;
        return truth.t;
    }
    const CompareCall call = { { from, to, d->shape, d->mask, 0 },
                               compare_scenario_mover(d->trajectory),
                               NULL };
    BspTransition tr = d->method->klass->query(d->method->data, &call, NULL);
    *normal = tr.plane.normal;
    return bsp_transition_blocking_time(&tr);
}

/* Returns the object's position after it tries to move by `wish`. */
static BspVec move_object(const Driver *d, BspVec at, BspVec wish)
{
    CompareContacts contacts = { .n = 0 };
    for (guint bend = 0; bend <= MAX_BENDS && bsp_vec_length(wish) >= SHORTEST; bend++) {
        BspVec normal;
        double t = query_driver(d, at, bsp_vec_add(at, wish), &normal);
        at = bsp_vec_mad(at, t, wish);
        if (t >= 1)
            break;
        wish =
            compare_respond(d->trajectory->response, &contacts, bsp_vec_scale(wish, 1 - t), normal);
    }
    return at;
}

/* The intended movements: the steps of the trajectory's random walk, before any collision. */
static BspVec *draw_wishes(const CompareTrajectory *tr)
{
    GRand *rand = compare_trajectory_rand(tr);
    BspVec *wish = g_new(BspVec, tr->n_moves);
    for (guint i = 0; i < tr->n_moves; i++) {
        double step = g_rand_double_range(rand, tr->step_min, tr->step_max);
        wish[i] = bsp_vec_scale(compare_random_direction(rand), step);
    }
    g_rand_free(rand);
    return wish;
}

static BspVec *path_of(const Driver *d, BspVec start, const BspVec *wish, guint n)
{
    BspVec *path = g_new(BspVec, n);
    for (guint i = 0; i < n; i++)
        path[i] = start = move_object(d, start, wish[i]);
    return path;
}

static CompareDrift measure_drift(const Driver *d, const CompareScenario *s, const BspVec *path,
                                  const BspVec *reference, guint n)
{
    CompareDrift drift = {
        .trajectory = d->trajectory->name, .n = n, .first_apart = n, .first_differs = n
    };
    BspBounds world = bsp_bounds_grown(bsp_solid_bounds(s->world->solid), BSP_BRACKET);
    for (guint i = 0; i < n; i++) {
        double apart = bsp_vec_length(bsp_vec_sub(path[i], reference[i]));
        drift.apart_mean += apart / n;
        drift.apart_max = MAX(drift.apart_max, apart);
        drift.apart_end = apart;
        if (apart > BSP_TOUCH && drift.first_differs == n) {
            drift.first_differs = i;
            drift.differs_by = apart;
        }
        if (apart > APART && drift.first_apart == n)
            drift.first_apart = i;
        if (!bsp_bounds_contain(&world, path[i]))
            drift.n_outside++;
        else if (compare_oracle_move(d->oracle, d->shape, d->mask, path[i], path[i]).t_hi < 1)
            drift.n_inside++;
    }
    return drift;
}

static void drive_all(const CompareScenario *s, Driver *d, BspVec start, const GPtrArray *methods,
                      GArray *drifts)
{
    guint n = d->trajectory->n_moves;
    g_autofree BspVec *wish = draw_wishes(d->trajectory);
    d->method = NULL;
    g_autofree BspVec *reference = path_of(d, start, wish, n);
    for (guint m = 0; m < methods->len; m++) {
        const CompareMethod *method = methods->pdata[m];
        const CompareMethodClass *klass = method->klass;
        if (klass->stationary || compare_method_claim(klass, s, d->trajectory) == COMPARE_SKIPS)
            continue;
        d->method = method;
        g_autofree BspVec *path = path_of(d, start, wish, n);
        CompareDrift drift = measure_drift(d, s, path, reference, n);
        drift.method = klass->name;
        drift.is_exact = compare_method_claim(klass, s, d->trajectory) == COMPARE_EXACT;
        g_array_append_val(drifts, drift);
    }
}

GArray *compare_closed_loop(const CompareScenario *scenario, CompareOracle *oracle,
                            const GPtrArray *methods, GError **error)
{
    g_autoptr(GArray) drifts = g_array_new(FALSE, FALSE, sizeof(CompareDrift));
    for (guint i = 0; i < scenario->trajectories->len; i++) {
        const CompareTrajectory *tr = compare_scenario_trajectory(scenario, i);
        if (tr->source != COMPARE_RANDOM || tr->step_max == 0 || tr->turns)
            continue;
        Driver d = { NULL, oracle, tr, compare_scenario_shape(scenario, tr),
                     compare_scenario_mask(scenario, tr) };
        BspVec start;
        if (!compare_find_start(scenario, oracle, i, &start, error))
            return NULL;
        drive_all(scenario, &d, start, methods, drifts);
    }
    return g_steal_pointer(&drifts);
}

/* --- bodies that walk through a scenario's world by the answers of each method --- */

/* A body and the method by which it walks. */
typedef struct {
    const CompareMethod *method;
    CompareCall call; /* with the body's mover */
} Asker;

static void trace_asker(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    Asker *a = data;
    a->call.move.from = from;
    a->call.move.to = to;
    *tr = a->method->klass->query(a->method->data, &a->call, NULL);
}

/* Walks all three gaits; they share the frames. */
static void walk_gaits(Asker *asker, CompareIdeal *ideal, const CompareWalkPlace *place,
                       guint n_frames, guint64 seed, CompareWalks *walks)
{
    for (guint gait = 0; gait < COMPARE_N_GAITS; gait++) {
        CompareWalker walker = { .tracer = { trace_asker, asker, NULL },
                                 .ideal = ideal,
                                 .gait = gait };
        compare_walk(&walker, place, seed, (n_frames + gait) / COMPARE_N_GAITS, walks);
    }
}

static gboolean moved_before(const CompareScenario *s, guint trajectory)
{
    const GArray *all = s->trajectories;
    gint mover = compare_scenario_mover(&g_array_index(all, CompareTrajectory, trajectory));
    for (guint i = 0; i < trajectory; i++)
        if (compare_scenario_mover(&g_array_index(all, CompareTrajectory, i)) == mover)
            return TRUE;
    return FALSE;
}

/* Walks every shape that the method supports. */
static void walk_method(const CompareMethod *method, const CompareWalkPlace *place, guint n_frames,
                        guint64 seed, GArray *rows)
{
    const CompareScenario *s = method->scenario;
    const CompareMethodClass *klass = method->klass;
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = compare_scenario_trajectory(s, i);
        CompareClaim claim = compare_method_claim(klass, s, t);
        if (claim == COMPARE_SKIPS || klass->stationary || moved_before(s, i))
            continue;
        const BspVec nowhere = bsp_vec(0, 0, 0);
        Asker asker = { method, compare_call(s, compare_scenario_mover(t), nowhere, nowhere) };
        CompareWalkers row = { .method = klass->name,
                               .shape = compare_scenario_shape_name(s, t),
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
