/* q3bsp: worlds from id Tech 3 .bsp files (IBSP, version 46).
 *
 * A header lists 17 lumps, which are arrays of little-endian records. The world consists of the
 * brushes of model 0, or of the selected model, that stop a player: their contents include SOLID or
 * PLAYERCLIP. With BSP_WORLD_ALL_CONTENTS, it consists of all brushes with any contents. */
#include <string.h>

#include "bsp-contents.h"
#include "bsp-file.h"
#include "build/solid.h"
#include "world/map-parse.h"
#include "world/q3bsp-patches.h"
#include "world/q3bsp-records.h"
#include "world/reading.h"
#include "world/shipped.h"

/* The highest number of a model. */
#define MAX_MODELS G_MAXUINT16

/* --- brushes --- */

/* The surface flags of a side, or 0 if its texture is invalid. */
static guint32 surface_flags(const BspLumps *level, guint side)
{
    gint32 texture = bsp_lumps_int(level, Q3BSP_SIDES, side, 4);
    if (texture < 0 || (guint)texture >= level->lumps[Q3BSP_TEXTURES].n)
        return 0;
    return (guint32)bsp_lumps_int(level, Q3BSP_TEXTURES, (guint)texture, 64);
}

typedef struct {
    GPtrArray *brushes;
    GArray *places; /* BspBrushPlace, of each brush */
    GArray *starts;
    char *name; /* worldspawn's message */
    const char *file;
    guint flags;    /* BspWorldFlags */
    guint model;    /* number of the selected model; 0: the world */
    GArray *models; /* BspWorldModel, completed by the entities */
    guint32 wanted; /* a brush must have some of these contents */
    guint n_sides;  /* sides of the brushes so far */
    guint n_hollow, n_degenerate, n_others, n_patches;
    char *degenerate; /* message about the first degenerate brush */
    Q3bspPatches patches;
    BspShipped *shipped;
} Reading;

static gboolean read_brush(const BspLumps *level, guint brush, Reading *reading)
{
    guint first, n;
    guint32 contents = 0, flags;
    if (!bsp_lumps_range(level, Q3BSP_BRUSHES, brush, 0, Q3BSP_SIDES, "brush", &first, &n) ||
        !q3bsp_read_texture(level, Q3BSP_BRUSHES, brush, 8, "brush", &contents, &flags))
        return FALSE;
    if (n > BSP_WORLD_MAX_SIDES)
        return bsp_lumps_fail(level, BSP_ERROR_LIMIT,
                              "brush %u: %u sides are more than the limit of %d", brush, n,
                              BSP_WORLD_MAX_SIDES);
    /* Brushes must not share sides: a small file could otherwise cause much work. */
    reading->n_sides += n;
    if (reading->n_sides > level->lumps[Q3BSP_SIDES].n)
        return bsp_lumps_fail(
            level, BSP_ERROR_VALUE,
            "brush %u: the brushes up to this one have %u sides, but the file has only %u", brush,
            reading->n_sides, level->lumps[Q3BSP_SIDES].n);
    BspPlane planes[BSP_WORLD_MAX_SIDES];
    for (guint i = 0; i < n; i++)
        if (!bsp_lumps_side_plane(level, Q3BSP_PLANES,
                                  bsp_lumps_int(level, Q3BSP_SIDES, first + i, 0), brush, first + i,
                                  &planes[i]))
            return FALSE;
    if (!(contents & reading->wanted)) {
        reading->n_hollow++;
        return TRUE;
    }
    g_autoptr(GError) problem = NULL;
    BspBrush *solid = bsp_brush_new_planes(planes, n, &problem);
    bsp_shipped_add(reading->shipped, brush, contents, planes, n, problem);
    if (solid) {
        BspBrushPlace place = { .number = brush };
        bsp_brush_set_contents(solid, contents);
        for (guint i = 0; i < n; i++)
            bsp_brush_set_tag(solid, i, surface_flags(level, first + i));
        g_ptr_array_add(reading->brushes, solid);
        g_array_append_val(reading->places, place);
    } else if (!reading->n_degenerate++)
        reading->degenerate = g_strdup_printf("brush %u: %s", brush, problem->message);
    return TRUE;
}

static gboolean list_models(const BspLumps *level, Reading *reading)
{
    guint n = level->lumps[Q3BSP_MODELS].n;
    for (guint i = 1; i < n && i <= MAX_MODELS; i++) {
        BspWorldModel model = { .number = i };
        g_array_append_val(reading->models, model);
    }
    return reading->model < n ||
           bsp_lumps_fail(level, BSP_ERROR_VALUE,
                          "there is no model %u: the file has %u models, of which 0 is the world",
                          reading->model, n);
}

static gboolean read_brushes(const BspLumps *level, Reading *reading)
{
    guint first, n;
    if (!bsp_lumps_range(level, Q3BSP_MODELS, reading->model, 32, Q3BSP_BRUSHES, "model", &first,
                         &n))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!read_brush(level, first + i, reading))
            return FALSE;
    reading->n_others = level->lumps[Q3BSP_BRUSHES].n - n;
    return TRUE;
}

/* Reads the patches of the model's faces. Without BSP_WORLD_PATCHES it only counts them. */
static gboolean read_patches(const BspLumps *level, Reading *reading)
{
    guint first, n;
    if (!bsp_lumps_range(level, Q3BSP_MODELS, reading->model, 24, Q3BSP_FACES, "model", &first, &n))
        return FALSE;
    reading->patches.wanted = reading->wanted;
    if (reading->flags & BSP_WORLD_PATCHES)
        return q3bsp_read_patches(level, first, n, &reading->patches);
    reading->n_patches = q3bsp_count_patches(level, first, n);
    return TRUE;
}

