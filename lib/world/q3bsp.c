/* q3bsp: worlds from id Tech 3 .bsp files (IBSP, version 46).
 *
 * A header lists 17 lumps, which are arrays of little-endian records. The world consists of the
 * brushes of model 0, or of the selected model, that stop a player: their contents include SOLID or
 * PLAYERCLIP. With BSP_WORLD_ALL_CONTENTS, it consists of all brushes with any contents. */
#include <string.h>

#include "bsp-brush-table.h"
#include "bsp-file.h"
#include "build/solid.h"
#include "world/level.h"
#include "world/patch.h"

/* --- records --- */

typedef enum {
    Q3BSP_ENTITIES = 0,
    Q3BSP_TEXTURES = 1,
    Q3BSP_PLANES = 2,
    Q3BSP_MODELS = 7,
    Q3BSP_BRUSHES = 8,
    Q3BSP_SIDES = 9,
    Q3BSP_VERTICES = 10,
    Q3BSP_FACES = 13,
    Q3BSP_LUMPS = 17
} Q3bspLump;

#define VERSION 46

static const BspLumpKind kinds[Q3BSP_LUMPS] = {
    { "entities", 1 },   { "textures", 72 },   { "planes", 16 },      { "nodes", 36 },
    { "leaves", 48 },    { "leaf faces", 4 },  { "leaf brushes", 4 }, { "models", 40 },
    { "brushes", 12 },   { "brush sides", 8 }, { "vertices", 44 },    { "mesh vertices", 4 },
    { "effects", 72 },   { "faces", 104 },     { "lightmaps", 1 },    { "light volumes", 1 },
    { "visibility", 1 },
};

/* Reads the directory. Checks that all lumps lie in the file and contain whole records, and that
 * there is a model 0. */
static gboolean read_header(BspLumps *level)
{
    if (level->length < 8 || memcmp(level->data, "IBSP", 4) != 0)
        return bsp_lumps_fail(level, BSP_ERROR_SYNTAX,
                              "offset 0: not an id Tech 3 level: no IBSP there");
    if (bsp_lumps_int_at(level, 4) != VERSION)
        return bsp_lumps_fail(level, BSP_ERROR_SYNTAX,
                              "offset 4: IBSP version %d: only version %d is supported",
                              bsp_lumps_int_at(level, 4), VERSION);
    if (!bsp_lumps_read(level, 8))
        return FALSE;
    if (!level->lumps[Q3BSP_MODELS].n)
        return bsp_lumps_fail(level, BSP_ERROR_VALUE,
                              "lump %d (models): no model 0, which is the world", Q3BSP_MODELS);
    return TRUE;
}

/* Reads the contents and surface flags of the texture whose number is at the offset `at` of a
 * record. what: the name of the record in messages. */
static gboolean read_texture(const BspLumps *level, guint lump, guint record, guint at,
                             const char *what, guint32 *contents, guint32 *surface_flags)
{
    gint32 texture = bsp_lumps_int(level, lump, record, at);
    if (texture < 0 || (guint)texture >= level->lumps[Q3BSP_TEXTURES].n)
        return bsp_lumps_fail(level, BSP_ERROR_VALUE,
                              "%s %u: texture %d is out of range, there are %u", what, record,
                              texture, level->lumps[Q3BSP_TEXTURES].n);
    *surface_flags = (guint32)bsp_lumps_int(level, Q3BSP_TEXTURES, (guint)texture, 64);
    *contents = (guint32)bsp_lumps_int(level, Q3BSP_TEXTURES, (guint)texture, 68);
    return TRUE;
}

/* Bytes of a texture's name, which begins its record. */
#define NAME 64

/* Sets the texture of a side of the brush that was added last. Its number is at the offset `at` of
 * a record; a number that is out of range is ignored. */
static void set_texture(BspLevel *level, const BspLumps *lumps, guint lump, guint record, guint at,
                        guint side)
{
    gint32 texture = bsp_lumps_int(lumps, lump, record, at);
    if (texture >= 0 && (guint)texture < lumps->lumps[Q3BSP_TEXTURES].n)
        bsp_level_set_texture(level, side, bsp_lumps_record(lumps, Q3BSP_TEXTURES, (guint)texture),
                              NAME);
}

