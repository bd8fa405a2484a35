/* level: a world while its .bsp is read: its brushes as they come, its entities, and what was left
 * out. */
#ifndef BSP_WORLD_LEVEL_H
#define BSP_WORLD_LEVEL_H

#include "world/lumps.h"
#include "world/reading.h"

typedef struct {
    const char *file;
    GPtrArray *brushes;
    GArray *places; /* BspBrushPlace, of the brushes */
    GArray *starts;
    char *name;     /* worldspawn's message */
    guint32 wanted; /* contents of which a brush must have some */
    guint n_hollow, n_degenerate;
    char *degenerate;     /* about the first */
    BspShipped *shipped;  /* NULL where nobody asked for it */
    const char *stopping; /* the names of the contents that stop a player */
} BspLevel;

/* flags: BspWorldFlags. stops: the contents that stop a player, and how messages call them
 * ("neither SOLID nor PLAYERCLIP"). To be closed in any case. */
void bsp_level_open(BspLevel *level, const char *file, guint flags, guint32 stops,
                    const char *stopping);
void bsp_level_close(BspLevel *level);

/* Adds the brush of these sides, or counts it as left out. tags: NULL: all 0. */
void bsp_level_add_brush(BspLevel *level, guint number, guint32 contents, const BspPlane *planes,
                         const guint32 *tags, guint n);

/* Reads the starts and the name off the entities: text, which a NUL may end early. */
gboolean bsp_level_read_entities(BspLevel *level, const BspLumps *lumps, guint lump);

/* The world, which takes what has been read. */
BspWorld *bsp_level_finish(BspLevel *level);

#endif
