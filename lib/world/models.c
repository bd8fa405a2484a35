/* models: lists the models of a level besides the world, and chooses those that are read. */
#include "world/models.h"

#include "world/classes.h"
#include "world/map-rules.h"
#include "world/names.h"

void bsp_models_open(BspModels *models, const BspWorldOptions *options)
{
    *models =
        (BspModels){ .selected = BSP_WORLD_MODEL_OF(options->flags),
                     .include = options->include && *options->include ? options->include : NULL,
                     .models = bsp_world_models_new(),
                     .included = g_array_new(FALSE, FALSE, sizeof(BspIncludedModel)),
                     .targets = bsp_names_new(g_free),
                     .counts = bsp_class_counts_new() };
}

void bsp_models_close(BspModels *models)
{
    g_array_unref(models->models);
    g_array_unref(models->included);
    g_tree_unref(models->counts);
    g_tree_unref(models->targets);
    g_free(models->missing);
}

void bsp_models_list(BspModels *models, guint n)
{
    for (guint i = 1; i < n && i <= BSP_MODELS_MAX; i++) {
        BspWorldModel model = { .number = i };
        g_array_append_val(models->models, model);
    }
}

char *bsp_models_check_selected(const BspModels *models)
{
    if (models->selected > models->models->len)
        return g_strdup_printf(
            "there is no model %u; the file has %u models, of which model 0 is the world",
            models->selected, models->models->len + 1);
    if (models->selected && models->include)
        return g_strdup_printf(
            "cannot add models of %s to model %u, because they are added only to the world",
            models->include, models->selected);
    return NULL;
}

/* --- entities --- */

/* Returns the number in a value such as "*3". Returns 0 if the entity has no model of the file. */
static guint model_number(const BspModels *models, const BspMapEntity *entity)
{
    guint64 number;
    const char *model = bsp_map_entity_value(entity, "model");
    if (!model || *model != '*' ||
        !g_ascii_string_to_unsigned(model + 1, 10, 1, BSP_MODELS_MAX, &number, NULL) ||
        number > models->models->len)
        return 0;
    return (guint)number;
}

/* Adds the model of an entity of an included class. At most one model above the limit is added, so
 * that bsp_models_check_included() can report it. */
static void include_model(BspModels *models, guint number, BspVec origin)
{
    BspIncludedModel included = { number, origin };
    if (models->included->len > BSP_MODELS_MAX_INCLUDED)
        return;
    g_array_append_val(models->included, included);
}

/* Returns the entity's angles in degrees, which are pitch, yaw and roll. */
static BspVec angles_of(const BspMapEntity *entity)
{
    BspVec angles;
    const char *one = bsp_map_entity_value(entity, "angle");
    if (bsp_map_entity_point(entity, "angles", &angles))
        return angles;
    /* An angle of -1 or -2 means up or down, and is no yaw. */
    double yaw = one ? g_ascii_strtod(one, NULL) : 0;
    return yaw > 0 && yaw <= 360 ? bsp_vec(0, yaw, 0) : bsp_vec(0, 0, 0);
}

/* Returns the direction of movement. An angle of -1 is up, and -2 down. */
static BspVec direction_of(const BspMapEntity *entity, BspVec angles)
{
    const char *one = bsp_map_entity_value(entity, "angle");
    double number = one ? g_ascii_strtod(one, NULL) : 0;
    double pitch = angles.x * G_PI / 180, yaw = angles.y * G_PI / 180;
    if (number == -1 || number == -2)
        return bsp_vec(0, 0, number == -1 ? 1 : -1);
    return bsp_vec(cos(pitch) * cos(yaw), cos(pitch) * sin(yaw), -sin(pitch));
}

/* Returns the number that is the value of the key. Returns 0 if there is no number within
 * +-BSP_WORLD_HALF. */
static double number_of(const BspMapEntity *entity, const char *key)
{
    double number = 0;
    const char *text = bsp_map_entity_value(entity, key);
    return text && bsp_map_read_numbers(text, BSP_WORLD_HALF, 1, &number) ? number : 0;
}

void bsp_model_describe(BspWorldModel *model, const BspMapEntity *entity)
{
    g_free(model->classname);
    g_free(model->targetname);
    g_free(model->target);
    model->classname = g_strdup(entity->classname);
    model->targetname = g_strdup(bsp_map_entity_value(entity, "targetname"));
    if (!bsp_map_entity_point(entity, "origin", &model->origin))
        model->origin = bsp_vec(0, 0, 0);
    model->angles = angles_of(entity);
    model->target = g_strdup(bsp_map_entity_value(entity, "target"));
    model->direction = direction_of(entity, model->angles);
    model->speed = number_of(entity, "speed");
    model->height = number_of(entity, "height");
    model->lip = number_of(entity, "lip");
}

void bsp_models_add_target(BspModels *models, const BspMapEntity *entity)
{
    BspVec at;
    const char *name = bsp_map_entity_value(entity, "targetname");
    const char *model = bsp_map_entity_value(entity, "model");
    if (!name || entity->n_all_brushes || (model && *model == '*') ||
        !bsp_map_entity_point(entity, "origin", &at) || g_tree_lookup(models->targets, name))
        return;
    g_tree_insert(models->targets, g_strdup(name), g_memdup2(&at, sizeof at));
}

