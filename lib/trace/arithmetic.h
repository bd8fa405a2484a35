/* arithmetic: refuses compilers whose floating-point arithmetic would change answers.
 *
 * Answers are equal on every machine if each operation on doubles is rounded once, to a double. The
 * preprocessor cannot see one option that breaks this rule: contraction to fused multiply-add. So
 * compile with -ffp-contract=off. CMakeLists.txt and configure set this option. */
#ifndef BSP_ARITHMETIC_H
#define BSP_ARITHMETIC_H

#include <float.h>

/* FLT_EVAL_METHOD is 1 on s390x, where float is computed as double. Doubles are computed as doubles
 * there, so 1 is allowed. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "doubles are computed with more precision, so answers would differ: add -msse2 -mfpmath=sse"
#endif

#if defined __FAST_MATH__ || defined _M_FP_FAST
#error "answers would differ: remove -ffast-math, -Ofast or /fp:fast"
#endif

#if defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__
#error "queries would not refuse NaN and infinity: remove -ffinite-math-only"
#endif

#if defined _M_FP_CONTRACT
#error "answers would differ: remove /fp:contract"
#endif

/* sqrt() is wrong only without optimization, because optimizing compilers use the processor's
 * instruction instead of the function. */
#if defined __MINGW32__ && !defined __OPTIMIZE__
#error "sqrt() of mingw-w64 rounds twice, so answers would differ: add -O1"
#endif

#if DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "double is not the binary64 of IEEE 754"
#endif

#endif
