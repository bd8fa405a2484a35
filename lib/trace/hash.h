/* hash: FNV-1a, used for hashes of results: the same for the same bytes on every machine. */
#ifndef BSP_HASH_H
#define BSP_HASH_H

#include <stddef.h>
#include <stdint.h>

#define BSP_HASH_START UINT64_C(14695981039346656037)

/* Continues a hash with n more bytes. */
static inline uint64_t bsp_hash(uint64_t hash, const void *data, size_t n)
{
    const unsigned char *bytes = (const unsigned char *)data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

#endif
