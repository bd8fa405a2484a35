/* formats: recognizes the formats of .bsp files by their first bytes. Some formats are read. The
 * others are refused by name. */
#include <string.h>

#include "world/level.h"
#include "world/sides.h"

static gboolean begins_with(const BspLumps *file, const char *magic)
{
    return file->length >= 4 && memcmp(file->data, magic, 4) == 0;
}

/* Returns the number after the magic, or 0 if the file is too short. */
static gint32 version_of(const BspLumps *file)
{
    return file->length >= 8 ? bsp_lumps_int_at(file, 4) : 0;
}

/* The names and record sizes of lumps of Quake and GoldSrc. The arguments are the sizes that differ
 * between versions 29 and 30, 2PSB, and BSP2. */
#define Q1_KINDS(node, face, clip, leaf, mark, edge)                                               \
    {                                                                                              \
        { "entities", 1, "byte" }, { "planes", 20, "plane" }, { "textures", 1, "byte" },           \
            { "vertices", 12, "vertex" }, { "visibility", 1, "byte" }, { "nodes", node, "node" },  \
            { "texinfo", 40, "texture" }, { "faces", face, "face" }, { "lighting", 1, "byte" },    \
            { "clip nodes", clip, "clip node" }, { "leaves", leaf, "leaf" },                       \
            { "mark surfaces", mark, "mark surface" }, { "edges", edge, "edge" },                  \
            { "surface edges", 4, "surface edge" }, { "models", 64, "model" },                     \
    }
static const BspLumpKind q1_narrow[15] = Q1_KINDS(24, 20, 8, 28, 2, 4);
static const BspLumpKind q1_middle[15] = Q1_KINDS(32, 28, 12, 32, 4, 8);
static const BspLumpKind q1_wide[15] = Q1_KINDS(44, 28, 12, 44, 4, 8);

static const BspLumpKind q2_kinds[19] = {
    { "entities", 1, "byte" },
    { "planes", 20, "plane" },
    { "vertices", 12, "vertex" },
    { "visibility", 1, "byte" },
    { "nodes", 28, "node" },
    { "texinfo", 76, "texture" },
    { "faces", 20, "face" },
    { "lighting", 1, "byte" },
    { "leaves", 28, "leaf" },
    { "leaf faces", 2, "leaf face" },
    { "leaf brushes", 2, "leaf brush" },
    { "edges", 4, "edge" },
    { "surface edges", 4, "surface edge" },
    { "models", 48, "model" },
    { "brushes", 12, "brush" },
    { "brush sides", 4, "side" },
    { "pop", 1, "byte" },
    { "areas", 8, "area" },
    { "area portals", 8, "area portal" },
};

/* The names and record sizes of lumps of id Tech 3. The arguments are the sizes that differ between
 * formats. The last lump is only in RBSP and FBSP. */
#define Q3_KINDS(side, vertex, face)                                                               \
    {                                                                                              \
        { "entities", 1, "byte" }, { "textures", 72, "texture" }, { "planes", 16, "plane" },       \
            { "nodes", 36, "node" }, { "leaves", 48, "leaf" }, { "leaf faces", 4, "leaf face" },   \
            { "leaf brushes", 4, "leaf brush" }, { "models", 40, "model" },                        \
            { "brushes", 12, "brush" }, { "brush sides", side, "side" },                           \
            { "vertices", vertex, "vertex" }, { "mesh vertices", 4, "mesh vertex" },               \
            { "effects", 72, "effect" }, { "faces", face, "face" }, { "lightmaps", 1, "byte" },    \
            { "light volumes", 1, "byte" }, { "visibility", 1, "byte" },                           \
            { "light array", 1, "byte" },                                                          \
    }
static const BspLumpKind q3_narrow[18] = Q3_KINDS(8, 44, 104);
static const BspLumpKind q3_wide[18] = Q3_KINDS(12, 80, 148);

