/* test-degenerate: tests hard cases, with the required answers in the scenarios.
 *
 * The shipped scenarios data/scenarios/degenerate-*.json have recorded moves. The name of each
 * trajectory ends with the required answer to each of its moves, for all methods that support the
 * shape:
 *
 *     MOVER WORDS: CLASS [t T] [normal X Y Z] [(exact)] [(union)]
 *
 * CLASS is E, S, E2S or S2E. Times are compared as distances along the normal. No method may be
 * wrong against the oracle. Words in brackets exempt some methods:
 *
 *     (exact)   methods that only claim never to be late;
 *     (union)   "brushes": at a seam between brushes it has no single normal, because the seam is
 *               an edge of each brush, and a point falls through.
 *
 * Trees are excused for points that start or end on a face, which may count as in solid there.
 *
 *     scenario        requirement
 *     at-rest         along a floor it touches and away from it: E; into it: E2S at t 0, the
 *                     floor's normal; also if the height of the floor is no round number
 *     tiles           along a floor and a wall of coplanar tiles: E, no stops at seams; into them
 *                     at, across and beside seams: the one normal
 *     ramps           slopes arctan(1/8), arctan(1/64), 45 degrees: along E, into E2S at t 0
 *     corners         inside corner, valley, wedge: along the crease and out E, into E2S at t 0
 *     edge-on         edge along edge, edge across edge, tangent to an edge: E
 *     zero-length     clear and touching: E; inside: S
 *     ends-on-face    moves that end touching a face: E
 *     start-in-solid  out of the union of brushes: S2E at its surface, across seams and overlaps;
 *                     not out: S
 *     tight-tunnel    through a tunnel exactly as wide and high as the shape: E; 1/1024 unit wider:
 *                     E for every method
 *     plates          1/64 unit thick, hit at 2000 units a step from every side: E2S, none passes
 *     nested          ten nested spaces: each box hits at the same time as alone
 *     identical       three spaces of one box: the same answers, bit for bit
 *     all-solid       a space in which everything is solid: S, S2E out of the world; the others are
 *                     unaffected */
#include <criterion/criterion.h>
#include <string.h>

#include "brush-by-brush.h"
#include "run-scenario.h"
#include "run/resolve.h"
#include "sanitized.h"
#include "scenes.h"
#include "shipped.h"

/* Units, along the normal. Methods shrink solids by BSP_TOUCH, some by twice that. The contact is
 * compared with the real surface. */
#define CLOSE (4 * BSP_TOUCH)

/* Radians. The tolerance for directions of normals. A cast knows the distance of curved surfaces to
 * 1e-9 unit. This leaves an angle of sqrt (2 * 1e-9 / r), and r is 12 in these scenarios. */
#define SAME_DIRECTION 1.3e-5

/* --- scenarios and methods --- */

static CompareScenario *load(const char *name)
{
    g_autofree char *file = g_strdup_printf("degenerate-%s.json", name);
    return shipped_scenario(file);
}

static void take_world(CompareScenario *s, BspSolid *solid)
{
    GArray *starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    bsp_world_free(s->world);
    s->world = bsp_world_new("made here", g_ptr_array_ref(solid->brushes), starts);
    bsp_solid_free(solid);
}

/* --- requirements in the names of trajectories --- */

typedef struct {
    const char *class_name;
    gboolean has_t, has_normal, exact_only, union_only;
    double t;
    BspVec normal;
} Expected;