/* --- entities --- */

static void set_model_entity(Reading *reading, const BspMapEntity *entity)
{
    guint64 number;
    if (!entity->model || entity->model[0] != '*' ||
        !g_ascii_string_to_unsigned(entity->model + 1, 10, 1, MAX_MODELS, &number, NULL) ||
        number > reading->models->len)
        return;
    BspWorldModel *model = &g_array_index(reading->models, BspWorldModel, number - 1);
    g_free(model->classname); /* the last of several entities counts */
    model->classname = g_strdup(entity->classname);
    model->origin = bsp_map_entity_origin(entity);
}

static gboolean add_entity(const BspMapEntity *entity, gpointer user_data, GError **error)
{
    Reading *reading = user_data;
    BspVec start;
    gboolean failed;
    if (bsp_map_entity_start(reading->file, entity, &start, &failed, error))
        g_array_append_val(reading->starts, start);
    if (entity->message && *entity->message && !reading->name && entity->classname &&
        strcmp(entity->classname, "worldspawn") == 0)
        reading->name = g_strdup(entity->message);
    set_model_entity(reading, entity);
    return !failed;
}

static gboolean read_entities(const BspLumps *level, Reading *reading)
{
    /* The lump ends in a NUL, or in several. */
    const char *start = level->data + level->lumps[Q3BSP_ENTITIES].offset;
    g_autofree char *text = g_strndup(start, level->lumps[Q3BSP_ENTITIES].n);
    g_autofree char *file = g_strconcat(level->file, ": lump 0 (entities)", NULL);
    reading->file = file;
    gboolean ok = bsp_map_parse(file, text, strlen(text), add_entity, reading, level->error);
    reading->file = level->file;
    return ok;
}

/* --- the world --- */

/* The name of a model is that of its level and its number: "level *3". */
static char *name_of(const Reading *reading)
{
    g_autofree char *file_name = bsp_world_default_name(reading->file);
    const char *name = reading->name ? reading->name : file_name;
    return reading->model ? g_strdup_printf("%s *%u", name, reading->model) : g_strdup(name);
}

static BspWorld *make_world(Reading *reading)
{
    g_autofree char *name = name_of(reading);
    if (reading->model) /* the starts belong to the world */
        g_array_set_size(reading->starts, 0);
    BspWorld *world =
        bsp_world_new(name, g_steal_pointer(&reading->brushes), g_steal_pointer(&reading->starts));
    for (guint i = 0; i < reading->models->len; i++) {
        BspWorldModel *model = &g_array_index(reading->models, BspWorldModel, i);
        BspWorldModel taken = { model->number, g_steal_pointer(&model->classname), model->origin };
        g_array_append_val(world->models, taken);
    }
    return world;
}

static BspWorld *finish_world(Reading *reading)
{
    BspWorld *world = make_world(reading);
    world->places = g_steal_pointer(&reading->places);
    if (reading->flags & BSP_WORLD_PATCHES)
        q3bsp_report_patches(world, &reading->patches);
    world->shipped = g_steal_pointer(&reading->shipped);
    bsp_world_leave_out(world, reading->n_patches,
                        "patches (curved surfaces) left out: %u: they are not brushes",
                        reading->n_patches);
    bsp_world_leave_out(world, reading->n_others,
                        reading->model
                            ? "brushes left out: %u: they belong to other models"
                            : "brushes left out: %u: they belong to other models than the world",
                        reading->n_others);
    bsp_world_leave_out(
        world, reading->n_hollow,
        reading->wanted == G_MAXUINT32
            ? "brushes left out: %u: they have no contents"
            : "brushes left out: %u: their contents are neither SOLID nor PLAYERCLIP",
        reading->n_hollow);
    bsp_world_leave_out(world, reading->n_degenerate, "brushes left out: %u: %s",
                        reading->n_degenerate, reading->degenerate);
    return world;
}

BspWorld *bsp_world_read_q3bsp(const char *path, const char *data, gsize length, guint flags,
                               GError **error)
{
    BspLumps level = q3bsp_lumps(path, data, length, error);
    gboolean all = (flags & BSP_WORLD_ALL_CONTENTS) != 0;
    Reading reading = { .file = path,
                        .flags = flags,
                        .model = BSP_WORLD_MODEL_OF(flags),
                        .models = g_array_new(FALSE, TRUE, sizeof(BspWorldModel)),
                        .wanted = all ? G_MAXUINT32 : BSP_CONTENTS_SOLID | BSP_CONTENTS_PLAYERCLIP,
                        .shipped = flags & BSP_WORLD_SHIPPED ? bsp_shipped_new() : NULL,
                        .brushes = bsp_world_brushes_new(),
                        .places = g_array_new(FALSE, FALSE, sizeof(BspBrushPlace)),
                        .starts = g_array_new(FALSE, FALSE, sizeof(BspVec)) };
    reading.patches.brushes = reading.brushes;
    reading.patches.places = reading.places;
    BspWorld *world = NULL;
    if (q3bsp_read_header(&level) && list_models(&level, &reading) &&
        read_brushes(&level, &reading) && read_patches(&level, &reading) &&
        read_entities(&level, &reading))
        world = finish_world(&reading);
    if (reading.brushes)
        g_ptr_array_unref(reading.brushes);
    if (reading.places)
        g_array_unref(reading.places);
    if (reading.starts)
        g_array_unref(reading.starts);
    for (guint i = 0; i < reading.models->len; i++)
        g_free(g_array_index(reading.models, BspWorldModel, i).classname);
    g_array_unref(reading.models);
    bsp_shipped_free(reading.shipped);
    g_free(reading.name);
    g_free(reading.degenerate);
    return world;
}
