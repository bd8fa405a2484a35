/* pass-32: the passage of a moving box, with vectors of 32 bytes (AVX2). */
#include "table/vectors.h"

#ifdef BSP_VECTORS_64
#define BYTES 32
#define WIDE bsp_wide_32
#include "table/pass-wide.h"
#endif
