/* pass-16: the passage of a moving box, with vectors of 16 bytes (SSE2, NEON, WebAssembly). */
#include "table/vectors.h"

#ifdef BSP_VECTORS_16
#define BYTES 16
#define WIDE bsp_wide_16
#include "table/pass-wide.h"
#endif
