/* q3bsp: worlds from id Tech 3 .bsp files (IBSP, version 46).
 *
 * A header names 17 lumps, which are arrays of little-endian records. The world is made of the
 * brushes of model 0 whose contents include SOLID or PLAYERCLIP, what stops a player, or, asked for
 * with BSP_WORLD_ALL_CONTENTS, of all that have any. */
#include <string.h>

#include "build/solid.h"
#include "world/map-parse.h"
#include "world/reading.h"

#define VERSION 46
#define N_LUMPS 17
#define HEADER_BYTES (8 + 8 * N_LUMPS)

#define CONTENTS_SOLID 0x1
#define CONTENTS_PLAYERCLIP 0x10000

#define FACE_PATCH 2

typedef enum {
    ENTITIES = 0,
    TEXTURES = 1,
    PLANES = 2,
    MODELS = 7,
    BRUSHES = 8,
    SIDES = 9,
    FACES = 13
} Lump;

/* Bytes of a record; 1 where the lump is text, bits or samples. */
static const struct {
    const char *name;
    guint size;
} kinds[N_LUMPS] = {
    { "entities", 1 },   { "textures", 72 },   { "planes", 16 },      { "nodes", 36 },
    { "leaves", 48 },    { "leaf faces", 4 },  { "leaf brushes", 4 }, { "models", 40 },
    { "brushes", 12 },   { "brush sides", 8 }, { "vertices", 44 },    { "mesh vertices", 4 },
    { "effects", 72 },   { "faces", 104 },     { "lightmaps", 1 },    { "light volumes", 1 },
    { "visibility", 1 },
};

typedef struct {
    const char *file;
    const char *data;
    gsize length;
    struct {
        guint offset, n; /* n: records */
    } lumps[N_LUMPS];
    GError **error;
} Level;

G_GNUC_PRINTF(3, 4)
static gboolean fail(const Level *level, BspErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(level->error, BSP_ERROR, (gint)code, "%s: %s", level->file, message);
    return FALSE;
}

static gint32 int_at(const Level *level, gsize offset)
{
    gint32 value;
    memcpy(&value, level->data + offset, sizeof value);
    return GINT32_FROM_LE(value);
}

/* The int that stands `at` bytes into a record, which must exist. */
static gint32 field(const Level *level, Lump lump, guint record, guint at)
{
    return int_at(level, level->lumps[lump].offset + (gsize)record * kinds[lump].size + at);
}

