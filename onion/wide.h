/* wide: an onion laid out once more, for batches on processors with wide registers.
 *
 * Each space gets a tree of its own, in which everything that says nothing of that space is left
 * out. Up to seven branches that hang together, with their eight exits, make a wide node: one
 * register tests a segment against all seven planes, one more comparison finds the exit that the
 * tests lead to. What a batch gains by it is that nothing of this is a jump the processor would
 * have to guess. It takes several times the memory of the onion itself. */
#ifndef ONION_WIDE_H
#define ONION_WIDE_H

#include "onion-batch.h"
#include "onion/tree.h"

/* Up to seven planes, each after those above it, and eight exits; 128 bytes, two cache lines:
 *
 *               plane 0               What a segment sets in a word:
 *              /       \              bit k      when it lies in front of plane k
 *        plane 1       plane 2        bit 8 + k  when it lies behind plane k
 *        /     \       /     \        neither    when it straddles plane k
 *    exit 0  exit 1  exit 2  exit 3
 *
 * need[i] are the bits that lead to exit i, for i up to 7, and need[14 - k] those that lead to
 * plane k. The first row whose bits are all set is how far down the segment gets: to an exit, or
 * else to the lowest plane that it straddles. */
typedef struct {
    double dist[7];
    uint8_t normal[7]; /* places in OnionWide.normals; ONION_WIDE_NORMALS or ONION_WIDE_TIP for one
                         that is not there */
    uint8_t oblique;   /* whether there is such a one: an OnionWideNormals follows then, with all */
    uint16_t need[16];
    int32_t exit[8]; /* marks */
} OnionWideNode;

/* Eight normals, or fewer: their x, then their y, then their z. */
#define ONION_WIDE_NORMALS 8
#define ONION_WIDE_TIP 9 /* of the plane of a tip (tip), wherever its normal is */
typedef struct {
    double v[3][ONION_WIDE_NORMALS];
} OnionWideNormals;

/* A mark is the place of a wide node, in bytes from the first, with what kind of place it is in the
 * lowest of the six bits that are zero there. */
enum {
    ONION_WIDE_COMMON,  /* a node whose normals are all among the common ones */
    ONION_WIDE_OBLIQUE, /* a node that is followed by its normals */
    ONION_WIDE_LEAF,    /* no node: ONION_WIDE_EMPTY or ONION_WIDE_SOLID */
    ONION_WIDE_KINDS
};
#define ONION_WIDE_KIND 3
#define ONION_WIDE_PLACE (~63)
#define ONION_WIDE_EMPTY (0 << 6 | ONION_WIDE_LEAF)
#define ONION_WIDE_SOLID (1 << 6 | ONION_WIDE_LEAF)

typedef struct {
    OnionWideNormals normals; /* the commonest: the three axes are the first of them */
    uint8_t *memory;          /* of the nodes, which begin in it */
    uint8_t *nodes;           /* aligned to 64 bytes */
    size_t bytes;             /* of the nodes */
    int32_t *roots;           /* the mark of each space's root */
    unsigned n_spaces;
} OnionWide;

/* false when it would be larger than marks can tell, 2 GiB, there is no memory for it, or spaces
 * times nodes are more than 2^30. Clear it with onion_wide_clear(). */
bool onion_wide_init(OnionWide *wide, const OnionTree *tree);
void onion_wide_clear(OnionWide *wide);

/* Whether this processor, and this build of the library, can traverse it. */
bool onion_wide_is_supported(void);

/* The transitions of n moves, bit by bit those of onion_tree_first_transition(). */
void onion_wide_query(const OnionBatch *batch, const OnionMove *moves, size_t n,
                      BspTransition *transitions);

#endif
