/* q2bsp: worlds from Quake II .bsp files (IBSP, version 38).
 *
 * Brushes do not refer to their model: the brushes of model 0 are those that the leaves of its tree
 * list. Brushes have contents. The tag of a side is the flags of its texinfo. The world consists of
 * the brushes that stop a player: their contents include SOLID, WINDOW or PLAYERCLIP. With
 * BSP_WORLD_ALL_CONTENTS, it consists of all brushes with any contents. */
#include "world/level.h"

#define CONTENTS_SOLID 0x1
#define CONTENTS_WINDOW 0x2
#define CONTENTS_PLAYERCLIP 0x10000

enum {
    ENTITIES = 0,
    PLANES = 1,
    NODES = 4,
    TEXINFO = 5,
    LEAVES = 8,
    LEAF_BRUSHES = 10,
    MODELS = 13,
    BRUSHES = 14,
    SIDES = 15
};

static const BspLumpKind kinds[] = {
    { "entities", 1 },      { "planes", 20 },    { "vertices", 12 },    { "visibility", 1 },
    { "nodes", 28 },        { "texinfo", 76 },   { "faces", 20 },       { "lighting", 1 },
    { "leaves", 28 },       { "leaf faces", 2 }, { "leaf brushes", 2 }, { "edges", 4 },
    { "surface edges", 4 }, { "models", 48 },    { "brushes", 12 },     { "brush sides", 4 },
    { "pop", 1 },           { "areas", 8 },      { "area portals", 8 },
};

typedef struct {
    const BspLumps *lumps;
    guint8 *marked; /* per brush: whether a leaf of the world lists it */
} Marking;

/* Marks the brushes that a leaf lists. */
static gboolean mark_brushes(gint32 leaf, BspCell *cell, gpointer user_data)
{
    Marking *marking = user_data;
    const BspLumps *lumps = marking->lumps;
    guint number = (guint) - (leaf + 1);
    bsp_cell_free(cell);
    if (number >= lumps->lumps[LEAVES].n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "leaf %u is in the tree, but out of range, there are %u", number,
                              lumps->lumps[LEAVES].n);
    guint first = bsp_lumps_short(lumps, LEAVES, number, 24);
    guint n = bsp_lumps_short(lumps, LEAVES, number, 26);
    if (first + n > lumps->lumps[LEAF_BRUSHES].n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "leaf %u: leaf brushes %u and %u more are out of range, there are %u",
                              number, first, n, lumps->lumps[LEAF_BRUSHES].n);
    for (guint i = first; i < first + n; i++) {
        guint brush = bsp_lumps_short(lumps, LEAF_BRUSHES, i, 0);
        if (brush >= lumps->lumps[BRUSHES].n)
            return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                                  "leaf %u: brush %u is out of range, there are %u", number, brush,
                                  lumps->lumps[BRUSHES].n);
        marking->marked[brush] = TRUE;
    }
    return TRUE;
}

/* The flags of a side's texinfo; 0 if the side has none. */
static guint32 surface_flags(const BspLumps *lumps, guint side)
{
    guint texinfo = bsp_lumps_short(lumps, SIDES, side, 2);
    return texinfo < lumps->lumps[TEXINFO].n ? (guint32)bsp_lumps_int(lumps, TEXINFO, texinfo, 32)
                                             : 0;
}

/* Sets the texture of a side of the brush that was added last: 32 bytes at 40 of its texinfo. */
static void set_texture(BspLevel *level, const BspLumps *lumps, guint record, guint side)
{
    guint texinfo = bsp_lumps_short(lumps, SIDES, record, 2);
    if (texinfo < lumps->lumps[TEXINFO].n)
        bsp_level_set_texture(level, side, bsp_lumps_record(lumps, TEXINFO, texinfo) + 40, 32);
}

static gboolean read_brush(const BspLumps *lumps, guint brush, BspLevel *level)
{
    guint first, n;
    if (!bsp_lumps_range(lumps, BRUSHES, brush, 0, SIDES, "brush", &first, &n))
        return FALSE;
    if (!bsp_level_count_sides(level, lumps, SIDES, brush, n))
        return FALSE;
    BspPlane planes[BSP_WORLD_MAX_SIDES];
    guint32 tags[BSP_WORLD_MAX_SIDES];
    for (guint i = 0; i < n; i++) {
        guint16 plane = bsp_lumps_short(lumps, SIDES, first + i, 0);
        if (!bsp_lumps_side_plane(lumps, PLANES, plane, brush, first + i, &planes[i]))
            return FALSE;
        tags[i] = surface_flags(lumps, first + i);
    }
    if (bsp_level_add_brush(level, &(BspBrushPlace){ .number = brush },
                            (guint32)bsp_lumps_int(lumps, BRUSHES, brush, 8), planes, tags, n))
        for (guint i = 0; i < n; i++)
            set_texture(level, lumps, first + i, i);
    return TRUE;
}

static gboolean read_marked_brushes(const Marking *marking, BspLevel *level, guint *n_others)
{
    const BspLumps *lumps = marking->lumps;
    for (guint i = 0; i < lumps->lumps[BRUSHES].n; i++) {
        *n_others += !marking->marked[i];
        if (marking->marked[i] && !read_brush(lumps, i, level))
            return FALSE;
    }
    return TRUE;
}

static gboolean read_brushes(const BspLumps *lumps, BspLevel *level, guint *n_others)
{
    if (!lumps->lumps[MODELS].n)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "lump %d (models): no model 0, which is the world", MODELS);
    const BspTreeWalk walk = { lumps, NODES, PLANES, FALSE, "node" };
    Marking marking = { lumps, g_new0(guint8, lumps->lumps[BRUSHES].n + 1) };
    gboolean ok =
        bsp_tree_walk(&walk, bsp_lumps_int(lumps, MODELS, 0, 36), NULL, mark_brushes, &marking) &&
        read_marked_brushes(&marking, level, n_others);
    g_free(marking.marked);
    return ok;
}

BspWorld *bsp_world_read_q2bsp(const char *path, const char *data, gsize length,
                               const BspWorldOptions *options, GError **error)
{
    BspLumps lumps = { .file = path,
                       .data = data,
                       .length = length,
                       .kinds = kinds,
                       .n_lumps = G_N_ELEMENTS(kinds),
                       .error = error };
    BspLevel level;
    guint n_others = 0;
    BspWorld *world = NULL;
    bsp_level_open(&level, path, options, CONTENTS_SOLID | CONTENTS_WINDOW | CONTENTS_PLAYERCLIP,
                   "neither SOLID nor WINDOW nor PLAYERCLIP");
    if (bsp_lumps_read(&lumps, 8) && read_brushes(&lumps, &level, &n_others) &&
        bsp_level_read_entities(&level, &lumps, ENTITIES, bsp_level_entity, &level)) {
        world = bsp_level_make_world(&level);
        bsp_level_report_hollow(&level, world);
        bsp_level_report_degenerate(&level, world);
        bsp_world_leave_out(world, n_others,
                            "brushes left out: %u: they belong to other models than the world",
                            n_others);
    }
    bsp_level_close(&level);
    return world;
}
