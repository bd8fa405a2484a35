/* q3bsp: reads worlds from .bsp files of id Tech 3, which are IBSP 46 and 47, RBSP 1 and FBSP 1.
 *
 * A header lists 17 or 18 lumps, which are arrays of little-endian records. The world consists of
 * the brushes of model 0, or of the selected model, that stop a player. Their contents include
 * SOLID or PLAYERCLIP. With BSP_WORLD_ALL_CONTENTS, it consists of all brushes with any contents.
 *
 * Layouts and contents follow q3map2 of GtkRadiant, namely bspfile_ibsp.c, bspfile_rbsp.c,
 * game_sof2.h, game_ja.h, game_qfusion.h. */
#include "bsp-brush-table.h"
#include "compile/solid.h"
#include "world/file-brushes.h"
#include "world/patch.h"

enum { TEXTURES = 1, PLANES = 2, MODELS = 7, BRUSHES = 8, SIDES = 9, VERTICES = 10, FACES = 13 };

/* The flag of surfaces that stop nothing. Raven's games have no such flag. In them this bit means
 * slick. */
#define SURFACE_NONSOLID 0x4000

/* Bits of contents in Raven's games, and their bits in id Tech 3. TERRAIN stops players. */
static const struct {
    guint32 raven, contents;
} raven_contents[] = {
    { 0x1, BSP_CONTENTS_SOLID },       { 0x2, BSP_CONTENTS_LAVA },
    { 0x4, BSP_CONTENTS_WATER },       { 0x8, BSP_CONTENTS_FOG },
    { 0x10, BSP_CONTENTS_PLAYERCLIP }, { 0x20, BSP_CONTENTS_MONSTERCLIP },
    { 0x40, BSP_CONTENTS_BOTCLIP },    { 0x400, BSP_CONTENTS_TRIGGER },
    { 0x800, BSP_CONTENTS_NODROP },    { 0x1000, BSP_CONTENTS_SOLID },
};

/* A level while it is read. */
typedef struct {
    BspReadLevel *level;
    const BspLumps *lumps;
    BspFileBrushes brushes;
    gboolean is_raven; /* the game is one of Raven's: Soldier of Fortune II, Jedi Outcast, Jedi
                          Academy */
    gboolean with_patches;
    double patch_error;  /* units */
    BspPatches *patches; /* the patches of all models that were read */
    GArray *faces;       /* place of each of these patches (BspBrushPlace) */
    guint64 n_points;    /* number of control points of these patches */
    guint n_patches;     /* number of patches that were only counted */
    guint n_hollow;      /* number of patches that were left out because they stop nothing */
    guint n_degenerate;  /* number of pieces of patches that were left out because they are too
                            narrow */
} Reading;

/* Reads the number of the texture at the offset `at` of a record. */
static gboolean read_texture(const Reading *r, guint lump, guint record, guint at, guint *texture)
{
    const BspLumps *lumps = r->lumps;
    gint32 number = bsp_lumps_int(lumps, lump, record, at);
    *texture = (guint)number;
    return *texture < lumps->lumps[TEXTURES].n ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                          "%s %u: texture %d is out of range; there are %u textures",
                          lumps->kinds[lump].record, record, number, lumps->lumps[TEXTURES].n);
}

static guint32 texture_flags(const Reading *r, guint texture)
{
    return (guint32)bsp_lumps_int(r->lumps, TEXTURES, texture, 64);
}

static guint32 texture_contents(const Reading *r, guint texture)
{
    guint32 bits = (guint32)bsp_lumps_int(r->lumps, TEXTURES, texture, 68), contents = 0;
    if (!r->is_raven)
        return bits;
    for (guint i = 0; i < G_N_ELEMENTS(raven_contents); i++)
        contents |= bits & raven_contents[i].raven ? raven_contents[i].contents : 0;
    return contents;
}

/* --- patches --- */

#define FACE_PATCH 2

/* The maximum number of cells of all patches is CELLS_PER_SQUARE times the number of squares of
 * control points, plus CELLS_AT_LEAST, so that the time is proportional to the size of the file.
 * With an error of 2 units, levels of openarena-oacmp1 have at most 10 cells for each square.
 * CELLS_AT_LEAST allows a curve that is as large as any level. A smaller error needs more cells,
 * about in inverse proportion.
 *
 * The maximum is never above MOST_CELLS, because damaged files took more than 1.5 s without it. A
 * caller who chooses a smaller error accepts more time, so the maximum is then up to
 * MOST_FINE_CELLS. For example, one of the levels has 34,356 cells within 1/16 unit, which take 5
 * s. */
#define CELLS_PER_SQUARE 64
#define CELLS_AT_LEAST 4096
#define MOST_CELLS 16384
#define MOST_FINE_CELLS 65536

