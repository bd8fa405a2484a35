/* test-walkers: tests characters that walk with every tracer, through levels and rooms in which
 * they once got stuck.
 *
 * Each frame is compared with the ideal (walk/ideal.h). A test fails if a walker is stuck or ends
 * in solid. It also fails if more frames are lost than one in 10,000 and one more. It then prints
 * the worst frame.
 *
 * There is one test for each kind of level or room. --filter 'walkers/ring_*' chooses tests.
 * Environment variables:
 *
 *     BSP_WALKER_FRAMES   frames in each kind, over all tracers
 *     BSP_WALKER_SEED     seed of the first level or room of a kind */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

#include "compile/solid.h"
#include "methods/method.h"
#include "place-kinds.h"
#include "real-levels.h"
#include "sanitized.h"
#include "scenes.h"

/* --- tracers --- */

/* Shapes of a player's size. */
typedef enum { WALK_BOX, WALK_SPHERE, WALK_CAPSULE, WALK_SHAPES } WalkShape;

/* The name for the brush table alone, which can keep a skin. */
#define WALK_TABLE "table"

typedef struct {
    const char *name;
    WalkShape shape;
    double skin;
    gboolean floats; /* if set, positions are rounded to floats */
    /* A name of compare_methods, or WALK_TABLE. It is NULL for the reference itself. That checks
     * the reference, and the functions that move a body. */
    const char *method;
} WalkTracer;

/* Units, the distance that engines keep from planes. */
#define SKIN 0.125

/* The tracers with which bodies walk. The last entry has a NULL name. */
static const WalkTracer walk_tracers[] = {
    { "ideal", WALK_BOX, 0, FALSE, NULL },
    { "onion", WALK_BOX, 0, FALSE, "onion" },
    { "article", WALK_BOX, 0, FALSE, "onion-article" },
    { "multi", WALK_BOX, 0, FALSE, "multi" },
    { "brushes", WALK_BOX, 0, FALSE, "brushes" },
    { "shift-box", WALK_BOX, 0, FALSE, "shift-box" },
    { "exact-box", WALK_BOX, 0, FALSE, "shift-exact" },
    { "exact-sphere", WALK_SPHERE, 0, FALSE, "shift-exact" },
    { "exact-capsule", WALK_CAPSULE, 0, FALSE, "shift-exact" },
    { "sides-box", WALK_BOX, 0, FALSE, WALK_TABLE },
    { "sides-sphere", WALK_SPHERE, 0, FALSE, WALK_TABLE },
    { "sides-capsule", WALK_CAPSULE, 0, FALSE, WALK_TABLE },
    { "skin-box", WALK_BOX, SKIN, FALSE, WALK_TABLE },
    { "skin-sphere", WALK_SPHERE, SKIN, FALSE, WALK_TABLE },
    { "skin-capsule", WALK_CAPSULE, SKIN, FALSE, WALK_TABLE },
    { "skin-box-floats", WALK_BOX, SKIN, TRUE, WALK_TABLE },
    { "skin-sphere-floats", WALK_SPHERE, SKIN, TRUE, WALK_TABLE },
    { "skin-capsule-floats", WALK_CAPSULE, SKIN, TRUE, WALK_TABLE },
    { NULL, WALK_BOX, 0, FALSE, NULL },
};

/* Everything that the tracers of one solid need. */
typedef struct {
    const BspSolid *solid;
    CompareScenario *scenario; /* a scenario without moves */
    BspShape shapes[WALK_SHAPES];
    CompareIdeal *ideals[WALK_SHAPES];
    GHashTable *methods; /* maps names to CompareMethod; each is built when a tracer first needs
                            it */
    BspBrushTable *table;
    /* The data for the tracer that was used last. */
    const CompareMethod *method;
    CompareCall call;
    BspMover mover;
    CompareIdealMover ideal_mover;
} WalkWorld;

static void add_body(CompareScenario *s, const char *name, BspShape shape)
{
    compare_add_mover(s, (CompareMover){ .name = g_strdup(name), .shape = shape });
}

