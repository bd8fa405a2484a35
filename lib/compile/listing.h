/* listing: lists brushes in the arrays of a brush table (table/brush-table.h). */
#ifndef BSP_LISTING_H
#define BSP_LISTING_H

#include "geometry/brush.h"
#include "table/brush-table.h"

typedef struct {
    GArray *rows;     /* BspTableBrush */
    GArray *groups;   /* BspTablePlanes */
    GArray *names;    /* BspTableName */
    GArray *axials;   /* BspTableName */
    GArray *vertices; /* BspVec; NULL if they are not wanted */
    GArray *bodies;   /* BspCastPlace */
    guint n_planes;   /* number of planes of the current brush, in its groups */
} BspListing;

/* Makes empty arrays, with memory for n brushes that have n_vertices, because moving large arrays
 * takes long. The caller clears the listing by bsp_listing_clear(). */
BspListing bsp_listing_new(guint n, guint n_vertices, gboolean all_shapes);
void bsp_listing_clear(BspListing *listing);

/* Appends a brush. */
void bsp_listing_add(BspListing *listing, const BspBrush *brush);

#endif
