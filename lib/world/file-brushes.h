/* file-brushes: reads the brushes of .bsp files of id Tech 2 and 3. */
#ifndef BSP_WORLD_FILE_BRUSHES_H
#define BSP_WORLD_FILE_BRUSHES_H

#include "world/level.h"

/* The lumps of brushes, and the layout of their records. A brush begins with its range of sides. A
 * side begins with the numbers of its plane and of its texture, which are shorts if its record has
 * four bytes. A number out of range means no texture. */
typedef struct {
    guint brushes, sides, planes, textures;
    guint flags_at; /* the offset of the flags in a texture's record */
    guint name_at;  /* the offset of the name in a texture's record */
    guint n_name;   /* length of the name, in bytes */
} BspBrushLumps;

/* The brushes of a level that is being read. */
typedef struct {
    BspReadLevel *level;
    const BspBrushLumps *of;
    guint8 *is_read; /* for each brush of the file, whether it was read */
    guint64 n_sides; /* number of sides of the brushes so far */
} BspFileBrushes;

/* Prepares to read the brushes of a level. The caller clears the result with
 * bsp_file_brushes_clear(). */
BspFileBrushes bsp_file_brushes_new(BspReadLevel *level, const BspBrushLumps *of);
void bsp_file_brushes_clear(BspFileBrushes *brushes);

/* Reads the brush with this number, and adds it to the level with these contents. Fails if all
 * brushes together have more sides than the file, unless models are read several times. Brushes
 * must not share sides, because a small file could then cause much work. */
gboolean bsp_file_brushes_read(BspFileBrushes *brushes, guint brush, guint32 contents);

/* Sets the texture of a side of the brush that was added last to the level. */
void bsp_file_brushes_set_texture(const BspFileBrushes *brushes, guint texture, guint side);

/* Counts the brushes of the file that were not read as brushes of other models, which are left
 * out. */
void bsp_file_brushes_count_others(const BspFileBrushes *brushes);

#endif
