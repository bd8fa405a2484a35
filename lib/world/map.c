/* map: worlds from .map files.
 *
 * The world consists of the solid brushes of worldspawn and of the entities that the game's
 * compiler merges into it, such as func_group. The other entities with brushes, such as doors, are
 * models. A model can be read in place of the world, and the brushes of a class can be added to the
 * world.
 *
 * The text is parsed twice: first to find the game and the layers that are left out, then to make
 * the brushes. map-rules.c decides which brushes are solid.
 *
 * A test with 13 levels of OpenArena that were published with their .map (tests/test-world-levels)
 * shows: in 10, the brushes are exactly those of the compiled .bsp. In the other three, the shaders
 * of mods make 286 of 2816 brushes hollow (gig01/water1_flow, q3j/jumppad, ...). There are no other
 * differences. */
#include <stdlib.h>
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
    BspLevel level;
    const BspWorldOptions *options;
    BspGame game;
    char *evidence; /* why it is this game; NULL: the options say so, or it is a guess */
    BspMapClues clues;
    BspMapLayers *layers;
    guint model;    /* number of the selected model; 0: the world */
    BspVec shift;   /* is added to the planes of a model, which turns about its ORIGIN brush */
    GArray *models; /* BspWorldModel */

    /* brushes that are left out */
    guint n_patches, n_empty;
    BspLeftOut other;        /* of other entities or models */
    GHashTable *others;      /* classes of these entities, with the number of the entities */
    GHashTable *all;         /* classes of all models, with the number of their entities */
    char *missing;           /* classes to be added that no entity with brushes has; NULL: none */
    gboolean omits_included; /* an entity of a class to be added is not read, see omit() */
    BspLeftOut in_layer;     /* in layers that are left out of exports */
    BspLeftOut omitted;      /* with the key _omitbrushes */
    BspLeftOut left[BSP_MAP_N_CONTENTS];

    guint n_reversed; /* that are brushes only if their planes are turned around */
    char *reversed;   /* place of the first of these */
    guint n_mixed, n_guessed;
    guint n_elsewhere; /* entities whose brushes are in other files */
    guint n_hidden;    /* entities that are added, but hidden when the game starts */
} Reading;

/* --- brushes --- */

static const BspPlane *planes_of(const BspMapEntity *entity, const BspMapBrush *brush)
{
    return brush->n ? &g_array_index(entity->planes, BspPlane, brush->first) : NULL;
}

static BspBrushPlace brush_place(const BspMapEntity *entity, const BspMapBrush *brush)
{
    return (
        BspBrushPlace){ .number = brush->number, .entity = entity->number, .line = brush->line };
}

/* Counts all brushes of the entity as left out. */
static void leave_out(BspLeftOut *left, const BspMapEntity *entity)
{
    BspBrushPlace first = { .entity = entity->number, .line = entity->line };
    if (entity->brushes->len)
        first = brush_place(entity, &g_array_index(entity->brushes, BspMapBrush, 0));
    bsp_left_out_add(left, entity->n_brushes, &first);
}

/* Whether the planes make a brush if they are turned around. */
static gboolean is_reversed(const BspPlane *planes, guint n)
{
    g_autofree BspPlane *turned = g_new(BspPlane, n + 1);
    for (guint i = 0; i < n; i++)
        turned[i] = (BspPlane){ bsp_vec_scale(planes[i].normal, -1), -planes[i].dist };
    BspBrush *brush = bsp_brush_new_planes(turned, n, NULL);
    bsp_brush_free(brush);
    return brush != NULL;
}

/* Counts a brush as reversed, which bsp_level_add_brush() has counted as degenerate. */
static void count_reversed(Reading *reading, const BspBrushPlace *place)
{
    if (--reading->level.n_degenerate == 0)
        g_clear_pointer(&reading->level.degenerate, g_free);
    if (!reading->n_reversed++)
        reading->reversed = bsp_brush_place_text(place);
}

/* Sets the textures of the brush that was added last. Flat faces are no sides. */
static void set_textures(Reading *reading, const BspMapEntity *entity, const BspMapBrush *brush)
{
    guint side = 0;
    for (guint i = 0; i < brush->n_faces; i++) {
        const BspMapFace *face = &g_array_index(entity->faces, BspMapFace, brush->first_face + i);
        if (!face->is_flat)
            bsp_level_set_texture(&reading->level, side++, face->texture, face->texture_length);
    }
}

