/* map: reads worlds from .map files.
 *
 * The world consists of the solid brushes of worldspawn and of the entities that the game's
 * compiler merges into it, such as func_group. The other entities with brushes, such as doors, are
 * models. A model can be read in place of the world, and the brushes of a class can be added to the
 * world.
 *
 * map-rules.c decides which brushes are solid.
 *
 * A test with 13 levels of OpenArena that were published with their .map (tests/test-world-levels)
 * shows how exact these rules are. In 10 levels, the brushes are exactly those of the compiled
 * .bsp. In the other three, the shaders of mods make 286 of 2816 brushes hollow (gig01/water1_flow,
 * q3j/jumppad, ...). There are no other differences. */
#include <string.h>

#include "bsp-brush-table.h"
#include "geometry/brush.h"
#include "geometry/fail.h"
#include "tools/bsp-file.h"
#include "world/classes.h"
#include "world/level.h"
#include "world/map-game.h"
#include "world/map-layers.h"
#include "world/map-rules.h"

typedef struct {
    BspReadLevel level;
    char *evidence; /* the clue that shows the game; NULL if the options name the game, or if it is
                       a guess */

    /* Numbers of brushes that are left out. */
    guint n_patches, n_empty;
    BspLeftOut other;    /* brushes of other entities or models */
    GTree *others;       /* classes of these entities, with the number of entities of each class */
    BspLeftOut in_layer; /* brushes in layers that are left out of exports */
    BspLeftOut omitted;  /* brushes of entities with the key _omitbrushes */
    BspLeftOut reversed; /* brushes whose planes must be reversed to make a brush */
    BspLeftOut left[BSP_MAP_N_CONTENTS];

    guint n_mixed, n_guessed, n_bevels;
    guint n_own;       /* solid brushes that are left out with entities whose class no game has */
    guint n_elsewhere; /* entities whose brushes are in other files */
} Reading;

/* --- brushes --- */

static BspBrushPlace brush_place(const BspMapEntity *entity, const BspMapBrush *brush)
{
    return (
        BspBrushPlace){ .number = brush->number, .entity = entity->number, .line = brush->line };
}

/* Counts all brushes of the entity as left out. */
static void leave_out(BspLeftOut *left, const BspMapEntity *entity)
{
    BspBrushPlace first = { .entity = entity->number, .line = entity->line };
    if (entity->n_brushes)
        first = brush_place(entity, &entity->brushes[0]);
    bsp_left_out_add(left, entity->n_all_brushes, &first);
}

/* Returns whether the planes make a brush if they are turned around. */
static gboolean is_reversed(const BspPlane *planes, guint n)
{
    g_autofree BspPlane *turned = g_new(BspPlane, n + 1);
    for (guint i = 0; i < n; i++)
        turned[i] = (BspPlane){ bsp_vec_scale(planes[i].normal, -1), -planes[i].dist };
    BspBrush *brush = bsp_brush_new_planes(turned, n, NULL);
    bsp_brush_free(brush);
    return brush != NULL;
}

/* Counts a brush as reversed. bsp_level_add_brush() has counted it as degenerate, so that count is
 * reduced. */
static void count_reversed(Reading *reading, const BspBrushPlace *place)
{
    if (--reading->level.n_degenerate == 0)
        g_clear_pointer(&reading->level.degenerate, g_free);
    bsp_left_out_add(&reading->reversed, 1, place);
}

/* Sets the textures of the brush that was added last. Flat faces have no sides. */
static void set_textures(Reading *reading, const BspMapBrush *brush)
{
    guint side = 0;
    for (guint i = 0; i < brush->n_faces; i++)
        if (!brush->faces[i].is_flat)
            bsp_level_set_texture(&reading->level, side++, brush->faces[i].surface->texture,
                                  G_MAXSIZE);
}

/* Adds a brush that stops a player. */
static void add_solid(Reading *reading, const BspBrushPlace *place, const BspMapBrush *brush,
                      const BspMapVerdict *verdict)
{
    guint32 contents =
        verdict->contents == BSP_MAP_CLIP ? BSP_CONTENTS_PLAYERCLIP : BSP_CONTENTS_SOLID;
    if (bsp_level_add_brush(&reading->level, place, contents, brush->planes, NULL,
                            brush->n_planes)) {
        reading->n_guessed += verdict->is_guessed ? 1 : 0;
        set_textures(reading, brush);
    } else if (is_reversed(brush->planes, brush->n_planes)) {
        count_reversed(reading, place);
    }
}

