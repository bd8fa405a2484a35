/* test-world-edge: brushes that reach exactly to the documented limit, BSP_WORLD_HALF. They are
 * accepted, expanded, filled, saved and hit like others. Brushes that reach farther are
 * rejected. */
#include "test-program.h"

#include "compile/solid.h"
#include "geometry/brush.h"
#include "scenes.h"

#define H BSP_WORLD_HALF

/* --- brushes --- */

static void expect_bounds(const BspBrush *brush, BspVec mins, BspVec maxs)
{
    for (guint k = 0; k < 3; k++) {
        cr_expect_eq(brush->bounds.mins.v[k], mins.v[k]);
        cr_expect_eq(brush->bounds.maxs.v[k], maxs.v[k]);
    }
}

/* One brush is the whole world. Its faces are those of the world's cube. */
Test(world_edge, boxes_at_the_limit)
{
    const BspBounds boxes[] = { { bsp_vec(H - 8, -8, -8), bsp_vec(H, 8, 8) },
                                { bsp_vec(-8, -H, -8), bsp_vec(8, 8 - H, 8) },
                                { bsp_vec(H - 1, H - 1, -H), bsp_vec(H, H, H) },
                                { bsp_vec(-H, -H, -H), bsp_vec(H, H, H) } };
    const BspBounds player = { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) };
    const BspBounds widest = { bsp_vec(-H, -H, -H), bsp_vec(H, H, H) };
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
        const BspBounds *b = &boxes[i];
        g_autoptr(BspBrush) brush = bsp_brush_new_box(b->mins, b->maxs, NULL);
        cr_assert_not_null(brush, "box %u", i);
        expect_bounds(brush, b->mins, b->maxs);
        const BspBounds *by[] = { &player, &widest };
        for (guint k = 0; k < 2; k++) {
            g_autoptr(BspBrush) wide = bsp_brush_expand(brush, by[k], NULL);
            cr_assert_not_null(wide, "box %u", i);
            expect_bounds(wide, bsp_vec_sub(b->mins, by[k]->maxs),
                          bsp_vec_sub(b->maxs, by[k]->mins));
        }
    }
}

/* A corner of the world's cube. One vertex is the corner itself. */
Test(world_edge, oblique_faces_at_the_limit)
{
    const BspVec corner[] = { bsp_vec(H, H, H), bsp_vec(H - 90, H, H), bsp_vec(H, H - 70, H),
                              bsp_vec(H, H, H - 50) };
    const BspBounds player = { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) };
    g_autoptr(BspBrush) brush = bsp_brush_new_points(corner, 4, NULL);
    cr_assert_not_null(brush);
    cr_expect_eq(brush->cell->n_vertices, 4u);
    for (guint k = 0; k < 3; k++)
        cr_expect_float_eq(brush->bounds.maxs.v[k], H, 1e-8);
    g_autoptr(BspBrush) wide = bsp_brush_expand(brush, &player, NULL);
    cr_expect_not_null(wide);
}

static void expect_refusal(BspBrush *brush, const GError *error, const char *why)
{
    cr_assert_null(brush);
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_GEOMETRY));
    cr_expect_not_null(strstr(error->message, why), "%s", error->message);
}

Test(world_edge, beyond_the_limit)
{
    static const double by[] = { 1e-6, 0.5, 1, 2, 100, 1e6 };
    for (guint i = 0; i < G_N_ELEMENTS(by); i++) {
        g_autoptr(GError) error = NULL;
        BspBrush *brush = bsp_brush_new_box(bsp_vec(0, 0, 0), bsp_vec(1, H + by[i], 1), &error);
        expect_refusal(brush, error, "reaches beyond 4.1943e+06 units");
    }
    g_autoptr(BspBrush) brush = bsp_brush_new_box(bsp_vec(0, 0, 0), bsp_vec(1, 1, H), NULL);
    const BspBounds wide = { bsp_vec(-H - 1, 0, 0), bsp_vec(1, 1, 1) };
    g_autoptr(GError) error = NULL;
    BspBrush *expanded = bsp_brush_expand(brush, &wide, &error);
    expect_refusal(expanded, error, "the box reaches beyond");
}

/* --- worlds --- */

/* A shell whose outer faces are those of the world's cube, a pillar along its edge, and a wedge
 * in its corner. */
static const char shell_world[] =
    "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"edge\",\"brushes\":["
    "{\"box\":[[-4194304,-4194304,-4194304],[4194304,4194304,-4194204]]},"
    "{\"box\":[[-4194304,-4194304,4194204],[4194304,4194304,4194304]]},"
    "{\"box\":[[-4194304,-4194304,-4194304],[-4194204,4194304,4194304]]},"
    "{\"box\":[[4194204,-4194304,-4194304],[4194304,4194304,4194304]]},"
    "{\"box\":[[-4194304,-4194304,-4194304],[4194304,-4194204,4194304]]},"
    "{\"box\":[[-4194304,4194204,-4194304],[4194304,4194304,4194304]]},"
    "{\"box\":[[4193904,4193904,-4194304],[4194304,4194304,4194304]]},"
    "{\"points\":[[-4194304,-4194304,-4194304],[-4190304,-4194304,-4194304],"
    "[-4194304,-4190304,-4194304],[-4194304,-4194304,-4190304]]}],"
    "\"starts\":[[0,0,0],[4193000,4193000,-4194100],[-4190304,-4190304,-4194000]]}\n";

/* A world without a shell. Moves from outside hit solid at the border of the world and beside
 * it. */
static const char open_world[] =
    "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"edge\",\"brushes\":["
    "{\"box\":[[4194204,-64,-64],[4194304,64,64]]},"
    "{\"box\":[[-4194304,-4194304,-4194304],[4194304,4194304,-4194204]]},"
    "{\"points\":[[4194304,4194304,4194304],[4194204,4194304,4194304],"
    "[4194304,4194204,4194304],[4194304,4194304,4194204]]}],\"starts\":[[4194000,0,0]]}\n";

