/* fuzz-bsp: the reader of id Tech 3 .bsp files. */
#include "fuzz.h"
#include "world/reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_world(bsp_world_read_q3bsp, data, size);
    return 0;
}
