/* clip-file: writes a .bsp file of Quake or GoldSrc with some lumps replaced. */
#ifndef LEVEL_CLIP_FILE_H
#define LEVEL_CLIP_FILE_H

#include "world/q1-level.h"

/* Returns the bytes of the level with lumps replaced. lumps[i] is NULL for a lump that does not
 * change. Keeps the positions of Blue Shift's lumps in the directory, and BSPX after the lumps.
 * Returns NULL with the error of the level if other data follow the lumps, because their offsets
 * are unknown, or if the file would be too large. */
GBytes *level_clip_file_write(const BspQ1Level *level, const GByteArray *const lumps[BSP_Q1_LUMPS]);

/* Returns the text of entities with the box of a hull in worldspawn, the first entity. If
 * worldspawn has a box for this hull, it is replaced. Everything else stays the same. Returns NULL
 * if there is no entity, or if the text cannot be parsed. */
char *level_clip_file_add_box(const char *entities, guint hull, const BspBounds *box);

#endif
