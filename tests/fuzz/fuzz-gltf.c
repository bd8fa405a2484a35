/* fuzz-gltf: fuzzes the reader of glTF files. */
#include "fuzz.h"
#include "world/reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_world(bsp_world_read_gltf, data, size);
    return 0;
}
