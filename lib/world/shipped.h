/* shipped: collects the original brushes of a level's file (bsp-world.h). */
#ifndef BSP_WORLD_SHIPPED_H
#define BSP_WORLD_SHIPPED_H

#include "bsp-world.h"

BspShipped *bsp_shipped_new(void);
void bsp_shipped_free(BspShipped *shipped);

/* Adds a brush. problem: why no brush could be made of it, or NULL. Does nothing if shipped is
 * NULL. */
void bsp_shipped_add(BspShipped *shipped, guint number, guint32 contents, const BspPlane *planes,
                     guint n, const GError *problem);

#endif
