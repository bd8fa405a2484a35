/* level: a world under construction, which the readers of .bsp and .map files share. */
#include "world/level.h"

#include <string.h>

#include "bsp-brush-table.h"
#include "tools/bsp-file.h"

void bsp_level_open(BspReadLevel *level, const char *file, const BspWorldOptions *options)
{
    gboolean all = (options->flags & BSP_WORLD_ALL_CONTENTS) != 0;
    *level =
        (BspReadLevel){ .file = file,
                        .options = options,
                        .brushes = bsp_world_brushes_new(),
                        .places = g_array_new(FALSE, FALSE, sizeof(BspBrushPlace)),
                        .textures = bsp_textures_new(),
                        .wanted = all ? G_MAXUINT32 : BSP_CONTENTS_SOLID | BSP_CONTENTS_PLAYERCLIP,
                        .stopping = "neither SOLID nor PLAYERCLIP" };
    bsp_bodies_open(&level->bodies);
    bsp_models_open(&level->models, options);
}

void bsp_level_close(BspReadLevel *level)
{
    g_clear_pointer(&level->brushes, g_ptr_array_unref);
    g_clear_pointer(&level->places, g_array_unref);
    bsp_textures_free(level->textures);
    bsp_bodies_close(&level->bodies);
    bsp_models_close(&level->models);
    g_free(level->name);
    g_free(level->degenerate);
}

/* --- brushes --- */

guint64 bsp_level_most_records(const BspReadLevel *level, guint n_in_file)
{
    return (guint64)n_in_file * MIN(level->models.n_again + 1, BSP_LEVEL_MOST_OFTEN);
}

gboolean bsp_level_count_records(BspReadLevel *level, guint n, guint n_in_file)
{
    guint64 limit = (guint64)BSP_LEVEL_MOST_OFTEN * n_in_file + 65536;
    level->n_records += n;
    return level->n_records <= limit ||
           bsp_lumps_fail(level->lumps, BSP_ERROR_LIMIT,
                          "model %u: the models up to this one use %" G_GUINT64_FORMAT
                          " records, more than %" G_GUINT64_FORMAT
                          ", the limit of a file with %u records",
                          level->models.number, level->n_records, limit, n_in_file);
}

/* Returns the planes of a brush in the coordinates of the world. Sets *moved to memory that the
 * caller frees. */
static const BspPlane *planes_in_world(const BspReadLevel *level, const BspPlane *planes, guint n,
                                       BspPlane **moved)
{
    if (!level->models.is_moved) /* this keeps -0, because 0 + -0 is 0 */
        return planes;
    *moved = g_memdup2(planes, n * sizeof *planes);
    for (guint i = 0; i < n; i++)
        (*moved)[i].dist += bsp_vec_dot(planes[i].normal, level->models.origin);
    return *moved;
}

gboolean bsp_level_add_brush(BspReadLevel *level, const BspBrushPlace *place, guint32 contents,
                             const BspPlane *planes, const guint32 *tags, guint n)
{
    BspBrushPlace in_model = *place;
    in_model.model = level->models.number;
    if (!(contents & level->wanted)) {
        bsp_left_out_add(&level->hollow, 1, &in_model);
        return FALSE;
    }
    g_autoptr(GError) problem = NULL;
    g_autofree BspPlane *moved = NULL;
    planes = planes_in_world(level, planes, n, &moved);
    BspBrush *solid = bsp_brush_new_planes(planes, n, &problem);
    if (level->watch) {
        const BspSides sides = { place->number, contents, planes, n };
        level->watch->func(&sides, problem, level->watch->user_data);
    }
    if (!solid) {
        g_autofree char *where = bsp_brush_place_text(&in_model);
        if (!level->n_degenerate++)
            level->degenerate = g_strdup_printf("%s: %s", where, problem->message);
        return FALSE;
    }
    bsp_brush_set_contents(solid, contents);
    for (guint i = 0; tags && i < n; i++)
        bsp_brush_set_tag(solid, i, tags[i]);
    g_ptr_array_add(level->brushes, solid);
    g_array_append_val(level->places, in_model);
    BSP_ASSERT(level->brushes->len == level->places->len);
    return TRUE;
}

