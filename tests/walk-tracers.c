/* walk-tracers: all tracers that a character can walk with, over one solid. */
#include "walk-tracers.h"

#include <criterion/criterion.h>

#include "bsp-inspect.h"
#include "build-shift.h"
#include "build/tree.h"
#include "onion-build.h"
#include "onion-tree.h"
#include "shift-tree.h"

#define SKIN 0.125

struct WalkWorld {
    const BspSolid *solid;
    BspShape box, sphere, capsule;
    OnionTree *onion, *article, *grown; /* grown: built for the box grown by the skin */
    BspTree *multi;
    ShiftTree *shift;
    BspBrushTable *sides;
    BspBrushes *brushes;
    CompareIdeal *ideals[3];
    CompareIdealMover ideal_mover;
    /* The data of the latest tracer. */
    OnionMover onion_mover;
    ShiftMover shift_mover;
    BspSkinMover skin_mover;
    OnionSkinMover onion_skin_mover;
    ShiftSkinMover shift_skin_mover;
};

WalkWorld *walk_world_new(const BspSolid *solid)
{
    WalkWorld *world = g_new0(WalkWorld, 1);
    world->solid = solid;
    world->box = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
    world->sphere = bsp_shape_sphere(16);
    world->capsule = bsp_shape_capsule(15, -24, 32);
    return world;
}

void walk_world_free(WalkWorld *world)
{
    for (guint i = 0; i < G_N_ELEMENTS(world->ideals); i++)
        compare_ideal_free(world->ideals[i]);
    g_clear_pointer(&world->onion, onion_tree_free);
    g_clear_pointer(&world->article, onion_tree_free);
    g_clear_pointer(&world->grown, onion_tree_free);
    g_clear_pointer(&world->multi, bsp_tree_free);
    g_clear_pointer(&world->shift, shift_tree_free);
    g_clear_pointer(&world->sides, bsp_brush_table_free);
    g_clear_pointer(&world->brushes, bsp_brushes_free);
    g_free(world);
}

/* --- trees and tables --- */

static OnionTree *build_onion(const WalkWorld *world, OnionBuilder builder)
{
    OnionSpace spaces[] = { { "player", world->box.bounds, 0 },
                            { "crouched", { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 16) }, 0 } };
    OnionOptions options = onion_options_default();
    options.builder = builder;
    g_autoptr(GError) error = NULL;
    OnionTree *tree = onion_tree_build(world->solid, spaces, 2, &options, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}

static OnionTree *onion_of(WalkWorld *world)
{
    if (!world->onion)
        world->onion = build_onion(world, ONION_BUILDER_FAST);
    return world->onion;
}

static ShiftTree *shift_of(WalkWorld *world)
{
    if (!world->shift)
        world->shift = build_shift(world->solid, EDGES_SPIKES_TOPS | SHIFT_BEVEL_BOX, TRUE);
    return world->shift;
}

static BspBrushTable *sides_of(WalkWorld *world)
{
    if (!world->sides)
        world->sides = bsp_brush_table_new(world->solid, BSP_TABLE_ALL_SHAPES);
    return world->sides;
}

/* --- tracers --- */

static void init_onion(WalkWorld *world, BspTracer *tracer)
{
    world->onion_mover = (OnionMover){ onion_of(world), 0 };
    *tracer = onion_mover_tracer(&world->onion_mover);
}

static void init_article(WalkWorld *world, BspTracer *tracer)
{
    if (!world->article)
        world->article = build_onion(world, ONION_BUILDER_ARTICLE);
    world->onion_mover = (OnionMover){ world->article, 0 };
    *tracer = onion_mover_tracer(&world->onion_mover);
}

static void trace_multi(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    *tr = bsp_tree_first_transition(((const WalkWorld *)data)->multi, from, to, NULL);
}

static void init_multi(WalkWorld *world, BspTracer *tracer)
{
    BspBuildOptions options = bsp_build_options_default();
    if (!world->multi)
        world->multi = bsp_tree_new_map(world->solid, &world->box.bounds, &options, NULL);
    cr_assert_not_null(world->multi);
    *tracer = (BspTracer){ trace_multi, world, NULL };
}

static void trace_brushes(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const WalkWorld *world = data;
    *tr = bsp_brushes_move(world->brushes, &world->box, 0, from, to, NULL);
}

static void init_brushes(WalkWorld *world, BspTracer *tracer)
{
    if (!world->brushes)
        world->brushes = bsp_brushes_new(world->solid, NULL, NULL);
    *tracer = (BspTracer){ trace_brushes, world, NULL };
}

static void init_shift(WalkWorld *world, BspTracer *tracer, const BspShape *shape, bool exact)
{
    world->shift_mover = (ShiftMover){ shift_of(world), shape, 0, exact };
    *tracer = shift_mover_tracer(&world->shift_mover);
}

static void init_shift_box(WalkWorld *world, BspTracer *tracer)
{
    init_shift(world, tracer, &world->box, false);
}

static void init_exact_box(WalkWorld *world, BspTracer *tracer)
{
    init_shift(world, tracer, &world->box, true);
}

static void init_exact_sphere(WalkWorld *world, BspTracer *tracer)
{
    init_shift(world, tracer, &world->sphere, true);
}

static void init_exact_capsule(WalkWorld *world, BspTracer *tracer)
{
    init_shift(world, tracer, &world->capsule, true);
}