/* Classes of the games whose entities have brushes that compilers do not merge into the world.
 * Levels for other engines have classes of their own. */
#define CLASSES_OF_GAMES                                                                           \
    "trigger_*,func_door*,func_button,func_plat*,func_train*,func_wall*,func_rotating,"            \
    "func_breakable*,func_illusionary,func_static,func_bobbing,func_pendulum,func_water,"          \
    "func_conveyor,func_ladder,func_explosive,func_object,func_killbox,func_areaportal,"           \
    "func_pushable,func_tank*,func_trackchange,func_guntarget,func_friction,momentary_*"

/* Counts the solid brushes of an entity whose class no game has. A game would leave them out of the
 * world, too. */
static void count_unknown_class(Reading *reading, const BspMapEntity *entity, const char *classname)
{
    gboolean is_own = entity->n_brushes && !bsp_classes_have(CLASSES_OF_GAMES, classname);
    for (guint i = 0; is_own && i < entity->n_brushes; i++) {
        BspMapVerdict verdict =
            bsp_map_brush_verdict(reading->level.game, entity, &entity->brushes[i]);
        reading->n_own += bsp_map_contents_stop(verdict.contents) ? 1 : 0;
    }
}

static gboolean add_brush(Reading *reading, const BspMapEntity *entity, const BspMapBrush *brush,
                          GError **error)
{
    if (brush->n_planes > BSP_BRUSH_MAX_SIDES)
        return bsp_map_fail(reading->level.file, entity, brush, error, BSP_ERROR_LIMIT,
                            "%u faces are more than the limit of %d", brush->n_planes,
                            BSP_BRUSH_MAX_SIDES);
    BspMapVerdict verdict = bsp_map_brush_verdict(reading->level.game, entity, brush);
    BspBrushPlace place = brush_place(entity, brush);
    reading->n_mixed += verdict.is_mixed ? 1 : 0;
    reading->n_bevels += verdict.has_bevel ? 1 : 0;
    if (bsp_map_contents_stop(verdict.contents))
        add_solid(reading, &place, brush, &verdict);
    else
        bsp_left_out_add(&reading->left[verdict.contents], 1, &place);
    return TRUE;
}

static gboolean add_brushes(Reading *reading, const BspMapEntity *entity, GError **error)
{
    reading->n_patches += entity->n_patches;
    reading->n_empty += entity->n_empty;
    for (guint i = 0; i < entity->n_brushes; i++)
        if (!add_brush(reading, entity, &entity->brushes[i], error))
            return FALSE;
    return TRUE;
}

/* --- models --- */

/* Finds the centre of the entity's ORIGIN brush. If there is one, compilers move the model such
 * that this point is at 0 0 0, and store the point as its origin. */
static gboolean find_pivot(BspGame game, const BspMapEntity *entity, BspVec *pivot)
{
    for (guint i = 0; i < entity->n_brushes; i++) {
        const BspMapBrush *brush = &entity->brushes[i];
        if (brush->n_planes > BSP_BRUSH_MAX_SIDES ||
            bsp_map_brush_verdict(game, entity, brush).contents != BSP_MAP_ORIGIN)
            continue;
        BspBrush *box = bsp_brush_new_planes(brush->planes, brush->n_planes, NULL);
        if (!box)
            continue;
        *pivot = bsp_vec_scale(bsp_vec_add(box->bounds.mins, box->bounds.maxs), 0.5);
        bsp_brush_free(box);
        return TRUE;
    }
    return FALSE;
}

/* Adds the model to the list of models. Returns its number; 0 if the entity is not a model. */
static guint list_model(Reading *reading, const BspMapEntity *entity)
{
    BspModels *models = &reading->level.models;
    guint number = models->models->len + 1;
    if (!bsp_map_entity_is_model(reading->level.game, entity) || number > BSP_MODELS_MAX)
        return 0;
    BspWorldModel model = { .number = number };
    g_array_append_val(models->models, model);
    BspWorldModel *listed = &g_array_index(models->models, BspWorldModel, number - 1);
    bsp_model_describe(listed, entity);
    if (find_pivot(reading->level.game, entity, &listed->origin) && number == models->selected)
        models->origin = bsp_vec_scale(listed->origin, -1);
    return number;
}

