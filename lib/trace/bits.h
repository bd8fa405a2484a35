/* bits: sets of spaces. Bit i % 64 of word i / 64 stands for space i. Header only. */
#ifndef BSP_BITS_H
#define BSP_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline bool bsp_bit(const uint64_t *words, unsigned i)
{
    return words[i / 64] >> (i % 64) & 1;
}

static inline void bsp_set_bit(uint64_t *words, unsigned i)
{
    words[i / 64] |= UINT64_C(1) << (i % 64);
}

static inline void bsp_clear_bit(uint64_t *words, unsigned i)
{
    words[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

static inline unsigned bsp_bit_words(unsigned n)
{
    return (n + 63) / 64;
}

#endif
