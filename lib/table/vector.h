/* vector: vectors of BYTES bytes, for code that is compiled once for each width. BYTES is 16, 32,
 * 64, or 8 for plain C, where a vector is one number. The file that includes this one defines
 * BYTES. TARGET is the attribute of functions that use such vectors. Most of that code uses the
 * operators of C, which gcc and clang extend to vectors; the other operations are in this file. */

#if BYTES == 64
#define TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2")))
#elif BYTES == 32
#define TARGET __attribute__((target("avx2,bmi,bmi2")))
#else
#define TARGET
#endif

#if BYTES == 8

typedef double Doubles;
typedef int64_t Longs;
typedef uint32_t Set; /* 0 or 1 */

static inline Doubles load(const double *at)
{
    return *at;
}

static inline Doubles masked(Doubles v, Longs mask)
{
    return mask ? v : 0;
}

static inline uint32_t bits(Set set)
{
    return set;
}

static inline Set less(Doubles a, Doubles b)
{
    return a < b;
}

static inline Set at_most(Doubles a, Doubles b)
{
    return a <= b;
}

static inline Doubles choose(Set first, Doubles a, Doubles b)
{
    return first ? a : b;
}

static inline Longs choose_longs(Set first, Longs a, Longs b)
{
    return first ? a : b;
}

static inline double greatest(Doubles v)
{
    return v;
}

#else

#ifdef __SSE2__
#include <immintrin.h>
#endif

typedef int16_t Steps __attribute__((vector_size(BYTES), aligned(2), may_alias));
typedef int16_t HalfSteps __attribute__((vector_size(BYTES / 2), aligned(2), may_alias));
typedef int32_t Integers __attribute__((vector_size(BYTES)));
typedef int64_t Longs __attribute__((vector_size(BYTES), aligned(8), may_alias));
typedef float Floats __attribute__((vector_size(BYTES), aligned(4), may_alias));
typedef double Doubles __attribute__((vector_size(BYTES), aligned(8), may_alias));

/* Returns the set of the negative elements, as bits. */
TARGET static inline uint32_t negative_steps(Steps v)
{
#if BYTES == 64
    return _mm512_movepi16_mask((__m512i)v);
#elif BYTES == 32
    __m256i both = _mm256_packs_epi16((__m256i)v, (__m256i)v);
    return (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(both, 0x08)) & 0xffff;
#elif defined __SSE2__
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)v, (__m128i)v)) & 0xff;
#else
    uint32_t set = 0;
    for (unsigned i = 0; i < BYTES / 2; i++)
        set |= (uint32_t)(v[i] < 0) << i;
    return set;
#endif
}

TARGET static inline uint32_t negative_floats(Floats v)
{
#if BYTES == 64
    return _mm512_movepi32_mask((__m512i)v);
#elif BYTES == 32
    return (uint32_t)_mm256_movemask_ps((__m256)v);
#elif defined __SSE2__
    return (uint32_t)_mm_movemask_ps((__m128)v);
#else
    uint32_t set = 0;
    for (unsigned i = 0; i < BYTES / 4; i++)
        set |= (uint32_t)(((Integers)v)[i] < 0) << i;
    return set;
#endif
}

TARGET static inline uint32_t negative_longs(Longs v)
{
#if BYTES == 64
    return _mm512_movepi64_mask((__m512i)v);
#elif BYTES == 32
    return (uint32_t)_mm256_movemask_pd((__m256d)v);
#elif defined __SSE2__
    return (uint32_t)_mm_movemask_pd((__m128d)v);
#else
    return (uint32_t)(v[0] < 0) | (uint32_t)(v[1] < 0) << 1;
#endif
}

