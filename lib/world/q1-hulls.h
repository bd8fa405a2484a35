/* q1-hulls: finds the boxes of the hulls of .bsp files of Quake and GoldSrc. */
#ifndef BSP_WORLD_Q1_HULLS_H
#define BSP_WORLD_Q1_HULLS_H

#include "world/q1-level.h"

/* The number of hulls for which a model has a tree in the file. */
#define BSP_Q1_HULLS 4

/* Returns the box for which compilers expand hull n, in levels of this version (29 or 30). Returns
 * NULL if there is no such hull. The box of hull 0 is a point. */
const BspBounds *bsp_q1_hull_usual_box(gint32 version, guint n);

/* The key of worldspawn, with the hull's number appended, for the box of a hull that compilers do
 * not make, such as "_bsp_hull1" "-16 -16 -24 8 8 16". See level_clip_replace(). */
#define BSP_Q1_HULL_KEY "_bsp_hull"

/* Units. The maximum coordinate of such a box. The first levels of Quake are within 4096 units of
 * the origin, so a larger box would fit nowhere. */
#define BSP_Q1_HULL_HALF 4096.0

/* Finds the box of hull n of the level, by the key of worldspawn, or else the box that compilers
 * use. Returns FALSE with an error if there is no such hull, or if the key's value is not a box. */
gboolean bsp_q1_hull_box(const BspQ1Level *level, guint n, BspBounds *box);

#endif