static guint max_cells(const Reading *r)
{
    double finer = fmax(1, BSP_PATCH_ERROR / r->patch_error);
    double n = CELLS_PER_SQUARE * (double)r->patches->squares->len + CELLS_AT_LEAST;
    return (guint)fmin(n * finer, finer > 1 ? MOST_FINE_CELLS : MOST_CELLS);
}

/* Offsets of a face's fields, in bytes. */
enum { TEXTURE = 0, TYPE = 8, VERTEX = 12 };

/* Reads the width and height of a patch's grid of n control points. Patches must not share them,
 * unless models are read several times, because a small file could then cause much work. */
static gboolean read_size(Reading *r, guint face, guint n, guint *width, guint *height)
{
    guint offset = r->lumps->kinds[FACES].size - 8, n_in_file = r->lumps->lumps[VERTICES].n;
    gint32 w = bsp_lumps_int(r->lumps, FACES, face, offset),
           h = bsp_lumps_int(r->lumps, FACES, face, offset + 4);
    if (w < 3 || h < 3 || w % 2 == 0 || h % 2 == 0 || (gint64)w * h != n)
        return bsp_lumps_fail(r->lumps, BSP_ERROR_VALUE,
                              "patch %u: it has %d times %d control points, but %u in all; both "
                              "numbers must be odd, and at least 3",
                              face, w, h, n);
    *width = (guint)w;
    *height = (guint)h;
    r->n_points += n;
    return r->n_points <= bsp_level_most_records(r->level, n_in_file) ||
           bsp_lumps_fail(r->lumps, BSP_ERROR_VALUE,
                          "patch %u: the patches up to this one have %" G_GUINT64_FORMAT
                          " control points, but the file has only %u",
                          face, r->n_points, n_in_file);
}

/* Reads the control points of a patch, in the coordinates of the world. */
static gboolean read_points(const Reading *r, guint face, BspRange vertices, BspVec *points)
{
    const BspModels *models = &r->level->models;
    for (guint i = 0; i < vertices.n; i++) {
        guint vertex = vertices.first + i;
        points[i] = bsp_lumps_vec_at(r->lumps, bsp_lumps_offset(r->lumps, VERTICES, vertex, 0));
        if (models->is_moved)
            points[i] = bsp_vec_add(points[i], models->origin);
        for (guint k = 0; k < 3; k++)
            if (!(fabs(points[i].v[k]) <= BSP_WORLD_HALF))
                return bsp_lumps_fail(
                    r->lumps, BSP_ERROR_VALUE,
                    "patch %u: vertex %u: the coordinate %g is out of range, +-%g", face, vertex,
                    points[i].v[k], BSP_WORLD_HALF);
    }
    return TRUE;
}

static gboolean fail_cells(const Reading *r, guint face)
{
    return bsp_lumps_fail(r->lumps, BSP_ERROR_LIMIT,
                          "patch %u: the patches up to this one need more than %u flat cells, or "
                          "too much time, to come within %g units of the surfaces",
                          face, max_cells(r), r->patch_error);
}

static gboolean read_patch(Reading *r, guint face)
{
    BspRange vertices;
    guint width = 0, height = 0, texture;
    if (!bsp_lumps_range(r->lumps, FACES, face, VERTEX, VERTICES, &vertices) ||
        !read_texture(r, FACES, face, TEXTURE, &texture) ||
        !read_size(r, face, vertices.n, &width, &height))
        return FALSE;
    g_autofree BspVec *points = g_new(BspVec, vertices.n);
    if (!read_points(r, face, vertices, points))
        return FALSE;
    if (texture_contents(r, texture) & r->level->wanted &&
        (r->is_raven || !(texture_flags(r, texture) & SURFACE_NONSOLID))) {
        BspBrushPlace place = { .number = face,
                                .is_patch = TRUE,
                                .model = r->level->models.number };
        bsp_patches_add(r->patches, points, width, height, r->faces->len);
        g_array_append_val(r->faces, place);
    } else
        r->n_hollow++;
    /* Each square has at least one cell. */
    return r->patches->squares->len <= max_cells(r) || fail_cells(r, face);
}

/* Adds n to the records that the models have read. Returns FALSE with an error if the models share
 * too many records. */
static gboolean count_records(Reading *r, guint n)
{
    guint n_in_file = r->lumps->lumps[BRUSHES].n + r->lumps->lumps[FACES].n;
    return bsp_level_count_records(r->level, n, n_in_file);
}

