/* file-brushes: the brushes of .bsp files of id Tech 2 and 3. */
#ifndef BSP_WORLD_FILE_BRUSHES_H
#define BSP_WORLD_FILE_BRUSHES_H

#include "world/level.h"

/* The lumps of brushes. A brush begins with its range of sides. A side begins with the numbers of
 * its plane and of its texture, which are shorts if its record has four bytes. A number out of
 * range means no texture. */
typedef struct {
    guint brushes, sides, planes, textures;
    guint flags_at; /* the offset of the flags in a texture's record */
    guint name_at;  /* the offset of the name */
    guint n_name;   /* bytes of the name */
} BspBrushLumps;

/* The brushes of a level that is being read. */
typedef struct {
    BspReadLevel *level;
    const BspBrushLumps *of;
    guint8 *is_read; /* for each brush of the file, whether it was read */
    guint64 n_sides; /* number of sides of the brushes so far */
} BspFileBrushes;

/* The caller clears the brushes with bsp_file_brushes_clear(). */
BspFileBrushes bsp_file_brushes_new(BspReadLevel *level, const BspBrushLumps *of);
void bsp_file_brushes_clear(BspFileBrushes *brushes);

/* Reads a brush with the contents, and adds it to the level. Fails if all brushes together have
 * more sides than the file, unless models are read several times. Brushes must not share sides,
 * because a small file could then cause much work. */
gboolean bsp_file_brushes_read(BspFileBrushes *brushes, guint brush, guint32 contents);

/* Sets the texture of a side of the brush that was added last to the level. */
void bsp_file_brushes_set_texture(const BspFileBrushes *brushes, guint texture, guint side);

/* Counts the brushes that were not read as brushes of other models. */
void bsp_file_brushes_count_others(const BspFileBrushes *brushes);

#endif
