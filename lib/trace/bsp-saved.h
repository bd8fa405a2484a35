/* bsp-saved: files that hold finished trees, ready to be asked where they lie in memory.
 *
 * `bspcompare build`, onion_tree_save() and shift_tree_save() write them; docs/formats.md has every
 * byte. A file is read or mapped into memory by the caller and then loaded, which looks at all of
 * it and copies nothing: what is loaded is a small handle, and its arrays are the caller's bytes.
 *
 *     OnionTree *tree = onion_tree_load(bytes, length, &why); (onion-saved.h, shift-saved.h)
 *     BspSides *sides = bsp_sides_load(bytes, length, &why);
 *
 * Loading proves all that a query relies on: that every number names something that is there, that
 * no traversal is deeper than its stack, goes round in a circle, or takes more than some 64
 * turnings for each node of the file. A query that starts in solid gives up, as staying there, when
 * it has looked at all of a tree or table a thousand times. So no file, damaged or made to harm,
 * crashes or hangs a query. That its answers are right is the builder's word: a checksum tells
 * damage, not intent.
 *
 * The bytes have to start at a multiple of 8, as those of malloc() and mmap() do, to outlive all
 * that is loaded of them, and to stay as they are. Replacing a mapped file under its name, as those
 * who write such files do, leaves its bytes alone; writing over it does not. What is loaded is
 * freed as what is built is, and the bytes after it.
 *
 * Where a file cannot be loaded NULL or false is returned, and *why, unless why is NULL, receives
 * the reason: static text in lower case, without the file's name. Plain C: no GLib, no memory but
 * the handle's. Any thread may load. Machines whose numbers begin with their most significant byte
 * load nothing. */
#ifndef BSP_SAVED_H
#define BSP_SAVED_H

#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { BSP_SAVED_ONION = 1, BSP_SAVED_SHIFT = 2 } BspSavedKind;

/* What a file says of itself. */
typedef struct {
    BspSavedKind kind;
    uint32_t version;         /* of the format: 3 */
    uint32_t flags;           /* BspWorldFlags that the world was read with */
    unsigned char sha256[32]; /* of the world's file, uncompressed; zeros: of none */
    const char *world;        /* the world's name, UTF-8; NULL: it has none. In the file's bytes */
    bool has_sides;           /* for bsp_sides_load() */
} BspSavedInfo;

/* Tells what the file is, and whether it is whole: not whether what it holds can be loaded. */
bool bsp_saved_info(const void *bytes, size_t length, BspSavedInfo *info, const char **why);

/* The table that tells what was hit (bsp-hit.h), of a tree of either kind that was saved with one.
 * Free with bsp_sides_free(), before the bytes. */
BspSides *bsp_sides_load(const void *bytes, size_t length, const char **why);

#ifdef __cplusplus
}
#endif

#endif
