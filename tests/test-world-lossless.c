/* test-world-lossless: a world that is written as JSON and read again is the same, bit for bit.
 *
 * Trees are built from the brushes' planes, vertices and loops in their order. If the brushes
 * and the starts are equal, so are the trees.
 *
 * BSP_LEVELS names the archive of real levels, see data/fetch-levels. Without it they are
 * skipped, or fail if BSP_REQUIRE_LEVELS is set. */
#include <float.h>

#include "real-levels.h"
#include "sanitized.h"
#include "scenes.h"
#include "test-world-files.h"

#include "tools/bsp-json.h"

static gboolean same_bits(gconstpointer a, gconstpointer b, gsize n)
{
    return n == 0 || memcmp(a, b, n) == 0;
}

static gboolean same_brush(const BspBrush *a, const BspBrush *b)
{
    const BspCell *x = a->cell, *y = b->cell;
    if (x->n_vertices != y->n_vertices || x->n_faces != y->n_faces || x->n_loop != y->n_loop)
        return FALSE;
    for (guint f = 0; f < x->n_faces; f++)
        if (!same_bits(&x->faces[f].plane, &y->faces[f].plane, sizeof(BspPlane)) ||
            x->faces[f].first != y->faces[f].first || x->faces[f].n != y->faces[f].n)
            return FALSE;
    return same_bits(x->vertices, y->vertices, x->n_vertices * sizeof *x->vertices) &&
           same_bits(x->loop, y->loop, x->n_loop * sizeof *x->loop) &&
           same_bits(&a->bounds, &b->bounds, sizeof a->bounds);
}

static BspWorld *read_again(const BspWorld *world, const char *name)
{
    g_autofree char *text = bsp_world_to_json(world);
    BspWorld *again = read_or_fail("again.json", text, strlen(text), 0);
    g_autofree char *text_again = bsp_world_to_json(again);
    cr_assert_str_eq(text_again, text, "%s", name);
    return again;
}

static void expect_lossless(const BspWorld *world, const char *name)
{
    g_autoptr(BspWorld) again = read_again(world, name);
    guint n = world->solid->brushes->len, n_other = 0;
    cr_assert_eq(again->solid->brushes->len, n, "%s", name);
    for (guint i = 0; i < n; i++)
        n_other += !same_brush(bsp_solid_brush(world->solid, i), bsp_solid_brush(again->solid, i));
    cr_expect_eq(n_other, 0u, "%s: %u of %u brushes are others", name, n_other, n);
    cr_expect_eq(again->starts->len, world->starts->len, "%s", name);
    cr_expect(same_bits(again->starts->data, world->starts->data,
                        MIN(again->starts->len, world->starts->len) * sizeof(BspVec)),
              "%s: starts", name);
    cr_expect_str_eq(again->name, world->name);
}

/* --- files --- */

Test(world_lossless, real_levels)
{
    for (guint i = 0; i < N_REAL_LEVELS; i += SHORT ? 4 : 1) {
        g_autofree char *bsp = real_level_bsp(real_levels[i].name);
        g_autofree char *map = real_level_map(real_levels[i].name);
        g_autoptr(BspWorld) compiled = load_or_fail(bsp), source = load_or_fail(map);
        expect_lossless(compiled, bsp);
        expect_lossless(source, map);
    }
}

Test(world_lossless, shipped_worlds)
{
    g_autofree char *path = shipped_path("worlds", NULL);
    g_autoptr(GDir) directory = g_dir_open(path, 0, NULL);
    cr_assert_not_null(directory, "%s", path);
    const char *name;
    guint n = 0;
    for (; (name = g_dir_read_name(directory)); n++) {
        g_autofree char *file = shipped_path("worlds", name);
        g_autoptr(BspWorld) world = load_or_fail(file);
        expect_lossless(world, name);
    }
    cr_expect_geq(n, 11u);
}

/* Names that must be escaped, names in Latin-1, and numbers of extreme size. */
Test(world_lossless, names_and_starts)
{
    static const char *const names[][2] = { { "a \"b\" \\ \x01 \xc3\xa4",
                                              "a \"b\" \\ \x01 \xc3\xa4" },
                                            { "M\xfcnster", "M\xef\xbf\xbdnster" } };
    const BspVec odd[] = { bsp_vec(0.1, -0.0, 1.0 / 3), bsp_vec(-4194304, 5e-324, 1e-300) };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        GArray *starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
        g_array_append_vals(starts, odd, G_N_ELEMENTS(odd));
        g_autoptr(BspWorld) world = bsp_world_new(names[i][0], bsp_world_brushes_new(), starts);
        cr_expect_str_eq(world->name, names[i][1]);
        expect_lossless(world, names[i][0]);
    }
}

/* A ball of triangles. A tree cuts it into cells with slanted, often nearly parallel faces, and
 * with computed vertices. */
