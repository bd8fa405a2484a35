/* q1bsp: worlds from .bsp files of Quake (version 29, and BSP2 and 2PSB with wider numbers) and of
 * GoldSrc (version 30).
 *
 * These files contain trees instead of brushes. Hull 0 is the tree that is drawn; its leaves have
 * contents. Hulls 1 and higher consist of clip nodes. Each is the level expanded for one box. The
 * world consists of the brushes of the BSPX lump, if there is one. Otherwise it consists of the
 * cells of hull 0's solid leaves, within the bounds of model 0. If a hull is selected, the world
 * consists of the solid cells of that hull, within those bounds grown by its box. Its solid points
 * are the positions at which the box is in a solid in the game. */
#include "world/q1bsp.h"

#include <string.h>

#include "bsp-brush-table.h"
#include "bsp-file.h"
#include "build/solid.h"
#include "world/level.h"
#include "world/reading.h"

enum {
    ENTITIES = 0,
    PLANES = 1,
    NODES = 5,
    CLIP_NODES = 9,
    LEAVES = 10,
    MODELS = 14,
    N_LUMPS = 15
};

/* The names and record sizes of lumps; arguments are the sizes that differ between versions 29 and
 * 30, 2PSB, and BSP2. */
#define KINDS(node, face, clip, leaf, mark, edge)                                                  \
    {                                                                                              \
        { "entities", 1 }, { "planes", 20 }, { "textures", 1 }, { "vertices", 12 },                \
            { "visibility", 1 }, { "nodes", node }, { "texinfo", 40 }, { "faces", face },          \
            { "lighting", 1 }, { "clip nodes", clip }, { "leaves", leaf },                         \
            { "mark surfaces", mark }, { "edges", edge }, { "surface edges", 4 },                  \
            { "models", 64 },                                                                      \
    }
static const BspLumpKind narrow_kinds[N_LUMPS] = KINDS(24, 20, 8, 28, 2, 4);
static const BspLumpKind middle_kinds[N_LUMPS] = KINDS(32, 28, 12, 32, 4, 8);
static const BspLumpKind wide_kinds[N_LUMPS] = KINDS(44, 28, 12, 44, 4, 8);

static const struct {
    char magic[4];
    const BspLumpKind *kinds;
    gint32 version; /* the version whose rules apply */
} formats[] = {
    { { 29, 0, 0, 0 }, narrow_kinds, 29 },
    { { 30, 0, 0, 0 }, narrow_kinds, 30 },
    { { '2', 'P', 'S', 'B' }, middle_kinds, 29 },
    { { 'B', 'S', 'P', '2' }, wide_kinds, 29 },
};

const BspBounds *bsp_q1bsp_hull(gint32 version, guint n)
{
    static const BspBounds quake[] = { { { { 0, 0, 0 } }, { { 0, 0, 0 } } },
                                       { { { -16, -16, -24 } }, { { 16, 16, 32 } } },
                                       { { { -32, -32, -24 } }, { { 32, 32, 64 } } } };
    static const BspBounds goldsrc[] = { { { { 0, 0, 0 } }, { { 0, 0, 0 } } },
                                         { { { -16, -16, -36 } }, { { 16, 16, 36 } } },
                                         { { { -32, -32, -32 } }, { { 32, 32, 32 } } },
                                         { { { -16, -16, -18 } }, { { 16, 16, 18 } } } };
    if (version == 30)
        return n < G_N_ELEMENTS(goldsrc) ? &goldsrc[n] : NULL;
    return n < G_N_ELEMENTS(quake) ? &quake[n] : NULL;
}

/* Converts the contents of Quake and GoldSrc, a negative number, to a set of bits. Sky is solid, as
 * it is for all shapes except points. Currents are water. */
static guint32 contents_of(gint32 quake)
{
    static const guint32 table[] = { 0,
                                     0, /* empty */
                                     BSP_CONTENTS_SOLID,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_SLIME,
                                     BSP_CONTENTS_LAVA,
                                     BSP_CONTENTS_SOLID, /* sky */
                                     0,                  /* origin */
                                     BSP_CONTENTS_PLAYERCLIP,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER,
                                     BSP_CONTENTS_WATER };
    return quake < 0 && quake > -(gint32)G_N_ELEMENTS(table) ? table[-quake] : 0;
}