/* Reads the patches among the model's faces. Without BSP_WORLD_PATCHES, only counts them. */
static gboolean read_patches(Reading *r, guint model)
{
    BspRange faces;
    if (!bsp_lumps_range(r->lumps, MODELS, model, 24, FACES, &faces) || !count_records(r, faces.n))
        return FALSE;
    for (guint face = faces.first; face < faces.first + faces.n; face++) {
        if (bsp_lumps_int(r->lumps, FACES, face, TYPE) != FACE_PATCH)
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
    guint texture = (guint)bsp_lumps_int(r->lumps, FACES, place.number, TEXTURE);
    g_autoptr(GPtrArray) brushes = g_ptr_array_new();
    r->n_degenerate += bsp_patch_thicken(r->patches, piece, BSP_PATCH_THICKNESS, brushes);
    for (guint i = 0; i < brushes->len; i++) {
        BspBrush *brush = brushes->pdata[i];
        bsp_brush_set_contents(brush, texture_contents(r, texture));
        for (guint side = 0; side < bsp_brush_n_sides(brush); side++)
            bsp_brush_set_tag(brush, side, texture_flags(r, texture));
        g_ptr_array_add(r->level->brushes, brush);
        g_array_append_val(r->level->places, place);
        bsp_file_brushes_set_texture(&r->brushes, texture, 0);
    }
}

static gboolean check_error(const Reading *r)
{
    return !r->with_patches ||
           (r->patch_error >= BSP_PATCH_LEAST_ERROR && isfinite(r->patch_error)) ||
           bsp_lumps_fail(r->lumps, BSP_ERROR_VALUE,
                          "the maximum error of patches, %g units, must be at least %g",
                          r->patch_error, BSP_PATCH_LEAST_ERROR);
}

/* Makes brushes of all patches. They are the last brushes of the world. */
static gboolean add_patch_brushes(Reading *r)
{
    guint patch = 0;
    if (!bsp_patches_divide(r->patches, r->patch_error, BSP_PATCH_FLAT, max_cells(r), &patch))
        return fail_cells(r, g_array_index(r->faces, BspBrushPlace, patch).number);
    for (guint piece = 0; piece < r->patches->pieces->len;)
        add_patch(r, &piece);
    r->n_degenerate += r->patches->n_degenerate;
    return TRUE;
}

/* Stores the numbers of patches, and the messages about them, in the world. */
static void report_patches(const Reading *r, guint n_brushes, BspWorld *world)
{
    world->report.n_patches = r->faces->len;
    world->report.n_patch_brushes = bsp_solid_n_brushes(world->solid) - n_brushes;
    bsp_world_leave_out(world, r->n_hollow,
                        "patches (curved surfaces) left out: %u, because their contents do not "
                        "stop a player, or their surface is NONSOLID",
                        r->n_hollow);
    if (r->n_degenerate)
        bsp_world_remark(world, "pieces of patches left out: %u, because they are too narrow",
                         r->n_degenerate);
    bsp_world_leave_out(world, r->n_patches,
                        "patches (curved surfaces) left out: %u, because they are not brushes",
                        r->n_patches);
}

/* --- models --- */

/* Reads the brushes and patches of a model. This is a BspModelFunc. */
static gboolean read_model(guint model, gpointer user_data)
{
    Reading *r = user_data;
    BspRange brushes;
    guint texture;
    if (!bsp_lumps_range(r->lumps, MODELS, model, 32, BRUSHES, &brushes) ||
        !count_records(r, brushes.n))
        return FALSE;
    for (guint i = brushes.first; i < brushes.first + brushes.n; i++)
        if (!read_texture(r, BRUSHES, i, 8, &texture) ||
            !bsp_file_brushes_read(&r->brushes, i, texture_contents(r, texture)))
            return FALSE;
    return read_patches(r, model);
}

/* Returns the number of models that mark a terrain of Raven's games, which is a map of heights. */
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
    guint n_brushes = r->level->brushes->len;
    if (r->with_patches && !add_patch_brushes(r))
        return NULL;
    bsp_file_brushes_count_others(&r->brushes);
    BspWorld *world = bsp_level_make_world(r->level);
    report_patches(r, n_brushes, world);
    bsp_level_report_left_out(r->level, world);
    if (count_terrains(world))
        bsp_world_remark(world,
                         "terrains left out: %u, because they are maps of heights in other files",
                         count_terrains(world));
    return world;
}

BspWorld *bsp_q3bsp_read(BspReadLevel *level)
{
    static const BspBrushLumps of = { BRUSHES, SIDES, PLANES, TEXTURES, 64, 0, 64 };
    const BspWorldOptions *options = level->options;
    Reading r = { .level = level,
                  .lumps = level->lumps,
                  .brushes = bsp_file_brushes_new(level, &of),
                  .is_raven = level->lumps->data[0] == 'R', /* the file begins with RBSP */
                  .with_patches = (options->flags & BSP_WORLD_PATCHES) != 0,
                  .patch_error = options->patch_error != 0 ? options->patch_error : BSP_PATCH_ERROR,
                  .patches = bsp_patches_new(),
                  .faces = g_array_new(FALSE, FALSE, sizeof(BspBrushPlace)) };
    BspWorld *world = NULL;
    if (check_error(&r) && bsp_level_read_entities(level, MODELS) &&
        bsp_models_read(&level->models, read_model, &r))
        world = make_world(&r);
    bsp_file_brushes_clear(&r.brushes);
    bsp_patches_free(r.patches);
    g_array_unref(r.faces);
    return world;
}
