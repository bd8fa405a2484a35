/* pass-64: the passage of a moving box, with vectors of 64 bytes (AVX-512). */
#include "table/vectors.h"

#ifdef BSP_VECTORS_64
#define BYTES 64
#define WIDE bsp_wide_64
#include "table/pass-wide.h"
#endif
