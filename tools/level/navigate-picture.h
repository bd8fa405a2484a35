/* navigate-picture: draws a navigation graph from above, with the areas of each size, and a path
 * for each of two sizes. */
#ifndef LEVEL_NAVIGATE_PICTURE_H
#define LEVEL_NAVIGATE_PICTURE_H

#include "bsp-navigate.h"
#include "bsp-world.h"

/* Returns an SVG picture of the level from above. It shows the areas of each size. Those of the
 * size with the least floor are on top. It also shows two paths between the same two places, for
 * the size with the most floor, and for the size with the least floor. The function chooses, among
 * 200 pairs of places, the pair whose two paths differ most in length. The caller frees the text
 * with g_free(). Returns NULL with BSP_ERROR_VALUE if the world has no brush. */
char *level_navigation_picture(const BspNavigation *nav, const BspWorld *world, GError **error);

#endif
