/* ending: what a file is, as the end of its name tells. Case does not matter, and ".gz" after it
 * does not count. */
#ifndef BSP_WORLD_ENDING_H
#define BSP_WORLD_ENDING_H

#include "world/reading.h"

typedef enum {
    BSP_FILE_JSON,    /* a world of the toolkit's own, or anything else that is JSON */
    BSP_FILE_LEVEL,   /* a world in a format of somebody else's */
    BSP_FILE_ARCHIVE, /* what worlds are in, which are named as ARCHIVE:NAME */
    BSP_FILE_TREE,    /* a saved tree */
} BspFileKind;

typedef struct {
    const char *text;
    BspFileKind kind;
    BspWorldReader read; /* of worlds; else NULL */
    gboolean has_parts;  /* of these, models besides the world, or hulls */
} BspEnding;

/* NULL: it tells nothing. */
const BspEnding *bsp_ending(const char *path);

/* Whether it is that of a file of this kind. */
gboolean bsp_ending_is(const char *path, BspFileKind kind);

/* How much of the path there is without ".gz". */
gsize bsp_ending_plain_length(const char *path);

#endif