static void init_sides(WalkWorld *world, BspTracer *tracer, const BspShape *shape, double skin)
{
    world->skin_mover = (BspSkinMover){ sides_of(world), shape, 0, skin };
    *tracer = bsp_skin_mover_tracer(&world->skin_mover);
}

static void init_sides_box(WalkWorld *world, BspTracer *tracer)
{
    init_sides(world, tracer, &world->box, 0);
}

static void init_sides_sphere(WalkWorld *world, BspTracer *tracer)
{
    init_sides(world, tracer, &world->sphere, 0);
}

static void init_sides_capsule(WalkWorld *world, BspTracer *tracer)
{
    init_sides(world, tracer, &world->capsule, 0);
}

static void init_skin_box(WalkWorld *world, BspTracer *tracer)
{
    init_sides(world, tracer, &world->box, SKIN);
}

static void init_skin_sphere(WalkWorld *world, BspTracer *tracer)
{
    init_sides(world, tracer, &world->sphere, SKIN);
}

static void init_skin_capsule(WalkWorld *world, BspTracer *tracer)
{
    init_sides(world, tracer, &world->capsule, SKIN);
}

static void init_onion_skin(WalkWorld *world, BspTracer *tracer)
{
    OnionSpace space = { "grown", bsp_skin_box(&world->box.bounds, SKIN), 0 };
    if (!world->grown)
        world->grown = onion_tree_build(world->solid, &space, 1, NULL, NULL);
    cr_assert_not_null(world->grown);
    world->onion_skin_mover =
        (OnionSkinMover){ { sides_of(world), &world->box, 0, SKIN }, world->grown, 0 };
    *tracer = onion_skin_mover_tracer(&world->onion_skin_mover);
}

static void init_shift_skin(WalkWorld *world, BspTracer *tracer)
{
    world->shift_skin_mover =
        (ShiftSkinMover){ { sides_of(world), &world->box, 0, SKIN }, shift_of(world) };
    *tracer = shift_skin_mover_tracer(&world->shift_skin_mover);
}

/* The reference itself, to check both the reference and the functions that move by a tracer. */
static void init_ideal(WalkWorld *world, BspTracer *tracer)
{
    world->ideal_mover = (CompareIdealMover){ world->ideals[0], 0, NULL };
    *tracer = compare_ideal_tracer(&world->ideal_mover);
}

const WalkTracer walk_tracers[] = {
    { "ideal", BSP_SHAPE_BOX, 0, FALSE, init_ideal },
    { "onion", BSP_SHAPE_BOX, 0, FALSE, init_onion },
    { "article", BSP_SHAPE_BOX, 0, FALSE, init_article },
    { "multi", BSP_SHAPE_BOX, 0, FALSE, init_multi },
    { "brushes", BSP_SHAPE_BOX, 0, FALSE, init_brushes },
    { "shift-box", BSP_SHAPE_BOX, 0, FALSE, init_shift_box },
    { "exact-box", BSP_SHAPE_BOX, 0, FALSE, init_exact_box },
    { "exact-sphere", BSP_SHAPE_SPHERE, 0, FALSE, init_exact_sphere },
    { "exact-capsule", BSP_SHAPE_CAPSULE, 0, FALSE, init_exact_capsule },
    { "sides-box", BSP_SHAPE_BOX, 0, FALSE, init_sides_box },
    { "sides-sphere", BSP_SHAPE_SPHERE, 0, FALSE, init_sides_sphere },
    { "sides-capsule", BSP_SHAPE_CAPSULE, 0, FALSE, init_sides_capsule },
    { "skin-box", BSP_SHAPE_BOX, SKIN, FALSE, init_skin_box },
    { "skin-sphere", BSP_SHAPE_SPHERE, SKIN, FALSE, init_skin_sphere },
    { "skin-capsule", BSP_SHAPE_CAPSULE, SKIN, FALSE, init_skin_capsule },
    { "skin-onion", BSP_SHAPE_BOX, SKIN, FALSE, init_onion_skin },
    { "skin-shift", BSP_SHAPE_BOX, SKIN, FALSE, init_shift_skin },
    { "skin-box-floats", BSP_SHAPE_BOX, SKIN, TRUE, init_skin_box },
    { "skin-sphere-floats", BSP_SHAPE_SPHERE, SKIN, TRUE, init_skin_sphere },
    { "skin-capsule-floats", BSP_SHAPE_CAPSULE, SKIN, TRUE, init_skin_capsule },
    { "skin-onion-floats", BSP_SHAPE_BOX, SKIN, TRUE, init_onion_skin },
    { "skin-shift-floats", BSP_SHAPE_BOX, SKIN, TRUE, init_shift_skin },
    { NULL, BSP_SHAPE_BOX, 0, FALSE, NULL },
};

CompareWalker walk_world_walker(WalkWorld *world, const WalkTracer *tracer, CompareGait gait)
{
    guint i = tracer->kind == BSP_SHAPE_BOX ? 0 : tracer->kind == BSP_SHAPE_SPHERE ? 1 : 2;
    const BspShape *shapes[] = { &world->box, &world->sphere, &world->capsule };
    if (!world->ideals[i])
        world->ideals[i] = compare_ideal_new(world->solid, shapes[i], 0);
    CompareWalker walker = {
        .ideal = world->ideals[i], .skin = tracer->skin, .floats = tracer->floats, .gait = gait
    };
    tracer->init(world, &walker.tracer);
    return walker;
}
