/* closed-loop: each method moves its own object by its own answers. */
#include "run/closed-loop.h"

#include "run/respond.h"

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
    BspTransition tr = d->method->klass->query(
        d->method->data, d->shape, compare_scenario_mover(d->trajectory), from, to, NULL);
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
static BspVec *wishes(const CompareTrajectory *tr)
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

static CompareDrift measure(const Driver *d, const CompareScenario *s, const BspVec *path,
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

static void drive_all(const CompareScenario *s, Driver *d, BspVec start,
                      CompareMethod *const *methods, guint n_methods, GArray *drifts)
{
    guint n = d->trajectory->n_moves;
    g_autofree BspVec *wish = wishes(d->trajectory);
    d->method = NULL;
    g_autofree BspVec *reference = path_of(d, start, wish, n);
    for (guint m = 0; m < n_methods; m++) {
        const CompareMethodClass *klass = methods[m]->klass;
        if (klass->stationary || compare_method_claim(klass, s, d->trajectory) == COMPARE_SKIPS)
            continue;
        d->method = methods[m];
        g_autofree BspVec *path = path_of(d, start, wish, n);
        CompareDrift drift = measure(d, s, path, reference, n);
        drift.method = klass->name;
        drift.is_exact = compare_method_claim(klass, s, d->trajectory) == COMPARE_EXACT;
        g_array_append_val(drifts, drift);
    }
}

GArray *compare_closed_loop(const CompareScenario *scenario, CompareOracle *oracle,
                            CompareMethod *const *methods, guint n_methods, GError **error)
{
    g_autoptr(GArray) drifts = g_array_new(FALSE, FALSE, sizeof(CompareDrift));
    for (guint i = 0; i < scenario->trajectories->len; i++) {
        const CompareTrajectory *tr = &g_array_index(scenario->trajectories, CompareTrajectory, i);
        if (tr->source != COMPARE_RANDOM || tr->step_max == 0)
            continue;
        Driver d = { NULL, oracle, tr, compare_scenario_shape(scenario, tr),
                     compare_scenario_mask(scenario, tr) };
        BspVec start;
        if (!compare_find_start(scenario, oracle, i, &start, error))
            return NULL;
        drive_all(scenario, &d, start, methods, n_methods, drifts);
    }
    return g_steal_pointer(&drifts);
}
