/* fuzz-bsp: fuzzes the readers of .bsp files. They read the world with the models of all entities,
 * and a model. For Quake and GoldSrc, also fuzzes the reader and the writer of clip hulls. */
#include "fuzz.h"
#include "level/clip.h"
#include "tools/bsp-file.h"
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

static BspWorld *read_door(const char *path, const char *data, gsize length,
                           const BspWorldOptions *options, GError **error)
{
    BspWorldOptions door = *options;
    door.flags |= BSP_WORLD_MODEL(1);
    return bsp_world_read_bsp(path, data, length, &door, error);
}

/* Replaces hull 1, and reads the new one. */
static void write_hulls(const uint8_t *data, size_t size)
{
    const LevelClipBox box = { 1, { { { -20, -16, -8 } }, { { 16, 20, 9.5 } } }, FALSE };
    g_autofree char *copy = g_memdup2(data, size);
    const LevelClipFile file = { "f", copy, size };
    g_autoptr(GError) error = NULL;
    BspBuildOptions options = { 0 };
    LevelClipReport report;
    options.n_threads = 1;
    options.max_seconds = 2;
    g_autoptr(GBytes) bytes = level_clip_replace(&file, &box, 1, &options, &report, &error);
    fuzz_demand_result_or_error(bytes, error, "f");
    if (!bytes)
        return;
    gsize length;
    const uint8_t *new = g_bytes_get_data(bytes, &length);
    const BspWorldOptions hull = { .flags = 0 };
    g_autoptr(BspWorld) world = read_hull("f", (const char *)new, length, &hull, &error);
    if (!world)
        fuzz_found("the new level cannot be read: %s", error->message);
    fuzz_world(read_hull, new, length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_world(bsp_world_read_bsp, data, size);
    fuzz_world(read_models, data, size);
    fuzz_world(read_door, data, size);
    if (size >= 4 && (data[0] == 29 || data[0] == 30 || data[0] == 'B' || data[0] == '2')) {
        fuzz_world(read_hull, data, size);
        write_hulls(data, size);
    }
    return 0;
}
