/* navigate-json: writes a navigation graph as JSON. */
#ifndef LEVEL_NAVIGATE_JSON_H
#define LEVEL_NAVIGATE_JSON_H

#include <glib.h>

#include "bsp-navigate.h"

/* The names of the types of links. */
extern const char *const level_navigation_types[BSP_NAV_N_TYPES];

/* Returns the graph as JSON text of the format "bsp-navigation" (docs/navigation.md). The caller
 * frees it with g_free(). */
char *level_navigation_json(const BspNavigation *nav);

/* Appends a name as a JSON string. */
void level_navigation_add_name(GString *out, const char *name);

#endif