/* towards faces at the border, along them, across the whole world, and from solid */
#define MOVES                                                                                      \
    "\"moves\":[[[4194000,0,0],[4194304,3,5]],[[4194304,0,100],[4194304,0,0]],"                    \
    "[[4194250,0,4194304],[4194250,0,-4194304]],[[4194304,200,0],[4194304,-200,0]],"               \
    "[[4194304,0,50],[4194250,0,-90]],[[-4194000,-4194000,-4194000],[4194304,4194304,4194304]],"   \
    "[[0,0,4194304],[0,0,-4194304]],[[4194304,4194304,0],[4194304,4194304,4194304]]]"

static void write_edge_scenario(const char *world)
{
    write_file("edge.json", world);
    write_file(
        "moves.json",
        "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"edge\",\"world\":\"edge.json\","
        "\"spaces\":[{\"name\":\"stand\",\"mins\":[-15,-15,-24],\"maxs\":[15,15,32]},"
        "{\"name\":\"point\",\"mins\":[0,0,0],\"maxs\":[0,0,0]}],"
        "\"shapes\":[{\"name\":\"ball\",\"sphere\":{\"radius\":8}}],\"trajectories\":["
        "{\"name\":\"stand\",\"space\":\"stand\"," MOVES "},"
        "{\"name\":\"point\",\"space\":\"point\"," MOVES "},"
        "{\"name\":\"ball\",\"shape\":\"ball\"," MOVES "},"
        "{\"name\":\"shoot\",\"space\":\"stand\",\"response\":\"bounce\",\"random\":{\"seed\":1,"
        "\"moves\":40,\"step\":[100,4000000],\"start\":\"starts\"}}],\"options\":{\"repeat\":1}}");
}

TestSuite(world_edge_files, .init = set_up, .fini = tear_down);

static void expect_agreement(const char *arguments)
{
    g_auto(Outcome) outcome = shell(arguments);
    expect_good(&outcome);
}

#define EVERY                                                                                      \
    "onion,multi,shift,shift-box,shift-exact,brushes,merge,onion-article,shift-named,"             \
    "onion-named"

Test(world_edge_files, every_method_agrees_with_the_oracle)
{
    static const char *const worlds[] = { shell_world, open_world };
    for (guint i = 0; i < 2; i++) {
        write_edge_scenario(worlds[i]);
        expect_agreement("regress -m " EVERY " moves.json");
        expect_agreement("regress -m " EVERY " --builder plain moves.json");
        expect_agreement("regress -m onion --builder listing2 moves.json");
    }
}

/* Moves aimed at the faces, edges and corners of the brushes. */
Test(world_edge_files, aimed_moves)
{
    static const char *const worlds[] = { shell_world, open_world };
    for (guint i = 0; i < 2; i++) {
        write_file("edge.json", worlds[i]);
        g_auto(Outcome) faces =
            shell("generate scenario edge.json --kind faces --spaces 3 --moves 60 -o f.json");
        g_auto(Outcome) edges =
            shell("generate scenario edge.json --kind edges --spaces 3 --moves 60 -o e.json");
        expect_good(&faces);
        expect_good(&edges);
        expect_agreement("regress -m " EVERY " f.json e.json");
    }
}

/* The shell is sealed, although no space is left outside of it. */
Test(world_edge_files, the_outside_is_filled)
{
    write_edge_scenario(shell_world);
    expect_agreement("regress -m " EVERY " --fill on moves.json");
}

Test(world_edge_files, saved_trees)
{
    static const char *const trees[] = { "onion", "shift-exact" };
    write_edge_scenario(shell_world);
    for (guint i = 0; i < 2; i++) {
        g_autofree char *build =
            g_strdup_printf("build -m %s --shapes stand=-15,-15,-24:15,15,32,point=0,0,0:0,0,0 -o "
                            "edge.tree edge.json",
                            trees[i]);
        g_auto(Outcome) built = shell(build), info = shell("info edge.tree");
        expect_good(&built);
        expect_good(&info);
    }
}

/* Other formats of levels, with brushes at the limit. */
Test(world_edge_files, other_formats)
{
    write_file("edge.obj", "o a\nv 4194204 0 0\nv 4194304 0 0\nv 4194304 100 0\nv 4194204 100 0\n"
                           "v 4194304 0 100\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n");
    write_file("edge.map", "{\n\"classname\" \"worldspawn\"\n{\n"
                           "( 4194204 0 0 ) ( 4194204 1 0 ) ( 4194204 0 1 ) a 0 0 0 1 1\n"
                           "( 4194304 0 0 ) ( 4194304 0 1 ) ( 4194304 1 0 ) a 0 0 0 1 1\n"
                           "( 0 -64 0 ) ( 0 -64 1 ) ( 1 -64 0 ) a 0 0 0 1 1\n"
                           "( 0 64 0 ) ( 1 64 0 ) ( 0 64 1 ) a 0 0 0 1 1\n"
                           "( 0 0 -64 ) ( 1 0 -64 ) ( 0 1 -64 ) a 0 0 0 1 1\n"
                           "( 0 0 64 ) ( 0 1 64 ) ( 1 0 64 ) a 0 0 0 1 1\n}\n}\n");
    g_auto(Outcome) obj = shell("info edge.obj"), map = shell("info edge.map");
    expect_good(&obj);
    expect_good(&map);
    cr_expect_not_null(strstr(obj.out, "to 4194304 100 100"), "%s", obj.out);
    cr_expect_not_null(strstr(map.out, "to 4194304 64 64"), "%s", map.out);
}
