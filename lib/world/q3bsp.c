/* q3bsp: worlds from .bsp files of id Tech 3: IBSP 46 and 47, RBSP 1 and FBSP 1.
 *
 * A header lists 17 or 18 lumps, which are arrays of little-endian records. The world consists of
 * the brushes of model 0, or of the selected model, that stop a player: their contents include
 * SOLID or PLAYERCLIP. With BSP_WORLD_ALL_CONTENTS, it consists of all brushes with any contents.
 *
 * Layouts and contents as in q3map2 of GtkRadiant: bspfile_ibsp.c, bspfile_rbsp.c, game_sof2.h,
 * game_ja.h, game_qfusion.h. */
#include <string.h>

#include "bsp-brush-table.h"
#include "compile/solid.h"
#include "tools/bsp-file.h"
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
    Q3BSP_LUMPS = 17,
    Q3BSP_WIDE_LUMPS = 18
} Q3bspLump;

/* The names and record sizes of lumps; arguments are the sizes that differ between formats. */
#define KINDS(side, vertex, face)                                                                  \
    {                                                                                              \
        { "entities", 1 }, { "textures", 72 }, { "planes", 16 }, { "nodes", 36 },                  \
            { "leaves", 48 }, { "leaf faces", 4 }, { "leaf brushes", 4 }, { "models", 40 },        \
            { "brushes", 12 }, { "brush sides", side }, { "vertices", vertex },                    \
            { "mesh vertices", 4 }, { "effects", 72 }, { "faces", face }, { "lightmaps", 1 },      \
            { "light volumes", 1 }, { "visibility", 1 }, { "light array", 1 },                     \
    }
static const BspLumpKind narrow_kinds[Q3BSP_WIDE_LUMPS] = KINDS(8, 44, 104);
static const BspLumpKind wide_kinds[Q3BSP_WIDE_LUMPS] = KINDS(12, 80, 148);

/* The flag of surfaces that stop nothing. Raven's games have no such flag: there this bit means
 * slick. */
#define SURFACE_NONSOLID 0x4000

typedef struct {
    char magic[5];
    gint32 version;
    guint n_lumps;
    const BspLumpKind *kinds;
    guint width_at; /* offset of a patch's width in the record of a face; its height follows */
    guint32 nonsolid;
    gboolean raven; /* whether contents are those of Raven's games */
} Format;

/* Version 47 has more lumps at the end in Quake Live, which are not read. RBSP: Soldier of Fortune
 * II, Jedi Outcast, Jedi Academy. FBSP: Warsow. */
static const Format formats[] = {
    { "IBSP", 46, Q3BSP_LUMPS, narrow_kinds, 96, SURFACE_NONSOLID, FALSE },
    { "IBSP", 47, Q3BSP_LUMPS, narrow_kinds, 96, SURFACE_NONSOLID, FALSE },
    { "RBSP", 1, Q3BSP_WIDE_LUMPS, wide_kinds, 140, 0, TRUE },
    { "FBSP", 1, Q3BSP_WIDE_LUMPS, wide_kinds, 140, SURFACE_NONSOLID, FALSE },
};

/* Bits of contents in Raven's games, and what they are in id Tech 3. TERRAIN stops players. */
static const struct {
    guint32 raven, contents;
} raven_contents[] = {
    { 0x1, BSP_CONTENTS_SOLID },       { 0x2, BSP_CONTENTS_LAVA },
    { 0x4, BSP_CONTENTS_WATER },       { 0x8, BSP_CONTENTS_FOG },
    { 0x10, BSP_CONTENTS_PLAYERCLIP }, { 0x20, BSP_CONTENTS_MONSTERCLIP },
    { 0x40, BSP_CONTENTS_BOTCLIP },    { 0x400, BSP_CONTENTS_TRIGGER },
    { 0x800, BSP_CONTENTS_NODROP },    { 0x1000, BSP_CONTENTS_SOLID },
};

static guint32 contents_of(const Format *format, guint32 bits)
{
    if (!format->raven)
        return bits;
    guint32 contents = 0;
    for (guint i = 0; i < G_N_ELEMENTS(raven_contents); i++)
        contents |= bits & raven_contents[i].raven ? raven_contents[i].contents : 0;
    return contents;
}

static const Format *find_format(const BspLumps *level)
{
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (level->length >= 8 && memcmp(level->data, formats[i].magic, 4) == 0 &&
            bsp_lumps_int_at(level, 4) == formats[i].version)
            return &formats[i];
    bsp_lumps_fail(level, BSP_ERROR_SYNTAX, "offset 0: not an id Tech 3 level");
    return NULL;
}

/* SiN's RBSP 1 and Soldier of Fortune's IBSP 46 have the lumps of Quake II. Lump 1 then has planes
 * of 20 bytes instead of textures of 72. */
