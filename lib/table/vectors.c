/* vectors: finds the vectors that the machine has. */
#include "table/vectors.h"

#include <stdlib.h>

#include "bsp-brush-table.h"
#include "trace/arithmetic.h"

bool bsp_vectors_can_use(unsigned bytes)
{
#ifdef BSP_VECTORS_64
    if (bytes == 64)
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2");
    if (bytes == 32)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#endif
#ifdef BSP_VECTORS_16
    if (bytes == 16)
        return true;
#endif
    return bytes == 0;
}

unsigned bsp_vectors_best(void)
{
    unsigned bytes = 64;
#ifndef __wasm__ /* a web page has no environment, and its getenv() ends the program */
    const char *most = getenv("BSP_VECTORS");
    if (most)
        bytes = (unsigned)strtoul(most, NULL, 10);
#endif
    while (!bsp_vectors_can_use(bytes))
        bytes = bytes > 16 ? bytes / 2 : 0;
    return bytes;
}