/* --- patches --- */

/* Numbers of patches and of their parts, for messages. */
typedef struct {
    guint n, n_brushes; /* numbers of patches that were read, and of brushes made of them */
    guint n_hollow;     /* patches that were left out because they stop nothing */
    guint n_degenerate; /* pieces of patches that were left out because they are too narrow */
} Patches;

#define FACE_PATCH 2

/* The flag of surfaces that stop nothing. */
#define SURFACE_NONSOLID 0x4000

/* The greatest number of cells of all patches together. This many take some seconds. Real levels
 * have some thousands. */
#define MAX_CELLS 65536

/* Offsets of a face's fields, in bytes. */
enum { TEXTURE = 0, TYPE = 8, VERTEX = 12, WIDTH = 96, HEIGHT = 100 };

static gboolean is_patch(const BspLumps *level, guint face)
{
    return bsp_lumps_int(level, Q3BSP_FACES, face, TYPE) == FACE_PATCH;
}

/* Counts the patches among the n faces. */
static guint count_patches(const BspLumps *level, guint first, guint n)
{
    guint n_patches = 0;
    for (guint i = 0; i < n; i++)
        n_patches += is_patch(level, first + i) ? 1 : 0;
    return n_patches;
}

typedef struct {
    const BspLumps *level;
    BspLevel *world; /* receives the brushes */
    BspPatches *surfaces;
    guint n_points; /* number of control points of the patches read so far */
    Patches *out;
} PatchReading;

static gboolean read_size(PatchReading *r, guint face, guint n, guint *width, guint *height)
{
    gint32 w = bsp_lumps_int(r->level, Q3BSP_FACES, face, WIDTH),
           h = bsp_lumps_int(r->level, Q3BSP_FACES, face, HEIGHT);
    if (w < 3 || h < 3 || w % 2 == 0 || h % 2 == 0 || (gint64)w * h != n)
        return bsp_lumps_fail(r->level, BSP_ERROR_VALUE,
                              "patch %u: %d times %d control points are invalid, the patch has %u: "
                              "both must be odd, and 3 or more",
                              face, w, h, n);
    /* Patches must not share control points, because a small file could then cause much work. */
    r->n_points += n;
    if (r->n_points > r->level->lumps[Q3BSP_VERTICES].n)
        return bsp_lumps_fail(
            r->level, BSP_ERROR_VALUE,
            "patch %u: the patches up to this one have %u control points, but the file has only %u",
            face, r->n_points, r->level->lumps[Q3BSP_VERTICES].n);
    *width = (guint)w;
    *height = (guint)h;
    return TRUE;
}

static gboolean read_points(PatchReading *r, guint face, guint first, guint n, BspVec *points)
{
    for (guint i = 0; i < n; i++) {
        for (guint k = 0; k < 3; k++) {
            points[i].v[k] = bsp_lumps_float(r->level, Q3BSP_VERTICES, first + i, 4 * k);
            if (!(fabs(points[i].v[k]) <= BSP_WORLD_HALF))
                return bsp_lumps_fail(
                    r->level, BSP_ERROR_VALUE,
                    "patch %u: vertex %u: the coordinate %g is out of range, +-%g", face, first + i,
                    points[i].v[k], BSP_WORLD_HALF);
        }
    }
    return TRUE;
}

static gboolean read_patch(PatchReading *r, guint face)
{
    guint first, n, width = 0, height = 0;
    guint32 contents, flags;
    if (!bsp_lumps_range(r->level, Q3BSP_FACES, face, VERTEX, Q3BSP_VERTICES, "face", &first, &n) ||
        !read_texture(r->level, Q3BSP_FACES, face, TEXTURE, "face", &contents, &flags) ||
        !read_size(r, face, n, &width, &height))
        return FALSE;
    g_autofree BspVec *points = g_new(BspVec, n);
    if (!read_points(r, face, first, n, points))
        return FALSE;
    if ((contents & r->world->wanted) && !(flags & SURFACE_NONSOLID)) {
        r->out->n++;
        bsp_patches_add(r->surfaces, points, width, height, face);
    } else
        r->out->n_hollow++;
    return TRUE;
}

/* --- brushes --- */

