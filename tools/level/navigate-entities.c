/* navigate-entities: finds the teleporters, pads, doors and lifts of a level, for navigation
 * graphs. */
#include "level/navigate-entities.h"

#include <math.h>
#include <string.h>

#include "command/command.h"
#include "command/report.h"
#include "text/selection.h"
#include "tools/bsp-file.h"
#include "tools/bsp-inspect.h"
#include "world/classes.h"

/* Defaults of id Tech 3 and of Quake, in units, and in units per second. */
#define LIFT_LIP 8.0
#define LIFT_SPEED 200.0
#define QUAKE_PUSH 10.0 /* a trigger_push of Quake throws a body at its speed times this factor */
#define QUAKE_MOST_PUSH 2000.0 /* the greatest speed of a body in Quake, in units per second */

/* Units. A lift or teleporter lets a body go this far above the floor, so that it is in no
 * solid. */
#define ABOVE 1.0

typedef struct {
    const BspWorldModel *model;
    BspGame game;
    BspNavEntity entity; /* the entity, with its number and bounds */
    BspBounds box;       /* the box around the boxes of all walkers */
    double gravity, speed;
    GArray *all; /* array of BspNavEntity */
} Finding;

static void add_teleporter(Finding *f)
{
    f->entity.type = BSP_NAV_TELEPORT;
    f->entity.to = f->model->target_at;
    if (f->model->has_target)
        g_array_append_val(f->all, f->entity);
}

/* Adds a pad. A pad of id Tech 3 throws a body so that its highest point is at the target. A pad of
 * Quake throws in its own direction. */
static void add_pad(Finding *f)
{
    const BspBounds *b = &f->entity.bounds;
    BspVec from = bsp_vec_lerp(b->mins, b->maxs, 0.5);
    BspVec way = bsp_vec_sub(f->model->target_at, from);
    f->entity.type = BSP_NAV_PAD;
    if (f->model->has_target && way.z > 0 && f->gravity > 0) {
        double seconds = sqrt(2 * way.z / f->gravity);
        f->entity.velocity = bsp_vec(way.x / seconds, way.y / seconds, seconds * f->gravity);
    } else if (f->game == BSP_GAME_QUAKE && f->model->speed > 0) {
        f->entity.velocity =
            bsp_vec_scale(f->model->direction, fmin(QUAKE_PUSH * f->model->speed, QUAKE_MOST_PUSH));
    } else {
        return;
    }
    g_array_append_val(f->all, f->entity);
}

/* Adds a lift. In the file, a lift is at its top; in the game, it waits at its bottom. It may let a
 * body go at each of its four sides. The graph gets a link for each side at which it finds a
 * floor. */
static void add_lift(Finding *f)
{
    const BspBounds top = f->entity.bounds;
    double lip = f->model->lip != 0 ? f->model->lip : LIFT_LIP;
    double height = f->model->height != 0 ? f->model->height : top.maxs.z - top.mins.z - lip;
    double speed = f->model->speed > 0 ? f->model->speed : LIFT_SPEED;
    if (height <= 0)
        return;
    f->entity.type = BSP_NAV_LIFT;
    f->entity.bounds.mins.z = top.maxs.z - height;
    f->entity.bounds.maxs.z = f->entity.bounds.mins.z + ABOVE;
    f->entity.cost = height / speed * f->speed;
    for (guint i = 0; i < 4; i++) {
        guint axis = i / 2;
        f->entity.to = bsp_vec_lerp(top.mins, top.maxs, 0.5);
        f->entity.to.z = top.maxs.z - f->box.mins.z + ABOVE;
        f->entity.to.v[axis] = i % 2 ? top.maxs.v[axis] - f->box.mins.v[axis] + ABOVE
                                     : top.mins.v[axis] - f->box.maxs.v[axis] - ABOVE;
        g_array_append_val(f->all, f->entity);
    }
}

static void add_door(Finding *f)
{
    f->entity.type = BSP_NAV_WALK;
    g_array_append_val(f->all, f->entity);
}

static const struct {
    const char *class; /* the beginning of the classname */
    void (*add)(Finding *f);
} kinds[] = { { "trigger_teleport", add_teleporter },
              { "trigger_push", add_pad },
              { "func_plat", add_lift },
              { "func_door", add_door } };

/* Reads the bounds of the model. Returns FALSE if the model has no brushes that can be read. */
static gboolean read_bounds(Finding *f, const char *path)
{
    guint flags = BSP_WORLD_ALL_CONTENTS | BSP_WORLD_MODEL(f->model->number);
    BspWorld *model = compare_command_read_world(path, flags, NULL);
    gboolean ok = model && bsp_solid_n_brushes(model->solid) > 0;
    if (ok) {
        const BspBounds *b = bsp_solid_bounds(model->solid);
        f->entity.bounds.mins = bsp_vec_add(b->mins, f->model->origin);
        f->entity.bounds.maxs = bsp_vec_add(b->maxs, f->model->origin);
    }
    bsp_world_free(model);
    return ok;
}

GArray *level_navigation_entities(const char *path, const BspWorld *world,
                                  const BspNavWalker *walkers, guint n, guint *n_left)
{
    guint n_read = 0;
    GArray *all = g_array_new(FALSE, FALSE, sizeof(BspNavEntity));
    Finding f = {
        .game = world->game, .box = bsp_bounds_empty(), .gravity = walkers[0].gravity, .all = all
    };
    for (guint i = 0; i < n; i++) {
        bsp_bounds_add(&f.box, &walkers[i].box);
        f.speed = fmax(f.speed, walkers[i].speed);
    }
    BspWorldOptions options = { 0 };
    compare_selection(path, &options);
    for (guint i = 0; i < world->models->len; i++) {
        f.model = &g_array_index(world->models, BspWorldModel, i);
        if (!f.model->classname || BSP_WORLD_MODEL_OF(world->flags) ||
            (options.include && bsp_classes_have(options.include, f.model->classname)))
            continue; /* this model is part of the solid, or the solid is itself a model */
        for (guint k = 0; k < G_N_ELEMENTS(kinds); k++) {
            f.entity = (BspNavEntity){ .entity = f.model->number };
            if (!g_str_has_prefix(f.model->classname, kinds[k].class))
                continue;
            if (n_read++ < LEVEL_MOST_ENTITIES && read_bounds(&f, path))
                kinds[k].add(&f);
            else
                ++*n_left;
        }
    }
    bsp_world_options_clear(&options);
    return all;
}
