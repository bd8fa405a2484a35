/* wide: a second layout of an onion, for batches on processors with AVX-512.
 *
 * Each space gets a tree of its own, without the nodes that do not matter to the space. Up to seven
 * connected branches, with their eight exits, make a wide node. One register compares a segment
 * with all seven planes, and one more comparison finds the exit. No step of this is a branch that
 * the processor could mispredict. The layout takes several times the memory of the onion. */
#ifndef ONION_WIDE_H
#define ONION_WIDE_H

#include "onion-batch.h"
#include "onion/tree.h"

/* Up to seven planes, each listed after the planes above it, and eight exits; 128 bytes, two cache
 * lines:
 *
 *               plane 0               What a segment sets in a word:
 *              /       \              bit k      when it lies in front of plane k
 *        plane 1       plane 2        bit 8 + k  when it lies behind plane k
 *        /     \       /     \        neither    when it straddles plane k
 *    exit 0  exit 1  exit 2  exit 3
 *
 * need[i], for i up to 7, holds the bits that lead to exit i. need[14 - k] holds the bits that lead
 * to plane k. The first row whose bits are all set is where the segment gets to: an exit, or the
 * lowest plane that it straddles. */
typedef struct {
    double dist[7];
    uint8_t normal[7]; /* indices in OnionWide.normals; ONION_WIDE_NORMALS or ONION_WIDE_TIP if the
                          normal is not in it */
    uint8_t oblique;   /* whether a normal is not in OnionWide.normals; an OnionWideNormals with all
                          of the node's normals then follows the node */
    uint16_t need[16];
    int32_t exit[8]; /* marks */
} OnionWideNode;

/* Up to eight normals: all x, then all y, then all z. */
#define ONION_WIDE_NORMALS 8
#define ONION_WIDE_TIP 9 /* the plane of a tip (BSP_TAG_TIP), whatever its normal */
typedef struct {
    double v[3][ONION_WIDE_NORMALS];
} OnionWideNormals;

/* A mark is the offset of a wide node, in bytes from the first node. Offsets are multiples of 64;
 * the lowest bits of the mark hold its kind. */
enum {
    ONION_WIDE_COMMON,  /* a node whose normals are all in OnionWide.normals */
    ONION_WIDE_OBLIQUE, /* a node followed by its normals */
    ONION_WIDE_LEAF,    /* a leaf: ONION_WIDE_EMPTY or ONION_WIDE_SOLID */
    ONION_WIDE_KINDS
};
#define ONION_WIDE_KIND 3
#define ONION_WIDE_PLACE (~63)
#define ONION_WIDE_EMPTY (0 << 6 | ONION_WIDE_LEAF)
#define ONION_WIDE_SOLID (1 << 6 | ONION_WIDE_LEAF)

typedef struct {
    OnionWideNormals normals; /* the three axes, then the most frequent normals */
    uint8_t *memory;          /* the allocation that `nodes` points into */
    uint8_t *nodes;           /* aligned to 64 bytes */
    size_t bytes;             /* size of the nodes */
    int32_t *roots;           /* the mark of each space's root */
    unsigned n_spaces;
} OnionWide;

/* Returns false if the layout would exceed 2 GiB, which is the range of a mark; if there is no
 * memory; or if spaces times nodes exceed 2^30. Clear with onion_wide_clear(). */
bool onion_wide_init(OnionWide *wide, const OnionTree *tree);
void onion_wide_clear(OnionWide *wide);

/* Whether this processor and this build of the library can use the layout. */
bool onion_wide_is_supported(void);

/* The transition of move i among those that are `stride` bytes apart. */
static inline BspTransition *onion_wide_answer(BspTransition *transitions, size_t stride, size_t i)
{
    return (BspTransition *)(void *)((char *)transitions + i * stride);
}

/* The transitions of n moves, equal bit for bit to those of onion_tree_first_transition(). That of
 * move i is stored `stride` * i bytes after `transitions`. */
void onion_wide_query(const OnionBatch *batch, const OnionMove *moves, size_t n,
                      BspTransition *transitions, size_t stride);

/* --- a batch --- */

struct OnionBatch {
    const OnionTree *tree;
    OnionWide *wide; /* NULL: moves are answered one at a time */
};

#endif
