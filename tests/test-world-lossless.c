/* test-world-lossless: tests that a world that is written as JSON and read again is the same, bit
 * for bit.
 *
 * Trees are built from the brushes' planes, vertices and loops in their order. If the brushes and
 * the starts are equal, so are the trees. Other suites test the tables of formats, the shipped
 * worlds and the real levels in this way, too. */
#include <float.h>

#include "sanitized.h"
#include "scenes.h"
#include "test-world-files.h"

/* --- random worlds --- */

Test(world_lossless, scenes_come_back)
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

/* Returns an axis that is tilted by 1e-17 to 1e-2 radian. */
static BspVec near_axis(Random *r)
{
    BspVec normal = bsp_vec(0, 0, 0);
    int axis = random_int(r, 0, 2);
    normal.v[axis] = random_int(r, 0, 1) ? 1 : -1;
    normal.v[(axis + random_int(r, 1, 2)) % 3] = pow(10, random_real(r, -17, -2));
    return normal;
}

/* Returns a plane of any direction, or nearly axial. The normal may have any length, or a length of
 * 1 with noise in the last bits, or coordinates that are floats. Many such planes are redundant,
 * and some are nearly equal. */
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

Test(world_lossless, noisy_planes_come_back)
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

/* A hull of 1024 points may have 2044 faces, which are too many for a brush that is written as
 * planes. */
Test(world_lossless, hulls_of_too_many_faces_are_refused)
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

Test(world_lossless, too_much_to_be_read_is_not_written)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_new("much", bsp_world_brushes_new(), NULL);
    cr_expect(bsp_world_json_fits(world, BSP_JSON_MAX_BYTES, NULL));
    cr_expect_not(bsp_world_json_fits(world, (gsize)BSP_JSON_MAX_BYTES + 1, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
}
