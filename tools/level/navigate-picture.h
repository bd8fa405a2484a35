/* navigate-picture: draws a navigation graph: where each size stands, and a path of two sizes. */
#ifndef LEVEL_NAVIGATE_PICTURE_H
#define LEVEL_NAVIGATE_PICTURE_H

#include "bsp-navigate.h"
#include "bsp-world.h"

/* A document of SVG: the level from above, with the areas of each size, those of the size with the
 * least floor on top, and a path of the size with the most and of the one with the least floor from
 * one place to another. Among 200 pairs of places, the function chooses the pair whose two paths
 * differ most in length. The caller frees the text with g_free(). Returns NULL with
 * BSP_ERROR_VALUE if the world has no brush. */
char *level_navigation_picture(const BspNavigation *nav, const BspWorld *world, GError **error);

#endif
