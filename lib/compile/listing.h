/* listing: lists brushes in the arrays of a brush table (table/brush-table.h). */
#ifndef BSP_LISTING_H
#define BSP_LISTING_H

#include "geometry/brush.h"
#include "table/brush-table.h"

typedef struct {
    GArray *rows;     /* a row for each brush (BspTableBrush) */
    GArray *groups;   /* the oblique planes (BspTablePlanes) */
    GArray *names;    /* names of the planes in the groups (BspTableName) */
    GArray *axials;   /* names of the axial planes, six for each brush (BspTableName) */
    GArray *vertices; /* vertices of the brushes (BspVec); NULL if they are not wanted */
    GArray *bodies;   /* the place of each brush's vertices (BspCastPlace) */
    guint n_planes;   /* number of the current brush's planes that are in groups */
} BspListing;

/* Makes empty arrays, with memory for n brushes that have n_vertices, because moving large arrays
 * takes long. The caller clears the listing by bsp_listing_clear(). */
BspListing bsp_listing_new(guint n, guint n_vertices, gboolean all_shapes);
void bsp_listing_clear(BspListing *listing);

/* Appends a brush to all arrays. */
void bsp_listing_add(BspListing *listing, const BspBrush *brush);

#endif
