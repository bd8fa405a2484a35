/* vectors: which vectors the compiler and the machine have. */
#ifndef BSP_VECTORS_H
#define BSP_VECTORS_H

#include <stdbool.h>

#if defined __GNUC__ && (defined __SSE2__ || defined __ARM_NEON || defined __wasm_simd128__)
#define BSP_VECTORS_16
#endif
/* On Windows, gcc does not align such vectors on the stack (GCC bug 54412). */
#if defined __GNUC__ && defined __x86_64__ && (defined __clang__ || !defined _WIN32)
#define BSP_VECTORS_64
#endif

/* Returns whether this machine can use vectors of `bytes` bytes, which are 64 (AVX-512), 32 (AVX2),
 * or 16 (SSE2, NEON, WebAssembly). 0 stands for plain C, which every machine can use. */
bool bsp_vectors_can_use(unsigned bytes);

#endif