static Expected parse_expected(const char *name)
{
    static const char *const classes[] = { "E", "S", "E2S", "S2E" };
    Expected e = { .class_name = NULL };
    const char *colon = strrchr(name, ':');
    cr_assert_not_null(colon, "\"%s\" does not say what must hold", name);
    g_auto(GStrv) words = g_strsplit(colon + 2, " ", -1);
    for (guint i = 0; i < G_N_ELEMENTS(classes); i++)
        if (strcmp(words[0], classes[i]) == 0)
            e.class_name = classes[i];
    cr_assert_not_null(e.class_name, "\"%s\" names no class", name);
    for (guint i = 1; words[i]; i++) {
        if (strcmp(words[i], "t") == 0) {
            e.has_t = TRUE;
            e.t = g_ascii_strtod(words[++i], NULL);
        } else if (strcmp(words[i], "normal") == 0) {
            e.has_normal = TRUE;
            for (guint k = 0; k < 3; k++)
                e.normal.v[k] = g_ascii_strtod(words[++i], NULL);
        } else {
            e.exact_only |= strcmp(words[i], "(exact)") == 0;
            e.union_only |= strcmp(words[i], "(union)") == 0;
            cr_assert(e.exact_only || e.union_only, "\"%s\": %s", name, words[i]);
        }
    }
    return e;
}

static void check_answer(const char *where, const Expected *e, const CompareResolved *m,
                         const BspTransition *tr)
{
    BspVec delta = bsp_vec_sub(m->to, m->from);
    cr_expect_str_eq(bsp_transition_class_name(tr->type), e->class_name, "%s: %s, t %.17g", where,
                     bsp_transition_class_name(tr->type), tr->t);
    if (e->has_t) {
        double across = e->has_normal ? fabs(bsp_vec_dot(e->normal, delta)) : bsp_vec_length(delta);
        cr_expect_leq(fabs(tr->t - e->t) * across, CLOSE, "%s: t is %.17g", where, tr->t);
    }
    if (e->has_normal)
        cr_expect_leq(bsp_vec_length(bsp_vec_sub(tr->plane.normal, e->normal)), SAME_DIRECTION,
                      "%s: the normal is (%.9g, %.9g, %.9g)", where, tr->plane.normal.x,
                      tr->plane.normal.y, tr->plane.normal.z);
    if (tr->type == BSP_EMPTY || tr->type == BSP_SOLID)
        cr_expect_eq(tr->t, tr->type == BSP_EMPTY ? 1 : 0, "%s", where);
}

static gboolean is_excused(const Expected *e, const CompareMethodClass *klass, CompareClaim claim)
{
    return (e->exact_only && claim != COMPARE_EXACT) ||
           (e->union_only && strcmp(klass->name, "brushes") == 0);
}

static void check_result(const CompareReport *report, const CompareResult *result)
{
    const CompareScenario *s = report->scenario;
    cr_expect_eq(result->n_wrong, 0, "%s: %s: %u wrong", s->name, result->klass->name,
                 result->n_wrong);
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *m = &g_array_index(report->moves, CompareResolved, answer->move);
        const CompareTrajectory *t =
            &g_array_index(s->trajectories, CompareTrajectory, m->trajectory);
        Expected e = parse_expected(t->name);
        CompareClaim claim = compare_method_claim(result->klass, s, t);
        gboolean is_point = g_str_has_prefix(t->name, "point ");
        if (is_excused(&e, result->klass, claim) ||
            (is_point && (result->klass->view || result->klass->stationary) &&
             (brushes_end_near(s->world->solid, m->from, BSP_TOUCH) ||
              brushes_end_near(s->world->solid, m->to, BSP_TOUCH))))
            continue;
        g_autofree char *where =
            g_strdup_printf("%s: \"%s\", move %u", result->klass->name, t->name, m->number);
        check_answer(where, &e, m, &answer->transition);
    }
}

/* Checks that each method has answered all moves of the shapes that it supports. */
static void check_taken(const CompareReport *report, const CompareResult *result)
{
    guint n = 0;
    for (guint i = 0; i < report->moves->len; i++) {
        const CompareResolved *m = &g_array_index(report->moves, CompareResolved, i);
        const CompareTrajectory *t =
            &g_array_index(report->scenario->trajectories, CompareTrajectory, m->trajectory);
        gboolean still = bsp_vec_length(bsp_vec_sub(m->to, m->from)) == 0;
        if (compare_method_claim(result->klass, report->scenario, t) != COMPARE_SKIPS &&
            (still || !result->klass->stationary))
            n++;
    }
    cr_expect_eq(result->n_moves, n, "%s", result->klass->name);
}

