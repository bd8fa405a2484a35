/* clip: clip hulls written anew, from a file in memory. */
#ifndef BSP_WORLD_CLIP_H
#define BSP_WORLD_CLIP_H

#include "tools/bsp-clip.h"

/* The bytes of a level, which belong to the caller. */
typedef struct {
    const char *path; /* for messages */
    const char *data;
    gsize length;
} BspClipFile;

/* As bsp_clip_replace(), from memory. */
GBytes *bsp_clip_replace_file(const BspClipFile *file, const BspClipBox *boxes, guint n,
                              const BspBuildOptions *options, BspClipReport *report,
                              GError **error);

#endif
