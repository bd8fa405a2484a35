/* level: a world under construction from a .bsp. */
#include "world/level.h"

#include <string.h>

#include "world/map-parse.h"
#include "world/shipped.h"

void bsp_level_open(BspLevel *level, const char *file, guint flags, guint32 stops,
                    const char *stopping)
{
    gboolean all = (flags & BSP_WORLD_ALL_CONTENTS) != 0;
    *level = (BspLevel){ .file = file,
                         .brushes = bsp_world_brushes_new(),
                         .places = g_array_new(FALSE, FALSE, sizeof(BspBrushPlace)),
                         .starts = g_array_new(FALSE, FALSE, sizeof(BspVec)),
                         .wanted = all ? G_MAXUINT32 : stops,
                         .stopping = stopping };
    if (flags & BSP_WORLD_SHIPPED)
        level->shipped = bsp_shipped_new();
}

void bsp_level_close(BspLevel *level)
{
    if (level->brushes)
        g_ptr_array_unref(level->brushes);
    if (level->places)
        g_array_unref(level->places);
    if (level->starts)
        g_array_unref(level->starts);
    bsp_shipped_free(level->shipped);
    g_free(level->name);
    g_free(level->degenerate);
}

/* --- brushes --- */

void bsp_level_add_brush(BspLevel *level, guint number, guint32 contents, const BspPlane *planes,
                         const guint32 *tags, guint n)
{
    if (!(contents & level->wanted)) {
        level->n_hollow++;
        return;
    }
    g_autoptr(GError) problem = NULL;
    BspBrush *solid = bsp_brush_new_planes(planes, n, &problem);
    bsp_shipped_add(level->shipped, number, contents, planes, n, problem);
    if (solid) {
        BspBrushPlace place = { .number = number };
        bsp_brush_set_contents(solid, contents);
        for (guint i = 0; tags && i < n; i++)
            bsp_brush_set_tag(solid, i, tags[i]);
        g_ptr_array_add(level->brushes, solid);
        g_array_append_val(level->places, place);
    } else if (!level->n_degenerate++) {
        level->degenerate = g_strdup_printf("brush %u: %s", number, problem->message);
    }
}

/* --- entities --- */

static gboolean add_entity(const BspMapEntity *entity, gpointer user_data, GError **error)
{
    BspLevel *level = user_data;
    BspVec start;
    gboolean failed;
    if (bsp_map_entity_start(level->file, entity, &start, &failed, error))
        g_array_append_val(level->starts, start);
    if (entity->message && *entity->message && !level->name && entity->classname &&
        strcmp(entity->classname, "worldspawn") == 0)
        level->name = g_strdup(entity->message);
    return !failed;
}

gboolean bsp_level_read_entities(BspLevel *level, const BspLumps *lumps, guint lump)
{
    /* The lump ends in a NUL, or in several. */
    const char *start = lumps->data + lumps->lumps[lump].offset;
    g_autofree char *text = g_strndup(start, lumps->lumps[lump].n);
    const char *file = level->file;
    g_autofree char *inside =
        g_strdup_printf("%s: lump %u (%s)", file, lump, lumps->kinds[lump].name);
    level->file = inside;
    gboolean ok = bsp_map_parse(inside, text, strlen(text), add_entity, level, lumps->error);
    level->file = file;
    return ok;
}

/* --- the world --- */

BspWorld *bsp_level_finish(BspLevel *level)
{
    g_autofree char *file_name = bsp_world_default_name(level->file);
    BspWorld *world =
        bsp_world_new(level->name ? level->name : file_name, g_steal_pointer(&level->brushes),
                      g_steal_pointer(&level->starts));
    world->places = g_steal_pointer(&level->places);
    world->shipped = g_steal_pointer(&level->shipped);
    if (level->wanted == G_MAXUINT32)
        bsp_world_leave_out(world, level->n_hollow, "brushes left out: %u: they have no contents",
                            level->n_hollow);
    else
        bsp_world_leave_out(world, level->n_hollow, "brushes left out: %u: their contents are %s",
                            level->n_hollow, level->stopping);
    bsp_world_leave_out(world, level->n_degenerate, "brushes left out: %u: %s", level->n_degenerate,
                        level->degenerate);
    return world;
}