/* --- BSPX: named extra lumps, and the brushes that compilers store there ---
 *
 * A BSPX directory follows the last lump: "BSPX", the number of lumps, and for each lump a name of
 * 24 bytes, its offset and its length. ericw-tools stores the brushes of Quake levels in the lump
 * BRUSHLIST: the brushes of each model, with their bounds, contents, and the planes that are not
 * axial. */

#define NAME_BYTES 24
#define RECORD_BYTES (NAME_BYTES + 8)
#define MODEL_BYTES 16
#define BRUSH_BYTES 28
#define PLANE_BYTES 16
#define LIST_VERSION 1

/* The bytes of a lump in the file. */
typedef struct {
    gsize offset, length; /* 0, 0: there is no such lump */
} BspxLump;

static gsize end_of_lumps(const BspLumps *lumps)
{
    gsize end = 0;
    for (guint i = 0; i < lumps->n_lumps; i++)
        end = MAX(end, lumps->lumps[i].offset + (gsize)lumps->lumps[i].n * lumps->kinds[i].size);
    return (end + 3) & ~(gsize)3;
}

/* Finds the BSPX lump with this name; *lump is 0, 0 if there is none. Returns FALSE with an error
 * if the BSPX directory is invalid. */
static gboolean bspx_find(const BspLumps *lumps, const char *name, BspxLump *lump)
{
    gsize at = end_of_lumps(lumps);
    *lump = (BspxLump){ 0, 0 };
    if (at > lumps->length || lumps->length - at < 8 || memcmp(lumps->data + at, "BSPX", 4) != 0)
        return TRUE;
    gint32 n = bsp_lumps_int_at(lumps, at + 4);
    if (n < 0 || (gsize)n > (lumps->length - at - 8) / RECORD_BYTES)
        return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                              "BSPX at offset %" G_GSIZE_FORMAT
                              ": %d lumps: the file ends within their directory",
                              at, n);
    for (guint i = 0; i < (guint)n; i++) {
        gsize record = at + 8 + (gsize)i * RECORD_BYTES;
        if (strncmp(lumps->data + record, name, NAME_BYTES) != 0)
            continue;
        gint32 offset = bsp_lumps_int_at(lumps, record + NAME_BYTES);
        gint32 length = bsp_lumps_int_at(lumps, record + NAME_BYTES + 4);
        if (offset < 0 || length < 0 || (gsize)offset > lumps->length ||
            (gsize)length > lumps->length - (gsize)offset)
            return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                                  "BSPX lump %s: offset %d, length %d: out of range, the file has "
                                  "%" G_GSIZE_FORMAT " bytes",
                                  name, offset, length, lumps->length);
        *lump = (BspxLump){ (gsize)offset, (gsize)length };
        return TRUE;
    }
    return TRUE;
}

/* --- BRUSHLIST --- */

typedef struct {
    const BspLumps *lumps;
    BspLevel *level;
    guint32 (*contents)(gint32 quake);
    gsize at, end;
} List;

static gboolean check_room(const List *list, gsize bytes, const char *what, guint number)
{
    return list->end - list->at >= bytes ||
           bsp_lumps_fail(list->lumps, BSP_ERROR_SYNTAX,
                          "BSPX lump BRUSHLIST: the lump ends within %s %u", what, number);
}

static BspPlane read_axial_plane(const List *list, guint k)
{
    double sign = k < 3 ? -1 : 1;
    BspPlane plane = { bsp_vec(0, 0, 0), sign * bsp_lumps_float_at(list->lumps, list->at + 4 * k) };
    plane.normal.v[k % 3] = sign;
    return plane;
}

static BspPlane read_plane(const List *list, gsize at)
{
    BspPlane plane;
    for (guint k = 0; k < 3; k++)
        plane.normal.v[k] = bsp_lumps_float_at(list->lumps, at + 4 * k);
    plane.dist = bsp_lumps_float_at(list->lumps, at + 12);
    return plane;
}

