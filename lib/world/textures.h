/* textures: keeps the name of the texture of each brush side, as the level's file has it. */
#ifndef BSP_WORLD_TEXTURES_H
#define BSP_WORLD_TEXTURES_H

#include <glib.h>

G_BEGIN_DECLS

typedef struct BspTextures BspTextures;

BspTextures *bsp_textures_new(void);

/* Frees the textures. NULL is allowed. */
void bsp_textures_free(BspTextures *textures);

/* Adds the texture of a side. Calls must be in ascending order of brushes, and of the sides of one
 * brush. The name is copied; equal names share one copy. An empty name counts as unknown. */
void bsp_textures_add(BspTextures *textures, guint brush, guint side, const char *name,
                      gsize length);

/* Returns the texture of the side, valid UTF-8; NULL if it is unknown. The textures own the text.
 */
const char *bsp_textures_find(const BspTextures *textures, guint brush, guint side);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspTextures, bsp_textures_free)

G_END_DECLS

#endif
