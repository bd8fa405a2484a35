/* test-onion-extend: a space that is added to a tree gives the same answers as in a tree built
 * with it. test-property adds spaces in random worlds, too. */
#include <criterion/criterion.h>
#include <string.h>

#include "compile/tree.h"
#include "onion-build.h"
#include "onion-check.h"
#include "onion-tree.h"
#include "real-levels.h"
#include "run/run.h"
#include "sanitized.h"
#include "scenes.h"

static OnionTree *build(const BspSolid *solid, const OnionSpace *spaces, guint n,
                        const OnionOptions *options)
{
    return build_onion_with(solid, spaces, n, options);
}

/* Builds a tree of the first spaces, and adds the others one by one. */
static OnionTree *grow(const BspSolid *solid, const OnionSpace *spaces, guint n_first, guint n,
                       const OnionOptions *options)
{
    OnionTree *tree = build(solid, spaces, n_first, options);
    for (guint i = n_first; i < n; i++) {
        g_autoptr(GError) error = NULL;
        OnionTree *next = onion_tree_add_space(tree, solid, &spaces[i], options, &error);
        cr_assert(next, "%s", error ? error->message : "");
        onion_tree_free(tree);
        tree = next;
    }
    return tree;
}

static OnionStats stats_of(const OnionTree *tree)
{
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    return stats;
}

static BspShape shape_of(const OnionSpace *space)
{
    return bsp_shape_box(space->box.mins, space->box.maxs);
}

/* --- answers --- */

typedef struct {
    const BspSolid *solid;
    CompareOracle *oracle;
    const OnionSpace *spaces;
    const OnionTree *grown, *whole; /* whole: built with all spaces; may be NULL */
    guint n_asked, n_hits;
} Check;

/* Whether the bracket leaves no doubt whether the move starts in solid, and whether it reaches its
 * end. */
static gboolean is_certain(const CompareTruth *truth)
{
    return (truth->t_lo > 0) == (truth->t_hi > 0) && (truth->t_lo < 1) == (truth->t_hi < 1);
}

static gboolean inside(const BspTransition *tr, const CompareTruth *truth)
{
    double t = bsp_transition_blocking_time(tr);
    return t >= truth->t_lo && t <= truth->t_hi;
}

static void ask(Check *c, guint space, BspVec from, BspVec to, const CompareTruth *truth)
{
    BspTransition tr = onion_tree_first_transition(c->grown, space, from, to, NULL), same = tr;
    if (c->whole)
        same = onion_tree_first_transition(c->whole, space, from, to, NULL);
    c->n_asked++;
    c->n_hits += tr.type == BSP_EMPTY_TO_SOLID ? 1 : 0;
    if (inside(&tr, truth) && inside(&same, truth) &&
        (tr.type == same.type || truth->t_hi == 0 || !is_certain(truth)))
        return;
    BspShape shape = shape_of(&c->spaces[space]);
    g_autofree char *what = scene_describe(c->solid, &shape, from, to);
    cr_assert_fail(
        "space %u: %s at %.17g, in the whole tree %s at %.17g, not in [%.17g, %.17g]\n%s", space,
        bsp_transition_class_name(tr.type), tr.t, bsp_transition_class_name(same.type), same.t,
        truth->t_lo, truth->t_hi, what);
}

static void ask_at_random(Check *c, guint n_spaces, guint n, guint64 seed)
{
    Random r = random_seeded(seed);
    for (guint i = 0; i < n; i++) {
        guint space = (guint)random_int(&r, 0, (int)n_spaces - 1);
        BspShape shape = shape_of(&c->spaces[space]);
        BspVec from, to;
        scene_move(&r, c->solid, &shape, &from, &to);
        CompareTruth truth = compare_oracle_move(c->oracle, &shape, 0, from, to);
        ask(c, space, from, to, &truth);
    }
}

#define N_SPACES 4

static void random_spaces(OnionSpace *spaces, guint n, Random *r)
{
    for (guint i = 0; i < n; i++)
        spaces[i] = (OnionSpace){ "some", scene_random_box(r).bounds, 0 };
}

