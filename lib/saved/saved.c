/* saved: opens files that hold saved trees, and finds their arrays. */
#define _POSIX_C_SOURCE 200809L /* for stat() */
#define _FILE_OFFSET_BITS 64
#include "saved/saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "trace/reach.h"

#ifndef S_ISREG /* Microsoft's library does not have it. */
#define S_ISREG(mode) (((mode)&_S_IFMT) == _S_IFREG)
#endif

/* --- the checksum --- */

/* A prime of xxHash. Its bits spread a word over the high half of a product. */
#define PRIME UINT64_C(0x9e3779b185ebca87)

/* The number of words that are mixed at a time. Four multiplications that do not depend on each
 * other hide the latency of one. */
#define LANES 4

/* Mixes a word into a hash. The rotation moves high bits down, because multiplication moves bits
 * only up. */
static inline uint64_t mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * PRIME;
    return hash << 31 | hash >> 33;
}

/* Computes the checksum like FNV, but on whole words, and in parallel lanes that do not depend on
 * each other. */
uint64_t bsp_saved_checksum(const unsigned char *bytes, size_t length)
{
    uint64_t lane[LANES] = { 1, 2, 3, 4 }, word[LANES], hash = length;
    BSP_ASSERT(length % sizeof word == 0);
    for (size_t i = 0; i + sizeof word <= length; i += sizeof word) {
        memcpy(word, bytes + i, sizeof word);
        for (unsigned k = 0; k < LANES; k++)
            lane[k] = mixed(lane[k], word[k]);
    }
    for (unsigned k = 0; k < LANES; k++)
        hash = mixed(hash, lane[k]);
    return hash ^ hash >> 32;
}

/* --- the header --- */

#define NOT_SAVED "it is not a saved tree; bsplevel build makes one of a level"

static bool check_header(BspSaved *s, const void *bytes, size_t length)
{
    const BspSavedHeader *h = bytes;
    if (!bsp_saved_demand(s, bsp_saved_can_be_read(),
                          "saved trees are little-endian, but this machine is big-endian") ||
        !bsp_saved_demand(s, (uintptr_t)bytes % BSP_SAVED_BASE == 0,
                          "the bytes do not begin at a multiple of 8 in memory") ||
        !bsp_saved_demand(s, length >= sizeof h->magic, NOT_SAVED) ||
        !bsp_saved_demand(s, memcmp(h->magic, BSP_SAVED_MAGIC, sizeof h->magic) == 0, NOT_SAVED) ||
        !bsp_saved_demand(s, length >= sizeof *h, "it is truncated within its header"))
        return false;
    s->header = h;
    return bsp_saved_demand(s, h->mark == BSP_SAVED_MARK,
                            "it was written with another byte order") &&
           bsp_saved_demand(s, h->version == BSP_SAVED_VERSION,
                            "it has another version of the format; build the tree again") &&
           bsp_saved_demand(s, h->length <= length, "it is truncated") &&
           bsp_saved_demand(s, h->length == length && length % BSP_SAVED_ALIGN == 0,
                            "it is longer than its header says");
}

static bool check_checksum(BspSaved *s)
{
    size_t after = offsetof(BspSavedHeader, kind);
    uint64_t sum = bsp_saved_checksum(s->bytes + after, (size_t)s->header->length - after);
    return bsp_saved_demand(s, sum == s->header->checksum,
                            "it is damaged: its checksum does not match");
}

/* --- the sections --- */

/* Returns the offset of the section's end; 0 if the section is not entirely between `begin` and the
 * end of the file, or is not valid. */
static uint64_t end_of(const BspSavedSection *section, uint64_t begin, uint64_t length)
{
    BSP_ASSERT(begin <= length);
    if (section->offset < begin || section->offset > length ||
        section->offset % BSP_SAVED_ALIGN != 0 || section->size == 0 ||
        section->count > INT32_MAX || section->name[sizeof section->name - 1] != '\0')
        return 0;
    uint64_t bytes = section->count * section->size; /* the product is less than 2^63 */
    return bytes <= length - section->offset ? section->offset + bytes : 0;
}

static bool check_sections(BspSaved *s)
{
    const BspSavedHeader *h = s->header;
    uint64_t end = sizeof *h;
    if (!bsp_saved_demand(s, h->n_sections <= (h->length - end) / sizeof *s->sections,
                          "the list of sections does not fit into the file"))
        return false;
    s->sections = (const BspSavedSection *)(const void *)(s->bytes + end);
    end += h->n_sections * sizeof *s->sections;
    for (uint32_t i = 0; i < h->n_sections && end > 0; i++)
        end = end_of(&s->sections[i], end, h->length);
    return bsp_saved_demand(s, end > 0, "a section has an invalid offset, size or name");
}

static const BspSavedSection *find_section(const BspSaved *s, const char *name)
{
    BSP_ASSERT(s->header && s->sections);
    for (uint32_t i = 0; i < s->header->n_sections; i++)
        if (strcmp(s->sections[i].name, name) == 0)
            return &s->sections[i];
    return NULL;
}

bool bsp_saved_open(BspSaved *saved, const void *bytes, size_t length)
{
    *saved = (BspSaved){ .bytes = bytes };
    return bsp_saved_demand(saved, bytes != NULL, "it is empty") &&
           check_header(saved, bytes, length) && check_checksum(saved) && check_sections(saved);
}

bool bsp_saved_has(const BspSaved *saved, const char *name)
{
    return !saved->why && find_section(saved, name);
}

