/* ending: the kind of a file, by the ending of its name. Case is ignored, and so is a final ".gz".
 */
#ifndef BSP_WORLD_ENDING_H
#define BSP_WORLD_ENDING_H

#include "world/reading.h"

typedef enum {
    BSP_FILE_JSON,    /* a world of the toolkit, or any other JSON */
    BSP_FILE_LEVEL,   /* a world in a game's or editor's format */
    BSP_FILE_ARCHIVE, /* an archive of worlds, which are named ARCHIVE:NAME */
    BSP_FILE_TREE,    /* a saved tree */
} BspFileKind;

typedef struct {
    const char *text;
    BspFileKind kind;
    BspWorldReader read; /* NULL if the kind is not a world */
    gboolean has_parts;  /* worlds: the format may have other models, or hulls */
} BspEnding;

/* Returns NULL if the ending is unknown. */
const BspEnding *bsp_ending(const char *path);

/* Whether the ending is that of this kind. */
gboolean bsp_ending_is(const char *path, BspFileKind kind);

/* The length of the path without ".gz". */
gsize bsp_ending_plain_length(const char *path);

#endif
