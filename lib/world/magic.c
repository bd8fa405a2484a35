/* magic: the reader of a .bsp, by its first bytes, and the formats that are not read, by name. */
#include <string.h>

#include "world/level.h"

static gboolean begins_with(const BspLumps *file, const char *magic)
{
    return file->length >= 4 && memcmp(file->data, magic, 4) == 0;
}

/* The number after the magic; 0 if the file is too short. */
static gint32 version_of(const BspLumps *file)
{
    return file->length >= 8 ? bsp_lumps_int_at(file, 4) : 0;
}

/* The first four bytes, and the version after them (0: any). A format is either read or refused by
 * name. */
typedef struct {
    char magic[5];
    gint32 version;
    BspReader read;
    gboolean has_hulls;
    const char *refused;
} Format;

static const Format formats[] = {
    { "\x1d\0\0\0", 0, bsp_world_read_q1bsp, TRUE, NULL },
    { "\x1e\0\0\0", 0, bsp_world_read_q1bsp, TRUE, NULL },
    { "BSP2", 0, bsp_world_read_q1bsp, TRUE, NULL },
    { "2PSB", 0, bsp_world_read_q1bsp, TRUE, NULL },
    { "IBSP", 38, bsp_world_read_q2bsp, FALSE, NULL },
    { "IBSP", 46, bsp_world_read_q3bsp, FALSE, NULL },
    { "IBSP", 47, bsp_world_read_q3bsp, FALSE, NULL },
    { "RBSP", 1, bsp_world_read_q3bsp, FALSE, NULL },
    { "FBSP", 1, bsp_world_read_q3bsp, FALSE, NULL },
    { "IBSP", 4, NULL, FALSE, "a level of Call of Duty 2" },
    { "IBSP", 22, NULL, FALSE, "a level of Call of Duty 4" },
    { "IBSP", 41, NULL, FALSE, "a level of Daikatana" },
    { "IBSP", 59, NULL, FALSE, "a level of Call of Duty" },
    { "FAKK", 0, NULL, FALSE, "a level of Heavy Metal: F.A.K.K.2 or American McGee's Alice" },
    { "2015", 0, NULL, FALSE, "a level of Medal of Honor: Allied Assault" },
    { "EALA", 0, NULL, FALSE, "a level of an expansion of Medal of Honor: Allied Assault" },
    { "EF2!", 0, NULL, FALSE, "a level of Star Trek: Elite Force II" },
    { "VBSP", 0, NULL, FALSE, "a level of Source" },
    { "PSBV", 0, NULL, FALSE, "a level of Source for the Xbox 360" },
    { "rBSP", 0, NULL, FALSE, "a level of Titanfall or Apex Legends" },
    { "QBSP", 0, NULL, FALSE, "a level of Quake II in the wide format of qbism" },
    { "\x2a\0\0\0", 0, NULL, FALSE, "a level of Nightfire" },
    { "IDP3", 0, NULL, FALSE, "an MD3 model" },
};

/* Returns NULL if the first bytes, or the version after them, are not known. */
static const Format *find_format(const BspLumps *file)
{
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (begins_with(file, formats[i].magic) &&
            (!formats[i].version || formats[i].version == version_of(file)))
            return &formats[i];
    return NULL;
}

/* Records of models in Hexen II are longer than in Quake: 80 instead of 64 bytes. */
enum { FACES_AT = 4 + 8 * 7, MODELS_AT = 4 + 8 * 14, FACE = 20, MODEL = 64, LONG_MODEL = 80 };

/* Whether the records of models are those of Hexen II. If their total length fits both sizes,
 * decides by the models' faces, which together must be all faces of the file. */
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

/* Fails because the first bytes, or the version after them, are not known. */
static void fail_for_version(const BspLumps *file)
{
    g_autoptr(GString) versions = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (formats[i].version && formats[i].read && begins_with(file, formats[i].magic))
            g_string_append_printf(versions, "%s%d", versions->len ? ", " : "", formats[i].version);
    if (versions->len)
        bsp_lumps_fail(file, BSP_ERROR_SYNTAX,
                       "offset 4: %.4s version %d is not supported, only: %s", file->data,
                       version_of(file), versions->str);
    else
        bsp_lumps_fail(file, BSP_ERROR_SYNTAX,
                       "offset 0: unknown format: levels of Quake and GoldSrc begin with "
                       "29, 30, BSP2 or 2PSB, later ones with IBSP, RBSP or FBSP");
}

BspWorld *bsp_world_read_bsp_sides(const char *path, const char *data, gsize length,
                                   const BspWorldOptions *options, const BspSidesWatch *watch,
                                   GError **error)
{
    const BspLumps file = { .file = path, .data = data, .length = length, .error = error };
    const Format *format = find_format(&file);
    const char *refused = has_long_models(&file) ? "a level of Hexen II"
                          : format               ? format->refused
                                                 : NULL;
    if (!format)
        fail_for_version(&file);
    else if (refused)
        bsp_lumps_fail(&file, BSP_ERROR_SYNTAX,
                       "offset 0: %s, which is not supported: read a .map, or triangles in an "
                       ".obj, instead",
                       refused);
    else if (!format->has_hulls && BSP_WORLD_HAS_HULL(options->flags))
        bsp_lumps_fail(&file, BSP_ERROR_VALUE,
                       "the level has no hulls: only levels of Quake and GoldSrc have them");
    else
        return format->read(path, data, length, options, watch, error);
    return NULL;
}

BspWorld *bsp_world_read_bsp(const char *path, const char *data, gsize length,
                             const BspWorldOptions *options, GError **error)
{
    return bsp_world_read_bsp_sides(path, data, length, options, NULL, error);
}
