/* walk-tracers: all tracers that a character can walk with, over one solid. */
#include "walk-tracers.h"

#include <criterion/criterion.h>

#include "bsp-inspect.h"
#include "build-shift.h"
#include "compile/tree.h"
#include "onion-build.h"
#include "onion-tree.h"
#include "scenes.h"
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
    world->box = scene_player();
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

static ShiftTree *shift_of(WalkWorld *world)
{
    if (!world->shift)
        world->shift = build_shift(world->solid, EDGES_SPIKES_TOPS | SHIFT_BEVEL_BOX, TRUE);
    return world->shift;
}

static BspBrushTable *table_of(WalkWorld *world)
{
    if (!world->sides)
        world->sides = bsp_brush_table_new(world->solid, BSP_TABLE_ALL_SHAPES);
    return world->sides;
}

/* --- tracers --- */

static void trace_multi(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    *tr = bsp_tree_first_transition(((const WalkWorld *)data)->multi, from, to, NULL);
}

static void trace_brushes(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const WalkWorld *world = data;
    *tr = bsp_brushes_move(world->brushes, &world->box, 0, from, to, NULL);
}

static BspTracer onion_tracer(WalkWorld *world, OnionTree **tree, OnionBuilder builder)
{
    if (!*tree)
        *tree = build_onion(world, builder);
    world->onion_mover = (OnionMover){ *tree, 0 };
    return onion_mover_tracer(&world->onion_mover);
}

static BspTracer multi_tracer(WalkWorld *world)
{
    BspBuildOptions options = bsp_build_options_default();
    if (!world->multi)
        world->multi = bsp_tree_new_map(world->solid, &world->box.bounds, &options, NULL);
    cr_assert_not_null(world->multi);
    return (BspTracer){ trace_multi, world, NULL };
}

static BspTracer brushes_tracer(WalkWorld *world)
{
    if (!world->brushes)
        world->brushes = bsp_brushes_new(world->solid, NULL, NULL);
    return (BspTracer){ trace_brushes, world, NULL };
}

static BspTracer onion_skin_tracer(WalkWorld *world, BspSkinMover mover)
{
    OnionSpace space = { "grown", bsp_skin_box(&world->box.bounds, SKIN), 0 };
    if (!world->grown)
        world->grown = onion_tree_build(world->solid, &space, 1, NULL, NULL);
    cr_assert_not_null(world->grown);
    world->onion_skin_mover = (OnionSkinMover){ mover, world->grown, 0 };
    return onion_skin_mover_tracer(&world->onion_skin_mover);
}

static BspTracer tracer_of(WalkWorld *world, const WalkTracer *t, const BspShape *shape)
{
    switch (t->method) {
    case WALK_ONION:
        return onion_tracer(world, &world->onion, ONION_BUILDER_FAST);
    case WALK_ARTICLE:
        return onion_tracer(world, &world->article, ONION_BUILDER_ARTICLE);
    case WALK_MULTI:
        return multi_tracer(world);
    case WALK_BRUSHES:
        return brushes_tracer(world);
    case WALK_SHIFT:
    case WALK_SHIFT_EXACT:
        world->shift_mover = (ShiftMover){ shift_of(world), shape, 0, t->method != WALK_SHIFT };
        return shift_mover_tracer(&world->shift_mover);
    case WALK_TABLE:
        world->skin_mover = (BspSkinMover){ table_of(world), shape, 0, t->skin };
        return bsp_skin_mover_tracer(&world->skin_mover);
    case WALK_ONION_SKIN:
        return onion_skin_tracer(world, (BspSkinMover){ table_of(world), shape, 0, t->skin });
    case WALK_SHIFT_SKIN:
        world->shift_skin_mover =
            (ShiftSkinMover){ { table_of(world), shape, 0, t->skin }, shift_of(world) };
        return shift_skin_mover_tracer(&world->shift_skin_mover);
    default:
        world->ideal_mover = (CompareIdealMover){ world->ideals[0], 0, NULL };
        return compare_ideal_tracer(&world->ideal_mover);
    }
}

const WalkTracer walk_tracers[] = {
    { "ideal", BSP_SHAPE_BOX, 0, FALSE, WALK_IDEAL },
    { "onion", BSP_SHAPE_BOX, 0, FALSE, WALK_ONION },
    { "article", BSP_SHAPE_BOX, 0, FALSE, WALK_ARTICLE },
    { "multi", BSP_SHAPE_BOX, 0, FALSE, WALK_MULTI },
    { "brushes", BSP_SHAPE_BOX, 0, FALSE, WALK_BRUSHES },
    { "shift-box", BSP_SHAPE_BOX, 0, FALSE, WALK_SHIFT },
    { "exact-box", BSP_SHAPE_BOX, 0, FALSE, WALK_SHIFT_EXACT },
    { "exact-sphere", BSP_SHAPE_SPHERE, 0, FALSE, WALK_SHIFT_EXACT },
    { "exact-capsule", BSP_SHAPE_CAPSULE, 0, FALSE, WALK_SHIFT_EXACT },
    { "sides-box", BSP_SHAPE_BOX, 0, FALSE, WALK_TABLE },
    { "sides-sphere", BSP_SHAPE_SPHERE, 0, FALSE, WALK_TABLE },
    { "sides-capsule", BSP_SHAPE_CAPSULE, 0, FALSE, WALK_TABLE },
    { "skin-box", BSP_SHAPE_BOX, SKIN, FALSE, WALK_TABLE },
    { "skin-sphere", BSP_SHAPE_SPHERE, SKIN, FALSE, WALK_TABLE },
    { "skin-capsule", BSP_SHAPE_CAPSULE, SKIN, FALSE, WALK_TABLE },
    { "skin-onion", BSP_SHAPE_BOX, SKIN, FALSE, WALK_ONION_SKIN },
    { "skin-shift", BSP_SHAPE_BOX, SKIN, FALSE, WALK_SHIFT_SKIN },
    { "skin-box-floats", BSP_SHAPE_BOX, SKIN, TRUE, WALK_TABLE },
    { "skin-sphere-floats", BSP_SHAPE_SPHERE, SKIN, TRUE, WALK_TABLE },
    { "skin-capsule-floats", BSP_SHAPE_CAPSULE, SKIN, TRUE, WALK_TABLE },
    { "skin-onion-floats", BSP_SHAPE_BOX, SKIN, TRUE, WALK_ONION_SKIN },
    { "skin-shift-floats", BSP_SHAPE_BOX, SKIN, TRUE, WALK_SHIFT_SKIN },
    { NULL, BSP_SHAPE_BOX, 0, FALSE, WALK_IDEAL },
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
    walker.tracer = tracer_of(world, tracer, shapes[i]);
    return walker;
}