/* Creates a world. The solid must outlive it. */
static WalkWorld *walk_world_new(const BspSolid *solid)
{
    WalkWorld *world = g_new0(WalkWorld, 1);
    GArray *starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    world->solid = solid;
    world->shapes[WALK_BOX] = scene_player();
    world->shapes[WALK_SPHERE] = bsp_shape_sphere(16);
    world->shapes[WALK_CAPSULE] = bsp_shape_capsule(15, -24, 32);
    world->scenario = compare_scenario_new("walk");
    world->scenario->world = bsp_world_new("walk", g_ptr_array_ref(solid->brushes), starts);
    add_body(world->scenario, "player", world->shapes[WALK_BOX]);
    add_body(world->scenario, "crouched",
             bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 16)));
    for (guint i = WALK_SPHERE; i < WALK_SHAPES; i++)
        add_body(world->scenario, "round", world->shapes[i]);
    world->methods =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)compare_method_free);
    world->table = bsp_brush_table_new(solid, 0);
    return world;
}

static void walk_world_free(WalkWorld *world)
{
    for (guint i = 0; i < WALK_SHAPES; i++)
        compare_ideal_free(world->ideals[i]);
    g_hash_table_unref(world->methods);
    compare_scenario_free(world->scenario);
    bsp_brush_table_free(world->table);
    g_free(world);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(WalkWorld, walk_world_free)

static const CompareMethod *method_of(const WalkWorld *world, const char *name)
{
    CompareMethod *method = g_hash_table_lookup(world->methods, name);
    if (method)
        return method;
    g_autoptr(GError) error = NULL;
    method = compare_method_new(compare_method_find(name), world->scenario, &(CompareTrees){ 0 },
                                NULL, NULL, &error);
    cr_assert_not_null(method, "%s", error ? error->message : "");
    g_hash_table_insert(world->methods, (gpointer)name, method);
    return method;
}

static void trace_method(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    WalkWorld *world = data;
    world->call.move.from = from;
    world->call.move.to = to;
    answer->tr = world->method->klass->query(world->method->data, &world->call, NULL);
}

static BspTracer tracer_of(WalkWorld *world, const WalkTracer *t)
{
    BspVec nowhere = bsp_vec(0, 0, 0);
    if (!t->method) {
        world->ideal_mover = (CompareIdealMover){ world->ideals[t->shape], 0, NULL };
        return compare_ideal_tracer(&world->ideal_mover);
    }
    if (strcmp(t->method, WALK_TABLE) == 0) {
        world->mover =
            (BspMover){ .table = world->table, .shape = &world->shapes[t->shape], .skin = t->skin };
        return bsp_mover_tracer(&world->mover);
    }
    world->method = method_of(world, t->method);
    gint mover = t->shape == WALK_BOX ? 0 : ~((gint)t->shape - WALK_SPHERE);
    world->call = compare_call(world->scenario, mover, nowhere, nowhere);
    return (BspTracer){ trace_method, world, NULL, NULL };
}

/* Returns a walker that uses the tracer. The world owns the walker's data. */
static CompareWalker walk_world_walker(WalkWorld *world, const WalkTracer *tracer, CompareGait gait)
{
    CompareIdeal **ideal = &world->ideals[tracer->shape];
    if (!*ideal)
        *ideal = compare_ideal_new(world->solid, &world->shapes[tracer->shape], 0);
    return (CompareWalker){ tracer_of(world, tracer), *ideal, tracer->skin, tracer->floats, gait };
}

/* --- counts --- */

/* The number of frames that one tracer walks in a level or room, before another is made. After this
 * number, a walker is long past its start. */
#define FRAMES 250

/* At most one of this number of frames may be lost, and one more in each test, because rounding may
 * stop a body at an edge. */
#define LOST_OF 10000

static const char *const gait_names[COMPARE_N_GAITS] = { "slide", "walk", "step" };

typedef struct {
    CompareWalks walks;
    guint64 seed; /* the seed of the level or room of the worst frame */
} Tally;

typedef struct {
    const char *place;
    Tally tallies[32][COMPARE_N_GAITS];
} Board;

static gboolean is_bad(const CompareWalks *w)
{
    return w->stuck || w->in_solid || w->too_near || w->lost > 1 + w->frames / LOST_OF;
}

/* Walks with each tracer. Returns the total number of frames. */
static guint walk_place(Board *board, const CompareWalkPlace *place, const BspSolid *solid,
                        guint64 seed, guint n_frames)
{
    g_autoptr(WalkWorld) world = walk_world_new(solid);
    guint n = 0;
    for (guint i = 0; walk_tracers[i].name; i++)
        for (CompareGait gait = 0; gait < COMPARE_N_GAITS; gait++) {
            Tally *tally = &board->tallies[i][gait];
            gboolean was_stuck = tally->walks.stuck > 0;
            BspVec was = tally->walks.worst.delta;
            CompareWalker walker = walk_world_walker(world, &walk_tracers[i], gait);
            n += compare_walk(&walker, place, seed, n_frames, &tally->walks);
            BspVec is = tally->walks.worst.delta;
            if (!was_stuck && memcmp(&was, &is, sizeof is) != 0)
                tally->seed = seed;
        }
    return n;
}

/* --- a kind of level or room --- */

static void conclude_tally(const Board *board, const WalkTracer *tracer, CompareGait gait,
                           const Tally *tally)
{
    const CompareWalks *w = &tally->walks;
    if (!is_bad(w))
        return;
    const CompareFrame *f = &w->worst;
    cr_expect_fail("%s, %s, %s: of %" G_GUINT64_FORMAT " frames %" G_GUINT64_FORMAT
                   " lost, %" G_GUINT64_FORMAT " walkers stuck, %" G_GUINT64_FORMAT
                   " in solid, %" G_GUINT64_FORMAT " too near; seed %" G_GUINT64_FORMAT
                   ": from %.17g %.17g %.17g by %.17g %.17g %.17g",
                   board->place, tracer->name, gait_names[gait], w->frames, w->lost, w->stuck,
                   w->in_solid, w->too_near, tally->seed, f->from.x, f->from.y, f->from.z,
                   f->delta.x, f->delta.y, f->delta.z);
}

static void conclude(const Board *board)
{
    for (guint i = 0; walk_tracers[i].name; i++)
        for (CompareGait gait = 0; gait < COMPARE_N_GAITS; gait++)
            conclude_tally(board, &walk_tracers[i], gait, &board->tallies[i][gait]);
}

static void check_place(const char *name)
{
    const PlaceKind *kind = place_kind_find(name);
    guint64 wanted = number_of("BSP_WALKER_FRAMES", SANITIZED ? 5000 : 60000), n = 0;
    guint64 seed = number_of("BSP_WALKER_SEED", 1);
    Board board = { .place = name };
    cr_assert_not_null(kind);
    for (guint empty = 0; n < wanted && empty < 10; seed++) {
        g_autoptr(Place) place = place_of_kind(kind, seed);
        guint walked = walk_place(&board, &place->walk, place->solid, seed, FRAMES);
        empty = walked ? 0 : empty + 1;
        n += walked;
    }
    cr_assert_geq(n, wanted, "nowhere to walk");
    conclude(&board);
}

#define PLACE(id, name)                                                                            \
    Test(walkers, id)                                                                              \
    {                                                                                              \
        check_place(name);                                                                         \
    }

PLACE(ring_inside, "ring-inside")
PLACE(ring_outside, "ring-outside")
PLACE(tower, "tower")
PLACE(row, "row")
PLACE(lattice, "lattice")
PLACE(near_level, "near-level")
PLACE(ramp_tops, "ramp-tops")
PLACE(terrain, "terrain")
PLACE(creases, "creases")
PLACE(blocks, "blocks")
PLACE(stairs, "stairs")

/* --- tracers that are wrong --- */

/* Stops every move at its start. */
static void trace_wall(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    BspTransition *tr = &answer->tr;
    (void)data;
    BspVec back = bsp_vec_sub(from, to);
    double length = bsp_vec_length(back);
    *tr = bsp_transition_empty(to);
    if (length == 0)
        return;
    tr->type = BSP_EMPTY_TO_SOLID;
    tr->t = 0;
    tr->point = from;
    tr->plane.normal = bsp_vec_scale(back, 1 / length);
    tr->plane.dist = bsp_vec_dot(tr->plane.normal, from);
}

/* Stops no move. */
static void trace_nothing(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    (void)data, (void)from;
    answer->tr = bsp_transition_empty(to);
}

static CompareWalks walk_in(const Place *place, BspTraceFunc trace, double skin, guint n_frames)
{
    const BspShape box = scene_cube(16);
    g_autoptr(CompareIdeal) ideal = compare_ideal_new(place->solid, &box, 0);
    const CompareWalker walker = { .tracer = { trace, NULL, NULL, NULL },
                                   .ideal = ideal,
                                   .skin = skin };
    CompareWalks walks = { 0 };
    compare_walk(&walker, &place->walk, 1, n_frames, &walks);
    return walks;
}

static CompareWalks walk_wrongly(BspTraceFunc trace, double skin)
{
    g_autoptr(Place) place = place_of_kind(place_kind_find("ring-inside"), 1);
    return walk_in(place, trace, skin, 500);
}

Test(walkers, wrong_tracers_are_noticed)
{
    CompareWalks wall = walk_wrongly(trace_wall, 0), nothing = walk_wrongly(trace_nothing, 0),
                 skin = walk_wrongly(trace_nothing, 0.125);
    cr_expect(wall.stuck > 0 && wall.lost >= COMPARE_WALK_STUCK * wall.stuck);
    cr_expect(wall.in_solid == 0 && wall.too_near == 0);
    cr_expect(nothing.in_solid > 0 && nothing.stuck == 0 && nothing.too_near == 0);
    cr_expect_gt(skin.too_near, 0u);
}

/* --- headings --- */

static guint n_along[5]; /* frames along x, -x, y and -y, and along no axis */

static BspVec count_heading(BspVec heading, BspVec at)
{
    (void)at;
    guint i = heading.y == 0 ? heading.x < 0 : heading.x == 0 ? 2 + (heading.y < 0) : 4;
    n_along[i]++;
    return heading;
}

/* Half of the headings are along the four axes. */
Test(walkers, headings_are_of_all_kinds)
{
    g_autoptr(Place) place = place_of_kind(place_kind_find("ring-inside"), 1);
    place->walk.wish = count_heading;
    walk_in(place, trace_nothing, 0, 20000);
    for (guint i = 0; i < 5; i++)
        cr_expect_gt(n_along[i], 1000u, "%u: %u", i, n_along[i]);
}

/* --- levels --- */

ParameterizedTestParameters(level_walkers, levels)
{
    return cr_make_param_array(RealLevel, real_levels, N_REAL_LEVELS);
}

ParameterizedTest(const RealLevel *level, level_walkers, levels)
{
    g_autoptr(CompareScenario) scenario = real_level_scenario(level->name);
    BspSolid *solid = scenario->world->solid;
    guint64 wanted = number_of("BSP_WALKER_FRAMES", SANITIZED ? 500 : 5000), n = 0;
    guint64 seed = number_of("BSP_WALKER_SEED", 1);
    const CompareWalkPlace place = compare_walk_level(solid, scenario->world->starts);
    Board board = { .place = level->name };
    guint n_tracers = 0;
    while (walk_tracers[n_tracers].name)
        n_tracers++;
    guint each = (guint)wanted / (n_tracers * COMPARE_N_GAITS) + 1;
    n = walk_place(&board, &place, solid, seed, each);
    cr_assert_geq(n, wanted, "nowhere to walk");
    conclude(&board);
}
