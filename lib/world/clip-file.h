/* clip-file: a .bsp file of Quake or GoldSrc with some lumps replaced. */
#ifndef BSP_WORLD_CLIP_FILE_H
#define BSP_WORLD_CLIP_FILE_H

#include "world/q1-level.h"

/* Returns the bytes of the level with lumps replaced; lumps[i] is NULL for a lump that stays as it
 * is. Keeps the order of the lumps, and the BSPX lumps after them. Returns NULL if other data
 * follow the lumps, because their offsets are unknown, or if the file would be too large. */
GBytes *bsp_clip_file_write(const BspQ1Level *level, const GByteArray *const lumps[BSP_Q1_LUMPS]);

/* Returns the lump of entities with the box of a hull in worldspawn, in place of an earlier one.
 * Returns NULL if the lump has no worldspawn. */
char *bsp_clip_file_add_box(const char *entities, guint hull, const BspBounds *box);

#endif