/* --- entities --- */

static gboolean is_omitted(const Reading *reading, const BspMapEntity *entity)
{
    const char *omit = bsp_map_entity_value(entity, "_omitbrushes");
    return omit && g_ascii_strtoll(omit, NULL, 10) &&
           (reading->level.game == BSP_GAME_QUAKE || reading->level.game == BSP_GAME_QUAKE2);
}

/* Returns whether the entity stands for brushes in another file. In ericw-tools it is a
 * misc_external_map. In q3map2 it is a misc_model whose spawnflags have the bit 2, which makes it
 * solid. */
static gboolean refers_to_file(const BspMapEntity *entity)
{
    const char *flags = bsp_map_entity_value(entity, "spawnflags");
    if (g_strcmp0(entity->classname, "misc_model") == 0)
        return flags && (g_ascii_strtoll(flags, NULL, 10) & 2);
    return g_strcmp0(entity->classname, "misc_external_map") == 0;
}

/* Returns whether the entity is a decal. q3map2 projects the patches of decals on other faces, and
 * drops them. */
static gboolean is_decal(BspGame game, const char *classname)
{
    return game == BSP_GAME_QUAKE3 && strcmp(classname, "_decal") == 0;
}

static gboolean add_entity(Reading *reading, const BspMapLayers *layers, const BspMapEntity *entity,
                           GError **error)
{
    BspModels *models = &reading->level.models;
    const char *classname = entity->classname ? entity->classname : "no class";
    if (is_decal(reading->level.game, classname))
        return TRUE;
    if (entity->n_all_brushes && strcmp(classname, "worldspawn") != 0)
        bsp_class_counts_add(models->counts, classname);
    if (bsp_map_layers_omit(layers, entity)) {
        leave_out(&reading->in_layer, entity);
        return TRUE;
    }
    if (!bsp_level_add_entity(&reading->level, reading->level.file, entity, error))
        return FALSE;
    reading->n_elsewhere += refers_to_file(entity) ? 1 : 0;
    if (is_omitted(reading, entity)) {
        leave_out(&reading->omitted, entity);
        return TRUE;
    }
    guint number = list_model(reading, entity);
    gboolean wanted = models->selected ? number == models->selected
                                       : bsp_map_entity_is_world(reading->level.game, entity) ||
                                             bsp_classes_have(models->include, classname);
    if (wanted && bsp_map_entity_starts_hidden(reading->level.game, entity))
        models->n_hidden++;
    if (wanted)
        return add_brushes(reading, entity, error);
    leave_out(&reading->other, entity);
    count_unknown_class(reading, entity, classname);
    if (entity->n_all_brushes)
        bsp_class_counts_add(reading->others, classname);
    return TRUE;
}

static gboolean add_entities(Reading *reading, const BspMapFile *map, GError **error)
{
    g_autoptr(BspMapLayers) layers = bsp_map_layers_new(map);
    for (guint i = 0; i < map->entities->len; i++)
        if (!add_entity(reading, layers, &g_array_index(map->entities, BspMapEntity, i), error))
            return FALSE;
    return TRUE;
}

/* --- messages --- */

#define OWN_CLASSES                                                                                \
    " (nearly all solid brushes are left out, because no game has their classes; #+* after the "   \
    "name of the file reads all classes, #+CLASS one class)"

/* Returns whether at most a tenth of the solid brushes is read, because the others belong to
 * classes that no game has. None of the 171 maps of games that were tried is such a level. */
static gboolean is_of_own_classes(const Reading *reading, const BspWorld *world)
{
    return reading->n_own > 9 * bsp_solid_n_brushes(world->solid);
}

