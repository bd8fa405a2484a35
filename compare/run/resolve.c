/* resolve: resolves a scenario's trajectories into moves, once for all methods. */
#include "run/resolve.h"

#include "oracle/turn.h"
#include "text/strings.h"

/* --- the remaining movement after a contact --- */

/* Projects v onto plane i. Returns TRUE if the result goes into none of the other planes. */
static gboolean along_plane(const CompareContacts *c, guint i, BspVec v, BspVec *along)
{
    *along = bsp_vec_mad(v, -bsp_vec_dot(v, c->normals[i]), c->normals[i]);
    for (guint k = 0; k < c->n; k++)
        if (bsp_vec_dot(*along, c->normals[k]) < -BSP_TOUCH)
            return FALSE;
    return TRUE;
}

static BspVec slide_rest(CompareContacts *c, BspVec v, BspVec normal)
{
    BspVec along;
    if (c->n == COMPARE_MAX_PLANES)
        return bsp_vec(0, 0, 0);
    c->normals[c->n++] = normal;
    for (guint i = 0; i < c->n; i++)
        if (along_plane(c, i, v, &along))
            return along;
    if (c->n == 2) {
        BspVec crease = bsp_vec_cross(c->normals[0], c->normals[1]);
        double square = bsp_vec_dot(crease, crease);
        if (square > BSP_TOUCH)
            return bsp_vec_scale(crease, bsp_vec_dot(v, crease) / square);
    }
    return bsp_vec(0, 0, 0);
}

BspVec compare_respond(CompareResponse response, CompareContacts *contacts, BspVec rest,
                       BspVec normal)
{
    switch (response) {
    case COMPARE_SLIDE:
        return slide_rest(contacts, rest, normal);
    case COMPARE_BOUNCE:
        return bsp_vec_mad(rest, -2 * bsp_vec_dot(rest, normal), normal);
    case COMPARE_STOP:
        break;
    }
    return bsp_vec(0, 0, 0);
}

/* A random walk restarts after this number of moves, so that a long walk reaches more of the level
 * than the surroundings of one start. */
#define MOVES_PER_START 128

/* Units. After half of all contacts the body stays at the contact, so that moves start touching.
 * After the other half it keeps this distance, so that the bracket is narrow. Source keeps this
 * distance, and id Tech 3 keeps 1/8. */
#define SKIN (1.0 / 32.0)

/* The number of times that the path to a waypoint may be deflected. After that, the next waypoint
 * is tried, because a body in a corner may never reach this one. */
#define MAX_BENDS 4

/* The number of moves between two progress reports. The oracle takes some microseconds for a move,
 * so this number of moves takes about a millisecond. */
#define PROGRESS_EVERY 256

typedef struct {
    const CompareScenario *scenario;
    CompareOracle *oracle;
    const CompareTrajectory *trajectory;
    guint index;
    const CompareMover *mover;
    GArray *moves;            /* the moves of all trajectories so far */
    BspProgressFunc progress; /* NULL if progress is not reported */
    gpointer data;
    guint n; /* the number of moves that this trajectory has made so far */
    GRand *rand;
    CompareContacts contacts;
} Walker;

static Walker walker_of(const CompareScenario *scenario, CompareOracle *oracle, guint index,
                        GArray *moves)
{
    const CompareTrajectory *tr = compare_scenario_trajectory(scenario, index);
    return (Walker){ .scenario = scenario,
                     .oracle = oracle,
                     .trajectory = tr,
                     .index = index,
                     .mover = compare_mover(scenario, tr->mover),
                     .moves = moves };
}

static BspVec respond_to_contact(Walker *w, BspVec rest, const CompareTruth *truth)
{
    return compare_respond(w->trajectory->response, &w->contacts, bsp_vec_scale(rest, 1 - truth->t),
                           truth->normal);
}

static CompareTruth truth_of_shape(const Walker *w, const BspShape *shape, BspVec from, BspVec to,
                                   const BspTurn *turn)
{
    const BspTurn none = bsp_turn_of(bsp_vec_axis(2), 0);
    const CompareTurning move = { from, to, turn ? turn : &none, shape, w->mover->mask, 0 };
    double skin = w->trajectory->skin;
    CompareTruth truth;
    if (skin > 0 && compare_turn_truth_of_skin(w->scenario->world->solid, &move, skin, &truth))
        return truth;
    return turn ? compare_oracle_turning(w->oracle, &move)
                : compare_oracle_move(w->oracle, shape, w->mover->mask, from, to);
}

/* Returns the true answer to a move. For a solid that stands still, it is the true answer for its
 * deepest brush. */
