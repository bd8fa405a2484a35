/* walk-tracers: all tracers that a character can walk with, over one solid. */
#include "walk-tracers.h"

#include <criterion/criterion.h>
#include <string.h>

#include "compile/solid.h"
#include "methods/method.h"
#include "scenes.h"

#define SKIN 0.125

const WalkTracer walk_tracers[] = {
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

struct WalkWorld {
    const BspSolid *solid;
    CompareScenario *scenario; /* without moves */
    BspShape shapes[WALK_SHAPES];
    CompareIdeal *ideals[WALK_SHAPES];
    GHashTable *methods; /* CompareMethod, by name; each is built when a tracer first needs it */
    BspBrushTable *table;
    /* The data of the latest tracer. */
    const CompareMethod *method;
    CompareCall call;
    BspMover mover;
    CompareIdealMover ideal_mover;
};

static void add_space(CompareScenario *s, const char *name, BspShape box)
{
    CompareSpace space = { g_strdup(name), box, 0 };
    g_array_append_val(s->spaces, space);
}

WalkWorld *walk_world_new(const BspSolid *solid)
{
    WalkWorld *world = g_new0(WalkWorld, 1);
    GArray *starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    world->solid = solid;
    world->shapes[WALK_BOX] = scene_player();
    world->shapes[WALK_SPHERE] = bsp_shape_sphere(16);
    world->shapes[WALK_CAPSULE] = bsp_shape_capsule(15, -24, 32);
    world->scenario = compare_scenario_new("walk");
    world->scenario->world = bsp_world_new("walk", g_ptr_array_ref(solid->brushes), starts);
    add_space(world->scenario, "player", world->shapes[WALK_BOX]);
    add_space(world->scenario, "crouched",
              bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 16)));
    for (guint i = WALK_SPHERE; i < WALK_SHAPES; i++) {
        CompareShape shape = { g_strdup("round"), world->shapes[i], NULL, 0 };
        g_array_append_val(world->scenario->shapes, shape);
    }
    world->methods =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)compare_method_free);
    world->table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    return world;
}

void walk_world_free(WalkWorld *world)
{
    for (guint i = 0; i < WALK_SHAPES; i++)
        compare_ideal_free(world->ideals[i]);
    g_hash_table_unref(world->methods);
    compare_scenario_free(world->scenario);
    bsp_brush_table_free(world->table);
    g_free(world);
}

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

static void trace_method(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    WalkWorld *world = data;
    world->call.move.from = from;
    world->call.move.to = to;
    *tr = world->method->klass->query(world->method->data, &world->call, NULL);
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
    return (BspTracer){ trace_method, world, NULL };
}

CompareWalker walk_world_walker(WalkWorld *world, const WalkTracer *tracer, CompareGait gait)
{
    CompareIdeal **ideal = &world->ideals[tracer->shape];
    if (!*ideal)
        *ideal = compare_ideal_new(world->solid, &world->shapes[tracer->shape], 0);
    return (CompareWalker){ tracer_of(world, tracer), *ideal, tracer->skin, tracer->floats, gait };
}