Test(world_lossless, round_mesh)
{
    g_autoptr(GString) text = g_string_new("v 0 0 100\n");
    for (guint ring = 1; ring < 12; ring++)
        for (guint i = 0; i < 24; i++) {
            double polar = G_PI * ring / 12, angle = G_PI * i / 12;
            g_string_append_printf(text, "v %.6f %.6f %.6f\n", 100 * sin(polar) * cos(angle),
                                   100 * sin(polar) * sin(angle), 100 * cos(polar));
        }
    g_string_append(text, "v 0 0 -100\n");
    for (guint i = 0; i < 24; i++) {
        guint k = (i + 1) % 24;
        g_string_append_printf(text, "f 1 %u %u\n", 2 + i, 2 + k);
        for (guint ring = 0; ring < 10; ring++) {
            guint a = 2 + 24 * ring, b = a + 24;
            g_string_append_printf(text, "f %u %u %u\nf %u %u %u\n", a + i, b + i, b + k, a + i,
                                   b + k, a + k);
        }
        g_string_append_printf(text, "f 266 %u %u\n", 242 + k, 242 + i);
    }
    g_autoptr(BspWorld) world = read_or_fail("ball.obj", text->str, text->len, 0);
    cr_expect_gt(world->solid->brushes->len, 0u);
    cr_expect_eq(world->report.n_skipped, 0u);
    expect_lossless(world, "ball.obj");
}

/* --- random worlds --- */

Test(world_lossless, scenes)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 1; seed <= 60; seed++) {
            Random r = random_seeded(seed);
            BspVec offset = bsp_vec(0, 0, 0);
            if (seed % 3 == 0)
                offset = bsp_vec_scale(random_direction(&r), random_real(&r, 1e3, 4e6));
            BspSolid *scene = scene_new((SceneKind)kind, seed, offset);
            g_autoptr(BspWorld) world = bsp_world_new("a scene", bsp_world_brushes_new(), NULL);
            bsp_solid_free(world->solid);
            world->solid = scene;
            expect_lossless(world, scene_name((SceneKind)kind));
        }
    }
}

/* An axis, tilted by 1e-17 to 1e-2. */
static BspVec near_axis(Random *r)
{
    BspVec normal = bsp_vec(0, 0, 0);
    int axis = random_int(r, 0, 2);
    normal.v[axis] = random_int(r, 0, 1) ? 1 : -1;
    normal.v[(axis + random_int(r, 1, 2)) % 3] = pow(10, random_real(r, -17, -2));
    return normal;
}

/* A plane of any direction, or nearly axial. Its normal has any length, or length 1 with noise
 * in the last bits, or float coordinates. Many such planes are redundant, and some are nearly
 * equal. */
static BspPlane random_plane(Random *r, BspVec centre)
{
    BspVec normal = random_int(r, 0, 2) ? near_axis(r) : random_direction(r);
    double length = 1;
    switch (random_int(r, 0, 3)) {
    case 0:
        length = pow(10, random_real(r, -6, 6));
        break;
    case 1:
        length = 1 + random_int(r, -12, 12) * DBL_EPSILON;
        break;
    case 2:
        for (guint k = 0; k < 3; k++)
            normal.v[k] = (double)(float)normal.v[k];
        break;
    }
    normal = bsp_vec_scale(normal, length);
    return (BspPlane){ normal, bsp_vec_dot(normal, centre) +
                                   length * (16 + random_real(r, 0, 1e-5) * random_int(r, 0, 1)) };
}

Test(world_lossless, noisy_planes)
{
    guint n_brushes = 0, n_reduced = 0;
    for (guint64 seed = 1; seed <= (SHORT ? 4000 : 20000); seed++) {
        Random r = random_seeded(seed);
        BspPlane planes[40];
        guint n = (guint)random_int(&r, 6, 40);
        BspVec centre = bsp_vec_scale(random_direction(&r), pow(10, random_real(&r, 0, 6.6)));
        for (guint i = 0; i < n; i++)
            planes[i] = random_plane(&r, centre);
        BspBrush *brush = bsp_brush_new_planes(planes, n, NULL);
        if (!brush)
            continue;
        n_brushes++;
        n_reduced += brush->cell->n_faces < n;
        GPtrArray *brushes = bsp_world_brushes_new();
        g_ptr_array_add(brushes, brush);
        g_autofree char *name = g_strdup_printf("seed %" G_GUINT64_FORMAT, seed);
        g_autoptr(BspWorld) world = bsp_world_new(name, brushes, NULL);
        expect_lossless(world, name);
    }
    cr_expect_gt(n_brushes, SHORT ? 1000u : 5000u, "%u", n_brushes);
    cr_expect_gt(n_reduced, SHORT ? 200u : 1000u, "%u", n_reduced);
}

/* --- limits --- */

/* A hull of 1024 points may have 2044 faces, too many for a brush that is written as planes. */
Test(world_lossless, hulls_of_too_many_faces)
{
    Random r = random_seeded(5);
    g_autoptr(GString) text =
        g_string_new("{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[{\"points\":[");
    for (guint i = 0; i < BSP_BRUSH_MAX_SIDES; i++) {
        BspVec p = bsp_vec_scale(random_direction(&r), 4000);
        g_string_append_printf(text, "%s[%.9f,%.9f,%.9f]", i ? "," : "", p.x, p.y, p.z);
    }
    g_string_append(text, "]}]}");
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world =
        bsp_world_read_json("a.json", text->str, text->len, &(BspWorldOptions){ 0 }, &error);
    cr_expect_null(world);
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message,
                     "a.json: /brushes/0/points: the hull has 2044 faces, more than the limit of "
                     "1024");
}

Test(world_lossless, too_much_to_be_read)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_new("much", bsp_world_brushes_new(), NULL);
    cr_expect(bsp_world_json_fits(world, BSP_JSON_MAX_BYTES, NULL));
    cr_expect_not(bsp_world_json_fits(world, (gsize)BSP_JSON_MAX_BYTES + 1, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
}
