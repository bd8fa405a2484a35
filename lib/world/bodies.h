/* bodies: where the games put players, monsters and items: points inside the level. */
#ifndef BSP_WORLD_BODIES_H
#define BSP_WORLD_BODIES_H

#include "bsp-vec.h"
#include "world/map-parse.h"

/* A player starts at the body's point, or another body stands there. BSP_BODIES: no body. */
typedef enum { BSP_BODY_PLAYER, BSP_BODY_OTHER, BSP_BODIES } BspBodyKind;

typedef struct {
    GArray *at[BSP_BODIES];       /* BspVec */
    GPtrArray *names[BSP_BODIES]; /* strings: the class and the place in the file of each */
} BspBodies;

void bsp_bodies_open(BspBodies *bodies);
void bsp_bodies_close(BspBodies *bodies);

/* Adds the body of the entity, if there is one. Returns FALSE with an error if players start at the
 * entity, and its origin is not a point of the world. file: for messages. */
gboolean bsp_bodies_add(BspBodies *bodies, const char *file, const BspMapEntity *entity,
                        GError **error);

/* Reads n numbers, which are all of the text. Returns FALSE if there are other ones, or one is not
 * within +-half. */
gboolean bsp_map_read_numbers(const char *text, double half, guint n, double *numbers);

/* Reads the value of the key, which is in lower case. Returns FALSE if the value is not three
 * numbers within BSP_WORLD_HALF, or if there is none. */
gboolean bsp_map_entity_point(const BspMapEntity *entity, const char *key, BspVec *point);

#endif
