/* map-rules: finds the brushes of a .map that stop a player. Each game's compiler has its own rule.
 */
#ifndef BSP_WORLD_MAP_RULES_H
#define BSP_WORLD_MAP_RULES_H

#include "bsp-world.h"
#include "world/map-parse.h"

/* The contents of a face and of a brush. Brushes with the first two stop a player. The compiler of
 * GoldSrc chooses one of the faces' contents in this order, up to SKIP. */
typedef enum {
    BSP_MAP_SOLID,
    BSP_MAP_CLIP, /* stops a player, but not a shot */
    BSP_MAP_LIQUID,
    BSP_MAP_SKY,
    BSP_MAP_ORIGIN,
    BSP_MAP_CURRENT,
    BSP_MAP_TRANSLUCENT,
    BSP_MAP_SPLIT, /* only splits the tree of the compiler */
    BSP_MAP_NULL,  /* only leaves out a face in pictures */
    BSP_MAP_BOX,
    BSP_MAP_REGION,
    BSP_MAP_SKIP, /* gives the brush no contents; other faces may give it some */
    BSP_MAP_EMPTY,
    BSP_MAP_FOG,
    BSP_MAP_ILLUSIONARY,
    BSP_MAP_NOCLIP,     /* stops points, but no boxes */
    BSP_MAP_OTHER_CLIP, /* stops only boxes of another size than a standing player */
    BSP_MAP_MONSTERCLIP,
    BSP_MAP_SHOTCLIP,
    BSP_MAP_AREAPORTAL,
    BSP_MAP_HOLLOW, /* the shader or material is not solid */
    BSP_MAP_N_CONTENTS
} BspMapContents;

typedef struct {
    BspMapContents contents;
    /* The faces differ, so versions of the compiler may differ or refuse the brush. */
    gboolean is_mixed;
    gboolean has_bevel;  /* clip hulls of GoldSrc are not expanded at one of its faces */
    gboolean is_guessed; /* the brush counts as solid, but its shader, which is not in the .map, may
                            say otherwise */
} BspMapVerdict;

/* Judges a brush of an entity. contents of the result shows whether the brush stops a player of
 * standing size. */
BspMapVerdict bsp_map_brush_verdict(BspGame game, const BspMapEntity *entity,
                                    const BspMapBrush *brush);

/* Returns whether a brush with these contents stops a player, which is so for SOLID and CLIP. */
gboolean bsp_map_contents_stop(BspMapContents contents);

/* Returns the reason, for messages, why brushes with these contents are left out, such as "they are
 * liquids". */
const char *bsp_map_contents_reason(BspMapContents contents);

/* Texts for messages. The first says how a brush whose faces differ is treated. The second names
 * the file that is not read, and by which a brush that counts as solid may be hollow. Both are NULL
 * if the game has no such brush. */
const char *bsp_map_mixed_text(BspGame game);
const char *bsp_map_guess_text(BspGame game);

/* Returns whether the game's compiler merges the brushes of this entity into the world. */
gboolean bsp_map_entity_is_world(BspGame game, const BspMapEntity *entity);

/* Returns whether the entity is a model, which has brushes and gets a number from the compiler. */
gboolean bsp_map_entity_is_model(BspGame game, const BspMapEntity *entity);

/* Returns whether the game makes the entity hidden and not solid until something triggers it. */
gboolean bsp_map_entity_starts_hidden(BspGame game, const BspMapEntity *entity);

#endif