static gboolean has_lumps_of_quake_2(const BspLumps *level)
{
    gint32 length = level->length >= 24 ? bsp_lumps_int_at(level, 20) : 0;
    return length > 0 && length % 20 == 0 && length % 72 != 0;
}

/* Reads the directory. Checks that all lumps lie in the file and contain whole records. Returns
 * NULL with an error if not. */
static const Format *read_header(BspLumps *level)
{
    const Format *format = find_format(level);
    if (!format)
        return NULL;
    if (has_lumps_of_quake_2(level)) {
        bsp_lumps_fail(level, BSP_ERROR_SYNTAX,
                       "lump 1 is not an array of textures: levels of SiN and Soldier of Fortune, "
                       "which begin like those of id Tech 3, are not supported");
        return NULL;
    }
    level->kinds = format->kinds;
    level->n_lumps = format->n_lumps;
    return bsp_lumps_read(level, 8) ? format : NULL;
}

/* A level while it is read. */
typedef struct {
    BspLumps lumps;
    const Format *format;
    BspLevel level;
    gboolean with_patches;
    double patch_error;  /* units */
    BspPatches *patches; /* the patches of all models that were read */
    GArray *faces;       /* BspBrushPlace of each patch */
    guint64 n_points;    /* control points of these patches */
    guint n_patches;     /* patches that were only counted */
    guint n_hollow;      /* patches that were left out because they stop nothing */
    guint n_degenerate;  /* pieces of patches that were left out because they are too narrow */
} Reading;

/* Reads the contents and surface flags of the texture whose number is at the offset `at` of a
 * record. what: the name of the record in messages. */
static gboolean read_texture(const Reading *r, guint lump, guint record, guint at, const char *what,
                             guint32 *contents, guint32 *surface_flags)
{
    const BspLumps *lumps = &r->lumps;
    gint32 texture = bsp_lumps_int(lumps, lump, record, at);
    if (texture < 0 || (guint)texture >= lumps->lumps[Q3BSP_TEXTURES].n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "%s %u: texture %d is out of range, there are %u", what, record,
                              texture, lumps->lumps[Q3BSP_TEXTURES].n);
    *surface_flags = (guint32)bsp_lumps_int(lumps, Q3BSP_TEXTURES, (guint)texture, 64);
    *contents =
        contents_of(r->format, (guint32)bsp_lumps_int(lumps, Q3BSP_TEXTURES, (guint)texture, 68));
    return TRUE;
}

static const BspBrushLumps brush_lumps = {
    Q3BSP_BRUSHES, Q3BSP_SIDES, Q3BSP_PLANES, Q3BSP_TEXTURES, FALSE, 64, 0, 64
};

/* --- patches --- */

#define FACE_PATCH 2

/* The greatest number of cells of all patches together. With 16384, damaged files took up to 1.5 s.
 * Levels of openarena-oacmp1 have at most 3100 within 2 units. A caller who chooses a smaller error
 * accepts more time: one of the levels has 34,356 cells within 1/16 unit, which take 5 s. */
static guint max_cells(const Reading *r)
{
    return r->patch_error < BSP_PATCH_ERROR ? 65536 : 16384;
}

/* Offsets of a face's fields, in bytes. */
enum { TEXTURE = 0, TYPE = 8, VERTEX = 12 };

static gboolean is_patch(const Reading *r, guint face)
{
    return bsp_lumps_int(&r->lumps, Q3BSP_FACES, face, TYPE) == FACE_PATCH;
}

/* Patches must not share control points, unless models are read several times, because a small file
 * could then cause much work. */
static gboolean count_points(Reading *r, guint face, guint n)
{
    guint n_in_file = r->lumps.lumps[Q3BSP_VERTICES].n;
    r->n_points += n;
    guint64 limit = (guint64)n_in_file * MIN(r->level.models.n_again + 1, BSP_LEVEL_MOST_OFTEN);
    return r->n_points <= limit ||
           bsp_lumps_fail(&r->lumps, BSP_ERROR_VALUE,
                          "patch %u: the patches up to this one have %" G_GUINT64_FORMAT
                          " control points, but the file has only %u",
                          face, r->n_points, n_in_file);
}

static gboolean read_size(Reading *r, guint face, guint n, guint *width, guint *height)
{
    guint at = r->format->width_at;
    gint32 w = bsp_lumps_int(&r->lumps, Q3BSP_FACES, face, at),
           h = bsp_lumps_int(&r->lumps, Q3BSP_FACES, face, at + 4);
    if (w < 3 || h < 3 || w % 2 == 0 || h % 2 == 0 || (gint64)w * h != n)
        return bsp_lumps_fail(&r->lumps, BSP_ERROR_VALUE,
                              "patch %u: %d times %d control points are invalid, the patch has %u: "
                              "both must be odd, and 3 or more",
                              face, w, h, n);
    *width = (guint)w;
    *height = (guint)h;
    return count_points(r, face, n);
}