static CompareTruth truth_of(const Walker *w, BspVec from, BspVec to, const BspTurn *turn)
{
    const CompareSolid *solid = w->mover->solid;
    if (!solid)
        return truth_of_shape(w, &w->mover->shape, from, to, turn);
    CompareTruth truth = { .t_lo = 1, .t = 1, .t_hi = 1, .brush = COMPARE_NO_BRUSH };
    for (guint i = 0; i < solid->parts->len; i++) {
        BspShape part = compare_solid_part(solid, i);
        CompareTruth own = truth_of_shape(w, &part, from, to, turn);
        double leave_lo = MAX(truth.leave_lo, own.leave_lo),
               leave_hi = MAX(truth.leave_hi, own.leave_hi);
        double t_lo = MIN(truth.t_lo, own.t_lo), t_hi = MIN(truth.t_hi, own.t_hi);
        truth = own.t < truth.t ? own : truth;
        truth.t_lo = t_lo;
        truth.t_hi = t_hi;
        truth.leave_lo = leave_lo;
        truth.leave_hi = leave_hi;
    }
    return truth;
}

/* Returns an upper limit of the distance that any point of the shape moves by turning. It is the
 * length of the arc on which the corner of the shape's bounds moves that is farthest from the
 * pivot. */
static double swing_of(const BspShape *shape, const BspTurn *turn)
{
    BspVec arm = bsp_vec(0, 0, 0);
    if (!turn)
        return 0;
    for (int i = 0; i < 3; i++)
        arm.v[i] = fmax(fabs(shape->bounds.mins.v[i] - turn->pivot.v[i]),
                        fabs(shape->bounds.maxs.v[i] - turn->pivot.v[i]));
    return fabs(turn->degrees) * G_PI / 180 * bsp_vec_length(arm);
}

void compare_resolve_move(const CompareScenario *s, CompareOracle *oracle, CompareResolved *move)
{
    Walker w = walker_of(s, oracle, move->trajectory, NULL);
    const BspTurn *turn = compare_resolved_turn(s, move);
    move->truth = truth_of(&w, move->from, move->to, turn);
    move->swing = swing_of(&w.mover->shape, turn);
}

static CompareTruth add_move(Walker *w, BspVec from, BspVec to)
{
    CompareResolved move = { .from = from, .to = to, .trajectory = w->index, .number = w->n++ };
    const BspTurn *turn = compare_trajectory_turn(w->trajectory, move.number);
    move.truth = truth_of(w, from, to, turn);
    move.swing = swing_of(&w->mover->shape, turn);
    g_array_append_val(w->moves, move);
    if (w->progress && w->moves->len % PROGRESS_EVERY == 0)
        w->progress(0, w->data);
    return move.truth;
}

/* --- random walks --- */

/* Draws points in a cube until one is in the unit ball. Uses only exact arithmetic and a square
 * root, so every machine draws the same directions. */
BspVec compare_random_direction(GRand *rand)
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
    const BspTurn *next = compare_trajectory_turn(w->trajectory, w->n);
    BspTurn start = next ? *next : (BspTurn){ .degrees = 0 };
    start.degrees = 0;
    return truth_of(w, p, p, next ? &start : NULL).t_lo >= 1;
}

/* The number of tries to find a free point for each start. Each try goes 4 units farther from the
 * start, up to 256 units. */
#define TRIES_PER_START 64

/* Picks one of the starts at which the shape fits. Returns FALSE if it fits at none. */
static gboolean pick_clear_start(Walker *w, const GArray *starts, BspVec *p)
{
    guint n = 0;
    for (guint i = 0; i < starts->len; i++) {
        BspVec start = g_array_index(starts, BspVec, i);
        /* This picks each of the clear starts with the same probability. */
        if (is_clear(w, start) && g_rand_int_range(w->rand, 0, (gint32)++n) == 0)
            *p = start;
    }
    return n > 0;
}

/* Picks a free point near a start, to which a straight line from the start is free. So the point
 * can be reached, which matters if outside fill is used. */
static gboolean stray_from_start(Walker *w, const GArray *starts, BspVec *p)
{
    BspShape point = bsp_shape_point();
    for (guint tries = 0; tries < TRIES_PER_START * starts->len; tries++) {
        guint pick = (guint)g_rand_int_range(w->rand, 0, (gint32)starts->len);
        BspVec start = g_array_index(starts, BspVec, pick);
        double stray = 4 * (double)(tries / starts->len + 1);
        for (int i = 0; i < 3; i++)
            p->v[i] = start.v[i] + g_rand_double_range(w->rand, i == 2 ? 0 : -stray, stray);
        if (is_clear(w, *p) &&
            compare_oracle_move(w->oracle, &point, w->mover->mask, start, *p).t_lo >= 1)
            return TRUE;
    }
    return FALSE;
}

/* Picks the start of a walk, which is the trajectory's own point or one of the world's starts. If
 * the shape fits at no start, picks a point near a start. */
