/* test-generate: tests worlds and scenarios that are made from a seed. They must be as requested,
 * and valid. tests/transcripts/generate.t tests that they are the same on every machine. */
#include "brush-by-brush.h"
#include "test-world-files.h"

#include <unistd.h>

#include "generate/generated.h"
#include "level/info.h"
#include "sanitized.h"
#include "scenario/write.h"
#include "text/path.h"

static BspWorld *generated(const CompareWorldKind *kind, guint n, guint64 seed)
{
    g_autofree char *text = compare_generate_world(kind, n, seed);
    g_autofree char *path = scratch_text("generated.json", text);
    return load_or_fail(path);
}

/* Tests all numbers of brushes up to 100, beyond which grids keep their shape, and one large
 * number. */
Test(generate, as_many_brushes_as_asked, .fini = remove_scratch)
{
    for (guint k = 0; compare_world_kinds[k].name; k++) {
        for (guint n = COMPARE_GENERATE_MIN_BRUSHES; n <= 100; n += SHORT ? 9 : 1) {
            g_autoptr(BspWorld) world = generated(&compare_world_kinds[k], n, n);
            cr_assert_eq(world->solid->brushes->len, n, "%s: %u, not %u",
                         compare_world_kinds[k].name, world->solid->brushes->len, n);
        }
        const guint many = SHORT ? 501 : 5001;
        g_autoptr(BspWorld) world = generated(&compare_world_kinds[k], many, 1);
        cr_assert_eq(world->solid->brushes->len, many);
    }
}

static void expect_sealed(const BspWorld *world)
{
    const CompareTrees trees = { 0 };
    g_autoptr(GError) error = NULL;
    g_autofree char *points = NULL;
    gboolean sealed;
    g_autofree char *text = level_info_leak(world, NULL, &trees, &sealed, &points, &error);
    cr_assert_not_null(text, "%s", error ? error->message : "");
    cr_expect_null(points, "%s: %s", world->name, text);
    cr_expect(sealed && g_str_has_prefix(text, "sealed   yes"), "%s: %s", world->name, text);
}

/* Expects that starts are clear for the largest box of generated scenarios, which contains the
 * others. */
static void expect_clear_starts(const BspWorld *world)
{
    const BspBounds big = { bsp_vec(-40, -40, -24), bsp_vec(40, 40, 72) };
    g_autoptr(BspSolid) expanded = bsp_solid_expand(world->solid, &big, NULL);
    cr_assert_not_null(expanded);
    cr_expect(world->starts->len > 0 && world->starts->len <= 256, "%s: %u starts", world->name,
              world->starts->len);
    for (guint i = 0; i < world->starts->len; i++) {
        BspVec start = g_array_index(world->starts, BspVec, i);
        cr_expect_not(brushes_contain(expanded, start), "%s: (%g, %g, %g) is solid", world->name,
                      start.x, start.y, start.z);
    }
}

Test(generate, worlds_are_sealed_and_starts_are_clear, .fini = remove_scratch, .timeout = 300)
{
    static const guint numbers[] = { 8, 9, 13, 27, 100, 401, 700 };
    const guint n_numbers = G_N_ELEMENTS(numbers) - (SHORT ? 2 : 0);
    for (guint k = 0; compare_world_kinds[k].name; k++)
        for (guint i = 0; i < n_numbers; i++)
            for (guint64 seed = 0; seed < 2; seed++) {
                g_autoptr(BspWorld) world = generated(&compare_world_kinds[k], numbers[i], seed);
                expect_sealed(world);
                expect_clear_starts(world);
            }
}

/* A large world has many starts, up to a limit. */
Test(generate, starts_of_a_large_world_are_many, .fini = remove_scratch)
{
    const guint n_brushes = SHORT ? 2000 : 8000, least = SHORT ? 8 : 27;
    for (guint k = 0; compare_world_kinds[k].name; k++) {
        g_autoptr(BspWorld) world = generated(&compare_world_kinds[k], n_brushes, 5);
        cr_expect(world->starts->len >= least, "%s: %u starts", world->name, world->starts->len);
        expect_clear_starts(world);
    }
}

/* Returns the size of the world, which is the area of the ground, or the volume of a heap of
 * hulls. */
static double extent(const BspWorld *world)
{
    /* the floor, brush 0, is measured, because hulls may stick out */
    BspVec size = bsp_vec_sub(bsp_solid_brush(world->solid, 0)->bounds.maxs,
                              bsp_solid_brush(world->solid, 0)->bounds.mins);
    return size.x * size.y;
}