/* Reads control points, in the coordinates of the world. */
static gboolean read_points(const Reading *r, guint face, guint first, guint n, BspVec *points)
{
    const BspModels *models = &r->level.models;
    for (guint i = 0; i < n; i++) {
        for (guint k = 0; k < 3; k++) {
            points[i].v[k] = bsp_lumps_float(&r->lumps, Q3BSP_VERTICES, first + i, 4 * k);
            if (models->is_included)
                points[i].v[k] += models->origin.v[k];
            if (!(fabs(points[i].v[k]) <= BSP_WORLD_HALF))
                return bsp_lumps_fail(
                    &r->lumps, BSP_ERROR_VALUE,
                    "patch %u: vertex %u: the coordinate %g is out of range, +-%g", face, first + i,
                    points[i].v[k], BSP_WORLD_HALF);
        }
    }
    return TRUE;
}

static gboolean fail_cells(const Reading *r, guint face)
{
    return bsp_lumps_fail(&r->lumps, BSP_ERROR_LIMIT,
                          "patch %u: the patches up to this one need more than %u flat cells, or "
                          "too much time, to come within %g units",
                          face, max_cells(r), r->patch_error);
}

static gboolean read_patch(Reading *r, guint face)
{
    guint first, n, width = 0, height = 0;
    guint32 contents, flags;
    if (!bsp_lumps_range(&r->lumps, Q3BSP_FACES, face, VERTEX, Q3BSP_VERTICES, "face", &first,
                         &n) ||
        !read_texture(r, Q3BSP_FACES, face, TEXTURE, "face", &contents, &flags) ||
        !read_size(r, face, n, &width, &height))
        return FALSE;
    g_autofree BspVec *points = g_new(BspVec, n);
    if (!read_points(r, face, first, n, points))
        return FALSE;
    if ((contents & r->level.wanted) && !(flags & r->format->nonsolid)) {
        BspBrushPlace place = { .number = face, .is_patch = TRUE, .model = r->level.models.number };
        bsp_patches_add(r->patches, points, width, height, r->faces->len);
        g_array_append_val(r->faces, place);
    } else
        r->n_hollow++;
    /* Each square has a cell. */
    return r->patches->squares->len <= max_cells(r) || fail_cells(r, face);
}

/* Counts n records of a model. */
static gboolean count_records(Reading *r, guint n)
{
    guint n_in_file = r->lumps.lumps[Q3BSP_BRUSHES].n + r->lumps.lumps[Q3BSP_FACES].n;
    return bsp_level_count_records(&r->level, &r->lumps, n, n_in_file);
}

/* Reads the patches among the model's faces. Without BSP_WORLD_PATCHES, only counts them. */
static gboolean read_patches(Reading *r, guint model)
{
    guint first, n;
    if (!bsp_lumps_range(&r->lumps, Q3BSP_MODELS, model, 24, Q3BSP_FACES, "model", &first, &n) ||
        !count_records(r, n))
        return FALSE;
    for (guint face = first; face < first + n; face++) {
        if (!is_patch(r, face))
            continue;
        if (!r->with_patches)
            r->n_patches++;
        else if (!read_patch(r, face))
            return FALSE;
    }
    return TRUE;
}

/* --- brushes of patches --- */

/* Adds the brushes of the patch whose first piece is *piece. */
static void add_patch(Reading *r, guint *piece)
{
    guint patch = g_array_index(r->patches->pieces, BspPatchPiece, *piece).patch;
    BspBrushPlace place = g_array_index(r->faces, BspBrushPlace, patch);
    guint32 contents = 0, flags = 0;
    gint32 texture = bsp_lumps_texture(&r->lumps, &brush_lumps, Q3BSP_FACES, place.number, TEXTURE);
    read_texture(r, Q3BSP_FACES, place.number, TEXTURE, "face", &contents, &flags);
    g_autoptr(GPtrArray) brushes = g_ptr_array_new();
    r->n_degenerate += bsp_patch_thicken(r->patches, piece, BSP_PATCH_THICKNESS, brushes);
    for (guint i = 0; i < brushes->len; i++) {
        BspBrush *brush = brushes->pdata[i];
        bsp_brush_set_contents(brush, contents);
        for (guint side = 0; side < bsp_brush_n_sides(brush); side++)
            bsp_brush_set_tag(brush, side, flags);
        g_ptr_array_add(r->level.brushes, brush);
        g_array_append_val(r->level.places, place);
        bsp_level_set_file_texture(&r->level, &r->lumps, &brush_lumps, texture, 0);
    }
}