static double float_field(const Level *level, Lump lump, guint record, guint at)
{
    gint32 bits = field(level, lump, record, at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* --- header --- */

static gboolean read_lump(Level *level, guint i)
{
    gint32 offset = int_at(level, 8 + 8 * (gsize)i), length = int_at(level, 12 + 8 * (gsize)i);
    if (offset < 0 || length < 0 || (gsize)offset > level->length ||
        (gsize)length > level->length - (gsize)offset)
        return fail(level, BSP_ERROR_SYNTAX,
                    "lump %u (%s): offset %d, length %d: out of range, the file has "
                    "%" G_GSIZE_FORMAT " bytes",
                    i, kinds[i].name, offset, length, level->length);
    if ((guint)length % kinds[i].size)
        return fail(level, BSP_ERROR_SYNTAX,
                    "lump %u (%s): the length %d is not a multiple of a record's %u bytes", i,
                    kinds[i].name, length, kinds[i].size);
    level->lumps[i].offset = (guint)offset;
    level->lumps[i].n = (guint)length / kinds[i].size;
    return TRUE;
}

static gboolean read_header(Level *level)
{
    if (level->length < 8 || memcmp(level->data, "IBSP", 4) != 0)
        return fail(level, BSP_ERROR_SYNTAX, "offset 0: not an id Tech 3 level: no IBSP there");
    if (int_at(level, 4) != VERSION)
        return fail(level, BSP_ERROR_SYNTAX, "offset 4: IBSP version %d: this reads %d",
                    int_at(level, 4), VERSION);
    if (level->length < HEADER_BYTES)
        return fail(level, BSP_ERROR_SYNTAX,
                    "offset %" G_GSIZE_FORMAT ": the file ends within its header of %d bytes",
                    level->length, HEADER_BYTES);
    for (guint i = 0; i < N_LUMPS; i++)
        if (!read_lump(level, i))
            return FALSE;
    if (!level->lumps[MODELS].n)
        return fail(level, BSP_ERROR_VALUE, "lump %d (models): no model 0, which is the world",
                    MODELS);
    return TRUE;
}

/* The records first .. first + n of another lump that a record names in two fields. */
static gboolean read_range(const Level *level, Lump lump, guint record, guint at, Lump of,
                           const char *what, guint *first, guint *n)
{
    gint32 f = field(level, lump, record, at), count = field(level, lump, record, at + 4);
    if (f < 0 || count < 0 || (guint)f > level->lumps[of].n ||
        (guint)count > level->lumps[of].n - (guint)f)
        return fail(level, BSP_ERROR_VALUE, "%s %u: %s %d and %d more: out of range, there are %u",
                    what, record, kinds[of].name, f, count, level->lumps[of].n);
    *first = (guint)f;
    *n = (guint)count;
    return TRUE;
}

/* --- brushes --- */

static gboolean read_plane(const Level *level, guint brush, guint side, BspPlane *plane)
{
    gint32 index = field(level, SIDES, side, 0);
    if (index < 0 || (guint)index >= level->lumps[PLANES].n)
        return fail(level, BSP_ERROR_VALUE,
                    "brush %u: side %u: plane %d is out of range, there are %u", brush, side, index,
                    level->lumps[PLANES].n);
    for (guint k = 0; k < 3; k++)
        plane->normal.v[k] = float_field(level, PLANES, (guint)index, 4 * k);
    plane->dist = float_field(level, PLANES, (guint)index, 12);
    double length = bsp_vec_length(plane->normal);
    if (!isfinite(plane->dist) || !(fabs(length - 1) < 0.01))
        return fail(level, BSP_ERROR_VALUE,
                    "brush %u: side %u: plane %d is none: its normal is %g units long, its "
                    "distance %g",
                    brush, side, index, length, plane->dist);
    return TRUE;
}

static gboolean read_contents(const Level *level, guint brush, guint *contents)
{
    gint32 texture = field(level, BRUSHES, brush, 8);
    if (texture < 0 || (guint)texture >= level->lumps[TEXTURES].n)
        return fail(level, BSP_ERROR_VALUE, "brush %u: texture %d is out of range, there are %u",
                    brush, texture, level->lumps[TEXTURES].n);
    *contents = (guint)field(level, TEXTURES, (guint)texture, 68);
    return TRUE;
}

/* The surface flags of a side; 0 where its texture is none. */
static guint32 surface_flags(const Level *level, guint side)
{
    gint32 texture = field(level, SIDES, side, 4);
    if (texture < 0 || (guint)texture >= level->lumps[TEXTURES].n)
        return 0;
    return (guint32)field(level, TEXTURES, (guint)texture, 64);
}

typedef struct {
    GPtrArray *brushes;
    GArray *places; /* BspBrushPlace, of the brushes */
    GArray *starts;
    char *name; /* worldspawn's message */
    const char *file;
    guint32 wanted; /* contents of which a brush must have some */
    guint n_sides;  /* of the brushes so far */
    guint n_hollow, n_degenerate, n_others, n_patches;
    char *degenerate; /* about the first */
} Reading;

static gboolean read_brush(const Level *level, guint brush, Reading *reading)
{
    guint first, n, contents = 0;
    if (!read_range(level, BRUSHES, brush, 0, SIDES, "brush", &first, &n) ||
        !read_contents(level, brush, &contents))
        return FALSE;
    if (n > BSP_WORLD_MAX_SIDES)
        return fail(level, BSP_ERROR_LIMIT, "brush %u: %u sides are more than the limit of %d",
                    brush, n, BSP_WORLD_MAX_SIDES);
    /* A side is one brush's own. Shared ones could make much work of a small file. */
    reading->n_sides += n;
    if (reading->n_sides > level->lumps[SIDES].n)
        return fail(level, BSP_ERROR_VALUE,
                    "brush %u: the brushes up to it have %u sides, of which the file has only %u",
                    brush, reading->n_sides, level->lumps[SIDES].n);
    BspPlane planes[BSP_WORLD_MAX_SIDES];
    for (guint i = 0; i < n; i++)
        if (!read_plane(level, brush, first + i, &planes[i]))
            return FALSE;
    if (!(contents & reading->wanted)) {
        reading->n_hollow++;
        return TRUE;
    }
    g_autoptr(GError) problem = NULL;
    BspBrush *solid = bsp_brush_new_planes(planes, n, &problem);
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

static gboolean read_brushes(const Level *level, Reading *reading)
{
    guint first, n;
    if (!read_range(level, MODELS, 0, 32, BRUSHES, "model", &first, &n))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!read_brush(level, first + i, reading))
            return FALSE;
    reading->n_others = level->lumps[BRUSHES].n - n;
    return TRUE;
}

static gboolean count_patches(const Level *level, Reading *reading)
{
    guint first, n;
    if (!read_range(level, MODELS, 0, 24, FACES, "model", &first, &n))
        return FALSE;
    for (guint i = 0; i < n; i++)
        reading->n_patches += field(level, FACES, first + i, 8) == FACE_PATCH;
    return TRUE;
}

/* --- entities --- */

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
    return !failed;
}

static gboolean read_entities(const Level *level, Reading *reading)
{
    /* The lump ends in a NUL, or in several. */
    const char *start = level->data + level->lumps[ENTITIES].offset;
    g_autofree char *text = g_strndup(start, level->lumps[ENTITIES].n);
    g_autofree char *file = g_strconcat(level->file, ": lump 0 (entities)", NULL);
    reading->file = file;
    gboolean ok = bsp_map_parse(file, text, strlen(text), add_entity, reading, level->error);
    reading->file = level->file;
    return ok;
}

/* --- the world --- */

static BspWorld *finish(Reading *reading)
{
    g_autofree char *file_name = bsp_world_default_name(reading->file);
    BspWorld *world =
        bsp_world_new(reading->name ? reading->name : file_name, g_steal_pointer(&reading->brushes),
                      g_steal_pointer(&reading->starts));
    world->places = g_steal_pointer(&reading->places);
    bsp_world_leave_out(world, reading->n_patches,
                        "patches (curved surfaces) left out: %u: they are no brushes",
                        reading->n_patches);
    bsp_world_leave_out(world, reading->n_others,
                        "brushes left out: %u: they belong to other models than the world",
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
    Level level = { .file = path, .data = data, .length = length, .error = error };
    gboolean all = (flags & BSP_WORLD_ALL_CONTENTS) != 0;
    Reading reading = { .file = path,
                        .wanted = all ? G_MAXUINT32 : CONTENTS_SOLID | CONTENTS_PLAYERCLIP,
                        .brushes = bsp_world_brushes_new(),
                        .places = g_array_new(FALSE, FALSE, sizeof(BspBrushPlace)),
                        .starts = g_array_new(FALSE, FALSE, sizeof(BspVec)) };
    BspWorld *world = NULL;
    if (read_header(&level) && read_brushes(&level, &reading) && count_patches(&level, &reading) &&
        read_entities(&level, &reading))
        world = finish(&reading);
    if (reading.brushes)
        g_ptr_array_unref(reading.brushes);
    if (reading.places)
        g_array_unref(reading.places);
    if (reading.starts)
        g_array_unref(reading.starts);
    g_free(reading.name);
    g_free(reading.degenerate);
    return world;
}
