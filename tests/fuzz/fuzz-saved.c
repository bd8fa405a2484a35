/* fuzz-saved: fuzzes saved trees. Every tree that loads is queried in all ways. The checksum is
 * corrected first, because an attacker would correct it. */
#include <stdlib.h>

#include "fuzz.h"
#include "saved-files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Random r = random_seeded(size);
    guint8 *copy = saved_copy(data, size);
    saved_load_and_query(&r, copy, size, 4);
    BspSavedHeader header;
    if (size >= sizeof header) {
        memcpy(&header, copy, sizeof header);
        header.length = size;
        memcpy(copy, &header, sizeof header);
        saved_seal(copy, size);
        saved_load_and_query(&r, copy, size, 16);
    }
    free(copy);
    return 0;
}
