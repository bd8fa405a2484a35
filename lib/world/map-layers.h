/* map-layers: the layers and groups of TrenchBroom that its user leaves out of exports. */
#ifndef BSP_WORLD_MAP_LAYERS_H
#define BSP_WORLD_MAP_LAYERS_H

#include "world/map-parse.h"

typedef struct BspMapLayers BspMapLayers;

BspMapLayers *bsp_map_layers_new(void);
void bsp_map_layers_free(BspMapLayers *layers);

/* Collects the layers and groups. All entities of the file must be added before the question below.
 */
void bsp_map_layers_add(BspMapLayers *layers, const BspMapEntity *entity);

/* Whether the entity is in a layer that is left out of exports, directly or in a group. */
gboolean bsp_map_layers_omit(BspMapLayers *layers, const BspMapEntity *entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMapLayers, bsp_map_layers_free)

#endif
