/* fuzz-obj: fuzzes the reader of Wavefront .obj files. */
#include "fuzz.h"
#include "world/reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_world(bsp_world_read_obj, data, size);
    return 0;
}