static gboolean find_start(Walker *w, BspVec *p, GError **error)
{
    const GArray *starts = w->scenario->world->starts;
    *p = w->trajectory->start_point;
    if (w->trajectory->start_is_starts
            ? pick_clear_start(w, starts, p) || stray_from_start(w, starts, p)
            : is_clear(w, *p))
        return TRUE;
    return compare_wrong(error, "%s: /trajectories/%u: no start is clear of solid for \"%s\"%s",
                         w->scenario->path, w->index, w->mover->name,
                         w->trajectory->start_is_starts && starts->len == 0
                             ? ", because the world has no starts"
                             : "");
}

/* With probability 1/2, returns the point moved off the surface by the skin, if it fits there;
 * otherwise, returns the point. */
static BspVec keep_skin(Walker *w, BspVec p, BspVec normal)
{
    BspVec off = bsp_vec_mad(p, SKIN, normal);
    if (!g_rand_boolean(w->rand) ||
        compare_oracle_move(w->oracle, &w->mover->shape, w->mover->mask, p, off).t < 1)
        return p;
    return off;
}

/* Makes moves of length zero at random positions within the world, which stand for stationary
 * objects (as in Melax 2000, section 7, Figure 6). */
static void place_randomly(Walker *w)
{
    const BspBounds *world = bsp_solid_bounds(w->scenario->world->solid);
    while (w->n < w->trajectory->n_moves) {
        BspVec p;
        for (int i = 0; i < 3; i++)
            p.v[i] = g_rand_double_range(w->rand, world->mins.v[i], world->maxs.v[i]);
        add_move(w, p, p);
    }
}

/* Makes the moves of a body that turns. Each move begins where the previous move stopped. If the
 * body does not fit there in its new orientation, it begins at a new start. */
static gboolean tumble_randomly(Walker *w, GError **error)
{
    const CompareTrajectory *tr = w->trajectory;
    BspVec p = bsp_vec(0, 0, 0);
    while (w->n < tr->n_moves) {
        gboolean stays = w->n % MOVES_PER_START != 0 && is_clear(w, p);
        if (!stays && !find_start(w, &p, error))
            return FALSE;
        double step = g_rand_double_range(w->rand, tr->step_min, tr->step_max);
        BspVec way = bsp_vec_scale(compare_random_direction(w->rand), step);
        CompareTruth truth = add_move(w, p, bsp_vec_add(p, way));
        p = bsp_vec_mad(p, truth.t, way);
    }
    return TRUE;
}

static gboolean walk_randomly(Walker *w, GError **error)
{
    const CompareTrajectory *tr = w->trajectory;
    BspVec p = bsp_vec(0, 0, 0), rest = p;
    while (w->n < tr->n_moves) {
        if (w->n % MOVES_PER_START == 0) {
            rest = bsp_vec(0, 0, 0);
            if (!find_start(w, &p, error))
                return FALSE;
        }
        if (bsp_vec_length(rest) < 0.01) {
            double step = g_rand_double_range(w->rand, tr->step_min, tr->step_max);
            rest = bsp_vec_scale(compare_random_direction(w->rand), step);
            w->contacts.n = 0;
        }
        CompareTruth truth = add_move(w, p, bsp_vec_add(p, rest));
        p = bsp_vec_mad(p, truth.t, rest);
        if (truth.t < 1) {
            rest = respond_to_contact(w, rest, &truth);
            p = keep_skin(w, p, truth.normal);
        } else {
            rest = bsp_vec(0, 0, 0);
        }
    }
    return TRUE;
}

static gboolean move_randomly(Walker *w, GError **error)
{
    gboolean ok = TRUE;
    w->rand = compare_rand_new(w->trajectory->seed);
    if (w->trajectory->step_max == 0)
        place_randomly(w);
    else
        ok = w->trajectory->turns ? tumble_randomly(w, error) : walk_randomly(w, error);
    g_rand_free(w->rand);
    return ok;
}

/* --- waypoints and recorded moves --- */

static void walk_waypoints(Walker *w)
{
    const GArray *points = w->trajectory->waypoints;
    BspVec p = g_array_index(points, BspVec, 0);
    for (guint i = 1; i < points->len; i++) {
        BspVec rest = bsp_vec_sub(g_array_index(points, BspVec, i), p);
        w->contacts.n = 0;
        for (guint bend = 0; bend <= MAX_BENDS; bend++) {
            CompareTruth truth = add_move(w, p, bsp_vec_add(p, rest));
            p = bsp_vec_mad(p, truth.t, rest);
            if (truth.t >= 1)
                break;
            rest = respond_to_contact(w, rest, &truth);
            if (bsp_vec_length(rest) < 0.01)
                break;
        }
    }
}

