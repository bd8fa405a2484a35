/* compare-moves: a scenario's trajectories resolved once into moves, the same for every method. */
#include "compare-moves.h"

/* A random walk begins anew this often, to see more of the level. */
#define MOVES_PER_START 128

/* Units. Half of all contacts are kept exactly, so that moves start touching; the other half keep
 * the distance that engines keep (id Tech 3: 1/8, Source: 1/32), so that the bracket is tight. */
#define SKIN (1.0 / 32.0)

/* How often a waypoint's way is bent by sliding or bouncing before the next waypoint is tried. */
#define MAX_BENDS 4

/* Contacts a slide remembers: it keeps clear of all of their planes. */
#define MAX_PLANES 3

typedef struct {
    const CompareScenario *scenario;
    CompareOracle *oracle;
    const CompareTrajectory *trajectory;
    guint index;
    const BspShape *shape;
    GArray *moves;
    guint n; /* moves of this trajectory so far */
    GRand *rand;
    BspVec planes[MAX_PLANES];
    guint n_planes;
} Walker;

static CompareTruth add_move(Walker *w, BspVec from, BspVec to)
{
    CompareResolved move = { from, to, w->index, w->n++,
                             compare_oracle_move(w->oracle, w->shape, from, to) };
    g_array_append_val(w->moves, move);
    return move.truth;
}

/* --- responses --- */

/* The part of v that does not go into any of the planes touched since the last free move. */
static BspVec slide(Walker *w, BspVec v, BspVec normal)
{
    if (w->n_planes == MAX_PLANES)
        return bsp_vec(0, 0, 0);
    w->planes[w->n_planes++] = normal;
    for (guint i = 0; i < w->n_planes; i++) {
        BspVec along = bsp_vec_mad(v, -bsp_vec_dot(v, w->planes[i]), w->planes[i]);
        gboolean clear = TRUE;
        for (guint k = 0; k < w->n_planes; k++)
            clear = clear && bsp_vec_dot(along, w->planes[k]) >= -BSP_TOUCH;
        if (clear)
            return along;
    }
    if (w->n_planes == 2) { /* along the crease */
        BspVec crease = bsp_vec_cross(w->planes[0], w->planes[1]);
        double length = bsp_vec_length(crease);
        if (length > BSP_TOUCH) {
            crease = bsp_vec_scale(crease, 1 / length);
            return bsp_vec_scale(crease, bsp_vec_dot(v, crease));
        }
    }
    return bsp_vec(0, 0, 0);
}

/* What is left of a move after its contact: zero when it stops. */
static BspVec respond(Walker *w, BspVec rest, BspVec normal)
{
    switch (w->trajectory->response) {
    case COMPARE_SLIDE:
        return slide(w, rest, normal);
    case COMPARE_BOUNCE:
        return bsp_vec_mad(rest, -2 * bsp_vec_dot(rest, normal), normal);
    case COMPARE_STOP:
        break;
    }
    return bsp_vec(0, 0, 0);
}

/* --- random walks --- */

/* Uniform on the unit sphere. By rejection: only exact arithmetic and a root, so that every machine
 * draws the same. */
static BspVec random_direction(GRand *rand)
{
    for (;;) {
        double x = g_rand_double_range(rand, -1, 1);
        double y = g_rand_double_range(rand, -1, 1);
        double z = g_rand_double_range(rand, -1, 1);
        BspVec v = bsp_vec(x, y, z);
        double square = bsp_vec_dot(v, v);
        if (square > 0.01 && square <= 1)
            return bsp_vec_scale(v, 1 / sqrt(square));
    }
}

static gboolean is_clear(Walker *w, BspVec p)
{
    return compare_oracle_move(w->oracle, w->shape, p, p).t_lo >= 1;
}

/* A place near one of the starts where the shape fits: the start itself, lifted, or moved about. */
static gboolean find_start(Walker *w, BspVec *p, GError **error)
{
    const GArray *starts = w->scenario->world->starts;
    gboolean named = w->trajectory->start_is_starts;
    guint n = named ? starts->len : 1;
    for (guint tries = 0; n && tries < 64 * n; tries++) {
        guint pick = n > 1 ? (guint)g_rand_int_range(w->rand, 0, (gint32)n) : 0;
        BspVec start = named ? g_array_index(starts, BspVec, pick) : w->trajectory->start_point;
        double stray = 4 * (double)(tries / n);
        *p = start;
        for (int i = 0; i < 3 && stray > 0; i++)
            p->v[i] += g_rand_double_range(w->rand, i == 2 ? 0 : -stray, stray);
        if (is_clear(w, *p))
            return TRUE;
        if (!named)
            break;
    }
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: /trajectories/%u: no start is clear of solid for \"%s\"%s", w->scenario->path,
                w->index, compare_scenario_shape_name(w->scenario, w->trajectory),
                n ? "" : ": the world names no starts");
    return FALSE;
}

