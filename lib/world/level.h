/* level: a world under construction from a .bsp: its brushes, its entities, and counts of what is
 * left out. */
#ifndef BSP_WORLD_LEVEL_H
#define BSP_WORLD_LEVEL_H

#include "world/lumps.h"
#include "world/reading.h"

typedef struct {
    const char *file;
    GPtrArray *brushes;
    GArray *places; /* BspBrushPlace, of each brush */
    GArray *starts;
    char *name;     /* worldspawn's message */
    guint32 wanted; /* a brush must have some of these contents */
    guint n_hollow, n_degenerate;
    char *degenerate;     /* message about the first degenerate brush */
    BspShipped *shipped;  /* original brushes; NULL if not requested */
    const char *stopping; /* description of the contents of a left out brush, for messages */
} BspLevel;

/* flags: BspWorldFlags. stops: the contents that stop a player. stopping: describes others in
 * messages ("neither SOLID nor PLAYERCLIP"). The caller must always call bsp_level_close(). */
void bsp_level_open(BspLevel *level, const char *file, guint flags, guint32 stops,
                    const char *stopping);
void bsp_level_close(BspLevel *level);

/* Adds the brush with these sides, or counts it as left out. tags: NULL for all 0. */
void bsp_level_add_brush(BspLevel *level, guint number, guint32 contents, const BspPlane *planes,
                         const guint32 *tags, guint n);

/* Reads the starts and the name from the lump of entities. A NUL may end its text early. */
gboolean bsp_level_read_entities(BspLevel *level, const BspLumps *lumps, guint lump);

/* Makes the world. Takes what has been read. */
BspWorld *bsp_level_finish(BspLevel *level);

#endif
