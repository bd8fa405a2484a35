/* reading: declarations that the readers of the world formats share. */
#ifndef BSP_WORLD_READING_H
#define BSP_WORLD_READING_H

#include "bsp-file.h"

/* The limit of a brush's faces and of a hull's points, because the time to make a brush is
 * quadratic in them. Level editors allow at most 128. */
#define BSP_WORLD_MAX_SIDES 1024

/* A reader. text[0 .. length) is the content of the file `path` and ends in a NUL. flags:
 * BspWorldFlags; a reader ignores flags that its format does not support. */
typedef BspWorld *(*BspWorldReader)(const char *path, const char *text, gsize length, guint flags,
                                    GError **error);

BspWorld *bsp_world_read_json(const char *path, const char *text, gsize length, guint flags,
                              GError **error);
BspWorld *bsp_world_read_map(const char *path, const char *text, gsize length, guint flags,
                             GError **error);
BspWorld *
bsp_world_read_bsp(const char *path, const char *data, gsize length, guint flags,
                   GError **error); /* calls one of the next three, by the file's first bytes */
BspWorld *bsp_world_read_q1bsp(const char *path, const char *data, gsize length, guint flags,
                               GError **error);
BspWorld *bsp_world_read_q2bsp(const char *path, const char *data, gsize length, guint flags,
                               GError **error);
BspWorld *bsp_world_read_q3bsp(const char *path, const char *data, gsize length, guint flags,
                               GError **error);
BspWorld *bsp_world_read_obj(const char *path, const char *text, gsize length, guint flags,
                             GError **error);

/* An array of BspBrush that frees them. */
GPtrArray *bsp_world_brushes_new(void);

/* "brush 3", "patch 3" or "entity 1, brush 3 (line 20)". The caller frees it with g_free(). */
char *bsp_brush_place_text(const BspBrushPlace *place);

/* Checks that a text is not longer than the limit and has no NUL byte. what: "map", for messages.
 */
gboolean bsp_world_check_text(const char *file, const char *text, gsize length, const char *what,
                              gsize limit, GError **error);

/* If n is not 0, adds a message that n brushes (or the like) were left out, and counts them. The
 * message must contain the number: bsp_world_leave_out(world, n, "brushes left out: %u: ...", n).
 */
void bsp_world_leave_out(BspWorld *world, guint n, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Adds a message that does not count anything as left out. */
void bsp_world_remark(BspWorld *world, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* As bsp_read_file(), from *length bytes in memory. */
char *bsp_unpack(const char *path, const void *bytes, gsize *length, GError **error);

/* --- the readers of endings (bsp-file.h) --- */

typedef struct {
    const char *text;
    BspFileKind kind;
    BspWorldReader read; /* NULL if the kind is not a world */
    gboolean has_parts;  /* worlds: the format may have other models, or hulls */
} BspEnding;

/* Returns NULL if the ending is unknown. */
const BspEnding *bsp_ending(const char *path);

#endif
