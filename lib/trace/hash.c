/* hash: FNV-1a, used for hashes of results. */
#include "trace/hash.h"

uint64_t bsp_hash(uint64_t hash, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}
