/* bspx: named extra lumps after those of a .bsp, and the brushes that compilers store there.
 *
 * BSPX follows the last lump: "BSPX", the number of lumps, and for each lump a name of 24 bytes,
 * its offset and its length. ericw-tools stores the brushes of Quake levels in the lump BRUSHLIST.
 * It has the brushes of each model, with bounds, contents and those planes that are not axial. */
#ifndef BSP_WORLD_BSPX_H
#define BSP_WORLD_BSPX_H

#include "world/level.h"

/* The bytes of a lump in the file. */
typedef struct {
    gsize offset, length; /* 0, 0: no such lump */
} BspxLump;

/* Finds the lump with this name. Returns FALSE and sets the error if the BSPX directory is invalid.
 */
gboolean bsp_bspx_find(const BspLumps *lumps, const char *name, BspxLump *lump);

/* Adds the brushes of model 0 in a BRUSHLIST. contents: converts Quake's contents to BspLevel's. */
gboolean bsp_bspx_read_brushes(const BspLumps *lumps, const BspxLump *lump,
                               guint32 (*contents)(gint32 quake), BspLevel *level);

#endif
