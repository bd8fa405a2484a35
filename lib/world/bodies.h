/* bodies: the points inside the level at which the games put players, monsters and items. */
#ifndef BSP_WORLD_BODIES_H
#define BSP_WORLD_BODIES_H

#include "bsp-vec.h"
#include "world/map-parse.h"

/* The kinds of bodies at a point. A player starts there, or another body stands there. BSP_BODIES
 * stands for no body. */
typedef enum { BSP_BODY_PLAYER, BSP_BODY_OTHER, BSP_BODIES } BspBodyKind;

typedef struct {
    GArray *at[BSP_BODIES];       /* positions of the bodies of each kind (BspVec) */
    GPtrArray *names[BSP_BODIES]; /* for each of these positions, a string with the entity's class
                                     and its place in the file */
} BspBodies;

void bsp_bodies_open(BspBodies *bodies);
void bsp_bodies_close(BspBodies *bodies);

/* Adds the body of the entity, if there is one. Returns FALSE with an error if players start at the
 * entity, and its origin is not a point of the world. `file` is its name in messages. */
gboolean bsp_bodies_add(BspBodies *bodies, const char *file, const BspMapEntity *entity,
                        GError **error);

#endif
