/* bsp: one header for engines, which load a level, trace moves and walk.
 *
 *     const char *why;
 *     BspLevel *level = bsp_level_load("level.onion", &why);
 *     if (!level) ... the file cannot be used, because `why`
 *     BspShape box = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
 *     BspMove move = { from, to, &box, 0, 0.125 };
 *     BspTrace answer;
 *     if (bsp_trace(level, &move, &answer)) ... it hits answer.hit.brush at answer.tr.t
 *     bsp_level_free(level);
 *
 * A level is a brush table (bsp-brush-table.h) that owns the bytes of its file. It answers for
 * boxes of any size and, unless its file says otherwise, for spheres, capsules, cylinders and
 * hulls; no tree is needed. `bsplevel build` writes such files, and bsp_brush_table_new()
 * (bsp-solid.h) makes a level of brushes in memory. The two published methods have headers of their
 * own: onion-tree.h and shift-tree.h.
 *
 * A level is immutable, and any number of threads may query it. Only the two calls that load
 * allocate, and no call locks. Coordinates are doubles in the level's own units, and z is up. A
 * plane's normal points out of the solid. The library is plain C, and needs only libc and libm. */
#ifndef BSP_H
#define BSP_H

#include "bsp-character.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef BspBrushTable BspLevel;

/* Loads a level from a regular file, with its brush table, and its tree, if it has one
 * (bsp-saved.h). The level owns the bytes of the file. Returns NULL if the file cannot be used.
 * Then *why, unless why is NULL, is the reason, static text without the file's name. The caller
 * frees it with bsp_level_free(). */
BspLevel *bsp_level_load(const char *path, const char **why);

/* Does the same as bsp_level_load(), from bytes in memory, such as a mapped file, which are checked
 * and not copied. They must begin at a multiple of 8, and must not change. The caller frees them,
 * after the level. */
BspLevel *bsp_level_of_bytes(const void *bytes, size_t length, const char **why);

static inline void bsp_level_free(BspLevel *level)
{
    bsp_brush_table_free(level);
}

/* Traces a move until a brush stops it (bsp-move.h). Returns whether answer->hit names a brush. The
 * rules of the skin are in bsp-brush-table.h. */
static inline bool bsp_trace(const BspLevel *level, const BspMove *move, BspTrace *answer)
{
    return bsp_brush_table_trace(level, move, answer);
}

/* Does the same as bsp_trace(), for a solid that moves or is turned, such as a door. On entry *best
 * is the answer so far, such as the answer of the level. On return it is the first hit of both.
 * Returns whether best->hit names a brush; best->owner is the level or the door that it belongs to.
 */
static inline bool bsp_trace_door(const BspDoor *door, const BspMove *move, BspTrace *best)
{
    BspTrace answer;
    bsp_brush_table_trace_in(door->table, &door->frame, move, &answer);
    bsp_trace_first(best, &answer);
    return best->hit.brush != BSP_NO_BRUSH;
}

/* Returns the union of the contents of all brushes around a point (BSP_CONTENTS_*). */
static inline uint32_t bsp_contents(const BspLevel *level, BspVec at)
{
    return bsp_brush_table_contents(level, at);
}

/* Finds the nearest position where a body in solid is free. Returns false if none was found. */
static inline bool bsp_way_out(const BspLevel *level, const BspStuck *stuck, BspWayOut *way)
{
    return bsp_brush_table_way_out(level, stuck, way);
}

/* To walk with steps, ground and doors, use bsp_walk() and BspMover in bsp-character.h. */

#ifdef __cplusplus
}
#endif

#endif
