/* fuzz-json: fuzzes the reader of worlds in JSON. */
#include "fuzz.h"
#include "world/reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_world(bsp_world_read_json, data, size);
    return 0;
}