/* Makes brushes of all patches. They are the last brushes of the world. */
static gboolean add_patch_brushes(Reading *r)
{
    guint patch = 0;
    if (!(r->patch_error >= BSP_PATCH_LEAST_ERROR) || !isfinite(r->patch_error))
        return bsp_lumps_fail(&r->lumps, BSP_ERROR_VALUE,
                              "the error of patches, %g units, is out of range: at least %g",
                              r->patch_error, BSP_PATCH_LEAST_ERROR);
    if (!bsp_patches_divide(r->patches, r->patch_error, BSP_PATCH_FLAT, max_cells(r), &patch))
        return fail_cells(r, g_array_index(r->faces, BspBrushPlace, patch).number);
    for (guint piece = 0; piece < r->patches->pieces->len;)
        add_patch(r, &piece);
    r->n_degenerate += r->patches->n_degenerate;
    return TRUE;
}

/* Stores the numbers and messages about patches in the world. */
static void report_patches(const Reading *r, guint n_brushes, BspWorld *world)
{
    world->report.n_patches = r->faces->len;
    world->report.n_patch_brushes = bsp_solid_n_brushes(world->solid) - n_brushes;
    bsp_world_leave_out(world, r->n_hollow,
                        "patches (curved surfaces) left out: %u: their contents do not stop a "
                        "player, or their surface is NONSOLID",
                        r->n_hollow);
    if (r->n_degenerate)
        bsp_world_remark(world, "pieces of patches left out: %u: they are too narrow",
                         r->n_degenerate);
    bsp_world_leave_out(world, r->n_patches,
                        "patches (curved surfaces) left out: %u: they are not brushes",
                        r->n_patches);
}

/* --- brushes --- */

static gboolean read_brush(Reading *r, guint brush)
{
    guint32 contents = 0, flags;
    return read_texture(r, Q3BSP_BRUSHES, brush, 8, "brush", &contents, &flags) &&
           bsp_level_read_brush(&r->level, &r->lumps, &brush_lumps, brush, contents);
}

/* A BspModelFunc. */
static gboolean read_model(guint model, gpointer user_data)
{
    Reading *r = user_data;
    guint first, n;
    if (!bsp_lumps_range(&r->lumps, Q3BSP_MODELS, model, 32, Q3BSP_BRUSHES, "model", &first, &n) ||
        !count_records(r, n))
        return FALSE;
    for (guint i = 0; i < n; i++)
        if (!read_brush(r, first + i))
            return FALSE;
    return read_patches(r, model);
}

/* The number of models that mark a terrain of Raven's games, which is a map of heights. */
static guint count_terrains(const BspWorld *world)
{
    guint n = 0;
    for (guint i = 0; i < world->models->len; i++)
        n += g_strcmp0(g_array_index(world->models, BspWorldModel, i).classname, "terrain") == 0;
    return n;
}

/* --- the world --- */

static BspWorld *make_world(Reading *r)
{
    guint n_brushes = r->level.brushes->len;
    BspLeftOut others = bsp_level_unread(&r->level, r->lumps.lumps[Q3BSP_BRUSHES].n);
    if (r->with_patches && !add_patch_brushes(r))
        return NULL;
    BspWorld *world = bsp_level_make_world(&r->level);
    report_patches(r, n_brushes, world);
    bsp_level_report_left_out(&r->level, world, &others);
    if (count_terrains(world))
        bsp_world_remark(world, "terrains left out: %u: they are maps of heights in other files",
                         count_terrains(world));
    return world;
}

static BspWorld *read_level(Reading *r)
{
    r->patches = bsp_patches_new();
    r->faces = g_array_new(FALSE, FALSE, sizeof(BspBrushPlace));
    BspWorld *world = NULL;
    if (bsp_level_list_models(&r->level, &r->lumps, Q3BSP_MODELS) &&
        bsp_level_read_entities(&r->level, &r->lumps, Q3BSP_ENTITIES) &&
        bsp_models_read(&r->level.models, read_model, r))
        world = make_world(r);
    bsp_patches_free(r->patches);
    g_array_unref(r->faces);
    return world;
}

BspWorld *bsp_world_read_q3bsp(const char *path, const char *data, gsize length,
                               const BspWorldOptions *options, const BspSidesWatch *watch,
                               GError **error)
{
    Reading r = { .lumps = { .file = path, .data = data, .length = length, .error = error },
                  .with_patches = (options->flags & BSP_WORLD_PATCHES) != 0,
                  .patch_error =
                      options->patch_error != 0 ? options->patch_error : BSP_PATCH_ERROR };
    r.format = read_header(&r.lumps);
    if (!r.format)
        return NULL;
    bsp_level_open(&r.level, path, options, BSP_CONTENTS_SOLID | BSP_CONTENTS_PLAYERCLIP,
                   "neither SOLID nor PLAYERCLIP");
    r.level.game = BSP_GAME_QUAKE3;
    r.level.watch = watch;
    BspWorld *world = read_level(&r);
    bsp_level_close(&r.level);
    return world;
}