Test(generate, twice_the_brushes_twice_the_world, .fini = remove_scratch)
{
    for (guint k = 0; compare_world_kinds[k].name; k++) {
        double before = 0;
        for (guint n = 3000; n <= (SHORT ? 6000 : 12000); n *= 2) {
            g_autoptr(BspWorld) world = generated(&compare_world_kinds[k], n, 1);
            double now = extent(world);
            cr_expect(before == 0 || (now / before > 1.85 && now / before < 2.15),
                      "%s of %u: %g times as large", compare_world_kinds[k].name, n, now / before);
            before = now;
        }
    }
}

/* A brush on the floor reaches the ceiling, or is a plinth or a step at most eight steps high.
 * This holds even if few rooms have many brushes. */
Test(generate, stairs_end_below_the_ceiling, .fini = remove_scratch)
{
    for (guint n = 8; n < 60; n++) {
        g_autoptr(BspWorld) world = generated(compare_world_kind_find("rooms"), n, n);
        for (guint b = 6; b < n; b++) {
            const BspBounds *bounds = &bsp_solid_brush(world->solid, b)->bounds;
            cr_expect(bounds->mins.z > 1 || bounds->maxs.z < 129 ||
                          fabs(bounds->maxs.z - 256) < 1e-6,
                      "%u brushes: one is %g high", n, bounds->maxs.z);
        }
    }
}

/* --- scenarios --- */

static void expect_moves(const CompareScenario *s, guint i, guint n, gboolean walks)
{
    const CompareTrajectory *t = compare_scenario_trajectory(s, i);
    cr_expect_eq(t->n_moves, n);
    cr_expect_eq(t->response, walks ? COMPARE_SLIDE : COMPARE_BOUNCE);
    cr_expect(t->start_is_starts);
    cr_expect(t->step_min == (walks ? 2 : 40) && t->step_max == (walks ? 32 : 2000));
}

Test(generate, scenario_has_the_numbers_asked, .fini = remove_scratch)
{
    static const guint numbers[] = { 1, 2, 5, 64 };
    const BspBounds big = { bsp_vec(-40, -40, -24), bsp_vec(40, 40, 72) };
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        CompareGenerateScenario wanted = {
            .name = "a \"crowd\"", .n_spaces = numbers[i], .n_walks = 40, .n_shots = 10, .seed = 9
        };
        g_autoptr(CompareScenario) s = scenario_in_city(60, &wanted);
        cr_expect_str_eq(s->name, "a \"crowd\"");
        cr_assert_eq(s->spaces->len, numbers[i]);
        cr_assert_eq(s->trajectories->len, 2 * numbers[i]);
        for (guint k = 0; k < numbers[i]; k++) {
            const BspBounds *box = &g_array_index(s->spaces, CompareMover, k).shape.bounds;
            cr_expect(bsp_bounds_contain(&big, box->mins) && bsp_bounds_contain(&big, box->maxs));
            expect_moves(s, 2 * k, 40, TRUE);
            expect_moves(s, 2 * k + 1, 10, FALSE);
        }
    }
}

/* --- the path to the world --- */

static void expect_beside(const char *path, const char *file, const char *expected)
{
    g_autofree char *beside = compare_path_beside(path, file);
    cr_expect_str_eq(beside, expected, "%s from %s: %s, not %s", path, file, beside, expected);
}

Test(generate, path_beside_a_file_is_relative, .fini = remove_scratch)
{
    g_autofree char *inside = scratch_path("inside"), *link = scratch_path("link");
    g_free(scratch_text("a.pk3", ""));
    g_free(scratch_text("w.json", ""));
    g_autofree char *deep = g_build_filename(inside, "deep", NULL);
    cr_assert_eq(g_mkdir_with_parents(deep, 0700), 0);
    cr_assert_eq(symlink("inside/deep", link), 0);
    cr_assert_eq(g_chdir(scratch_directory), 0);
    expect_beside("w.json", "s.json", "w.json");
    expect_beside("./w.json", "inside/s.json", "../w.json");
    expect_beside("inside/../w.json", "inside/deep/s.json", "../../w.json");
    expect_beside("w.json", "link/s.json", "../../w.json");
    expect_beside("a.pk3:maps/x.bsp", "inside/s.json", "../a.pk3:maps/x.bsp");
    expect_beside("inside/deep/w.json", "s.json", "inside/deep/w.json");
    expect_beside("inside/deep/w.json", "inside/dee.json", "deep/w.json");
    expect_beside("/w.json", "/s.json", "w.json");
    g_rmdir(deep);
    cr_assert_eq(g_chdir("/"), 0);
}
