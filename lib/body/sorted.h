/* sorted: keeps results in the caller's array, in ascending order of brushes. The hierarchy finds
 * brushes in any order, and two hierarchies of the same brushes must not give different results. */
#ifndef BSP_SORTED_H
#define BSP_SORTED_H

#include <stdint.h>
#include <string.h>

#include "trace/compiler.h"

/* Finds the index for the result of a brush, behind the results of brushes with lower or equal
 * numbers, and moves the later results up. There are `n` results so far; `array` stores the first
 * n_max of them. Each takes `size` bytes and has the number of its brush `at` bytes from its start.
 * Returns n_max if n_max results with lower or equal numbers are stored. */
static inline uint32_t bsp_sorted_place(void *array, size_t size, size_t at, uint32_t n,
                                        uint32_t n_max, uint32_t brush)
{
    unsigned char *bytes = array;
    uint32_t n_stored = BSP_MIN(n, n_max), place = n_stored, number;
    for (; place > 0; place--) {
        memcpy(&number, bytes + (place - 1) * size + at, sizeof number);
        if (number <= brush)
            break;
    }
    uint32_t n_after = n_stored - place;
    if (n_after > 0 && n_stored == n_max)
        n_after--; /* the array is full, so its last result is dropped */
    if (n_after > 0)
        memmove(bytes + (place + 1) * size, bytes + place * size, n_after * size);
    return place;
}

#endif