/* Reads one brush, and adds it if `wanted`. */
static gboolean read_brush(List *list, guint number, gboolean wanted)
{
    const BspLumps *lumps = list->lumps;
    if (!check_room(list, BRUSH_BYTES, "brush", number))
        return FALSE;
    gint32 contents = (gint16)bsp_lumps_short_at(lumps, list->at + 24);
    guint n = bsp_lumps_short_at(lumps, list->at + 26);
    gsize planes_at = list->at + BRUSH_BYTES;
    if (n > BSP_WORLD_MAX_SIDES - 6)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT,
                              "BSPX brush %u: %u sides are more than the limit of %d", number,
                              n + 6, BSP_WORLD_MAX_SIDES);
    BspPlane planes[BSP_WORLD_MAX_SIDES];
    for (guint k = 0; k < 6; k++)
        planes[k] = read_axial_plane(list, k);
    list->at = planes_at;
    if (!check_room(list, (gsize)n * PLANE_BYTES, "brush", number))
        return FALSE;
    list->at += (gsize)n * PLANE_BYTES;
    for (guint i = 0; i < n; i++)
        planes[6 + i] = read_plane(list, planes_at + (gsize)i * PLANE_BYTES);
    if (wanted)
        bsp_level_add_brush(list->level, &(BspBrushPlace){ .number = number },
                            list->contents(contents), planes, NULL, n + 6);
    return TRUE;
}

/* Adds the brushes of model 0 in a BRUSHLIST. contents: converts Quake's contents to those of
 * BspLevel. */
static gboolean bspx_read_brushes(const BspLumps *lumps, const BspxLump *lump,
                                  guint32 (*contents)(gint32 quake), BspLevel *level)
{
    List list = { lumps, level, contents, lump->offset, lump->offset + lump->length };
    for (guint record = 0; list.at < list.end; record++) {
        if (!check_room(&list, MODEL_BYTES, "record", record))
            return FALSE;
        gint32 version = bsp_lumps_int_at(lumps, list.at);
        gint32 model = bsp_lumps_int_at(lumps, list.at + 4);
        gint32 n = bsp_lumps_int_at(lumps, list.at + 8);
        if (version != LIST_VERSION)
            return bsp_lumps_fail(
                lumps, BSP_ERROR_SYNTAX,
                "BSPX lump BRUSHLIST: record %u: version %d: only version %d is supported", record,
                version, LIST_VERSION);
        list.at += MODEL_BYTES;
        for (gint32 i = 0; i < n; i++)
            if (!read_brush(&list, (guint)i, model == 0))
                return FALSE;
    }
    return TRUE;
}

/* --- leaf cells --- */

typedef struct {
    const BspLumps *lumps;
    BspLevel *level;
    gboolean clip; /* a leaf is the negative number of its contents, not of a record */
} Carving;

static gboolean leaf_contents(const Carving *carving, gint32 leaf, gint32 *contents)
{
    const BspLumps *lumps = carving->lumps;
    *contents = leaf;
    if (carving->clip)
        return TRUE;
    guint number = (guint) - (leaf + 1);
    if (number >= lumps->lumps[LEAVES].n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "leaf %u is in the tree, but out of range, there are %u", number,
                              lumps->lumps[LEAVES].n);
    *contents = bsp_lumps_int(lumps, LEAVES, number, 0);
    return TRUE;
}

/* Adds the cell of a leaf, which it frees. Brushes are numbered in the order of the traversal. */
static gboolean add_cell(gint32 leaf, BspCell *cell, gpointer user_data)
{
    Carving *carving = user_data;
    gint32 contents;
    gboolean ok = leaf_contents(carving, leaf, &contents);
    guint32 kinds = ok ? contents_of(contents) : 0;
    if (kinds & carving->level->wanted) {
        g_autofree BspPlane *planes = g_new(BspPlane, cell->n_faces);
        for (guint i = 0; i < cell->n_faces; i++)
            planes[i] = cell->faces[i].plane;
        bsp_level_add_brush(carving->level,
                            &(BspBrushPlace){ .number = carving->level->brushes->len }, kinds,
                            planes, NULL, cell->n_faces);
    }
    bsp_cell_free(cell);
    return ok;
}

static gboolean read_bounds(const BspLumps *lumps, const BspBounds *box, BspBounds *region)
{
    for (guint k = 0; k < 3; k++) {
        region->mins.v[k] = bsp_lumps_float(lumps, MODELS, 0, 4 * k) - box->maxs.v[k];
        region->maxs.v[k] = bsp_lumps_float(lumps, MODELS, 0, 12 + 4 * k) - box->mins.v[k];
        if (!(region->mins.v[k] >= -BSP_WORLD_HALF && region->maxs.v[k] <= BSP_WORLD_HALF &&
              region->maxs.v[k] - region->mins.v[k] >= 1))
            return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                                  "model 0: its bounds along %c are invalid: %g to %g", "xyz"[k],
                                  bsp_lumps_float(lumps, MODELS, 0, 4 * k),
                                  bsp_lumps_float(lumps, MODELS, 0, 12 + 4 * k));
    }
    return TRUE;
}