/* Away from the surface by the skin, or not at all, as a coin falls. */
static BspVec keep_skin(Walker *w, BspVec p, BspVec normal)
{
    BspVec off = bsp_vec_mad(p, SKIN, normal);
    if (!g_rand_boolean(w->rand) || compare_oracle_move(w->oracle, w->shape, p, off).t < 1)
        return p;
    return off;
}

static gboolean walk_randomly(Walker *w, GError **error)
{
    const CompareTrajectory *tr = w->trajectory;
    guint32 seed[2] = { (guint32)tr->seed, (guint32)(tr->seed >> 32) };
    w->rand = g_rand_new_with_seed_array(seed, 2);
    BspVec p = bsp_vec(0, 0, 0), rest = p;
    gboolean ok = TRUE;
    while (ok && w->n < tr->n_moves) {
        if (w->n % MOVES_PER_START == 0) {
            ok = find_start(w, &p, error);
            rest = bsp_vec(0, 0, 0);
            if (!ok)
                break;
        }
        if (bsp_vec_length(rest) < 0.01) {
            double step = g_rand_double_range(w->rand, tr->step_min, tr->step_max);
            rest = bsp_vec_scale(random_direction(w->rand), step);
            w->n_planes = 0;
        }
        CompareTruth truth = add_move(w, p, bsp_vec_add(p, rest));
        p = bsp_vec_mad(p, truth.t, rest);
        if (truth.t < 1) {
            rest = respond(w, bsp_vec_scale(rest, 1 - truth.t), truth.normal);
            p = keep_skin(w, p, truth.normal);
        } else {
            rest = bsp_vec(0, 0, 0);
        }
    }
    g_clear_pointer(&w->rand, g_rand_free);
    return ok;
}

/* --- waypoints and recorded moves --- */

static void walk_waypoints(Walker *w)
{
    const GArray *points = w->trajectory->waypoints;
    BspVec p = g_array_index(points, BspVec, 0);
    for (guint i = 1; i < points->len; i++) {
        BspVec rest = bsp_vec_sub(g_array_index(points, BspVec, i), p);
        w->n_planes = 0;
        for (guint bend = 0; bend <= MAX_BENDS; bend++) {
            CompareTruth truth = add_move(w, p, bsp_vec_add(p, rest));
            p = bsp_vec_mad(p, truth.t, rest);
            if (truth.t >= 1)
                break;
            rest = respond(w, bsp_vec_scale(rest, 1 - truth.t), truth.normal);
            if (bsp_vec_length(rest) < 0.01)
                break;
        }
    }
}

static gboolean first_point(const CompareTrajectory *tr, BspVec *p)
{
    if (tr->source == COMPARE_WAYPOINTS)
        *p = g_array_index(tr->waypoints, BspVec, 0);
    else if (tr->source == COMPARE_RECORDED && tr->moves->len)
        *p = g_array_index(tr->moves, CompareMove, 0).from;
    else if (tr->source == COMPARE_RANDOM && !tr->start_is_starts)
        *p = tr->start_point;
    else
        return FALSE;
    return TRUE;
}

static gboolean check_inside(const Walker *w, GError **error)
{
    BspVec p;
    const BspBounds *world = &w->scenario->world->solid->bounds;
    if (!first_point(w->trajectory, &p) || bsp_bounds_contain(world, p))
        return TRUE;
    g_set_error(
        error, BSP_ERROR, BSP_ERROR_VALUE,
        "%s: /trajectories/%u: starts at (%g, %g, %g), outside the world, which reaches from "
        "(%g, %g, %g) to (%g, %g, %g)",
        w->scenario->path, w->index, p.x, p.y, p.z, world->mins.x, world->mins.y, world->mins.z,
        world->maxs.x, world->maxs.y, world->maxs.z);
    return FALSE;
}

static gboolean resolve(Walker *w, GError **error)
{
    if (!check_inside(w, error))
        return FALSE;
    switch (w->trajectory->source) {
    case COMPARE_WAYPOINTS:
        walk_waypoints(w);
        break;
    case COMPARE_RECORDED:
        for (guint i = 0; i < w->trajectory->moves->len; i++) {
            const CompareMove *move = &g_array_index(w->trajectory->moves, CompareMove, i);
            add_move(w, move->from, move->to);
        }
        break;
    case COMPARE_RANDOM:
        return walk_randomly(w, error);
    }
    return TRUE;
}

GArray *compare_resolve(const CompareScenario *scenario, CompareOracle *oracle, GError **error)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(CompareResolved));
    for (guint i = 0; i < scenario->trajectories->len; i++) {
        const CompareTrajectory *tr = &g_array_index(scenario->trajectories, CompareTrajectory, i);
        Walker w = { .scenario = scenario,
                     .oracle = oracle,
                     .trajectory = tr,
                     .index = i,
                     .shape = compare_scenario_shape(scenario, tr),
                     .moves = moves };
        if (!resolve(&w, error)) {
            g_array_unref(moves);
            return NULL;
        }
    }
    return moves;
}
