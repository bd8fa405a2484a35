/* test-fill: tests outside fill of sealed and of leaking worlds, and the answers of filled
 * trees. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "build-trees.h"
#include "compile/space.h"
#include "compile/tree.h"
#include "oracle/oracle.h"
#include "real-levels.h"
#include "run-scenario.h"
#include "sanitized.h"
#include "scenes.h"

/* --- worlds --- */

/* Adds the six walls of a hollow box, each a brush 8 units thick. lo and hi are the corners
 * inside. */
static void add_room(GPtrArray *brushes, BspVec lo, BspVec hi)
{
    BspBounds outside = bsp_bounds_grown(&(BspBounds){ lo, hi }, 8);
    scene_add_walls(brushes, &outside);
}

/* Opens a hole of this size around (y, z) in the wall in direction +x. */
static void pierce(GPtrArray *brushes, BspVec lo, BspVec hi, double y, double z, double hole)
{
    double x0 = hi.x, x1 = hi.x + 8;
    const BspBounds parts[4] = {
        { bsp_vec(x0, lo.y - 8, lo.z - 8), bsp_vec(x1, y - hole, hi.z + 8) },
        { bsp_vec(x0, y + hole, lo.z - 8), bsp_vec(x1, hi.y + 8, hi.z + 8) },
        { bsp_vec(x0, y - hole, lo.z - 8), bsp_vec(x1, y + hole, z - hole) },
        { bsp_vec(x0, y - hole, z + hole), bsp_vec(x1, y + hole, hi.z + 8) }
    };
    g_ptr_array_remove_index(brushes, 1);
    for (guint i = 0; i < 4; i++)
        g_ptr_array_add(brushes, bsp_brush_new_box(parts[i].mins, parts[i].maxs, NULL));
}

static const BspVec room_lo = { { -96, -96, -64 } }, room_hi = { { 96, 96, 64 } };

/* Returns a room with a random world in it. The wall has a hole of this size, or none if it is
 * 0. */
static BspSolid *random_room(SceneKind kind, guint64 seed, double hole)
{
    GPtrArray *brushes = scene_no_brushes();
    Random r = random_seeded(300 + 10 * seed + kind);
    add_room(brushes, room_lo, room_hi);
    if (hole > 0)
        pierce(brushes, room_lo, room_hi, random_real(&r, -60, 60), random_real(&r, -40, 40), hole);
    g_autoptr(BspSolid) inside = scene_new(kind, seed, bsp_vec(0, 0, 0));
    g_ptr_array_extend_and_steal(brushes, scene_copies(inside->brushes, bsp_vec(0, 0, 0)));
    return bsp_solid_new(brushes);
}

/* Finds a random point in the room at which the shape is clear. */
static gboolean find_clear(Random *r, CompareOracle *oracle, const BspShape *shape, BspVec *p)
{
    const BspBounds room = { room_lo, room_hi };
    for (guint i = 0; i < 200; i++) {
        *p = random_point(r, &room);
        if (compare_oracle_move(oracle, shape, 0, *p, *p).t_lo >= 1)
            return TRUE;
    }
    return FALSE;
}

static gboolean is_solid(const BspTree *tree, BspVec p)
{
    return bsp_tree_first_transition(tree, p, p, NULL).type == BSP_SOLID;
}

/* --- modes --- */

static gboolean init(BspSpace *layer, const BspSolid *solid, BspFillMode mode, const GArray *starts,
                     GError **error)
{
    BspBuildOptions options = { .fill = mode, .starts = starts };
    const BspSpaceSource source = { .solid = solid };
    return bsp_space_init(layer, &source, &options, bsp_job_part_none(), error);
}

/* Checks that the path leads from one of the starts to the void, and that no segment of it touches
 * solid. */
static void check_leak(const BspSolid *solid, CompareOracle *oracle, const GArray *leak,
                       const GArray *starts)
{
    BspShape point = bsp_shape_point();
    cr_assert_not_null(leak);
    cr_assert_geq(leak->len, 2);
    BspVec first = g_array_index(leak, BspVec, 0),
           last = g_array_index(leak, BspVec, leak->len - 1);
    gboolean from_start = FALSE;
    for (guint i = 0; i < starts->len; i++)
        from_start |= bsp_vec_length(bsp_vec_sub(g_array_index(starts, BspVec, i), first)) == 0;
    cr_assert(from_start, "it begins at (%g, %g, %g)", first.x, first.y, first.z);
    cr_assert_not(bsp_bounds_contain(&solid->bounds, last), "it ends at (%g, %g, %g)", last.x,
                  last.y, last.z);
    for (guint i = 1; i < leak->len; i++) {
        BspVec a = g_array_index(leak, BspVec, i - 1), b = g_array_index(leak, BspVec, i);
        g_autofree char *what = scene_describe(solid, NULL, a, b);
        cr_assert_eq(compare_oracle_move(oracle, &point, 0, a, b).t_hi, 1,
                     "segment %u of %u goes through matter\n%s", i, leak->len - 1, what);
    }
}