/* Adds a brush that stops a player. */
static void add_solid(Reading *reading, const BspMapEntity *entity, const BspMapBrush *brush,
                      const BspMapVerdict *verdict)
{
    BspBrushPlace place = brush_place(entity, brush);
    g_autofree BspPlane *planes = g_new(BspPlane, brush->n + 1);
    for (guint i = 0; i < brush->n; i++) {
        planes[i] = planes_of(entity, brush)[i];
        planes[i].dist += bsp_vec_dot(planes[i].normal, reading->shift);
    }
    guint32 contents =
        verdict->contents == BSP_MAP_CLIP ? BSP_CONTENTS_PLAYERCLIP : BSP_CONTENTS_SOLID;
    if (bsp_level_add_brush(&reading->level, &place, contents, planes, NULL, brush->n)) {
        reading->n_guessed += verdict->is_guessed ? 1 : 0;
        set_textures(reading, entity, brush);
    } else if (is_reversed(planes, brush->n)) {
        count_reversed(reading, &place);
    }
}

static gboolean add_brush(Reading *reading, const BspMapEntity *entity, const BspMapBrush *brush,
                          GError **error)
{
    if (brush->n > BSP_BRUSH_MAX_SIDES)
        return bsp_map_fail(reading->level.file, entity, brush, error, BSP_ERROR_LIMIT,
                            "%u faces are more than the limit of %d", brush->n,
                            BSP_BRUSH_MAX_SIDES);
    BspMapVerdict verdict = bsp_map_brush_verdict(reading->game, entity, brush);
    BspBrushPlace place = brush_place(entity, brush);
    reading->n_mixed += verdict.is_mixed ? 1 : 0;
    if (bsp_map_contents_stop(verdict.contents))
        add_solid(reading, entity, brush, &verdict);
    else
        bsp_left_out_add(&reading->left[verdict.contents], 1, &place);
    return TRUE;
}

static gboolean add_brushes(Reading *reading, const BspMapEntity *entity, GError **error)
{
    reading->n_patches += entity->n_patches;
    reading->n_empty += entity->n_empty;
    for (guint i = 0; i < entity->brushes->len; i++)
        if (!add_brush(reading, entity, &g_array_index(entity->brushes, BspMapBrush, i), error))
            return FALSE;
    return TRUE;
}

/* --- models --- */

/* The highest number of a model that can be selected. */
#define MAX_MODELS G_MAXUINT16

/* Finds the centre of the entity's ORIGIN brush. If there is one, compilers move the model such
 * that this point is at 0 0 0, and store the point as its origin. */
static gboolean find_pivot(BspGame game, const BspMapEntity *entity, BspVec *pivot)
{
    for (guint i = 0; i < entity->brushes->len; i++) {
        const BspMapBrush *brush = &g_array_index(entity->brushes, BspMapBrush, i);
        if (brush->n > BSP_BRUSH_MAX_SIDES ||
            bsp_map_brush_verdict(game, entity, brush).contents != BSP_MAP_ORIGIN)
            continue;
        BspBrush *box = bsp_brush_new_planes(planes_of(entity, brush), brush->n, NULL);
        if (!box)
            continue;
        *pivot = bsp_vec_scale(bsp_vec_add(box->bounds.mins, box->bounds.maxs), 0.5);
        bsp_brush_free(box);
        return TRUE;
    }
    return FALSE;
}

static void count_other(Reading *reading, const BspMapEntity *entity)
{
    const char *name = entity->classname ? entity->classname : "no class";
    leave_out(&reading->other, entity);
    if (entity->n_brushes)
        bsp_class_counts_add(reading->others, name, 1);
}

/* Whether the entity's class is one of those that are added to the world. */
static gboolean is_included(Reading *reading, const BspMapEntity *entity)
{
    if (!entity->classname || !entity->n_brushes)
        return FALSE;
    bsp_class_counts_add(reading->all, entity->classname, 1);
    return bsp_classes_have(reading->options->include, entity->classname);
}

/* Adds the model to the list of models. Returns its number; 0 if the entity is not a model. */
static guint list_model(Reading *reading, const BspMapEntity *entity)
{
    if (!bsp_map_entity_is_model(reading->game, entity) || reading->models->len == MAX_MODELS)
        return 0;
    BspWorldModel model = { .number = reading->models->len + 1,
                            .classname = g_strdup(entity->classname),
                            .targetname = g_strdup(bsp_map_entity_value(entity, "targetname")),
                            .origin = bsp_map_entity_origin(entity),
                            .angles = bsp_map_entity_angles(entity) };
    gboolean has_pivot = find_pivot(reading->game, entity, &model.origin);
    if (has_pivot && model.number == reading->model)
        reading->shift = bsp_vec_scale(model.origin, -1);
    g_array_append_val(reading->models, model);
    return model.number;
}