static const BspFormat formats[] = {
    { "\x1d\0\0\0", 0, q1_narrow, 15, BSP_GAME_QUAKE, bsp_q1bsp_read, NULL },
    { "\x1e\0\0\0", 0, q1_narrow, 15, BSP_GAME_GOLDSRC, bsp_q1bsp_read, NULL },
    { "BSP2", 0, q1_wide, 15, BSP_GAME_QUAKE, bsp_q1bsp_read, NULL },
    { "2PSB", 0, q1_middle, 15, BSP_GAME_QUAKE, bsp_q1bsp_read, NULL },
    { "IBSP", 38, q2_kinds, 19, BSP_GAME_QUAKE2, bsp_q2bsp_read, NULL },
    { "IBSP", 46, q3_narrow, 17, BSP_GAME_QUAKE3, bsp_q3bsp_read, NULL },
    { "IBSP", 47, q3_narrow, 17, BSP_GAME_QUAKE3, bsp_q3bsp_read, NULL }, /* of Quake Live */
    { "RBSP", 1, q3_wide, 18, BSP_GAME_QUAKE3, bsp_q3bsp_read, NULL },    /* of Raven's games */
    { "FBSP", 1, q3_wide, 18, BSP_GAME_QUAKE3, bsp_q3bsp_read, NULL },    /* of Warsow */
    { "IBSP", 4, .refused = "a level of Call of Duty 2" },
    { "IBSP", 22, .refused = "a level of Call of Duty 4" },
    { "IBSP", 41, .refused = "a level of Daikatana" },
    { "IBSP", 59, .refused = "a level of Call of Duty" },
    { "FAKK", 0, .refused = "a level of Heavy Metal: F.A.K.K.2 or American McGee's Alice" },
    { "2015", 0, .refused = "a level of Medal of Honor: Allied Assault" },
    { "EALA", 0, .refused = "a level of an expansion of Medal of Honor: Allied Assault" },
    { "EF2!", 0, .refused = "a level of Star Trek: Elite Force II" },
    { "VBSP", 0, .refused = "a level of Source" },
    { "PSBV", 0, .refused = "a level of Source for the Xbox 360" },
    { "rBSP", 0, .refused = "a level of Titanfall or Apex Legends" },
    { "QBSP", 0, .refused = "a level of Quake II in the wide format of qbism" },
    { "\x2a\0\0\0", 0, .refused = "a level of Nightfire" },
    { "IDP3", 0, .refused = "an MD3 model" },
};

/* Returns the format of the file, or NULL if the first bytes, or the version after them, are not
 * known. */
static const BspFormat *find_format(const BspLumps *file)
{
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (begins_with(file, formats[i].magic) &&
            (!formats[i].version || formats[i].version == version_of(file)))
            return &formats[i];
    return NULL;
}

/* Records of models in Hexen II have 80 bytes instead of the 64 of Quake. */
enum { FACES_AT = 4 + 8 * 7, MODELS_AT = 4 + 8 * 14, FACE = 20, MODEL = 64, LONG_MODEL = 80 };

/* Returns whether the records of models are those of Hexen II. If their total length fits both
 * sizes, decides by the models' faces, which together must be all faces of the file. */
static gboolean has_long_models(const BspLumps *file)
{
    if (!begins_with(file, "\x1d\0\0") || file->length < MODELS_AT + 8)
        return FALSE;
    gint32 at = bsp_lumps_int_at(file, MODELS_AT), length = bsp_lumps_int_at(file, MODELS_AT + 4);
    if (at < 0 || length <= 0 || length % LONG_MODEL || (gsize)at + (gsize)length > file->length)
        return FALSE;
    if (length % MODEL)
        return TRUE;
    gint64 n_faces = 0;
    for (gint32 model = 0; model < length; model += LONG_MODEL)
        n_faces += bsp_lumps_int_at(file, (gsize)at + (gsize)model + LONG_MODEL - 4);
    return n_faces > 0 && n_faces * FACE == bsp_lumps_int_at(file, FACES_AT + 4);
}

