/* compiler: compiler features beyond C11, and substitutes for other compilers. */
#ifndef BSP_COMPILER_H
#define BSP_COMPILER_H

#include <stdint.h>

#include "trace/arithmetic.h"

#if defined __GNUC__
#define BSP_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define BSP_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define BSP_ALWAYS_INLINE inline __attribute__((always_inline))
#define BSP_NO_INLINE __attribute__((noinline))
#define BSP_PREFETCH(address) __builtin_prefetch(address)
#elif defined _MSC_VER
#define BSP_LIKELY(condition) (condition)
#define BSP_UNLIKELY(condition) (condition)
#define BSP_ALWAYS_INLINE __forceinline
#define BSP_NO_INLINE __declspec(noinline)
#define BSP_PREFETCH(address) ((void)(address))
#else
#define BSP_LIKELY(condition) (condition)
#define BSP_UNLIKELY(condition) (condition)
#define BSP_ALWAYS_INLINE inline
#define BSP_NO_INLINE
#define BSP_PREFETCH(address) ((void)(address))
#endif

/* BSP_ASSERT(condition) states a condition that holds if the code and its callers are right.
 * Sanitized builds and fuzz targets check the condition, and abort if it is false. In releases the
 * assertion compiles to nothing. If a caller or a file can make the condition false, return an
 * error instead. */
#if defined BSP_CHECKED
#include <assert.h>
#define BSP_ASSERT(condition) assert(condition)
#else
#define BSP_ASSERT(condition) ((void)0)
#endif

/* Returns the index of the lowest set bit; at least one bit must be set. */
static inline unsigned bsp_lowest_bit(uint64_t bits)
{
    BSP_ASSERT(bits != 0);
#if defined __GNUC__
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned i = 0;
    while (!(bits >> i & 1))
        i++;
    return i;
#endif
}

/* BSP_MIN and BSP_MAX return b if either argument is NaN. */
#define BSP_MIN(a, b) ((a) < (b) ? (a) : (b))
#define BSP_MAX(a, b) ((a) > (b) ? (a) : (b))
#define BSP_CLAMP(x, least, most) ((x) > (most) ? (most) : (x) < (least) ? (least) : (x))

#endif
