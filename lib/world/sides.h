/* sides: passes the original brushes of a level's file to audits. */
#ifndef BSP_WORLD_SIDES_H
#define BSP_WORLD_SIDES_H

#include "bsp-world.h"

/* The sides of a brush in the file, bevels included. A BspBrush has only the sides with faces. */
typedef struct {
    guint number; /* number of the brush in the file */
    guint32 contents;
    const BspPlane *planes;
    guint n;
} BspSides;

/* Receives each brush whose contents are wanted, in the order of the world's brushes. `problem` is
 * the reason why no BspBrush can be made of it, or NULL if the world has it. */
typedef void (*BspSidesFunc)(const BspSides *sides, const GError *problem, gpointer user_data);

typedef struct {
    BspSidesFunc func;
    gpointer user_data;
} BspSidesWatch;

/* Does the same as bsp_world_read_bsp(), and calls the watch for each brush. */
BspWorld *bsp_world_read_bsp_sides(const char *path, const char *data, gsize length,
                                   const BspWorldOptions *options, const BspSidesWatch *watch,
                                   GError **error);

#endif
