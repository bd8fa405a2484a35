/* bsp-saved: loads saved trees from memory, without copying them.
 *
 * `bspcompare build`, onion_tree_save() and shift_tree_save() write them; docs/formats.md describes
 * every byte. The caller reads or maps a file into memory, then loads it. Loading checks all bytes
 * and copies none: it creates a small handle whose arrays are the caller's bytes.
 *
 *     OnionTree *tree = onion_tree_load(bytes, length, &why); (onion-saved.h, shift-saved.h)
 *     BspBrushTable *sides = bsp_brush_table_load(bytes, length, &why);
 *
 * Loading checks everything that a query relies on: all indices are valid, and no traversal
 * overflows its stack, loops, or has more than about 64 paths for each node of the file. A query
 * that starts in solid gives up after it has visited as many nodes as a thousand visits of the
 * whole tree or table, and reports that the move stays in solid. So no damaged or malicious file
 * can crash or hang a query. Loading cannot prove that the answers are right: the checksum detects
 * damage, not intent.
 *
 * The bytes must start at a multiple of 8, as those of malloc() and mmap() do. They must outlive
 * everything loaded from them and must not change. It is safe to replace a mapped file by renaming
 * a new file over it, as this library does. It is not safe to overwrite the file in place. Free the
 * loaded objects as usual, then the bytes.
 *
 * If a file cannot be loaded, the functions return NULL or false. Then *why, unless why is NULL,
 * receives the reason: static text in lower case, without the file's name. Plain C: no GLib, and no
 * allocation except the handle. Any thread may load. Big-endian machines cannot load any file. */
#ifndef BSP_SAVED_H
#define BSP_SAVED_H

#include "bsp-brush-table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { BSP_SAVED_ONION = 1, BSP_SAVED_SHIFT = 2 } BspSavedKind;

/* The contents of a file's header. */
typedef struct {
    BspSavedKind kind;
    uint32_t version;         /* of the format: 3 */
    uint32_t flags;           /* the BspWorldFlags that the world was read with */
    unsigned char sha256[32]; /* of the world's file, uncompressed; zeros: there is no file */
    const char *world;        /* the world's name, UTF-8, inside the file's bytes; NULL: no name */
    bool has_sides;           /* whether bsp_brush_table_load() will find a table */
} BspSavedInfo;

/* Reads the header and verifies the checksum. A file that passes may still fail to load. */
bool bsp_saved_info(const void *bytes, size_t length, BspSavedInfo *info, const char **why);

/* Loads the brush table (bsp-brush-table.h) that was saved with a tree of either kind. The caller
 * frees it with bsp_brush_table_free(), before the bytes. */
BspBrushTable *bsp_brush_table_load(const void *bytes, size_t length, const char **why);

#ifdef __cplusplus
}
#endif

#endif
