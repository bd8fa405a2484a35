/* reading: what the readers of the world formats share. */
#ifndef BSP_WORLD_READING_H
#define BSP_WORLD_READING_H

#include "bsp-world.h"

/* No brush has more faces, and no convex hull more points: making a brush takes the square of it.
 * Level editors end at 128. */
#define BSP_WORLD_MAX_SIDES 1024

/* A flag of readers, beside BspWorldFlags and those of selection.h: keep the brushes as the file
 * has them (shipped.h). */
#define BSP_WORLD_SHIPPED (1u << 4)

/* A reader: text[0 .. length), which came from the file `path`, ends in a NUL. flags:
 * BspWorldFlags; readers of formats that have no such thing do not look at them. */
typedef BspWorld *(*BspWorldReader)(const char *path, const char *text, gsize length, guint flags,
                                    GError **error);

BspWorld *bsp_world_read_json(const char *path, const char *text, gsize length, guint flags,
                              GError **error);
BspWorld *bsp_world_read_map(const char *path, const char *text, gsize length, guint flags,
                             GError **error);
BspWorld *bsp_world_read_bsp(const char *path, const char *data, gsize length, guint flags,
                             GError **error); /* one of the next, by how the file begins */
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

/* Notes that n brushes or the like were left out, if any; the message tells their number:
 * bsp_world_leave_out(world, n, "brushes left out: %u: ...", n). */
void bsp_world_leave_out(BspWorld *world, guint n, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Adds a message that is about nothing left out. */
void bsp_world_remark(BspWorld *world, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The last part of a path without its ending, for a world that does not tell its name. */
char *bsp_world_default_name(const char *path);

#endif