/* --- entities --- */

static gboolean is_omitted(const Reading *reading, const BspMapEntity *entity)
{
    const char *omit = bsp_map_entity_value(entity, "_omitbrushes");
    return omit && atoi(omit) &&
           (reading->game == BSP_GAME_QUAKE || reading->game == BSP_GAME_QUAKE2);
}

/* Whether the entity stands for brushes in another file: in ericw-tools, and in q3map2 a model
 * whose spawnflags have the bit 2, which makes it solid. */
static gboolean refers_to_file(const BspMapEntity *entity)
{
    const char *flags = bsp_map_entity_value(entity, "spawnflags");
    if (g_strcmp0(entity->classname, "misc_model") == 0)
        return flags && (atoi(flags) & 2);
    return g_strcmp0(entity->classname, "misc_external_map") == 0;
}

/* Leaves the entity out as if it were not in the file. */
static void omit(Reading *reading, const BspMapEntity *entity, BspLeftOut *left)
{
    leave_out(left, entity);
    if (entity->n_brushes && entity->classname)
        reading->omits_included |= bsp_classes_have(reading->options->include, entity->classname);
}

static gboolean add_entity(const BspMapEntity *entity, gpointer user_data, GError **error)
{
    Reading *reading = user_data;
    if (bsp_map_layers_omit(reading->layers, entity)) {
        omit(reading, entity, &reading->in_layer);
        return TRUE;
    }
    if (!bsp_level_add_entity(&reading->level, entity, error))
        return FALSE;
    reading->n_elsewhere += refers_to_file(entity) ? 1 : 0;
    if (is_omitted(reading, entity)) {
        omit(reading, entity, &reading->omitted);
        return TRUE;
    }
    gboolean is_world = bsp_map_entity_is_world(reading->game, entity);
    gboolean included = is_included(reading, entity);
    guint number = list_model(reading, entity);
    gboolean wanted = reading->model ? number == reading->model : is_world || included;
    if (wanted && bsp_map_entity_starts_hidden(reading->game, entity))
        reading->n_hidden++;
    if (wanted)
        return add_brushes(reading, entity, error);
    count_other(reading, entity);
    return TRUE;
}

/* The callback of the first pass. */
static gboolean look_at_entity(const BspMapEntity *entity, gpointer user_data,
                               G_GNUC_UNUSED GError **error)
{
    Reading *reading = user_data;
    bsp_map_clues_add_entity(&reading->clues, entity);
    bsp_map_layers_add(reading->layers, entity);
    return TRUE;
}

/* --- messages --- */

static void report_left_out(const Reading *reading, BspWorld *world)
{
    g_autofree char *others = bsp_class_counts_text(reading->others);
    g_autofree char *other =
        reading->model ? g_strdup("they belong to the world or to other models")
                       : g_strdup_printf("they belong to entities that move, trigger or are "
                                         "otherwise not part of the world: %s",
                                         others);
    bsp_world_leave_out(world, reading->n_patches,
                        "patches (curved surfaces) left out: %u: they are not brushes",
                        reading->n_patches);
    bsp_world_leave_out(world, reading->n_empty, "brushes left out: %u: they have no faces",
                        reading->n_empty);
    bsp_world_report_left_out(world, &reading->other, other);
    bsp_world_report_left_out(world, &reading->in_layer,
                              "their layer is left out of exports (_tb_layer_omit_from_export)");
    bsp_world_report_left_out(world, &reading->omitted, "their entity has the key _omitbrushes");
    for (guint i = 0; i < BSP_MAP_N_CONTENTS; i++)
        bsp_world_report_left_out(world, &reading->left[i],
                                  bsp_map_contents_reason((BspMapContents)i));
    bsp_level_report_degenerate(&reading->level, world);
    bsp_world_leave_out(world, reading->n_reversed,
                        "brushes left out: %u: their faces point inward, first in %s: the three "
                        "points of a face must be clockwise seen from outside",
                        reading->n_reversed, reading->reversed);
}

/* Part of a message that no entity has an included class. */
static const char *except_omitted(const Reading *reading)
{
    return reading->omits_included ? ", except entities that are left out "
                                     "(_tb_layer_omit_from_export, _omitbrushes)"
                                   : "";
}