/* The tree already has all faces of the added space. */
Test(onion_extend, the_same_space_again_adds_nothing_but_a_bit)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        Random r = random_seeded(kind);
        OnionSpace spaces[3];
        random_spaces(spaces, 2, &r);
        spaces[2] = spaces[kind % 2];
        g_autoptr(BspSolid) solid = scene_nth(kind, 3);
        g_autoptr(OnionTree) two = build(solid, spaces, 2, NULL);
        g_autoptr(OnionTree) three = onion_tree_add_space(two, solid, &spaces[2], NULL, NULL);
        OnionStats before = stats_of(two), after = stats_of(three);
        cr_assert_eq(after.nodes, before.nodes, "%s: %u nodes, and then %u",
                     scene_name((SceneKind)kind), before.nodes, after.nodes);
        cr_assert_eq(after.descriptors, before.descriptors);
        BspBounds room = bsp_tree_region(&solid->bounds);
        for (guint i = 0; i < 1000; i++) {
            BspVec p = random_point(&r, &room);
            cr_assert_eq(onion_tree_point_is_solid(three, 2, p),
                         onion_tree_point_is_solid(two, kind % 2, p));
        }
    }
}

/* --- many spaces --- */

/* The bits of more than 64 spaces need more than one word. */
Test(onion_extend, more_than_64_spaces)
{
    OnionSpace spaces[67];
    BspBrush *brushes[] = { scene_box(0, 0, 0, 40, 40, 8), scene_box(30, 30, 0, 60, 60, 50) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, G_N_ELEMENTS(brushes));
    for (guint i = 0; i < G_N_ELEMENTS(spaces); i++) {
        double half = 0.25 * i;
        spaces[i] =
            (OnionSpace){ "half", { bsp_vec(-half, -half, -half), bsp_vec(half, half, half) }, 0 };
    }
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    g_autoptr(OnionTree) whole = build(solid, spaces, 67, NULL);
    g_autoptr(OnionTree) grown = grow(solid, spaces, 63, 67, NULL);
    Check c = { solid, oracle, spaces, grown, whole, 0, 0 };
    ask_at_random(&c, 67, 5000, 1);
    cr_assert(c.n_hits > 300, "%u hits", c.n_hits);
    guint64 descriptor[2];
    onion_tree_descriptor(grown, bsp_vec(20, 20, 4), descriptor);
    cr_assert(descriptor[0] == G_MAXUINT64 && descriptor[1] == 7, "solid in all of the spaces");
}

/* --- other cases of builds --- */

Test(onion_extend, nothing_at_all)
{
    g_autoptr(BspSolid) nothing = scene_solid(NULL, 0);
    const OnionSpace spaces[2] = { { "a", { { { -1, -1, -1 } }, { { 1, 1, 1 } } }, 0 },
                                   { "b", { { { -2, -2, -2 } }, { { 2, 2, 2 } } }, 0 } };
    g_autoptr(OnionTree) tree = grow(nothing, spaces, 1, 2, NULL);
    cr_assert_eq(stats_of(tree).nodes, 0);
    BspTransition tr =
        onion_tree_first_transition(tree, 1, bsp_vec(-9, 0, 0), bsp_vec(9, 0, 0), NULL);
    cr_assert_eq(tr.type, BSP_EMPTY);
}

/* The tree is the same for any number of threads. */
Test(onion_extend, is_deterministic)
{
    Random r = random_seeded(5);
    OnionSpace spaces[N_SPACES];
    random_spaces(spaces, N_SPACES, &r);
    g_autoptr(GPtrArray) houses = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_solid_free);
    GPtrArray *brushes = g_ptr_array_new();
    for (guint i = 0; i < 16; i++) {
        BspVec at = bsp_vec(150.0 * (i % 4), 150.0 * (i / 4), 0);
        BspSolid *house = scene_new((SceneKind)(i % SCENE_KINDS), i, at);
        g_ptr_array_add(houses, house);
        for (guint k = 0; k < house->brushes->len; k++)
            g_ptr_array_add(brushes, house->brushes->pdata[k]);
    }
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    guint64 hash = 0;
    for (guint n_threads = 1; n_threads <= 5; n_threads++) {
        OnionOptions options = onion_options_default();
        options.build.n_threads = n_threads;
        g_autoptr(OnionTree) tree = grow(solid, spaces, 2, N_SPACES, &options);
        OnionStats stats = stats_of(tree);
        cr_assert_gt(stats.nodes, 3000);
        cr_assert(n_threads == 1 || stats.hash == hash, "%u threads", n_threads);
        hash = stats.hash;
    }
}