static void add_patch_brush(PatchReading *r, const guint *neighbours, guint piece)
{
    guint face = g_array_index(r->surfaces->pieces, BspPatchPiece, piece).patch;
    BspBrush *brush = bsp_patch_brush(r->surfaces, neighbours, piece, BSP_PATCH_THICKNESS, NULL);
    BspBrushPlace place = { .number = face, .is_patch = TRUE };
    guint32 contents = 0, flags = 0;
    if (!brush) {
        r->out->n_degenerate++;
        return;
    }
    read_texture(r->level, Q3BSP_FACES, face, TEXTURE, "face", &contents, &flags);
    bsp_brush_set_contents(brush, contents);
    for (guint i = 0; i < bsp_brush_n_sides(brush); i++)
        bsp_brush_set_tag(brush, i, flags);
    g_ptr_array_add(r->world->brushes, brush);
    g_array_append_val(r->world->places, place);
    set_texture(r->world, r->level, Q3BSP_FACES, face, TEXTURE, 0);
    r->out->n_brushes++;
}

static gboolean make_patch_brushes(PatchReading *r)
{
    guint largest = 0;
    if (!bsp_patches_divide(r->surfaces, BSP_PATCH_ERROR, BSP_PATCH_FLAT, MAX_CELLS, &largest))
        return bsp_lumps_fail(
            r->level, BSP_ERROR_LIMIT,
            "patch %u: the patches need more than %d flat cells to come within %g "
            "units, this one the most",
            largest, MAX_CELLS, BSP_PATCH_ERROR);
    g_autofree guint *neighbours = bsp_patches_neighbours(r->surfaces);
    for (guint i = 0; i < r->surfaces->pieces->len; i++)
        add_patch_brush(r, neighbours, i);
    r->out->n_degenerate += r->surfaces->n_degenerate;
    return TRUE;
}

/* Makes brushes of the patches among the n faces. */
static gboolean make_patches(const BspLumps *level, guint first, guint n, BspLevel *world,
                             Patches *patches)
{
    g_autoptr(BspPatches) surfaces = bsp_patches_new();
    PatchReading r = { level, world, surfaces, 0, patches };
    for (guint i = 0; i < n; i++)
        if (is_patch(level, first + i) && !read_patch(&r, first + i))
            return FALSE;
    return make_patch_brushes(&r);
}

/* Stores the numbers and messages about patches in the world. */
static void report_patches(BspWorld *world, const Patches *patches)
{
    world->n_patches = patches->n;
    world->n_patch_brushes = patches->n_brushes;
    bsp_world_leave_out(world, patches->n_hollow,
                        "patches (curved surfaces) left out: %u: their contents do not stop a "
                        "player, or their surface is NONSOLID",
                        patches->n_hollow);
    if (patches->n_degenerate)
        bsp_world_remark(world, "pieces of patches left out: %u: they are too narrow",
                         patches->n_degenerate);
}

/* The highest number of a model that can be selected. */
#define MAX_MODELS G_MAXUINT16

typedef struct {
    BspLevel level;
    guint flags;    /* BspWorldFlags */
    guint model;    /* number of the selected model; 0: the world */
    GArray *models; /* BspWorldModel; entities add the class and the origin */
    guint n_others, n_patches;
    Patches patches;
} Reading;

/* --- brushes --- */

/* The surface flags of a side; 0 if its texture is invalid. */
static guint32 surface_flags(const BspLumps *level, guint side)
{
    gint32 texture = bsp_lumps_int(level, Q3BSP_SIDES, side, 4);
    if (texture < 0 || (guint)texture >= level->lumps[Q3BSP_TEXTURES].n)
        return 0;
    return (guint32)bsp_lumps_int(level, Q3BSP_TEXTURES, (guint)texture, 64);
}