static void report_left_out(const Reading *reading, BspWorld *world)
{
    g_autofree char *others = bsp_class_counts_text(reading->others);
    g_autofree char *other =
        reading->level.models.selected
            ? g_strdup("they belong to the world or to other models")
            : g_strdup_printf("they belong to entities that move, trigger or are "
                              "otherwise not part of the world: %s%s",
                              others, is_of_own_classes(reading, world) ? OWN_CLASSES : "");
    bsp_world_leave_out(world, reading->n_patches,
                        "patches (curved surfaces) left out: %u, because they are not brushes",
                        reading->n_patches);
    bsp_world_leave_out(world, reading->n_empty, "brushes left out: %u, because they have no faces",
                        reading->n_empty);
    bsp_world_report_left_out(world, &reading->other, other);
    bsp_world_report_left_out(world, &reading->in_layer,
                              "their layer is left out of exports (_tb_layer_omit_from_export)");
    bsp_world_report_left_out(world, &reading->omitted, "their entity has the key _omitbrushes");
    for (guint i = 0; i < BSP_MAP_N_CONTENTS; i++)
        bsp_world_report_left_out(world, &reading->left[i],
                                  bsp_map_contents_reason((BspMapContents)i));
    bsp_level_report_degenerate(&reading->level, world);
    bsp_world_report_left_out(world, &reading->reversed,
                              "their faces point inward (the three points of a face must be "
                              "clockwise, seen from outside)");
}

static void report_doubts(const Reading *reading, BspWorld *world)
{
    BspGame game = reading->level.game;
    if (reading->evidence)
        bsp_world_remark(world, "brushes are solid by the rules of %s (%s)", bsp_game_name(game),
                         reading->evidence);
    else if (!reading->level.options->game)
        bsp_world_remark(world,
                         "brushes are solid by the rules of %s, which is a guess, because nothing "
                         "in the file shows its game",
                         bsp_game_name(game));
    if (reading->n_mixed)
        bsp_world_remark(world, "brushes with faces of different contents: %u; %s",
                         reading->n_mixed, bsp_map_mixed_text(game));
    if (reading->n_bevels)
        bsp_world_remark(world,
                         "brushes with BEVEL faces: %u; hlcsg does not move these faces outward in "
                         "clip hulls, but here boxes stay outside of all faces",
                         reading->n_bevels);
    if (reading->n_elsewhere)
        bsp_world_remark(world,
                         "entities left out: %u, because their brushes are in other files "
                         "(misc_external_map, solid misc_model)",
                         reading->n_elsewhere);
    if (reading->n_guessed)
        bsp_world_remark(world,
                         "brushes that count as solid, although %s could make them hollow: %u",
                         bsp_map_guess_text(game), reading->n_guessed);
}

/* --- the world --- */

/* Fails if the file does not have the models and classes that the options select. */
static gboolean check_selection(Reading *reading, GError **error)
{
    g_autofree char *problem = bsp_models_check_selected(&reading->level.models);
    if (!problem)
        problem = bsp_models_check_included(&reading->level.models);
    return !problem || bsp_fail(error, BSP_ERROR_VALUE, "%s: %s", reading->level.file, problem);
}

static BspWorld *read_file(Reading *reading, const char *text, gsize length, GError **error)
{
    const char *file = reading->level.file;
    if (BSP_WORLD_HAS_HULL(reading->level.options->flags)) {
        bsp_fail(error, BSP_ERROR_VALUE, "%s: cannot select a hull, because a .map has no hulls",
                 file);
        return NULL;
    }
    g_autoptr(BspMapFile) map = bsp_map_parse(file, text, length, error);
    if (!map)
        return NULL;
    reading->level.game = reading->level.options->game;
    if (!reading->level.game)
        reading->level.game = bsp_map_game(map, text, &reading->evidence);
    if (!add_entities(reading, map, error) || !check_selection(reading, error))
        return NULL;
    BspWorld *world = bsp_level_make_world(&reading->level);
    report_left_out(reading, world);
    report_doubts(reading, world);
    return world;
}

BspWorld *bsp_world_read_map(const char *path, const char *text, gsize length,
                             const BspWorldOptions *options, GError **error)
{
    Reading reading = { .others = bsp_class_counts_new() };
    bsp_level_open(&reading.level, path, options);
    /* Models are moved by 0 0 0, unless list_model() sets another origin. */
    reading.level.models.is_moved = TRUE;
    BspWorld *world = read_file(&reading, text, length, error);
    bsp_level_close(&reading.level);
    g_free(reading.evidence);
    g_tree_unref(reading.others);
    return world;
}