static gboolean refuse(double done, gpointer user_data)
{
    ++*(guint *)user_data;
    return done < 0;
}

Test(onion_extend, errors)
{
    Random r = random_seeded(6);
    OnionSpace spaces[2];
    random_spaces(spaces, 2, &r);
    g_autoptr(BspSolid) solid = scene_new(SCENE_PRISMS, 1, bsp_vec(0, 0, 0));
    g_autoptr(OnionTree) tree = build(solid, spaces, 1, NULL);
    guint64 hash = stats_of(tree).hash;
    OnionSpace upside_down = { "upside down", { { { 0, 0, 1 } }, { { 0, 0, -1 } } }, 0 };
    OnionSpace endless = { "endless", { { { 0, 0, 0 } }, { { 0, HUGE_VAL, 0 } } }, 0 };
    OnionSpace huge = { "huge", { { { 0, 0, 0 } }, { { 0, 2 * BSP_WORLD_HALF, 0 } } }, 0 };
    const OnionSpace *bad[] = { &upside_down, &endless, &huge };
    static const BspErrorCode codes[] = { BSP_ERROR_VALUE, BSP_ERROR_VALUE, BSP_ERROR_GEOMETRY };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        cr_assert_null(onion_tree_add_space(tree, solid, bad[i], NULL, &error));
        cr_assert(g_error_matches(error, BSP_ERROR, (gint)codes[i]), "%s", error->message);
        cr_assert(strstr(error->message, bad[i]->name), "%s", error->message);
    }
    cr_assert_eq(stats_of(tree).hash, hash, "the tree is as it was");
}

Test(onion_extend, can_be_cancelled)
{
    static const OnionSpace spaces[2] = { { "a", { { { -1, -1, -1 } }, { { 1, 1, 1 } } }, 0 },
                                          { "b", { { { -2, -2, -2 } }, { { 2, 2, 2 } } }, 0 } };
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    Random r = random_seeded(7);
    const BspBounds where = { bsp_vec(-800, -800, -800), bsp_vec(800, 800, 800) };
    for (guint i = 0; i < 3000; i++) {
        BspVec at = random_point(&r, &where);
        BspVec to = bsp_vec_add(at, bsp_vec(random_real(&r, 1, 60), random_real(&r, 1, 60), 40));
        g_ptr_array_add(brushes, bsp_brush_new_box(at, to, NULL));
    }
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    g_autoptr(OnionTree) tree = build(solid, spaces, 1, NULL);
    guint calls = 0;
    OnionOptions options = onion_options_default();
    options.build.progress = refuse;
    options.build.progress_data = &calls;
    g_autoptr(GError) error = NULL;
    cr_assert_null(onion_tree_add_space(tree, solid, &spaces[1], &options, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED));
    cr_assert_eq(calls, 1);
}

/* --- outside fill --- */

/* A random world in a room of six walls. */
static BspSolid *room_with(SceneKind kind, guint64 seed)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_autoptr(BspSolid) inside = scene_new(kind, seed, bsp_vec(0, 0, 0));
    g_ptr_array_set_free_func(inside->brushes, NULL);
    for (guint i = 0; i < inside->brushes->len; i++)
        g_ptr_array_add(brushes, inside->brushes->pdata[i]);
    BspBounds around = { bsp_vec(-300, -300, -300), bsp_vec(300, 300, 300) };
    scene_add_walls(brushes, &around);
    return bsp_solid_new(brushes);
}

static const OnionSpace bodies[3] = {
    { "small", { { { -4, -4, -4 } }, { { 4, 4, 4 } } }, 0 },
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
    { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 }
};

