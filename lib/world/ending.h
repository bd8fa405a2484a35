/* ending: the kind of a file, by the ending of its name. */
#ifndef BSP_WORLD_ENDING_H
#define BSP_WORLD_ENDING_H

#include "bsp-file.h"
#include "world/reading.h"

typedef struct {
    const char *text;
    BspFileKind kind;
    BspWorldReader read; /* NULL if the kind is not a world */
    gboolean has_parts;  /* worlds: the format may have other models, or hulls */
} BspEnding;

/* Returns NULL if the ending is unknown. */
const BspEnding *bsp_ending(const char *path);

/* The length of the path without ".gz". */
gsize bsp_ending_plain_length(const char *path);

#endif
