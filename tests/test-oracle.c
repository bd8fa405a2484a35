/* test-oracle: tests the bracket of the oracle, cases made by hand, and many brushes at once.
 * test-cast compares the oracle's closed forms with casts, and test-exact-oracle with rational
 * numbers. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-hull.h"
#include "guard-rows.h"
#include "oracle/oracle.h"
#include "oracle/sum.h"
#include "sanitized.h"
#include "scenes.h"

/* --- the bracket --- */

static GPtrArray *grown_sums(const BspSolid *solid, const BspShape *shape)
{
    GPtrArray *sums = g_ptr_array_new_with_free_func((GDestroyNotify)compare_sum_free);
    for (guint b = 0; b < solid->brushes->len; b++)
        g_ptr_array_add(sums, compare_sum_new(bsp_solid_brush(solid, b), shape, BSP_BRACKET));
    return sums;
}

/* Grown obstacles are hit no later than the actual ones, and shrunk obstacles no earlier. The
 * oracle's hit is the earliest over all brushes, also over those that it skips because of their
 * bounds. */
Test(oracle, grown_before_as_is_before_shrunk)
{
    guint hits = 0;
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < (SHORT ? 10 : 60); seed++) {
            g_autoptr(BspSolid) solid = scene_nth(kind, seed);
            Random r = random_seeded(seed + 3);
            for (guint s = 0; s < 4; s++) {
                g_autoptr(BspHull) hull = NULL;
                BspShape shape = scene_random_shape(&r, &hull);
                g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
                g_autoptr(GPtrArray) sums = grown_sums(solid, &shape);
                for (guint i = 0; i < 25; i++) {
                    BspVec from, to;
                    scene_move(&r, solid, &shape, &from, &to);
                    CompareTruth truth = compare_oracle_move(oracle, &shape, 0, from, to);
                    g_autofree char *text = scene_describe(solid, &shape, from, to);
                    cr_assert(0 <= truth.t_lo && truth.t_lo <= truth.t && truth.t <= truth.t_hi &&
                                  truth.t_hi <= 1,
                              "[%.17g, %.17g, %.17g]\n%s", truth.t_lo, truth.t, truth.t_hi, text);
                    double first = 1, t;
                    for (guint b = 0; b < solid->brushes->len; b++) {
                        if (compare_sum_enter(sums->pdata[b], from, bsp_vec_sub(to, from), &t,
                                              NULL))
                            first = fmin(first, t);
                    }
                    cr_assert(truth.t_lo <= first && truth.t_lo > first - 1e-6,
                              "t_lo %.17g, not %.17g\n%s", truth.t_lo, first, text);
                    double length = bsp_vec_length(truth.normal);
                    cr_assert(truth.t < 1 || length == 0 || fabs(length - 1) < 1e-9);
                    hits += truth.t < 1;
                }
            }
        }
    }
    cr_assert(hits > (SHORT ? 833u : 5000u));
}

/* --- by hand --- */

static void check_case(const GuardRow *row, const GuardCase *c)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(row->solid);
    CompareTruth truth = compare_oracle_move(oracle, &row->shape, 0, c->a, c->b);
    const double found[] = { truth.t_lo,     truth.t,        truth.t_hi,
                             truth.normal.x, truth.normal.y, truth.normal.z };
    double within = guard_number(row, "within");
    g_auto(GStrv) words = g_strsplit(c->answer, " ", -1);
    guint n = g_strv_length(words);
    cr_assert(n == 3 || n == G_N_ELEMENTS(found), "%s, %s: %u words", row->what, c->what, n);
    for (guint i = 0; i < n; i++) {
        char *end;
        double wanted = g_ascii_strtod(words[i], &end);
        bool any = g_str_equal(words[i], "-");
        cr_assert(any || (end > words[i] && !*end), "%s, %s: %s", row->what, c->what, words[i]);
        cr_expect(any || fabs(found[i] - wanted) <= (within > 0 ? within : 1e-12),
                  "%s, %s: %.17g, not %s", row->what, c->what, found[i], words[i]);
    }
}

static void check_row(const GuardRow *row)
{
    guard_cases(row, check_case);
}

Test(oracle, brackets_by_hand_are_those_of_the_rows)
{
    guard_rows("brackets.ini", NULL, check_row);
}

/* The oracle caches sums by shape. Shapes that differ in one number must not share sums. */
Test(oracle, shapes_are_told_apart)
{
    g_autoptr(BspSolid) solid = scene_one_box(10, -50, -50, 20, 50, 50);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    for (guint turn = 0; turn < 2; turn++) {
        for (int radius = 1; radius < 6; radius++) {
            BspShape shapes[] = { bsp_shape_sphere(radius),
                                  bsp_shape_cylinder(radius, -radius, radius),
                                  bsp_shape_box(bsp_vec(-radius, -1, -1), bsp_vec(radius, 1, 1)) };
            for (guint s = 0; s < 3; s++) {
                CompareTruth truth =
                    compare_oracle_move(oracle, &shapes[s], 0, bsp_vec(0, 0, 0), bsp_vec(20, 0, 0));
                cr_assert(fabs(truth.t - (10 - radius) / 20.0) < 1e-12);
            }
        }
    }
}

