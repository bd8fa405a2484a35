/* bsp-saved: loads saved levels and trees from memory, without copying them.
 *
 * `bsplevel build`, bsp_level_save() (bsp-solid.h), onion_tree_save() (onion-build.h) and
 * shift_tree_save() (shift-build.h) write them; docs/formats.md describes every byte. One call
 * reads a file:
 *
 *     const char *why;
 *     BspLevel *level = bsp_level_load("level.onion", &why);
 *     if (!level) ... the file cannot be used, because `why`
 *     const OnionTree *tree = bsp_level_onion(level);
 *     ... query it like a tree that was built (onion-tree.h)
 *     bsp_level_free(level);
 *
 * A caller that reads or maps files itself passes their bytes to bsp_level_of_bytes(), or loads the
 * parts one by one. Loading checks all bytes and copies none, because it creates small handles
 * whose arrays are the caller's bytes.
 *
 * Loading checks everything that a query relies on. So all indices are valid, and no traversal
 * overflows its stack, loops, or has more than about 64 paths for each node of the file. A query
 * that starts in solid ends after a thousand times as many visits as the tree or table has nodes,
 * and reports that the move stays in solid. So no damaged or malicious file can crash or hang a
 * query. Loading cannot prove that the answers are right: the checksum detects damage, not intent.
 *
 * The caller's bytes must start at a multiple of 8, like the memory of malloc() and mmap(). They
 * must outlive everything loaded from them and must not change. To replace a mapped file safely,
 * rename a new file over it. It is not safe to overwrite the file in place. Free the loaded objects
 * as usual, then the bytes.
 *
 * If a file cannot be loaded, the functions return NULL or false. Then *why, unless why is NULL,
 * receives the reason: static text in lower case, without the file's name. The functions are plain
 * C without GLib, and allocate only the handle and a file's bytes. Any thread may load. Big-endian
 * machines cannot load any file. */
#ifndef BSP_SAVED_H
#define BSP_SAVED_H

#include "bsp.h"
#include "onion-tree.h"
#include "shift-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The beginning of the header of every file. The header takes BSP_SAVED_HEADER bytes. */
typedef struct {
    unsigned char magic[8]; /* the bytes of BSP_SAVED_MAGIC */
    uint32_t version;       /* version of the format */
} BspSavedStart;

#define BSP_SAVED_MAGIC "\211BSP\r\n\032\n" /* 8 bytes, which detect converted line ends */
#define BSP_SAVED_VERSION 9u                /* the version that this library reads and writes */
#define BSP_SAVED_HEADER 128 /* bytes. This is two cache lines, so that arrays can follow */

/* A file of kind BSP_SAVED_LEVEL has a brush table alone. A file of kind BSP_SAVED_NAVIGATION has a
 * graph (bsp-navigate.h). */
typedef enum {
    BSP_SAVED_ONION = 1,
    BSP_SAVED_SHIFT = 2,
    BSP_SAVED_LEVEL = 3,
    BSP_SAVED_NAVIGATION = 4
} BspSavedKind;

/* The contents of a file's header. */
typedef struct {
    BspSavedKind kind;
    uint32_t version;         /* version of the format */
    uint32_t flags;           /* the BspWorldFlags that the world was read with */
    unsigned char sha256[32]; /* hash of the world's file, uncompressed; zeros if there is none */
    const char *world;        /* the world's name, UTF-8, in the file's bytes; NULL if none */
    bool has_table;           /* whether bsp_brush_table_load() will find a table */
} BspSavedInfo;

/* Reads the header and verifies the checksum. A file that passes may still fail to load. */
bool bsp_saved_info(const void *bytes, size_t length, BspSavedInfo *info, const char **why);

/* Returns the tree that was loaded with the level, which owns it; NULL if the level has no such
 * tree. */
const OnionTree *bsp_level_onion(const BspLevel *level);
const ShiftTree *bsp_level_shift(const BspLevel *level);

/* --- the parts of a file --- */

/* Loads the tree from the bytes. The tree, with the names of an onion's spaces, points into the
 * bytes. A shift tree has the brushes of its cells if it was built with names_brushes. The caller
 * frees the tree, then the bytes. */
OnionTree *onion_tree_load(const void *bytes, size_t length, const char **why);
ShiftTree *shift_tree_load(const void *bytes, size_t length, const char **why);

/* Loads the brush table (bsp-brush-table.h) that was saved alone or with a tree. The caller
 * frees it with bsp_brush_table_free(), before the bytes. */
BspBrushTable *bsp_brush_table_load(const void *bytes, size_t length, const char **why);

/* Data that is stored besides the tree, or besides the brush table that is saved alone. Every
 * member is optional: 0 or NULL. */
typedef struct {
    const char *world;  /* name of the world, UTF-8 */
    const char *sha256; /* checksum that identifies the world's file, as in BspWorld: 64 hexadecimal
                           digits. Any other text counts as NULL */
    uint32_t flags;     /* BspWorldFlags with which the world was read */
    /* Brush table of the same solid, to be saved with the tree; NULL to save none. */
    const BspBrushTable *sides;
} BspSaveOptions;

#ifdef __cplusplus
}
#endif

#endif