static void check_scenario(const char *name)
{
    g_autoptr(CompareScenario) scenario = load(name);
    g_autoptr(CompareReport) report = run_methods(scenario, compare_methods);
    cr_assert_gt(report->moves->len, 0);
    for (guint i = 0; i < report->results->len; i++) {
        check_result(report, report->results->pdata[i]);
        check_taken(report, report->results->pdata[i]);
    }
    g_printerr("%s: %u moves by %u methods\n", name, report->moves->len, report->results->len);
}

#define SCENARIO(id, name)                                                                         \
    Test(degenerate, id)                                                                           \
    {                                                                                              \
        check_scenario(name);                                                                      \
    }

SCENARIO(at_rest_on_a_floor, "at-rest")
SCENARIO(coplanar_tiles, "tiles")
SCENARIO(on_ramps, "ramps")
SCENARIO(corners_and_wedges, "corners")
SCENARIO(edge_on, "edge-on")
SCENARIO(zero_length, "zero-length")
SCENARIO(ends_on_a_face, "ends-on-face")
SCENARIO(start_in_solid, "start-in-solid")
SCENARIO(tight_tunnel, "tight-tunnel")
SCENARIO(plates, "plates")
SCENARIO(nested_spaces, "nested")
SCENARIO(a_space_that_is_all_solid, "all-solid")

/* --- identical spaces --- */

Test(degenerate, identical_spaces_give_the_same_answers)
{
    check_scenario("identical");
    g_autoptr(CompareScenario) scenario = load("identical");
    g_autoptr(CompareReport) report = run_methods(scenario, compare_methods);
    guint n_spaces = scenario->spaces->len;
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        guint n = result->answers->len / n_spaces; /* the number of moves of each space */
        for (guint k = n; k < result->answers->len; k++) {
            const CompareAnswer *a = &g_array_index(result->answers, CompareAnswer, k % n);
            const CompareAnswer *b = &g_array_index(result->answers, CompareAnswer, k);
            cr_assert_eq(a->transition.type, b->transition.type);
            cr_assert_eq(a->transition.t, b->transition.t);
            cr_assert_eq(memcmp(&a->transition.plane, &b->transition.plane, sizeof(BspPlane)), 0);
            cr_assert_eq(memcmp(&a->transition.point, &b->transition.point, sizeof(BspVec)), 0);
        }
    }
}

/* --- far from the origin --- */

static BspSolid *moved_solid(const BspSolid *solid, BspVec offset)
{
    GPtrArray *brushes = scene_copies(solid->brushes, offset);
    cr_assert_eq(brushes->len, solid->brushes->len);
    return bsp_solid_new(brushes);
}

/* Returns p rounded to a multiple of 1/1024, which is exact up to 2^42. */
static BspVec on_grid(BspVec p)
{
    for (int i = 0; i < 3; i++)
        p.v[i] = round(p.v[i] * 1024) / 1024;
    return p;
}

/* Adds a hundred moves of all spaces and shapes. */
static void add_moves(CompareScenario *s, guint64 seed)
{
    Random r = random_seeded(seed);
    guint n = compare_n_movers(s);
    for (guint i = 0; i < n; i++) {
        CompareTrajectory t = compare_trajectory_recorded(g_strdup("far"), compare_mover_at(s, i));
        for (guint k = i; k < 100; k += n) {
            CompareMove move;
            scene_move(&r, s->world->solid, &compare_mover(s, t.mover)->shape, &move.from,
                       &move.to);
            move = (CompareMove){ on_grid(move.from), on_grid(move.to) };
            g_array_append_val(t.moves, move);
        }
        g_array_append_val(s->trajectories, t);
    }
}

