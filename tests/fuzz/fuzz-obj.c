/* fuzz-obj: fuzzes the reader of Wavefront .obj files, with and without the options of meshes. */
#include "fuzz.h"
#include "world/reading.h"

static BspWorld *read_with_options(const char *path, const char *text, gsize length,
                                   G_GNUC_UNUSED const BspWorldOptions *options, GError **error)
{
    const BspWorldOptions thick = { .mesh = { .weld = 0.01, .sheet = 0.5, .close = TRUE } };
    return bsp_world_read_obj(path, text, length, &thick, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_world(bsp_world_read_obj, data, size);
    fuzz_world(read_with_options, data, size);
    return 0;
}
