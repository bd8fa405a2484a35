/* bsp: selects the reader of a .bsp by the file's first bytes. */
#include <string.h>

#include "bsp-file.h"
#include "world/lumps.h"
#include "world/reading.h"

#define VERSION_Q2 38

static gboolean begins_with(const char *data, gsize length, const char *magic)
{
    return length >= 4 && memcmp(data, magic, 4) == 0;
}

/* Models are not read from these older formats. */
static gboolean no_model_chosen(const BspLumps *lumps, guint flags)
{
    return !BSP_WORLD_MODEL_OF(flags) ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                          "cannot read model %u: only levels of id Tech 3 have models that can be "
                          "read besides the world",
                          BSP_WORLD_MODEL_OF(flags));
}

BspWorld *bsp_world_read_bsp(const char *path, const char *data, gsize length, guint flags,
                             GError **error)
{
    const BspLumps lumps = { .file = path, .data = data, .length = length, .error = error };
    if (begins_with(data, length, "\x1d\0\0") || begins_with(data, length, "\x1e\0\0") ||
        begins_with(data, length, "BSP2") || begins_with(data, length, "2PSB"))
        return no_model_chosen(&lumps, flags)
                   ? bsp_world_read_q1bsp(path, data, length, flags, error)
                   : NULL;
    if (!begins_with(data, length, "IBSP")) {
        bsp_lumps_fail(&lumps, BSP_ERROR_SYNTAX,
                       "offset 0: unknown format: levels of Quake and GoldSrc begin with 29, 30, "
                       "BSP2 or 2PSB, later ones with IBSP");
        return NULL;
    }
    if (BSP_WORLD_HAS_HULL(flags)) {
        bsp_lumps_fail(&lumps, BSP_ERROR_VALUE,
                       "the level has no hulls: only levels of Quake and GoldSrc have them");
        return NULL;
    }
    if (length >= 8 && bsp_lumps_int_at(&lumps, 4) == VERSION_Q2)
        return no_model_chosen(&lumps, flags)
                   ? bsp_world_read_q2bsp(path, data, length, flags, error)
                   : NULL;
    return bsp_world_read_q3bsp(path, data, length, flags, error);
}
