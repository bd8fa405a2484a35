/* saved: the internals of files that hold trees. A file has named arrays, each with the bytes that
 * it has in memory.
 *
 * A header is followed by the list of sections, then by their arrays. All data is little-endian,
 * and every array begins at a multiple of 64 bytes. A loader requests its arrays by name and checks
 * their contents. The first error is stored in the BspSaved, and makes all later calls fail. */
#ifndef BSP_SAVED_INSIDE_H
#define BSP_SAVED_INSIDE_H

#include <string.h>

#include "bsp-saved.h"
#include "trace/node.h"

/* The value of `mark` in the header. A machine with another byte order reads another value. */
#define BSP_SAVED_MARK UINT32_C(0x0a0b0c0d)

/* Bytes. The alignment of arrays in the file is a cache line. The length of the file is a multiple
 * of this. */
#define BSP_SAVED_ALIGN 64

/* Bytes. The alignment of the file in memory, which its doubles and 64-bit integers need. */
#define BSP_SAVED_BASE 8

/* The header of a file. It takes BSP_SAVED_HEADER bytes, and begins like a BspSavedStart. */
typedef struct {
    unsigned char magic[8];
    uint32_t version, mark;
    uint64_t length;   /* length of the file, in bytes */
    uint64_t checksum; /* checksum of all bytes after this field */
    uint32_t kind;     /* BspSavedKind */
    uint32_t n_sections;
    uint32_t flags, zero;
    unsigned char sha256[32];
    unsigned char zeros[48];
} BspSavedHeader;

/* One section. Sections are listed in the order of their offsets. */
typedef struct {
    char name[16]; /* the name, padded with zeros */
    uint64_t offset, count;
    uint32_t size, zero; /* bytes of an element, and padding */
} BspSavedSection;

typedef struct {
    const unsigned char *bytes;
    const BspSavedHeader *header;
    const BspSavedSection *sections;
    const char *why; /* the first error; NULL if there is no error so far */
} BspSaved;

/* Returns whether the bytes begin like a saved file. */
static inline bool bsp_is_saved(const void *bytes, size_t length)
{
    size_t n = sizeof BSP_SAVED_MAGIC - 1;
    return length >= n && memcmp(bytes, BSP_SAVED_MAGIC, n) == 0;
}

/* Stores the error `why` if the condition `holds` is false and there is no earlier error. Returns
 * whether there is no error so far. */
static inline bool bsp_saved_demand(BspSaved *saved, bool holds, const char *why)
{
    BSP_ASSERT(why != NULL); /* without a reason, the failure would not be noticed */
    if (!holds && !saved->why)
        saved->why = why;
    return !saved->why;
}

/* Opens a file. Checks the header, the list of sections and the checksum. Returns whether they are
 * valid. */
bool bsp_saved_open(BspSaved *saved, const void *bytes, size_t length);

bool bsp_saved_has(const BspSaved *saved, const char *name);

/* Returns the array of that name, whose elements must be `size` bytes long. *n receives the number
 * of elements, at most INT32_MAX. Returns NULL if there is no such array, or after an earlier
 * error. The caller must not write to the array. */
void *bsp_saved_array(BspSaved *saved, const char *name, size_t size, unsigned *n);

/* Does the same as bsp_saved_array(), for an array that must have n elements. */
void *bsp_saved_array_of(BspSaved *saved, const char *name, size_t size, size_t n);

/* Returns the handle if there was no error. Otherwise frees it, stores the error in *why (which may
 * be NULL), and returns NULL. */
void *bsp_saved_finish(const BspSaved *saved, void *handle, const char **why);

/* Reads a regular file that begins like a saved tree and has the length that its header says.
 * Returns its bytes, which the caller frees with free(); NULL, with the reason in *why, on failure.
 */
void *bsp_saved_read_file(const char *path, size_t *length, const char **why);

/* Returns the checksum of `length` bytes. length must be a multiple of 32. */
uint64_t bsp_saved_checksum(const unsigned char *bytes, size_t length);

static inline bool bsp_saved_can_be_read(void)
{
    const uint32_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Returns whether all numbers are finite. */
static inline bool bsp_saved_are_finite(const double *numbers, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += numbers[i] * 0; /* infinity and NaN times zero are NaN */
    return sum == 0;
}

/* The first function returns whether all normals have length 1. The second also demands that the
 * distances of the planes are finite. */
bool bsp_saved_are_unit(const BspVec *normals, size_t n);
bool bsp_saved_are_planes(const BspPlane *planes, size_t n);

/* --- nodes --- */

/* The members of BspNodes that are not arrays. */
typedef struct {
    uint32_t n_leaves, n_spaces, first_space_node, depth;
    int32_t root;
    uint32_t n_built, n_planes, zero;
} BspSavedTree;

/* The proof that a traversal of a node is limited. It is stored for each node, and then for each
 * space node. `paths` is the number of paths down to leaves, in the space that has the most.
 * `height` is the number of nodes on the longest path. With these numbers each node can be checked
 * against its children only, without extra memory. The check proves that there are no cycles, and
 * that no traversal is deeper than its stack. It also limits the length of a traversal, because a
 * graph whose paths rejoin again and again could have astronomically many paths. */
typedef struct {
    uint32_t paths, height;
} BspSavedProof;

/* Returns the maximum number of paths that a tree of n nodes may have, which bounds the time of a
 * query. Trees of real levels have less than two paths for each node, and small trees may have
 * more. */
static inline uint64_t bsp_saved_max_paths(unsigned n_nodes)
{
    return 65536 + 64 * (uint64_t)n_nodes;
}

/* Loads the nodes of a tree of n_spaces spaces. Leaf values must be below n_values. The tree may
 * have nodes with BSP_TAG_BEVEL only if has_bevels is true. */
bool bsp_nodes_load(BspSaved *saved, BspNodes *nodes, unsigned n_spaces, unsigned n_values,
                    bool has_bevels);

#endif
