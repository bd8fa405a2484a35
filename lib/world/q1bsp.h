/* q1bsp: what Quake's and GoldSrc's .bsp files have in common with nothing else: hulls. */
#ifndef BSP_WORLD_Q1BSP_H
#define BSP_WORLD_Q1BSP_H

#include "bsp-bounds.h"

#include <glib.h>

#define BSP_HULLS 4

/* The box that hull n of a level of that version (29, 30) is expanded for; NULL: it has none of
 * that number. Hull 0 is that of points. */
const BspBounds *bsp_q1bsp_hull(gint32 version, guint n);

#endif
