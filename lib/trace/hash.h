/* hash: FNV-1a, of which a result's hash is made: the same for the same bytes on every machine. */
#ifndef BSP_HASH_H
#define BSP_HASH_H

#include <stddef.h>
#include <stdint.h>

#define BSP_HASH_START UINT64_C(14695981039346656037)

/* The hash so far, gone on with by n bytes. */
uint64_t bsp_hash(uint64_t hash, const void *data, size_t n);

#endif