void *bsp_saved_array(BspSaved *saved, const char *name, size_t size, unsigned *n)
{
    *n = 0;
    if (saved->why)
        return NULL;
    const BspSavedSection *section = find_section(saved, name);
    if (!bsp_saved_demand(saved, section != NULL, "a section is missing") ||
        !bsp_saved_demand(saved, section->size == size,
                          "the elements of a section have the wrong size"))
        return NULL;
    BSP_ASSERT(section->offset <= saved->header->length && section->count <= INT32_MAX);
    *n = (unsigned)section->count;
    return (void *)(uintptr_t)(saved->bytes + section->offset);
}

void *bsp_saved_array_of(BspSaved *saved, const char *name, size_t size, size_t n)
{
    unsigned found;
    void *array = bsp_saved_array(saved, name, size, &found);
    return bsp_saved_demand(saved, found == n, "a section has the wrong number of elements") ? array
                                                                                             : NULL;
}

void *bsp_saved_finish(const BspSaved *saved, void *handle, const char **why)
{
    BSP_ASSERT(saved->why || handle);
    if (!saved->why)
        return handle;
    if (why)
        *why = saved->why;
    free(handle);
    return NULL;
}

/* --- reading a file --- */

/* Returns memory in which arrays begin at cache lines, as in the file, if the C library has such
 * memory. The caller frees it with free(). */
static void *memory_of_lines(size_t length)
{
#ifdef _WIN32
    return malloc(length);
#else
    return aligned_alloc(BSP_SAVED_ALIGN, length + (-length & (BSP_SAVED_ALIGN - 1)));
#endif
}

/* Reads an open file of `length` bytes. The header is read and checked first, so that a huge file
 * that is not a saved tree needs little memory. */
static void *read_rest(BspSaved *s, FILE *file, size_t length)
{
    _Alignas(BSP_SAVED_BASE) BspSavedHeader header; /* an i386 aligns it at 4 */
    size_t n = fread(&header, 1, sizeof header, file);
    bool good = bsp_saved_demand(s, !ferror(file), "it cannot be read") &&
                check_header(s, &header, n < sizeof header ? n : length);
    s->header = NULL; /* this copy ends with the function */
    if (!good)
        return NULL;
    BSP_ASSERT(n == sizeof header && length >= n);
    unsigned char *bytes = memory_of_lines(length);
    if (!bsp_saved_demand(s, bytes != NULL, "out of memory"))
        return NULL;
    memcpy(bytes, &header, sizeof header);
    n = sizeof header + fread(bytes + sizeof header, 1, length - sizeof header, file);
    if (bsp_saved_demand(s, n == length, "it cannot be read to its end"))
        return bytes;
    free(bytes);
    return NULL;
}

void *bsp_saved_read_file(const char *path, size_t *length, const char **why)
{
    BspSaved s = { .why = NULL };
    struct stat status;
    void *bytes = NULL;
    *length = 0;
    if (bsp_saved_demand(&s, stat(path, &status) == 0,
                         "there is no such file, or no permission to find it") &&
        bsp_saved_demand(&s, S_ISREG(status.st_mode), "it is not a regular file")) {
        *length = (size_t)status.st_size;
        FILE *file = fopen(path, "rb");
        if (bsp_saved_demand(&s, file != NULL, "it cannot be opened")) {
            bytes = read_rest(&s, file, *length);
            fclose(file);
        }
    }
    return bsp_saved_finish(&s, bytes, why);
}

/* --- shared checks --- */

/* The square of a unit normal's length may differ from 1 by this value. Errors of BSP_SAME_NORMAL
 * in all three components change it by at most 3.5 BSP_SAME_NORMAL. */
#define UNIT (4 * BSP_SAME_NORMAL)

bool bsp_saved_are_unit(const BspVec *normals, size_t n)
{
    bool are = true;
    for (size_t i = 0; i < n; i++)
        are &= fabs(bsp_vec_dot(normals[i], normals[i]) - 1) <= UNIT;
    return are;
}

bool bsp_saved_are_planes(const BspPlane *planes, size_t n)
{
    bool are = true;
    for (size_t i = 0; i < n; i++)
        are &= bsp_saved_are_unit(&planes[i].normal, 1) && bsp_is_finite(planes[i].dist);
    return are;
}

/* --- the header's contents --- */

static const char *world_name(BspSaved *s)
{
    unsigned n;
    if (!bsp_saved_has(s, "world"))
        return NULL;
    const char *name = bsp_saved_array(s, "world", 1, &n);
    return bsp_saved_demand(s, n > 0 && name[n - 1] == '\0',
                            "section world: the name has no NUL at its end")
               ? name
               : NULL;
}

bool bsp_saved_info(const void *bytes, size_t length, BspSavedInfo *info, const char **why)
{
    BspSaved s;
    BspSavedInfo found = { .kind = BSP_SAVED_ONION };
    if (bsp_saved_open(&s, bytes, length)) {
        found.world = world_name(&s);
        found.kind = (BspSavedKind)s.header->kind;
        found.version = s.header->version;
        found.flags = s.header->flags;
        memcpy(found.sha256, s.header->sha256, sizeof found.sha256);
        found.has_table = bsp_saved_has(&s, "side-brushes");
        bsp_saved_demand(&s, found.kind >= BSP_SAVED_ONION && found.kind <= BSP_SAVED_NAVIGATION,
                         "it holds an unknown kind of tree");
    }
    if (!s.why)
        *info = found;
    else if (why)
        *why = s.why;
    return !s.why;
}