Test(fill, leaks_are_told)
{
    for (SceneKind kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < (SHORT ? 2 : 8); seed++) {
            static const double holes[] = { 16, 1, 1.0 / 64 };
            g_autoptr(BspSolid) solid = random_room(kind, seed, holes[seed % 3]);
            g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
            g_autoptr(GError) error = NULL;
            Random r = random_seeded(seed);
            BspShape point = bsp_shape_point();
            BspVec start = bsp_vec(90, 90, 60); /* all of these worlds leave this corner free */
            cr_assert_eq(compare_oracle_move(oracle, &point, 0, start, start).t_lo, 1);
            g_autoptr(GArray) starts = scene_starts(&start, 1);
            if (find_clear(&r, oracle, &point, &start))
                g_array_prepend_val(starts, start); /* because the random start may be in a closed
                                                       pocket */
            BspSpace layer;
            cr_assert(init(&layer, solid, BSP_FILL_AUTO, starts, &error));
            cr_assert_null(layer.fill, "it leaks");
            check_leak(solid, oracle, layer.leak, starts);
            bsp_space_clear(&layer);
            cr_assert_not(init(&layer, solid, BSP_FILL_ON, starts, &error));
            cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
            bsp_space_clear(&layer);
        }
    }
}

/* Checks that a hole counts as a crack only if the option allows cracks of its width. 0 stands for
 * the default, BSP_BRACKET. Then the outside is filled, and no move stops farther from the brushes
 * than fill.c allows. */
static void check_crack(double hole, double crack)
{
    const BspVec start = bsp_vec(0, 0, 0);
    GPtrArray *brushes = scene_no_brushes();
    add_room(brushes, room_lo, room_hi);
    pierce(brushes, room_lo, room_hi, 0, 0, hole);
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    g_autoptr(GArray) starts = scene_starts(&start, 1);
    BspBuildOptions options = { .fill = BSP_FILL_AUTO, .starts = starts };
    options.crack = 1.9 * hole;
    g_autoptr(BspTree) open = build_tree_with(solid, NULL, &options);
    cr_assert_not(bsp_tree_is_filled(open));
    options.crack = crack;
    g_autoptr(BspTree) closed = build_tree_with(solid, NULL, &options);
    cr_assert(bsp_tree_is_filled(closed));
    double reach = (crack > 0 ? crack : BSP_BRACKET) / 2 * sqrt(3);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid),
                             near = compare_oracle_new_skin(solid, reach);
    BspShape point = bsp_shape_point();
    Random r = random_seeded(1);
    guint n_in_crack = 0;
    for (guint i = 0; i < 1000; i++) {
        BspVec to = bsp_vec(120, random_real(&r, -6 * hole, 6 * hole),
                            random_real(&r, -6 * hole, 6 * hole));
        BspTransition tr = bsp_tree_first_transition(closed, start, to, NULL);
        double t = bsp_transition_blocking_time(&tr);
        double t_lo = compare_oracle_move(near, &point, 0, start, to).t_lo;
        cr_assert_geq(t, t_lo, "%.9g of %.9g, to %g %g", t, t_lo, to.y, to.z);
        n_in_crack += t < compare_oracle_move(oracle, &point, 0, start, to).t;
    }
    cr_assert_gt(n_in_crack, 0);
}

Test(fill, cracks_as_wide_as_asked_are_closed)
{
    check_crack(1.0 / 64, 2.1 / 64);
    check_crack(0.48 * BSP_BRACKET, 0);
}

/* Two rooms are side by side. The room without a start becomes solid. A start in a wall does not
 * count. */