void bsp_level_set_texture(BspReadLevel *level, guint side, const char *name, gsize most)
{
    BSP_ASSERT(level->brushes->len > 0);
    const char *end = memchr(name, 0, most);
    bsp_textures_add(level->textures, level->brushes->len - 1, side, name,
                     end ? (gsize)(end - name) : most);
}

/* --- entities --- */

gboolean bsp_level_add_entity(BspReadLevel *level, const char *text, const BspMapEntity *entity,
                              GError **error)
{
    if (!bsp_bodies_add(&level->bodies, text, entity, error))
        return FALSE;
    bsp_models_add_target(&level->models, entity);
    const char *message = bsp_map_entity_value(entity, "message");
    if (message && *message && !level->name && g_strcmp0(entity->classname, "worldspawn") == 0)
        level->name = g_strdup(message);
    return TRUE;
}

static gboolean parse_entities(BspReadLevel *level)
{
    g_autofree char *name = bsp_lumps_entities_name(level->lumps);
    g_autoptr(BspMapFile) map = bsp_lumps_parse_entities(level->lumps);
    gboolean ok = map != NULL;
    for (guint i = 0; ok && i < map->entities->len; i++) {
        const BspMapEntity *entity = &g_array_index(map->entities, BspMapEntity, i);
        bsp_models_add_entity(&level->models, level->game, entity);
        ok = bsp_level_add_entity(level, name, entity, level->lumps->error);
    }
    return ok;
}

gboolean bsp_level_read_entities(BspReadLevel *level, guint models)
{
    const BspLumps *lumps = level->lumps;
    if (!lumps->lumps[models].n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "lump %u (models): there is no model 0, which is the world", models);
    bsp_models_list(&level->models, lumps->lumps[models].n);
    g_autofree char *problem = bsp_models_check_selected(&level->models);
    if (!problem && !parse_entities(level))
        return FALSE;
    if (!problem)
        problem = bsp_models_check_included(&level->models);
    return !problem || bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "%s", problem);
}

/* --- the world --- */

BspWorld *bsp_level_make_world(BspReadLevel *level)
{
    g_autofree char *file_name = bsp_world_default_name(level->file);
    BspWorld *world = bsp_world_new(level->name ? level->name : file_name,
                                    g_steal_pointer(&level->brushes), NULL);
    const GArray *starts = level->bodies.at[BSP_BODY_PLAYER];
    g_array_append_vals(world->starts, starts->data, starts->len);
    for (guint i = 0; i < BSP_BODIES; i++) {
        const GArray *at = level->bodies.at[i];
        g_array_append_vals(world->inside, at->data, at->len);
        g_ptr_array_extend_and_steal(world->inside_names, g_steal_pointer(&level->bodies.names[i]));
    }
    world->places->brushes = g_steal_pointer(&level->places);
    world->places->textures = g_steal_pointer(&level->textures);
    world->game = level->game;
    bsp_models_finish(&level->models, world);
    return world;
}

void bsp_level_report_left_out(const BspReadLevel *level, BspWorld *world)
{
    bsp_world_report_left_out(world, &level->others,
                              level->models.selected
                                  ? "they belong to other models"
                                  : "they belong to other models than the world");
    g_autofree char *reason = level->wanted == G_MAXUINT32
                                  ? g_strdup("they have no contents")
                                  : g_strdup_printf("their contents are %s", level->stopping);
    bsp_world_report_left_out(world, &level->hollow, reason);
    bsp_level_report_degenerate(level, world);
}

void bsp_level_report_degenerate(const BspReadLevel *level, BspWorld *world)
{
    bsp_world_leave_out(world, level->n_degenerate,
                        "brushes left out: %u, because they enclose no solid; the first is %s",
                        level->n_degenerate, level->degenerate);
}
