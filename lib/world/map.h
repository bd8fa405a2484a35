/* map: decides which brushes of a .map are solid parts of the world. */
#ifndef BSP_WORLD_MAP_H
#define BSP_WORLD_MAP_H

#include "world/map-parse.h"

typedef enum {
    BSP_MAP_TEXTURE_HOLLOW, /* by convention, the brush does not stop a player */
    BSP_MAP_TEXTURE_SOLID,  /* by convention, the brush stops a player */
    BSP_MAP_TEXTURE_ANY /* the texture's shader decides; the brush is solid if the shader sets no
                           contents */
} BspMapTextureKind;

/* The kind of a texture by its name in the .map, with or without a leading "textures/". */
BspMapTextureKind bsp_map_texture_kind(const char *texture, gsize length);

/* The kind of a brush by its deciding face (map-parse.h), as in map compilers. */
BspMapTextureKind bsp_map_brush_kind(const BspMapBrush *brush);

/* Whether the entity's brushes are solid parts of the world: worldspawn, func_group, func_detail
 * and its variants. */
gboolean bsp_map_entity_is_world(const BspMapEntity *entity);

#endif