Test(fill, one_of_two_rooms_becomes_solid)
{
    GPtrArray *brushes = scene_no_brushes();
    add_room(brushes, bsp_vec(-100, -50, 0), bsp_vec(-8, 50, 80));
    add_room(brushes, bsp_vec(8, -50, 0), bsp_vec(100, 50, 80));
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    const BspVec in_wall = bsp_vec(-104, 0, 40), left = bsp_vec(-50, 0, 40),
                 right = bsp_vec(50, 0, 40), places[] = { in_wall, left, right };
    for (guint i = 1; i <= 2; i++) {
        g_autoptr(GArray) starts = scene_starts(places, 1 + i);
        const BspBuildOptions options = { .fill = BSP_FILL_ON, .starts = starts };
        g_autoptr(BspTree) tree = build_tree_with(solid, NULL, &options),
                           plain = build_tree(solid, NULL);
        cr_assert(tree->filled);
        cr_assert_not(plain->filled);
        cr_assert_lt(tree->nodes.n_nodes, plain->nodes.n_nodes);
        cr_assert_not(is_solid(tree, left));
        cr_assert_eq(is_solid(tree, right), i == 1, "no start is in there");
        cr_assert(is_solid(tree, bsp_vec(0, 0, 40)));
        cr_assert(is_solid(tree, bsp_vec(109, 0, 40)), "the void");
        cr_assert_not(is_solid(plain, bsp_vec(109, 0, 40)));
        BspTransition tr = bsp_tree_first_transition(tree, left, right, NULL);
        cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
        cr_assert_float_eq(tr.t, 0.42 - BSP_TOUCH / 100, 1e-12);
    }
}

/* A start on a floor is inside the floor that is expanded for the box. So the flood begins higher,
 * where the box stands. If it did not, the world would be filled as if its cracks were closed. Then
 * the room behind the door would be solid, because the box passes through the door with only half a
 * unit to spare. */
Test(fill, a_start_on_a_floor)
{
    GPtrArray *brushes = scene_no_brushes();
    add_room(brushes, bsp_vec(-100, -50, 0), bsp_vec(100, 50, 80));
    for (guint i = 0; i < 2; i++)
        g_ptr_array_add(brushes, bsp_brush_new_box(bsp_vec(-8, i ? 15.25 : -50, 0),
                                                   bsp_vec(8, i ? 50 : -15.25, 80), NULL));
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    const BspVec foot = bsp_vec(-50, 0, 0);
    g_autoptr(GArray) starts = scene_starts(&foot, 1);
    const BspBuildOptions options = { .fill = BSP_FILL_ON,
                                      .starts = starts,
                                      .crack = BSP_MOST_CRACK };
    const BspSpaceSource source = { .solid = solid,
                                    .is_expanded = TRUE,
                                    .box = { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) } };
    g_autoptr(GError) error = NULL;
    BspSpace space;
    cr_assert(bsp_space_init(&space, &source, &options, bsp_job_part_none(), &error), "%s",
              error ? error->message : "");
    for (double x = -50; x <= 50; x += 100)
        cr_expect_eq(bsp_flood_leaf(space.fill, bsp_vec(x, 0, 40))->value, BSP_FLOOD_REACHED, "%g",
                     x);
    bsp_space_clear(&space);
}

