/* shipped: the brushes of a level as its file has them: all sides, bevels too, and those brushes
 * that make no solid. A brush (bsp-brush.h) keeps only the sides that it has faces on. Not
 * installed: for audits. */
#ifndef BSP_WORLD_SHIPPED_H
#define BSP_WORLD_SHIPPED_H

#include "bsp-world.h"

typedef struct {
    guint number; /* of the brush in the file */
    guint32 contents;
    guint first, n; /* its sides: planes[first .. first + n), outward, as in the file */
    gint brush;     /* of the world's solid; -1: none was made of it ... */
    char *problem;  /* ... for this */
} BspShippedBrush;

struct BspShipped {
    GArray *brushes; /* BspShippedBrush */
    GArray *planes;  /* BspPlane */
    guint n_made;    /* of the brushes: those that are of the solid */
};

BspShipped *bsp_shipped_new(void);
void bsp_shipped_free(BspShipped *shipped);

/* Adds a brush; problem: why none was made of it, or NULL. Nothing where shipped is NULL. */
void bsp_shipped_add(BspShipped *shipped, guint number, guint32 contents, const BspPlane *planes,
                     guint n, const GError *problem);

#endif
