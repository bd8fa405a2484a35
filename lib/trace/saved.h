/* saved: the inside of files that hold trees: named arrays, each as it is in memory.
 *
 * A header is followed by the list of sections, and these by their arrays. All of it is
 * little-endian, and every array begins at a multiple of 64 bytes. Who loads something asks for the
 * arrays it is made of, by name, and looks at what is in them; the first thing that is wrong is
 * kept, and ends it. */
#ifndef BSP_SAVED_INSIDE_H
#define BSP_SAVED_INSIDE_H

#include <string.h>

#include "bsp-saved.h"
#include "trace/node.h"

#define BSP_SAVED_MAGIC "\211BSP\r\n\032\n" /* of 8 bytes: what changes line ends is noticed */
#define BSP_SAVED_VERSION 3
#define BSP_SAVED_MARK UINT32_C(0x0a0b0c0d) /* read the other way round where bytes are */
#define BSP_SAVED_ALIGN 64                  /* of arrays in the file; its length is a multiple */
#define BSP_SAVED_BASE 8                    /* of the file in memory */

/* 128 bytes. */
typedef struct {
    unsigned char magic[8];
    uint32_t version, mark;
    uint64_t length;   /* of the file */
    uint64_t checksum; /* of all that follows it */
    uint32_t kind;     /* BspSavedKind */
    uint32_t n_sections;
    uint32_t flags, zero;
    unsigned char sha256[32];
    unsigned char zeros[48];
} BspSavedHeader;

/* In the order of their places. */
typedef struct {
    char name[16]; /* then zeros */
    uint64_t offset, count;
    uint32_t size, zero; /* of an element, bytes */
} BspSavedSection;

typedef struct {
    const unsigned char *bytes;
    const BspSavedHeader *header;
    const BspSavedSection *sections;
    const char *why; /* the first thing that is wrong; NULL: nothing so far */
} BspSaved;

/* Notes that something is wrong, unless it holds or something else was wrong before. Returns
 * whether all is well so far. */
static inline bool bsp_saved_demand(BspSaved *saved, bool holds, const char *why)
{
    if (!holds && !saved->why)
        saved->why = why;
    return !saved->why;
}

/* Looks at the header, the list of sections and the checksum. */
bool bsp_saved_open(BspSaved *saved, const void *bytes, size_t length);

bool bsp_saved_has(const BspSaved *saved, const char *name);

/* The array of that name, of which the elements have that size; *n receives how many there are,
 * never more than INT32_MAX. NULL where it is not there, or something is wrong already. It is not
 * to be written to. */
void *bsp_saved_array(BspSaved *saved, const char *name, size_t size, unsigned *n);

/* The same of an array that must have n elements. */
void *bsp_saved_array_of(BspSaved *saved, const char *name, size_t size, size_t n);

/* The handle of what has been loaded, unless something is wrong; then it is freed, and *why is
 * told. */
void *bsp_saved_finish(const BspSaved *saved, void *handle, const char **why);

/* Of length bytes, a multiple of 32. */
uint64_t bsp_saved_checksum(const unsigned char *bytes, size_t length);

static inline bool bsp_saved_can_be_read(void)
{
    const uint32_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Whether all are numbers. */
static inline bool bsp_saved_are_finite(const double *numbers, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += numbers[i] * 0; /* infinity and NaN times zero are no number */
    return sum == 0;
}

/* Whether they are finite, with normals of length 1. */
bool bsp_saved_are_unit(const BspVec *normals, size_t n);
bool bsp_saved_are_planes(const BspPlane *planes, size_t n);

/* Whether the arrays are those of n bodies (bsp_cast_body()), each with vertices of both kinds. */
bool bsp_saved_are_bodies(const BspVec *vertices, unsigned n_vertices, const unsigned *first,
                          unsigned n);

/* --- nodes --- */

/* What is no array. */
typedef struct {
    uint32_t n_leaves, n_spaces, first_space_node, tag_bits, depth;
    int32_t root;
    uint32_t n_built, zero;
} BspSavedTree;

/* Of each node, and then of each space node: how many ways lead down from it to leaves, in the
 * space that has most, and how many nodes are on the longest. Told for all of them it can be
 * checked one by one, without memory, and proves that there are no circles, that no traversal is
 * deeper than its stack, and how long one can take: nodes that come together again, over and over,
 * make more ways than anybody could go. */
typedef struct {
    uint32_t ways, height;
} BspSavedProof;

/* The most ways that a tree of n nodes may have. Those of levels have less than two a node. */
static inline uint64_t bsp_saved_max_ways(unsigned n_nodes)
{
    return 65536 + 64 * (uint64_t)n_nodes;
}

/* The nodes of a tree of n_spaces spaces, whose leaves have values below n_values; of those that
 * are children of tips, below n_tip_values. */
bool bsp_nodes_load(BspSaved *saved, BspNodes *nodes, unsigned n_spaces, unsigned n_values,
                    unsigned n_tip_values);

#endif
