/* hash: FNV-1a, used for hashes of results: the same for the same bytes on every machine. */
#ifndef BSP_HASH_H
#define BSP_HASH_H

#include <stddef.h>
#include <stdint.h>

#define BSP_HASH_START UINT64_C(14695981039346656037)

/* Continues a hash with n more bytes. */
uint64_t bsp_hash(uint64_t hash, const void *data, size_t n);

#endif