/* Moves the world, which is a copy of `here`, and all of the scenario's moves. */
static void move_scenario(CompareScenario *s, const BspSolid *here, BspVec to, BspVec by)
{
    take_world(s, moved_solid(here, to));
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = compare_scenario_trajectory(s, i);
        for (guint k = 0; k < t->moves->len; k++) {
            CompareMove *move = &g_array_index(t->moves, CompareMove, k);
            *move = (CompareMove){ bsp_vec_add(move->from, by), bsp_vec_add(move->to, by) };
        }
    }
}

static gboolean starts_in_solid(const BspTransition *tr)
{
    return tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY;
}

/* Returns the units between the points of two transitions, along the normal of either. A transition
 * at the end of the move is at that point or, by rounding, after it. Then the body does not move
 * on. */
static double units_apart(const BspTransition *a, const BspTransition *b, BspVec move)
{
    BspVec n =
        bsp_vec_dot(a->plane.normal, a->plane.normal) > 0 ? a->plane.normal : b->plane.normal;
    double was = a->type == BSP_SOLID ? 1 : a->t, is = b->type == BSP_SOLID ? 1 : b->t;
    return fabs((is - was) * bsp_vec_dot(n, move));
}

/* Compares the answers of exact methods far away with those at the origin. Raises *most to the
 * largest difference, in units. */
static void compare_far(const CompareReport *here, const CompareReport *there, double *most)
{
    for (guint i = 0; i < here->results->len; i++) {
        const CompareResult *a = here->results->pdata[i], *b = there->results->pdata[i];
        cr_expect_eq(b->n_wrong, 0, "%s: %u wrong", b->klass->name, b->n_wrong);
        for (guint k = 0; k < a->answers->len; k++) {
            const CompareAnswer *x = &g_array_index(a->answers, CompareAnswer, k),
                                *y = &g_array_index(b->answers, CompareAnswer, k);
            const CompareResolved *m = &g_array_index(here->moves, CompareResolved, x->move);
            const BspTransition *was = &x->transition, *is = &y->transition;
            double apart = units_apart(was, is, bsp_vec_sub(m->to, m->from));
            if (compare_method_claim(a->klass, here->scenario,
                                     compare_report_trajectory(here, m)) != COMPARE_EXACT)
                continue;
            cr_expect(starts_in_solid(is) == starts_in_solid(was) && apart <= 1e-6,
                      "%s, move %u: %s %.17g, was %s %.17g", a->klass->name, x->move,
                      bsp_transition_class_name(is->type), is->t,
                      bsp_transition_class_name(was->type), was->t);
            *most = fmax(*most, apart);
        }
    }
}

static CompareScenario *moves_among(const BspSolid *solid, guint64 seed)
{
    CompareScenario *s = load("zero-length");
    g_array_set_size(s->trajectories, 0);
    take_world(s, moved_solid(solid, bsp_vec(0, 0, 0)));
    add_moves(s, seed);
    return s;
}

Test(degenerate, worlds_far_from_the_origin_have_the_same_answers)
{
    static const double distances[] = { 1024, 32768, 1048576 };
    double most = 0;
    for (guint i = 0; i < (SHORT ? 2u : 6u) * SCENE_KINDS; i++) {
        SceneKind kind = (SceneKind)(i % SCENE_KINDS);
        guint seed = i / SCENE_KINDS;
        BspVec at = bsp_vec(0, 0, 0);
        g_autoptr(BspSolid) solid = scene_new(kind, 400 + seed, at);
        g_autoptr(CompareScenario) here = moves_among(solid, 1000 * kind + seed),
                                   far = moves_among(solid, 1000 * kind + seed);
        g_autoptr(CompareReport) report = run_methods(here, compare_methods);
        for (guint k = 0; k < G_N_ELEMENTS(distances); k++) {
            BspVec to = bsp_vec(distances[k], -distances[k], distances[k]);
            move_scenario(far, solid, to, bsp_vec_sub(to, at));
            at = to;
            g_autoptr(CompareReport) there = run_methods(far, compare_methods);
            compare_far(report, there, &most);
        }
    }
    g_printerr("answers far from the origin are at most %g units off\n", most);
}
