/* map-layers: the layers and groups of TrenchBroom that its user leaves out of exports. */
#ifndef BSP_WORLD_MAP_LAYERS_H
#define BSP_WORLD_MAP_LAYERS_H

#include "world/map-parse.h"

/* Returns a table of the omitted layers and of the groups of the file. The file must live longer.
 * The caller frees the table with g_hash_table_unref(). */
GHashTable *bsp_map_layers(const BspMapFile *map);

/* Whether the entity is in a layer that is left out of exports, directly or in a group. */
gboolean bsp_map_layers_omit(GHashTable *layers, const BspMapEntity *entity);

#endif
