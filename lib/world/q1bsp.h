/* q1bsp: the boxes of the hulls of .bsp files of Quake and GoldSrc. */
#ifndef BSP_WORLD_Q1BSP_H
#define BSP_WORLD_Q1BSP_H

#include "bsp-bounds.h"

#include <glib.h>

#define BSP_HULLS 4

/* The box for which hull n is expanded, in levels of this version (29 or 30); NULL if there is no
 * such hull. The box of hull 0 is a point. */
const BspBounds *bsp_q1bsp_hull(gint32 version, guint n);

#endif
