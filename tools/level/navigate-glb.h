/* navigate-glb: writes a navigation graph as glTF, for modelling programs and viewers. */
#ifndef LEVEL_NAVIGATE_GLB_H
#define LEVEL_NAVIGATE_GLB_H

#include <glib.h>

#include "bsp-navigate.h"

/* Returns a binary glTF file (.glb) with a node for each size. A node has the size's areas as
 * triangles in the size's colour, and its links as lines in the colour of their type. y is up, and
 * units are the level's. The caller frees the bytes with g_bytes_unref(). */
GBytes *level_navigation_glb(const BspNavigation *nav);

#endif
