/* fuzz-bsp: fuzzes the readers of .bsp files; with the models of all entities; for Quake and
 * GoldSrc also the reader of a clip hull. */
#include "bsp-file.h"
#include "fuzz.h"
#include "world/reading.h"

static BspWorld *read_hull(const char *path, const char *data, gsize length,
                           const BspWorldOptions *options, GError **error)
{
    BspWorldOptions hull = *options;
    hull.flags |= BSP_WORLD_HULL(1);
    return bsp_world_read_bsp(path, data, length, &hull, error);
}

static BspWorld *read_models(const char *path, const char *data, gsize length,
                             const BspWorldOptions *options, GError **error)
{
    BspWorldOptions all = *options;
    char any[] = "*";
    all.include = any;
    return bsp_world_read_bsp(path, data, length, &all, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_world(bsp_world_read_bsp, data, size);
    fuzz_world(read_models, data, size);
    if (size >= 4 && (data[0] == 29 || data[0] == 30 || data[0] == 'B' || data[0] == '2'))
        fuzz_world(read_hull, data, size);
    return 0;
}
