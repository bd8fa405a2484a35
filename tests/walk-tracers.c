/* walk-tracers: all tracers that a character can walk with, over one solid. */
#include "walk-tracers.h"
#include "table-move.h"

#include <criterion/criterion.h>

#include "build-shift.h"
#include "compile/tree.h"
#include "onion-build.h"
#include "onion-tree.h"
#include "scenes.h"
#include "shift-tree.h"
#include "tools/bsp-inspect.h"

#define SKIN 0.125

struct WalkWorld {
    const BspSolid *solid;
    BspShape box, sphere, capsule;
    OnionTree *onion, *article;
    BspTree *multi;
    ShiftTree *shift;
    BspBrushTable *sides;
    CompareIdeal *ideals[3];
    CompareIdealMover ideal_mover;
    /* The data of the latest tracer. */
    const OnionTree *walked;
    const BspShape *shape;
    BspMover mover;
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
    g_clear_pointer(&world->multi, bsp_tree_free);
    g_clear_pointer(&world->shift, shift_tree_free);
    g_clear_pointer(&world->sides, bsp_brush_table_free);
    g_free(world);
}

/* --- trees and tables --- */

static OnionTree *build_onion(const WalkWorld *world, OnionBuilder builder)
{
    OnionSpace spaces[] = { { "player", world->box.bounds, 0 },
                            { "crouched", { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 16) }, 0 } };
    OnionOptions options = { 0 };
    options.builder = builder;
    g_autoptr(GError) error = NULL;
    OnionTree *tree = onion_tree_build(world->solid, spaces, 2, &options, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}

static ShiftTree *shift_of(WalkWorld *world)
{
    if (!world->shift)
        world->shift = build_shift(world->solid, SHIFT_BEVEL_USUAL | SHIFT_BEVEL_BOX, TRUE);
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
    *tr = table_move(world->sides, &world->box, from, to);
}

static void trace_onion(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    *tr = onion_tree_first_transition(((const WalkWorld *)data)->walked, 0, from, to, NULL);
}

static void trace_shift(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const WalkWorld *world = data;
    *tr = shift_tree_hit_check(world->shift, world->shape, from, to, NULL);
}

static void trace_shift_exact(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const WalkWorld *world = data;
    *tr = shift_tree_hit_check_exact(world->shift, world->sides, world->shape, from, to, NULL);
}

static BspTracer onion_tracer(WalkWorld *world, OnionTree **tree, OnionBuilder builder)
{
    if (!*tree)
        *tree = build_onion(world, builder);
    world->walked = *tree;
    return (BspTracer){ trace_onion, world, NULL };
}

static BspTracer shift_tracer(WalkWorld *world, const BspShape *shape, gboolean exact)
{
    shift_of(world);
    world->shape = shape;
    return (BspTracer){ exact ? trace_shift_exact : trace_shift, world, NULL };
}

static BspTracer multi_tracer(WalkWorld *world)
{
    BspBuildOptions options = { 0 };
    if (!world->multi)
        world->multi = bsp_tree_new_map(world->solid, &world->box.bounds, &options, NULL);
    cr_assert_not_null(world->multi);
    return (BspTracer){ trace_multi, world, NULL };
}

static BspTracer brushes_tracer(WalkWorld *world)
{
    table_of(world);
    return (BspTracer){ trace_brushes, world, NULL };
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
        table_of(world);
        return shift_tracer(world, shape, t->method != WALK_SHIFT);
    case WALK_TABLE:
        world->mover = (BspMover){ .table = table_of(world), .shape = shape, .skin = t->skin };
        return bsp_mover_tracer(&world->mover);
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
    { "skin-box-floats", BSP_SHAPE_BOX, SKIN, TRUE, WALK_TABLE },
    { "skin-sphere-floats", BSP_SHAPE_SPHERE, SKIN, TRUE, WALK_TABLE },
    { "skin-capsule-floats", BSP_SHAPE_CAPSULE, SKIN, TRUE, WALK_TABLE },
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
