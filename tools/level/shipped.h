/* shipped: what a .bsp file has besides its world, for audits: the original sides of brushes, and
 * the bounds of models. */
#ifndef LEVEL_SHIPPED_H
#define LEVEL_SHIPPED_H

#include "bsp-world.h"

/* An original brush of a file. A brush (bsp-brush.h) keeps only the sides that have faces. */
typedef struct {
    guint number; /* the brush's number in the file */
    guint32 contents;
    guint first, n; /* its sides: planes[first .. first + n), outward, as in the file */
    gint brush;     /* index in the world's solid; -1: no brush could be made of it ... */
    char *problem;  /* ... and this message says why */
} LevelShippedBrush;

/* The original brushes of a level of id Tech 2 or 3: with all their sides, bevels included, and
 * with those brushes that make no solid. */
typedef struct {
    GArray *brushes; /* LevelShippedBrush */
    GArray *planes;  /* BspPlane */
    guint n_made;    /* number of them in the world's solid */
} LevelShipped;

/* Reads the original brushes from a file in memory. path: for messages. Returns NULL with an error
 * of bsp_world_load(). */
LevelShipped *level_shipped_read(const char *path, const char *data, gsize length,
                                 const BspWorldOptions *options, GError **error);
void level_shipped_free(LevelShipped *shipped);

/* The bounds of a model of a Quake or GoldSrc level. Engines skip a model if the move does not meet
 * the bounds that the file has, grown by 1 unit. */
typedef struct {
    guint model;      /* number in the file; 0: the world */
    BspBounds stored; /* bounds in the file */
    BspBounds solid;  /* bounds of the solid cells of hull 0 */
} LevelExtent;

/* Returns an array of LevelExtent, one for each model that has solid cells and no solid without
 * end. NULL with BSP_ERROR_SYNTAX, BSP_ERROR_VALUE or BSP_ERROR_LIMIT. The caller unreferences the
 * array. */
GArray *level_extents_read(const char *path, const char *data, gsize length, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(LevelShipped, level_shipped_free)

#endif
