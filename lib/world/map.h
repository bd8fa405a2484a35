/* map: which brushes of a .map are solid world. */
#ifndef BSP_WORLD_MAP_H
#define BSP_WORLD_MAP_H

#include "world/map-parse.h"

typedef enum {
    BSP_MAP_TEXTURE_HOLLOW, /* a brush of it is not solid to a player, by convention */
    BSP_MAP_TEXTURE_SOLID,  /* it is, by convention */
    BSP_MAP_TEXTURE_ANY     /* its shader decides; solid unless that says otherwise */
} BspMapTextureKind;

/* By the name, as it stands in the .map, with or without a leading "textures/". */
BspMapTextureKind bsp_map_texture_kind(const char *texture, gsize length);

/* By the face that decides, as map compilers do. */
BspMapTextureKind bsp_map_brush_kind(const BspMapBrush *brush);

/* Whether its brushes are solid parts of the world: worldspawn, func_group, func_detail and
 * variants of it. */
gboolean bsp_map_entity_is_world(const BspMapEntity *entity);

#endif