static gboolean add_cells_of_tree(const BspLumps *lumps, guint hull, const BspBounds *box,
                                  BspLevel *level)
{
    BspBounds region;
    if (!read_bounds(lumps, box, &region))
        return FALSE;
    const BspTreeWalk walk = { .lumps = lumps,
                               .nodes = hull ? CLIP_NODES : NODES,
                               .planes = PLANES,
                               .narrow = lumps->kinds == narrow_kinds,
                               .what = hull ? "clip node" : "node" };
    Carving carving = { lumps, level, hull != 0 };
    return bsp_tree_walk(&walk, bsp_lumps_int(lumps, MODELS, 0, 36 + 4 * hull),
                         bsp_cell_new_box(&region), add_cell, &carving);
}

/* --- the world --- */

static gboolean read_header(BspLumps *lumps, gint32 *version)
{
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        if (lumps->length < 4 || memcmp(lumps->data, formats[i].magic, 4) != 0)
            continue;
        lumps->kinds = formats[i].kinds;
        *version = formats[i].version;
        if (!bsp_lumps_read(lumps, 4))
            return FALSE;
        return lumps->lumps[MODELS].n ||
               bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "lump %d (models): no model 0, which is the world", MODELS);
    }
    return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX, "offset 0: not a Quake or GoldSrc level");
}

static gboolean read_solids(const BspLumps *lumps, guint flags, const BspBounds *box,
                            gboolean *has_brushes, BspLevel *level)
{
    BspxLump list = { 0, 0 };
    if (!BSP_WORLD_HAS_HULL(flags) && !bspx_find(lumps, "BRUSHLIST", &list))
        return FALSE;
    *has_brushes = list.length > 0;
    return *has_brushes ? bspx_read_brushes(lumps, &list, contents_of, level)
                        : add_cells_of_tree(lumps, BSP_WORLD_HULL_OF(flags), box, level);
}

static BspWorld *make_world(BspLevel *level, gint32 version, guint hull, gboolean has_brushes)
{
    BspWorld *world = bsp_level_make_world(level);
    bsp_level_report_hollow(level, world);
    bsp_level_report_degenerate(level, world);
    const BspBounds *box = bsp_q1bsp_hull(version, hull);
    while (world->n_hulls < BSP_HULLS && bsp_q1bsp_hull(version, world->n_hulls))
        world->n_hulls++;
    world->brushes_given = has_brushes;
    if (hull) {
        world->hull = g_memdup2(box, sizeof *box);
        bsp_world_remark(
            world, "these are the positions of a box from %g,%g,%g to %g,%g,%g: hull %u",
            box->mins.x, box->mins.y, box->mins.z, box->maxs.x, box->maxs.y, box->maxs.z, hull);
    } else if (!has_brushes) {
        bsp_world_remark(world, "the level has no brushes: these are the solid cells of its tree");
    }
    return world;
}

BspWorld *bsp_world_read_q1bsp(const char *path, const char *data, gsize length,
                               const BspWorldOptions *options, GError **error)
{
    BspLumps lumps = {
        .file = path, .data = data, .length = length, .n_lumps = N_LUMPS, .error = error
    };
    gint32 version = 0;
    if (!read_header(&lumps, &version))
        return NULL;
    guint hull = BSP_WORLD_HULL_OF(options->flags);
    const BspBounds *box = bsp_q1bsp_hull(version, hull);
    if (!box) {
        bsp_lumps_fail(&lumps, BSP_ERROR_VALUE, "there is no hull %u, only 0 to %d", hull,
                       version == 30 ? 3 : 2);
        return NULL;
    }
    BspLevel level;
    gboolean has_brushes = FALSE;
    BspWorld *world = NULL;
    bsp_level_open(&level, path, options, BSP_CONTENTS_SOLID | BSP_CONTENTS_PLAYERCLIP,
                   "neither SOLID nor PLAYERCLIP");
    if (read_solids(&lumps, options->flags, box, &has_brushes, &level) &&
        bsp_level_read_entities(&level, &lumps, ENTITIES, bsp_level_entity, &level))
        world = make_world(&level, version, hull, has_brushes);
    bsp_level_close(&level);
    return world;
}