Test(fill, no_starts)
{
    GPtrArray *brushes = scene_no_brushes();
    add_room(brushes, bsp_vec(-100, -50, 0), bsp_vec(100, 50, 80));
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    const BspSpaceSource source = { .solid = solid };
    for (guint i = 0; i < 2; i++) {
        const BspBuildOptions options = { .fill = i ? BSP_FILL_ON : BSP_FILL_AUTO };
        g_autoptr(GError) error = NULL;
        BspSpace space;
        gboolean made = bsp_space_init(&space, &source, &options, bsp_job_part_none(), &error);
        cr_expect_eq(made, i == 0);
        cr_expect(made ? !space.fill : g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
        bsp_space_clear(&space);
    }
}

/* --- answers of filled trees --- */

/* Runs the scenario. If `plain`, equal subtrees are not shared. */
static CompareReport *run(const CompareScenario *s, BspFillMode fill, gboolean plain)
{
    const CompareMethodClass *classes[] = { compare_method_find("onion"),
                                            compare_method_find("multi"),
                                            compare_method_find("shift-box"), NULL };
    return run_asked(s, &(CompareAsked){ classes, { .build = { .fill = fill, .plain = plain } } },
                     0);
}

/* Returns the nodes without bevels, whose number depends on the shapes of the cells. */
static guint64 nodes_of(const CompareResult *result)
{
    return result->klass->bevels ? result->bevels.bare_nodes : result->size.nodes;
}

/* Checks that filling removes faces, so that trees have fewer nodes. The trees that are compared
 * share no subtrees. In a symmetric world, sharing may save more nodes without filling. */
static void check_fewer_nodes(const CompareScenario *s)
{
    g_autoptr(CompareReport) before = run(s, BSP_FILL_OFF, TRUE);
    g_autoptr(CompareReport) after = run(s, BSP_FILL_AUTO, TRUE);
    for (guint i = 0; i < before->results->len; i++) {
        const CompareResult *a = before->results->pdata[i], *b = after->results->pdata[i];
        guint64 nodes = nodes_of(a), filled = nodes_of(b);
        cr_expect_lt(filled, nodes,
                     "%s: %s: %" G_GUINT64_FORMAT " nodes, %" G_GUINT64_FORMAT " without filling",
                     s->name, a->klass->name, filled, nodes);
    }
}

static void check_filled(const CompareScenario *s)
{
    g_autoptr(CompareReport) after = run(s, BSP_FILL_AUTO, FALSE);
    for (guint i = 0; i < after->results->len; i++) {
        const CompareResult *b = after->results->pdata[i];
        cr_expect_eq(b->n_wrong, 0, "%s: %s: %u wrong", s->name, b->klass->name, b->n_wrong);
        cr_expect_lt(b->n_in_filling, b->n_moves / 2, "%s: %s: %u of %u begin in filled space",
                     s->name, b->klass->name, b->n_in_filling, b->n_moves);
        cr_expect_gt(b->size.filled, 0u, "%s: %s", s->name, b->klass->name);
    }
    check_fewer_nodes(s);
}

/* Returns a scenario of a room in which a box walks from each start. All starts must be reached. */
static CompareScenario *room_scenario(SceneKind kind, guint64 seed)
{
    static const double halves[] = { 0, 4, 15 };
    CompareScenario *s = compare_scenario_new("room");
    g_autoptr(BspSolid) solid = random_room(kind, seed, 0);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    GArray *starts = scene_starts(NULL, 0);
    Random r = random_seeded(900 + seed);
    for (guint i = 0; i < G_N_ELEMENTS(halves); i++) {
        CompareMover space = { .name = g_strdup("box"), .shape = scene_cube(halves[i]) };
        CompareTrajectory t = { .name = g_strdup("walk"),
                                .mover = compare_add_mover(s, space),
                                .source = COMPARE_RANDOM,
                                .seed = seed,
                                .n_moves = 60,
                                .step_max = i ? 200 : 400 };
        if (!find_clear(&r, oracle, &space.shape, &t.start_point))
            g_free(t.name);
        else {
            g_array_append_val(s->trajectories, t);
            g_array_append_val(starts, t.start_point);
        }
    }
    s->name = g_strdup(scene_name(kind));
    s->world = bsp_world_new("room", g_ptr_array_ref(solid->brushes), starts);
    return s;
}

Test(fill, answers_in_sealed_rooms_do_not_change)
{
    for (SceneKind kind = 0; kind < SCENE_KINDS; kind++)
        for (guint64 seed = 0; seed < (SHORT ? 2 : 12); seed++) {
            g_autoptr(CompareScenario) s = room_scenario(kind, seed);
            check_filled(s);
        }
}

/* --- real levels --- */

ParameterizedTestParameters(fill, real_levels)
{
    return cr_make_param_array(RealLevel, real_levels, SHORT ? N_SHORT_LEVELS : N_REAL_LEVELS);
}

/* Lets walks begin exactly at the level's starts, because points nearby may be outside of the
 * level. Shapes that do not fit at any start do not walk. */
static void begin_at_starts(CompareScenario *s)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    const GArray *starts = s->world->starts;
    for (guint i = s->trajectories->len; i-- > 0;) {
        CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
        gboolean found = FALSE;
        for (guint k = 0; k < starts->len && !found; k++) {
            BspVec p = g_array_index(starts, BspVec, (i + k) % starts->len);
            found =
                compare_oracle_move(oracle, &compare_mover(s, t->mover)->shape, 0, p, p).t_lo >= 1;
            t->start_is_starts = FALSE;
            t->start_point = p;
        }
        if (!found)
            g_array_remove_index(s->trajectories, i);
    }
    cr_assert_gt(s->trajectories->len, 0);
}

ParameterizedTest(const RealLevel *level, fill, real_levels)
{
    g_autoptr(CompareScenario) s = real_level_scenario(level->name);
    begin_at_starts(s);
    check_filled(s);
}