/* Asks about moves that begin at `at`, each where the last one was stopped. */
static void walk(Check *c, guint space, BspVec at, Random *r)
{
    BspShape shape = shape_of(&bodies[space]);
    for (guint i = 0; i < 60; i++) {
        BspVec to = bsp_vec_mad(at, random_real(r, 1, 400), random_direction(r));
        CompareTruth truth = compare_oracle_move(c->oracle, &shape, 0, at, to);
        ask(c, space, at, to, &truth);
        at = bsp_vec_mad(at, 0.99 * truth.t_lo, bsp_vec_sub(to, at));
    }
}

static void check_room(SceneKind kind, guint64 seed, BspFillMode first, BspFillMode then)
{
    BspVec start = bsp_vec(-200, -200, 200);
    g_autoptr(BspSolid) solid = room_with(kind, seed);
    g_autoptr(GArray) starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_array_append_val(starts, start);
    OnionOptions options = onion_options_default();
    options.build.starts = starts;
    options.build.fill = first;
    g_autoptr(OnionTree) one = build(solid, bodies, 1, &options);
    options.build.fill = then;
    g_autoptr(OnionTree) two = onion_tree_add_space(one, solid, &bodies[1], &options, NULL);
    g_autoptr(OnionTree) three = onion_tree_add_space(two, solid, &bodies[2], &options, NULL);
    cr_assert_eq(stats_of(three).filled, (first ? 1 : 0) + (then ? 2 : 0));
    for (guint i = 0; i < 4; i++)
        cr_assert_eq(onion_tree_space_is_filled(three, i),
                     i == 0 ? first != BSP_FILL_OFF : i < 3 && then != BSP_FILL_OFF);
    BspVec wall = bsp_vec(-296, 0, 0), outside = bsp_vec(-304.5, 0, 0);
    for (guint i = 0; i < 3; i++) {
        cr_assert(onion_tree_point_is_solid(three, i, wall));
        cr_assert(i == 0 || !then || onion_tree_point_is_solid(three, i, outside));
    }
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    Check c = { solid, oracle, bodies, three, NULL, 0, 0 };
    Random r = random_seeded(seed);
    for (guint i = 0; i < 3; i++)
        walk(&c, i, start, &r);
    cr_assert(c.n_hits > 10, "%u hits", c.n_hits);
}

Test(onion_extend, of_filled_trees)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < (SHORT ? 1 : 6); seed++) {
            check_room((SceneKind)kind, seed, BSP_FILL_ON, BSP_FILL_ON);
            check_room((SceneKind)kind, seed, BSP_FILL_ON, BSP_FILL_OFF);
            check_room((SceneKind)kind, seed, BSP_FILL_OFF, BSP_FILL_AUTO);
        }
    }
}

/* --- a real level --- */

/* The level's last space is added to the first four. */
Test(onion_extend, of_a_real_level)
{
    g_autoptr(CompareScenario) s = real_level_scenario("oacmpdm2");
    guint n = s->spaces->len;
    g_autofree OnionSpace *spaces = g_new(OnionSpace, n);
    for (guint i = 0; i < n; i++) {
        const CompareSpace *space = &g_array_index(s->spaces, CompareSpace, i);
        spaces[i] = (OnionSpace){ space->name, space->shape.bounds, 0 };
    }
    g_autoptr(OnionTree) whole = build(s->world->solid, spaces, n, NULL);
    g_autoptr(OnionTree) grown = grow(s->world->solid, spaces, n - 1, n, NULL);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    g_autoptr(GArray) moves = compare_resolve(s, oracle, NULL);
    Check c = { s->world->solid, oracle, spaces, grown, whole, 0, 0 };
    const guint every = SHORT ? 4 : 1;
    for (guint i = 0; i < moves->len; i += every) {
        const CompareResolved *m = &g_array_index(moves, CompareResolved, i);
        gint space = g_array_index(s->trajectories, CompareTrajectory, m->trajectory).space;
        if (space >= 0)
            ask(&c, (guint)space, m->from, m->to, &m->truth);
    }
    cr_assert(c.n_asked > 1000 / every && c.n_hits > 100 / every, "%u asked, %u hits", c.n_asked,
              c.n_hits);
    cr_assert_lt(stats_of(grown).nodes, 1.15 * stats_of(whole).nodes);
}