static gboolean read_brush(const BspLumps *level, guint brush, Reading *reading)
{
    guint first, n;
    guint32 contents = 0, flags;
    if (!bsp_lumps_range(level, Q3BSP_BRUSHES, brush, 0, Q3BSP_SIDES, "brush", &first, &n) ||
        !read_texture(level, Q3BSP_BRUSHES, brush, 8, "brush", &contents, &flags))
        return FALSE;
    if (!bsp_level_count_sides(&reading->level, level, Q3BSP_SIDES, brush, n))
        return FALSE;
    BspPlane planes[BSP_WORLD_MAX_SIDES];
    guint32 tags[BSP_WORLD_MAX_SIDES];
    for (guint i = 0; i < n; i++) {
        gint32 plane = bsp_lumps_int(level, Q3BSP_SIDES, first + i, 0);
        if (!bsp_lumps_side_plane(level, Q3BSP_PLANES, plane, brush, first + i, &planes[i]))
            return FALSE;
        tags[i] = surface_flags(level, first + i);
    }
    BspBrushPlace place = { .number = brush };
    if (bsp_level_add_brush(&reading->level, &place, contents, planes, tags, n))
        for (guint i = 0; i < n; i++)
            set_texture(&reading->level, level, Q3BSP_SIDES, first + i, 4, i);
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

/* Reads the patches among the model's faces. Without BSP_WORLD_PATCHES, only counts them. */
static gboolean read_patches(const BspLumps *level, Reading *reading)
{
    guint first, n;
    if (!bsp_lumps_range(level, Q3BSP_MODELS, reading->model, 24, Q3BSP_FACES, "model", &first, &n))
        return FALSE;
    if (reading->flags & BSP_WORLD_PATCHES)
        return make_patches(level, first, n, &reading->level, &reading->patches);
    reading->n_patches = count_patches(level, first, n);
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
    g_free(model->classname); /* if several entities have this model, the last one counts */
    model->classname = g_strdup(entity->classname);
    model->origin = bsp_map_entity_origin(entity);
}

static gboolean add_entity(const BspMapEntity *entity, gpointer user_data, GError **error)
{
    Reading *reading = user_data;
    set_model_entity(reading, entity);
    return bsp_level_add_entity(&reading->level, entity, error);
}

/* --- the world --- */

static BspWorld *make_world(Reading *reading)
{
    if (reading->model) /* the starts belong to the world */
        g_array_set_size(reading->level.starts, 0);
    BspWorld *world = bsp_level_make_world(&reading->level);
    if (reading->model) { /* the name of the level, and the number: "level *3" */
        g_autofree char *level_name = world->name;
        world->name = g_strdup_printf("%s *%u", level_name, reading->model);
    }
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
    if (reading->flags & BSP_WORLD_PATCHES)
        report_patches(world, &reading->patches);
    bsp_world_leave_out(world, reading->n_patches,
                        "patches (curved surfaces) left out: %u: they are not brushes",
                        reading->n_patches);
    bsp_world_leave_out(world, reading->n_others,
                        reading->model
                            ? "brushes left out: %u: they belong to other models"
                            : "brushes left out: %u: they belong to other models than the world",
                        reading->n_others);
    bsp_level_report_hollow(&reading->level, world);
    bsp_level_report_degenerate(&reading->level, world);
    return world;
}

BspWorld *bsp_world_read_q3bsp(const char *path, const char *data, gsize length,
                               const BspWorldOptions *options, GError **error)
{
    BspLumps lumps = { .file = path,
                       .data = data,
                       .length = length,
                       .kinds = kinds,
                       .n_lumps = Q3BSP_LUMPS,
                       .error = error };
    Reading reading = { .flags = options->flags,
                        .model = BSP_WORLD_MODEL_OF(options->flags),
                        .models = g_array_new(FALSE, TRUE, sizeof(BspWorldModel)) };
    BspWorld *world = NULL;
    bsp_level_open(&reading.level, path, options, BSP_CONTENTS_SOLID | BSP_CONTENTS_PLAYERCLIP,
                   "neither SOLID nor PLAYERCLIP");
    if (read_header(&lumps) && list_models(&lumps, &reading) && read_brushes(&lumps, &reading) &&
        read_patches(&lumps, &reading) &&
        bsp_level_read_entities(&reading.level, &lumps, Q3BSP_ENTITIES, add_entity, &reading))
        world = finish_world(&reading);
    bsp_level_close(&reading.level);
    for (guint i = 0; i < reading.models->len; i++)
        g_free(g_array_index(reading.models, BspWorldModel, i).classname);
    g_array_unref(reading.models);
    return world;
}
