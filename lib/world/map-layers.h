/* map-layers: finds the layers and groups of TrenchBroom that its user leaves out of exports. */
#ifndef BSP_WORLD_MAP_LAYERS_H
#define BSP_WORLD_MAP_LAYERS_H

#include "world/map-parse.h"

/* The omitted layers and the groups of a file. */
typedef struct BspMapLayers BspMapLayers;

BspMapLayers *bsp_map_layers_new(const BspMapFile *map);
void bsp_map_layers_free(BspMapLayers *layers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMapLayers, bsp_map_layers_free)

/* Returns whether the entity is in a layer that is left out of exports, directly or in a group. */
gboolean bsp_map_layers_omit(const BspMapLayers *layers, const BspMapEntity *entity);

#endif