/* A cylinder is level with a corner of the brush, between pieces of the sum. In this case, which
 * test-property found, the actual brush was once hit later than the shrunk brush. */
Test(oracle, no_crack_between_the_pieces_of_a_sum)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_SPIKES, 2055, bsp_vec(0, 0, 0));
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspShape cylinder =
        bsp_shape_cylinder(8.9956580399310599, -13.142963595049839, -12.000537638962482);
    BspVec from = bsp_vec(5.9127256103868024, 16.172139488069128, 29.142963595049839);
    BspVec to = bsp_vec(6.7873173754248688, -6.0564847361725764, 29.142963595049839);
    CompareTruth truth = compare_oracle_move(oracle, &cylinder, 0, from, to);
    cr_assert(truth.t_lo <= truth.t && truth.t <= truth.t_hi, "[%.17g, %.17g, %.17g]", truth.t_lo,
              truth.t, truth.t_hi);
}

/* --- many brushes --- */

/* Asks a separate oracle for each brush in order, and combines the answers. Single brushes cannot
 * tell when a move leaves all brushes, so test-leaving checks that. */
static CompareTruth one_by_one(const BspSolid *solid, const BspShape *shape, BspVec from, BspVec to)
{
    CompareTruth all = { .t_lo = 1, .t = 1, .t_hi = 1, .brush = COMPARE_NO_BRUSH };
    for (guint b = 0; b < solid->brushes->len; b++) {
        GPtrArray *only = g_ptr_array_new();
        g_ptr_array_add(only, solid->brushes->pdata[b]);
        g_autoptr(BspSolid) alone = bsp_solid_new(only);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(alone);
        CompareTruth own = compare_oracle_move(oracle, shape, 0, from, to);
        all.t_lo = fmin(all.t_lo, own.t_lo);
        all.t_hi = fmin(all.t_hi, own.t_hi);
        if (own.t < all.t) {
            all.t = own.t;
            all.normal = own.normal;
            all.brush = b;
        }
        all.inside = all.inside || own.inside;
    }
    return all;
}

static gboolean are_equal_truths(const CompareTruth *a, const CompareTruth *b)
{
    return a->t_lo == b->t_lo && a->t == b->t && a->t_hi == b->t_hi && a->inside == b->inside &&
           a->brush == b->brush && memcmp(&a->normal, &b->normal, sizeof a->normal) == 0;
}

Test(oracle, finds_among_many_what_each_says_alone)
{
    for (guint seed = 0; seed < 12; seed++) {
        Random r = random_seeded(seed);
        g_autoptr(BspSolid) solid = scene_nth(seed, seed);
        BspShape shape = scene_random_box(&r);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
        for (guint i = 0; i < 40; i++) {
            BspVec from, to;
            scene_move(&r, solid, &shape, &from, &to);
            CompareTruth found = compare_oracle_move(oracle, &shape, 0, from, to);
            CompareTruth right = one_by_one(solid, &shape, from, to);
            g_autofree char *how = scene_describe(solid, &shape, from, to);
            cr_assert(are_equal_truths(&found, &right), "t %g, not %g: %s", found.t, right.t, how);
        }
    }
}

/* The move ends in a corner between two walls, among many boxes that it misses. The normal must be
 * that of the wall with the lower number, whichever wall the search finds first. */
Test(oracle, of_two_hit_at_once_the_first_counts)
{
    for (guint n = 0; n < 40; n++) {
        for (guint swapped = 0; swapped < 2; swapped++) {
            BspBrush *brushes[42], *walls[2] = { scene_box(10, -40, 0, 20, 40, 20),
                                                 scene_box(-40, 10, 0, 40, 20, 20) };
            brushes[0] = walls[swapped];
            for (guint i = 1; i <= n; i++)
                brushes[i] = scene_box(4.0 * i - 80, -90, 0, 4.0 * i - 78, -80, 20);
            brushes[n + 1] = walls[1 - swapped];
            g_autoptr(BspSolid) solid = scene_solid(brushes, n + 2);
            g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
            BspShape point = bsp_shape_point();
            CompareTruth truth =
                compare_oracle_move(oracle, &point, 0, bsp_vec(0, 0, 10), bsp_vec(20, 20, 10));
            cr_expect(truth.t == 0.5);
            cr_expect(swapped ? truth.normal.y == -1 : truth.normal.x == -1,
                      "%u boxes between: (%g, %g, %g)", n, truth.normal.x, truth.normal.y,
                      truth.normal.z);
        }
    }
}
