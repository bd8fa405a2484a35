/* bspx: more lumps behind those of a .bsp, by name, and the brushes that compilers put there.
 *
 * BSPX is behind the last lump: "BSPX", a number, and for each lump a name of 24 bytes, where it
 * begins and how long it is. ericw-tools puts the brushes of Quake levels into a lump named
 * BRUSHLIST: of each model its brushes, of each brush its bounds, contents and those planes that
 * are not axial. */
#ifndef BSP_WORLD_BSPX_H
#define BSP_WORLD_BSPX_H

#include "world/level.h"

/* Of a lump. */
typedef struct {
    gsize offset, length; /* 0, 0: there is none */
} BspxLump;

/* Finds the lump of that name. FALSE with the error set when a directory is there, but broken. */
gboolean bsp_bspx_find(const BspLumps *lumps, const char *name, BspxLump *lump);

/* Adds the brushes that a BRUSHLIST has of model 0. contents: from those of Quake to BspLevel's. */
gboolean bsp_bspx_read_brushes(const BspLumps *lumps, const BspxLump *lump,
                               guint32 (*contents)(gint32 quake), BspLevel *level);

#endif