/* Sets the error for a file whose first bytes, or the version after them, are not known. */
static gboolean fail_for_version(const BspLumps *file)
{
    g_autoptr(GString) versions = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (formats[i].version && formats[i].read && begins_with(file, formats[i].magic))
            g_string_append_printf(versions, "%s%d", versions->len ? ", " : "", formats[i].version);
    if (versions->len)
        return bsp_lumps_fail(file, BSP_ERROR_SYNTAX,
                              "offset 4: %.4s version %d is not supported (supported: %s)",
                              file->data, version_of(file), versions->str);
    return bsp_lumps_fail(
        file, BSP_ERROR_SYNTAX,
        "offset 0: the format is unknown; levels of Quake and GoldSrc begin with 29, 30, BSP2 or "
        "2PSB, and levels of later games with IBSP, RBSP or FBSP");
}

/* Returns whether a file of another game has the lumps of Quake II. SiN's RBSP 1 and Soldier of
 * Fortune's IBSP 46 have them. In them lump 1 has planes of 20 bytes instead of textures of 72. */
static gboolean has_lumps_of_quake_2(const BspLumps *file)
{
    gint32 length = file->length >= 24 ? bsp_lumps_int_at(file, 20) : 0;
    return file->format->game == BSP_GAME_QUAKE3 && length > 0 && length % 20 == 0 &&
           length % 72 != 0;
}

/* Returns whether the lump in a file of GoldSrc begins like a list of entities. */
static gboolean has_entities(const BspLumps *file, guint lump)
{
    gint32 at = bsp_lumps_int_at(file, 4 + 8 * (gsize)lump);
    return at >= 0 && (gsize)at < file->length && file->data[at] == '{';
}

gboolean bsp_lumps_open(BspLumps *lumps, const char *file, const char *data, gsize length,
                        GError **error)
{
    *lumps = (BspLumps){ .file = file, .data = data, .length = length, .error = error };
    const BspFormat *format = find_format(lumps);
    if (!format)
        return fail_for_version(lumps);
    const char *refused = has_long_models(lumps) ? "a level of Hexen II" : format->refused;
    if (refused)
        return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                              "offset 0: this is %s, which is not supported; read its .map, or its "
                              "triangles from an .obj, instead",
                              refused);
    lumps->format = format;
    lumps->kinds = format->kinds;
    if (has_lumps_of_quake_2(lumps))
        return bsp_lumps_fail(
            lumps, BSP_ERROR_SYNTAX,
            "lump 1 is not an array of textures; the level may be of SiN or Soldier of Fortune, "
            "which are not supported, although their levels begin like levels of id Tech 3");
    lumps->is_swapped = format->game == BSP_GAME_GOLDSRC && length >= 20 &&
                        !has_entities(lumps, 0) && has_entities(lumps, 1);
    return bsp_lumps_read(lumps, format->version ? 8 : 4);
}

BspWorld *bsp_world_read_bsp_sides(const char *path, const char *data, gsize length,
                                   const BspWorldOptions *options, const BspSidesWatch *watch,
                                   GError **error)
{
    BspLumps lumps;
    BspReadLevel level;
    if (!bsp_lumps_open(&lumps, path, data, length, error))
        return NULL;
    BSP_ASSERT(lumps.format);
    if (BSP_WORLD_HAS_HULL(options->flags) && lumps.format->read != bsp_q1bsp_read) {
        bsp_lumps_fail(&lumps, BSP_ERROR_VALUE,
                       "the level has no hulls; only levels of Quake and GoldSrc have hulls");
        return NULL;
    }
    bsp_level_open(&level, path, options);
    level.lumps = &lumps;
    level.watch = watch;
    level.game = lumps.format->game;
    BspWorld *world = lumps.format->read(&level);
    bsp_level_close(&level);
    return world;
}

BspWorld *bsp_world_read_bsp(const char *path, const char *data, gsize length,
                             const BspWorldOptions *options, GError **error)
{
    return bsp_world_read_bsp_sides(path, data, length, options, NULL, error);
}