static void find_targets(const BspModels *models)
{
    for (guint i = 0; i < models->models->len; i++) {
        BspWorldModel *model = &g_array_index(models->models, BspWorldModel, i);
        const BspVec *at = model->target ? g_tree_lookup(models->targets, model->target) : NULL;
        model->has_target = at != NULL;
        model->target_at = at ? *at : bsp_vec(0, 0, 0);
    }
}

void bsp_models_add_entity(BspModels *models, BspGame game, const BspMapEntity *entity)
{
    guint number = model_number(models, entity);
    if (!number)
        return;
    BspWorldModel *model = &g_array_index(models->models, BspWorldModel, number - 1);
    const char *classname = entity->classname ? entity->classname : "no class";
    bsp_model_describe(model, entity); /* if several entities have the model, the last one counts */
    bsp_class_counts_add(models->counts, classname);
    if (bsp_classes_have(models->include, classname)) {
        include_model(models, number, model->origin);
        models->n_hidden += bsp_map_entity_starts_hidden(game, entity) ? 1 : 0;
    }
}

static void count_repeated(BspModels *models)
{
    g_autofree guint8 *seen = g_new0(guint8, models->models->len + 1);
    for (guint i = 0; i < models->included->len; i++) {
        guint number = g_array_index(models->included, BspIncludedModel, i).number;
        models->n_again += seen[number];
        seen[number] = 1;
    }
}

char *bsp_models_check_included(BspModels *models)
{
    gboolean all;
    models->missing = bsp_class_counts_missing(models->counts, models->include, &all);
    if (models->included->len > BSP_MODELS_MAX_INCLUDED)
        return g_strdup_printf("more than %d entities have a model and a class of %s",
                               BSP_MODELS_MAX_INCLUDED, models->include);
    if (models->missing && all) {
        g_autofree char *classes = bsp_class_counts_text(models->counts);
        return g_strdup_printf("no entity with brushes has the class %s%s%s", models->missing,
                               *classes ? "; the classes are " : "", classes);
    }
    count_repeated(models);
    return NULL;
}

/* --- reading --- */

gboolean bsp_models_read(BspModels *models, BspModelFunc read, gpointer user_data)
{
    models->number = models->selected;
    gboolean ok = read(models->number, user_data);
    for (guint i = 0; ok && i < models->included->len; i++) {
        const BspIncludedModel *included = &g_array_index(models->included, BspIncludedModel, i);
        models->number = included->number;
        models->is_moved = TRUE;
        models->origin = included->origin;
        ok = read(models->number, user_data);
    }
    return ok;
}

/* --- the world --- */

/* Returns whether the game rotates the model by the angles of its entity. For other classes, such
 * as func_door, the angles are the direction of movement. */
static gboolean is_rotated(const BspWorldModel *model)
{
    return model->classname &&
           bsp_classes_have("func_rotating,func_door_rotating,func_pendulum,momentary_rot_door,"
                            "func_tank*",
                            model->classname) &&
           (model->angles.x < 0 || model->angles.x > 0 || model->angles.y < 0 ||
            model->angles.y > 0 || model->angles.z < 0 || model->angles.z > 0);
}

/* Adds a message if the game rotates the selected model or an included model. Quake does not rotate
 * models in collisions. */
static void report_rotated(const BspModels *models, BspWorld *world)
{
    guint n = 0, first = 0;
    for (guint i = 0; i <= models->included->len; i++) {
        guint number = i < models->included->len
                           ? g_array_index(models->included, BspIncludedModel, i).number
                           : models->selected;
        if (!number || number > models->models->len ||
            !is_rotated(&g_array_index(models->models, BspWorldModel, number - 1)))
            continue;
        first = n++ ? first : number;
    }
    if (!n || world->game == BSP_GAME_QUAKE)
        return;
    const BspWorldModel *model = &g_array_index(models->models, BspWorldModel, first - 1);
    bsp_world_remark(
        world,
        "models that are read unrotated, although the game rotates them: %u; the first is model %u "
        "(%s), rotated by %g %g %g; a program can place it with a BspFrame",
        n, first, model->classname, model->angles.x, model->angles.y, model->angles.z);
}

void bsp_models_finish(BspModels *models, BspWorld *world)
{
    if (models->selected) {
        bsp_world_remove_starts(world);
        g_autofree char *level_name = world->name;
        world->name = g_strdup_printf("%s *%u", level_name, models->selected);
    }
    if (models->included->len)
        bsp_world_remark(world, "models added to the world, because their class is included: %u",
                         models->included->len);
    if (models->missing)
        bsp_world_remark(world, "included classes that no entity with brushes has: %s",
                         models->missing);
    if (models->n_hidden)
        bsp_world_remark(world,
                         "%u entities are solid here, but not in the game until they are triggered "
                         "(spawnflags)",
                         models->n_hidden);
    report_rotated(models, world);
    find_targets(models);
    GArray *none = world->models;
    world->models = models->models;
    models->models = none;
}
