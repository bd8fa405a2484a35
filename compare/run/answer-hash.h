/* answer-hash: computes hashes of answers. Two lists of answers have the same hash if the class, t,
 * point and plane of all their answers are equal. If an answer names a brush, the hash includes the
 * brush and the side, with their contents, tag and plane. If the class is BSP_SOLID_TO_EMPTY, t is
 * the time of leaving solid.
 *
 * A hash begins with BSP_HASH_START, and each function continues it. Its value does not depend on
 * the byte order of the machine. This header is plain C11 and needs only libbsptrace, because
 * tests/answer-hash.c is compiled with nothing else. */
#ifndef COMPARE_RUN_ANSWER_HASH_H
#define COMPARE_RUN_ANSWER_HASH_H

#include <string.h>

#include "bsp-move.h"
#include "bsp-nodes.h"

/* Hashes the bytes of the word, the lowest byte first. */
static inline uint64_t compare_hash_word(uint64_t hash, uint64_t word)
{
    unsigned char bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(word >> 8 * i & 255);
    return bsp_hash(hash, bytes, sizeof bytes);
}

static inline uint64_t compare_hash_double(uint64_t hash, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return compare_hash_word(hash, bits);
}

static inline uint64_t compare_hash_vec(uint64_t hash, BspVec a)
{
    for (unsigned i = 0; i < 3; i++)
        hash = compare_hash_double(hash, a.v[i]);
    return hash;
}

static inline uint64_t compare_hash_plane(uint64_t hash, const BspPlane *plane)
{
    return compare_hash_double(compare_hash_vec(hash, plane->normal), plane->dist);
}

static inline uint64_t compare_hash_transition(uint64_t hash, const BspTransition *tr)
{
    hash = compare_hash_word(hash, tr->type);
    hash = compare_hash_double(hash, tr->t);
    hash = compare_hash_vec(hash, tr->point);
    return compare_hash_plane(hash, &tr->plane);
}

static inline uint64_t compare_hash_hit(uint64_t hash, const BspHit *hit)
{
    hash = compare_hash_word(hash, hit->brush);
    if (hit->brush == BSP_NO_BRUSH)
        return hash;
    hash = compare_hash_word(hash, (uint64_t)(int64_t)hit->side);
    hash = compare_hash_word(hash, hit->tag);
    hash = compare_hash_word(hash, hit->contents);
    return compare_hash_plane(hash, &hit->plane);
}

/* Hashes an answer. Leaves out `owner`, and `free_at`, which only bsp_brush_table_trace_beyond()
 * sets. */
static inline uint64_t compare_hash_trace(uint64_t hash, const BspTrace *answer)
{
    hash = compare_hash_transition(hash, &answer->tr);
    hash = compare_hash_double(hash, answer->kept);
    return compare_hash_hit(hash, &answer->hit);
}

#endif
