/* shipped: the original brushes of a level's file: with all their sides, bevels included, and with
 * those brushes that make no solid. A brush (bsp-brush.h) keeps only the sides that have faces. Not
 * installed: for audits. */
#ifndef BSP_WORLD_SHIPPED_H
#define BSP_WORLD_SHIPPED_H

#include "bsp-world.h"

typedef struct {
    guint number; /* the brush's number in the file */
    guint32 contents;
    guint first, n; /* its sides: planes[first .. first + n), outward, as in the file */
    gint brush;     /* index in the world's solid; -1: no brush could be made of it ... */
    char *problem;  /* ... and this message says why */
} BspShippedBrush;

struct BspShipped {
    GArray *brushes; /* BspShippedBrush */
    GArray *planes;  /* BspPlane */
    guint n_made;    /* number of brushes in the solid */
};

BspShipped *bsp_shipped_new(void);
void bsp_shipped_free(BspShipped *shipped);

/* Adds a brush. problem: why no brush could be made of it, or NULL. Does nothing if shipped is
 * NULL. */
void bsp_shipped_add(BspShipped *shipped, guint number, guint32 contents, const BspPlane *planes,
                     guint n, const GError *problem);

#endif
