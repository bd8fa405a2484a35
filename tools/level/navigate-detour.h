/* navigate-detour: writes the areas and links of one size in a navigation graph as a tile of
 * Detour. */
#ifndef LEVEL_NAVIGATE_DETOUR_H
#define LEVEL_NAVIGATE_DETOUR_H

#include <glib.h>

#include "bsp-navigate.h"

/* Returns the data of one tile for dtNavMesh::init() of a Detour with polygon references of 32
 * bits. The tile has version 7, and this machine's order of bytes. Drops, jumps and links over
 * entities become off-mesh connections. The flags of a polygon are 1 << BspNavLinkType, and its
 * area is the type. y is up. The size must have an area. Fails with BSP_ERROR_LIMIT for more
 * vertices or polygons than a tile may have. The caller frees the bytes with g_bytes_unref(). */
GBytes *level_navigation_detour(const BspNavigation *nav, guint size, GError **error);

#endif
