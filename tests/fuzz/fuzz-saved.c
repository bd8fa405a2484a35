/* fuzz-saved: fuzzes saved trees. Every tree that can be loaded is queried in all ways. The
 * checksum is corrected first, as an attacker would do. */
#include <stdlib.h>

#include "fuzz.h"
#include "saved-files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Random r = random_seeded(size);
    guint8 *copy = saved_copy(data, size);
    saved_ask(&r, copy, size, 4);
    BspSavedHeader header;
    if (size >= sizeof header) {
        memcpy(&header, copy, sizeof header);
        header.length = size;
        memcpy(copy, &header, sizeof header);
        saved_seal(copy, size);
        saved_ask(&r, copy, size, 16);
    }
    free(copy);
    return 0;
}
