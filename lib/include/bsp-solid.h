/* bsp-solid: the union of brushes, from which trees are built. The brushes may overlap and touch.
 *
 * A solid is immutable. Any number of threads may read it. */
#ifndef BSP_SOLID_H
#define BSP_SOLID_H

#include "bsp-brush-table.h"
#include "bsp-brush.h"
#include "bsp-build.h"
#include "bsp-saved.h"

G_BEGIN_DECLS

typedef struct BspSolid BspSolid;

/* Makes a solid. Takes ownership of the array of BspBrush, whose free function must be
 * bsp_brush_free(), and which must have no NULL. The caller frees the solid with bsp_solid_free().
 *
 * Brushes are numbered in the order of the array. If a move hits several brushes that coincide, the
 * hit names the brush with the lowest number among those that the mask selects. So the caller's
 * order decides. */
BspSolid *bsp_solid_new(GPtrArray *brushes);
void bsp_solid_free(BspSolid *solid);

typedef enum {
    BSP_TABLE_ALL_SHAPES = 0, /* the default */
    BSP_TABLE_BOXES = 1 << 0  /* support only boxes and points; takes 0.4 times the memory */
} BspTableFlags;

/* Makes the brush table, which finds the brush that was hit (bsp-brush-table.h). It does not refer
 * to the solid. flags: BspTableFlags, 0 by default. The caller frees it with
 * bsp_brush_table_free(). */
BspBrushTable *bsp_brush_table_new(const BspSolid *solid, guint flags);

/* Does the same as bsp_brush_table_new(), with the threads, progress and limits of the options.
 * Returns NULL with BSP_ERROR_CANCELLED or BSP_ERROR_LIMIT. */
BspBrushTable *bsp_brush_table_new_with(const BspSolid *solid, guint flags,
                                        const BspBuildOptions *options, GError **error);

/* Writes the table as a file, which bsp_level_load() (bsp.h) reads, to memory. options may be NULL;
 * options->sides is ignored. Equal tables give equal bytes. Returns NULL with BSP_ERROR_LIMIT if an
 * array is too long to be saved or the machine is big-endian. */
GBytes *bsp_level_to_bytes(const BspBrushTable *level, const BspSaveOptions *options,
                           GError **error);

/* Does the same as bsp_level_to_bytes(), but writes to a file, which is replaced atomically. The
 * error may also be BSP_ERROR_IO. */
gboolean bsp_level_save(const BspBrushTable *level, const char *path, const BspSaveOptions *options,
                        GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspSolid, bsp_solid_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspBrushTable, bsp_brush_table_free)

G_END_DECLS

#endif