static void report_doubts(const Reading *reading, BspWorld *world)
{
    const char *game = bsp_game_name(reading->game);
    if (reading->evidence)
        bsp_world_remark(world, "brushes are solid by the rules of %s (%s)", game,
                         reading->evidence);
    else if (!reading->options->game)
        bsp_world_remark(world,
                         "brushes are solid by the rules of %s: this is a guess, nothing in the "
                         "file shows its game",
                         game);
    if (reading->missing)
        bsp_world_remark(world, "included classes that no entity with brushes has%s: %s",
                         except_omitted(reading), reading->missing);
    if (reading->n_mixed)
        bsp_world_remark(world, "brushes with faces of different contents: %u: %s",
                         reading->n_mixed, bsp_map_mixed_text(reading->game));
    if (reading->n_hidden)
        bsp_world_remark(world,
                         "%u entities are solid here, but not in the game until they are triggered "
                         "(spawnflags)",
                         reading->n_hidden);
    if (reading->n_elsewhere)
        bsp_world_remark(world,
                         "entities left out: %u: their brushes are in other files "
                         "(misc_external_map, solid misc_model)",
                         reading->n_elsewhere);
    if (reading->n_guessed)
        bsp_world_remark(world,
                         "brushes that count as solid, although %s could make them hollow: %u",
                         bsp_map_guess_text(reading->game), reading->n_guessed);
}

/* --- the world --- */

static BspWorld *make_world(Reading *reading)
{
    BspWorld *world = bsp_level_make_world(&reading->level);
    if (reading->model) {
        bsp_world_remove_starts(world); /* they belong to the world */
        g_autofree char *level_name = world->name;
        world->name = g_strdup_printf("%s *%u", level_name, reading->model); /* "level *3" */
    }
    GArray *none = world->models;
    world->models = reading->models;
    reading->models = none;
    world->game = reading->game;
    report_left_out(reading, world);
    report_doubts(reading, world);
    return world;
}

static gboolean fail(const Reading *reading, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
static gboolean fail(const Reading *reading, GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return bsp_fail(error, BSP_ERROR_VALUE, "%s: %s", reading->level.file, message);
}

/* Fails if what the options select is not in the file. */
static gboolean check_selection(Reading *reading, GError **error)
{
    if (reading->model && reading->options->include)
        return fail(reading, error,
                    "cannot add models of %s to model %u: they are added to the world only",
                    reading->options->include, reading->model);
    if (reading->model > reading->models->len)
        return fail(reading, error, "there is no model %u: the file has %u models and the world",
                    reading->model, reading->models->len);
    gboolean all;
    reading->missing = bsp_class_counts_missing(reading->all, reading->options->include, &all);
    g_autofree char *others = bsp_class_counts_text(reading->others);
    if (reading->missing && all)
        return fail(reading, error, "no entity with brushes has the class %s%s%s%s",
                    reading->missing, except_omitted(reading), *others ? "; there are: " : "",
                    others);
    return TRUE;
}

static gboolean read_file(Reading *reading, const char *text, gsize length, GError **error)
{
    const char *file = reading->level.file;
    if (BSP_WORLD_HAS_HULL(reading->options->flags))
        return fail(reading, error, "a .map has no hulls");
    if (!bsp_map_parse(file, text, length, look_at_entity, reading, error))
        return FALSE;
    bsp_map_clues_add_text(&reading->clues, text);
    reading->game = reading->options->game;
    if (!reading->game)
        reading->game = bsp_map_clues_game(&reading->clues, &reading->evidence);
    return bsp_map_parse(file, text, length, add_entity, reading, error) &&
           check_selection(reading, error);
}

static void clear_model(gpointer model)
{
    g_free(((BspWorldModel *)model)->classname);
    g_free(((BspWorldModel *)model)->targetname);
}

BspWorld *bsp_world_read_map(const char *path, const char *text, gsize length,
                             const BspWorldOptions *options, GError **error)
{
    static const BspWorldOptions no_options;
    Reading reading = { .options = options,
                        .model = BSP_WORLD_MODEL_OF(options->flags),
                        .layers = bsp_map_layers_new(),
                        .models = g_array_new(FALSE, TRUE, sizeof(BspWorldModel)),
                        .others = bsp_class_counts_new(),
                        .all = bsp_class_counts_new() };
    BspWorld *world = NULL;
    g_array_set_clear_func(reading.models, clear_model);
    bsp_level_open(&reading.level, path, &no_options, BSP_CONTENTS_SOLID | BSP_CONTENTS_PLAYERCLIP,
                   NULL);
    if (read_file(&reading, text, length, error))
        world = make_world(&reading);
    bsp_level_close(&reading.level);
    bsp_map_layers_free(reading.layers);
    g_array_unref(reading.models);
    g_free(reading.missing);
    g_hash_table_unref(reading.all);
    g_free(reading.evidence);
    g_free(reading.reversed);
    g_hash_table_unref(reading.others);
    return world;
}