/* With __builtin_convertvector() gcc converts 64 and 32 bytes element by element. */
TARGET static inline Floats floats(const int16_t *steps)
{
    HalfSteps v = *(const HalfSteps *)steps;
#if BYTES == 64
    Integers whole = (Integers)_mm512_cvtepi16_epi32((__m256i)v);
#elif BYTES == 32
    Integers whole = (Integers)_mm256_cvtepi16_epi32((__m128i)v);
#else
    Integers whole = __builtin_convertvector(v, Integers);
#endif
    return __builtin_convertvector(whole, Floats);
}

TARGET static inline Floats larger(Floats a, Floats b)
{
#if BYTES == 64
    return (Floats)_mm512_max_ps((__m512)a, (__m512)b);
#elif BYTES == 32
    return (Floats)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined __SSE2__
    return (Floats)_mm_max_ps((__m128)a, (__m128)b);
#else
    Integers is_larger = a > b;
    return (Floats)(((Integers)a & is_larger) | ((Integers)b & ~is_larger));
#endif
}

TARGET static inline Floats smaller(Floats a, Floats b)
{
#if BYTES == 64
    return (Floats)_mm512_min_ps((__m512)a, (__m512)b);
#elif BYTES == 32
    return (Floats)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined __SSE2__
    return (Floats)_mm_min_ps((__m128)a, (__m128)b);
#else
    Integers is_smaller = a < b;
    return (Floats)(((Integers)a & is_smaller) | ((Integers)b & ~is_smaller));
#endif
}

TARGET static inline Doubles load(const double *at)
{
    return *(const Doubles *)at;
}

/* Returns the elements whose mask is -1; 0 for elements whose mask is 0. */
TARGET static inline Doubles masked(Doubles v, Longs mask)
{
    return (Doubles)((Longs)v & mask);
}

/* A set of elements, as comparisons make it. With 64 bytes the set has a bit for each element, else
 * a vector with all bits set in its elements. The operators & and | work on both kinds, and ~ after
 * &. */
#if BYTES == 64
typedef uint32_t Set;
#else
typedef Longs Set;
#endif

/* Returns the set as bits. */
TARGET static inline uint32_t bits(Set set)
{
#if BYTES == 64
    return set;
#else
    return negative_longs(set);
#endif
}

/* Return the elements with a < b, and the elements with a <= b. Without these functions, gcc
 * compares elements one by one for SSE2, and for AVX-512 it converts sets of bits to vectors and
 * back. */
TARGET static inline Set less(Doubles a, Doubles b)
{
#if BYTES == 64
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ);
#elif BYTES == 16 && defined __SSE2__
    return (Longs)_mm_cmplt_pd((__m128d)a, (__m128d)b);
#else
    return a < b;
#endif
}

TARGET static inline Set at_most(Doubles a, Doubles b)
{
#if BYTES == 64
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LE_OQ);
#elif BYTES == 16 && defined __SSE2__
    return (Longs)_mm_cmple_pd((__m128d)a, (__m128d)b);
#else
    return a <= b;
#endif
}

/* For each element, a if the element is in the set, else b. */
TARGET static inline Doubles choose(Set first, Doubles a, Doubles b)
{
#if BYTES == 64
    return (Doubles)_mm512_mask_blend_pd((__mmask8)first, (__m512d)b, (__m512d)a);
#else
    return (Doubles)(((Longs)a & first) | ((Longs)b & ~first));
#endif
}

TARGET static inline Longs choose_longs(Set first, Longs a, Longs b)
{
#if BYTES == 64
    return (Longs)_mm512_mask_blend_epi64((__mmask8)first, (__m512i)b, (__m512i)a);
#else
    return (a & first) | (b & ~first);
#endif
}

/* Returns the largest element. */
TARGET static inline double greatest(Doubles v)
{
#if BYTES == 64
    return _mm512_reduce_max_pd((__m512d)v);
#else
    double most = v[0];
    for (unsigned i = 1; i < BYTES / 8; i++)
        most = BSP_MAX(v[i], most);
    return most;
#endif
}

#endif

/* Returns the same number in each element. */
TARGET static inline Doubles all(double a)
{
    return (Doubles){ 0 } + a;
}