/* Units. If a recorded move stays farther than this from the world, it was probably meant for
 * another world. Bodies may reach a little beyond a level. */
#define NEAR 64

/* Returns whether any of the recorded moves comes near the world. A move that comes near may start
 * outside of the world. */
static gboolean comes_near(const Walker *w)
{
    BspBounds near = bsp_bounds_grown(bsp_solid_bounds(w->scenario->world->solid), NEAR);
    for (guint i = 0; i < w->trajectory->moves->len; i++) {
        const CompareMove *move = &g_array_index(w->trajectory->moves, CompareMove, i);
        BspBounds swept = compare_swept_bounds(&w->mover->shape, move->from, move->to);
        if (bsp_bounds_overlap(&swept, &near))
            return TRUE;
    }
    return FALSE;
}

/* Finds the point of the trajectory that must be inside of the world. Returns FALSE if there is no
 * such point. A recorded move in an inline world has none, because that world may be a part of a
 * larger one. */
static gboolean first_point(const Walker *w, BspVec *p)
{
    const CompareTrajectory *tr = w->trajectory;
    if (tr->source == COMPARE_WAYPOINTS)
        *p = g_array_index(tr->waypoints, BspVec, 0);
    else if (tr->source == COMPARE_RECORDED && tr->moves->len && !w->scenario->world_is_inside &&
             !comes_near(w))
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
    const BspBounds *world = bsp_solid_bounds(w->scenario->world->solid);
    return (!first_point(w, &p) || bsp_bounds_contain(world, p)) ||
           compare_wrong(error,
                         "%s: /trajectories/%u: it starts at (%g, %g, %g), outside the world, "
                         "which extends from (%g, %g, %g) to (%g, %g, %g)",
                         w->scenario->path, w->index, p.x, p.y, p.z, world->mins.x, world->mins.y,
                         world->mins.z, world->maxs.x, world->maxs.y, world->maxs.z);
}

static gboolean resolve_trajectory(Walker *w, GError **error)
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
        return move_randomly(w, error);
    }
    return TRUE;
}

/* --- recorded order --- */

static gboolean has_order(const CompareScenario *scenario)
{
    for (guint i = 0; i < scenario->trajectories->len; i++)
        if (compare_scenario_trajectory(scenario, i)->order)
            return TRUE;
    return FALSE;
}

/* Returns the move's position in the recorded order of all moves. Moves without a position come
 * last. */
static guint64 place_of(const CompareScenario *scenario, const CompareResolved *move)
{
    const GArray *order = compare_scenario_trajectory(scenario, move->trajectory)->order;
    return order ? g_array_index(order, guint, move->number) : G_MAXUINT64;
}

/* Compares the positions of two moves. Only moves without a position can be equal. These are sorted
 * by trajectory. */
static gint compare_places(gconstpointer a, gconstpointer b, gpointer scenario)
{
    const CompareResolved *p = a, *q = b;
    guint64 x = place_of(scenario, p), y = place_of(scenario, q);
    if (x != y)
        return x < y ? -1 : 1;
    if (p->trajectory != q->trajectory)
        return p->trajectory < q->trajectory ? -1 : 1;
    return p->number < q->number ? -1 : p->number > q->number;
}

GArray *compare_resolve(const CompareScenario *scenario, CompareOracle *oracle,
                        BspProgressFunc progress, gpointer data, GError **error)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(CompareResolved));
    for (guint i = 0; i < scenario->trajectories->len; i++) {
        Walker w = walker_of(scenario, oracle, i, moves);
        w.progress = progress;
        w.data = data;
        if (!resolve_trajectory(&w, error)) {
            g_array_unref(moves);
            return NULL;
        }
    }
    if (has_order(scenario))
        g_array_sort_with_data(moves, compare_places, (gpointer)scenario);
    return moves;
}

GArray *compare_moves_resolved_in(const GArray *moves, const CompareScenario *scenario,
                                  CompareOracle *oracle)
{
    GArray *same = g_array_sized_new(FALSE, FALSE, sizeof(CompareResolved), moves->len);
    g_array_append_vals(same, moves->data, moves->len);
    for (guint i = 0; i < same->len; i++)
        compare_resolve_move(scenario, oracle, &g_array_index(same, CompareResolved, i));
    return same;
}

gboolean compare_resolve_again(const CompareScenario *scenario, CompareOracle *oracle,
                               guint trajectory, guint64 seed, guint most, GArray *moves)
{
    Walker w = walker_of(scenario, oracle, trajectory, moves);
    CompareTrajectory other = *w.trajectory;
    other.seed = seed;
    other.n_moves = MIN(other.n_moves, most);
    w.trajectory = &other;
    return resolve_trajectory(&w, NULL);
}
