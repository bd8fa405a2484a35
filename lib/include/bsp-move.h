/* bsp-move: a move, and the answer of a trace.
 *
 * A move is a shape that goes straight from one position to another. Every trace takes a BspMove
 * and fills a BspTrace. It tells the time at which the move is stopped, the plane that stops it,
 * and the brush, the side and the solid that were hit.
 *
 *     BspShape box = bsp_shape_box(mins, maxs);
 *     BspMove move = { from, to, &box, 0, 0.125 };
 *     BspTrace answer;
 *     if (bsp_brush_table_trace(table, &move, &answer))
 *         ... answer.tr.t, answer.tr.plane, answer.hit.brush
 *
 * The arguments of all queries have one order. The tree and its space, or the brush table, come
 * first, then the frame, the move, the answer, and the counters. Functions that are named after the
 * papers (onion_tree_first_transition(), shift_tree_hit_check()) take the parts of a move, and
 * return the transition alone. */
#ifndef BSP_MOVE_H
#define BSP_MOVE_H

#include <stddef.h>
#include <stdint.h>

#include "bsp-shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of the first change between empty and solid along a segment (Golodetz 2013, "Collision
 * detection"). They distinguish a clear move, a hit, a start in solid, and a move entirely in
 * solid. Touching is not colliding. A segment that runs along a face, or ends on a face, stays in
 * empty space. */
typedef enum {
    BSP_EMPTY,          /* the segment stays in empty space */
    BSP_SOLID,          /* the segment stays in solid */
    BSP_EMPTY_TO_SOLID, /* the segment starts in empty space and enters solid at t */
    BSP_SOLID_TO_EMPTY  /* the segment starts in solid and leaves it at t */
} BspTransitionClass;

/* The plane of a BSP_EMPTY_TO_SOLID answer is the plane of a face that the move goes into. This is
 * promised by traces that know the brushes; a tree alone answers with the plane crossed last.
 *
 * Here a face is a part of the surface of the union of all brushes, grown by the moving shape. So
 * at the contact, within tolerance, there is empty space in front of the plane and solid behind it.
 * So a side that a neighbouring brush covers is not a face. Steps lower than BSP_TOUCH are ignored.
 *
 * If several faces meet, as at an edge, the answer names a face that the rest of the move can slide
 * along. It is the face that keeps most of the move. In a concave corner the move may be unable to
 * slide along any face. Then the answer names the face that the move goes into most steeply. So a
 * slide along the plane (bsp-character.h) makes progress wherever progress is possible. */
typedef struct {
    BspTransitionClass type;
    double t;     /* 0..1 along the segment; 1 if EMPTY, 0 if SOLID */
    BspVec point; /* the reference point at t */
    /* The plane through the contact, moved out for the shape. Its normal points to the empty side.
     * If the type is SOLID_TO_EMPTY, this is a plane that the segment crosses at t. It is zero if
     * the type is EMPTY or SOLID. */
    BspPlane plane;
} BspTransition;

/* Returns the answer for a segment that nothing stops. It is written member by member, because
 * copying a whole struct goes through the stack and stalls there. */
static inline BspTransition bsp_transition_empty(BspVec to)
{
    BspTransition tr;
    tr.type = BSP_EMPTY;
    tr.t = 1;
    tr.point.x = to.x;
    tr.point.y = to.y;
    tr.point.z = to.z;
    tr.plane.normal.x = tr.plane.normal.y = tr.plane.normal.z = 0;
    tr.plane.dist = 0;
    return tr;
}

static inline BspTransition bsp_transition_solid(BspVec from)
{
    BspTransition tr = bsp_transition_empty(from);
    tr.type = BSP_SOLID;
    tr.t = 0;
    return tr;
}

/* Returns the fraction of the segment that can be travelled before anything stops it. It is 1 if
 * nothing stops it, and 0 if it starts in solid, even if it leaves solid later. */
static inline double bsp_transition_blocking_time(const BspTransition *tr)
{
    return tr->type == BSP_EMPTY ? 1 : tr->type == BSP_EMPTY_TO_SOLID ? tr->t : 0;
}

/* --- the brush and the side that a move hits --- */

typedef struct {
    uint32_t brush; /* the brush's number in the solid */
    int32_t side;   /* index in the brush's input planes. -1 if the shape meets an edge or a corner,
                       or a side that was omitted because less than 1e-7 unit of it is exposed */
    uint32_t tag;   /* the side's tag (bsp_brush_set_tag()); 0 if side is -1 */
    uint32_t contents; /* the brush's contents (bsp_brush_set_contents()) */
    /* The side's plane, moved out for the shape. The whole brush lies behind it; behind a plane of
     * a tree, it lies only within the tolerances of building. */
    BspPlane plane;
} BspHit;

/* The value of BspHit.brush if no brush is known. The other members then have no meaning. */
#define BSP_NO_BRUSH UINT32_MAX

/* --- a move and its answer --- */

typedef struct {
    BspVec from, to;       /* positions of the shape's reference point */
    const BspShape *shape; /* borrowed; NULL for a point. An onion uses the space's box */
    uint32_t mask;         /* the contents that stop the shape; 0 selects every brush */
    double skin;           /* the distance to keep from brushes, in units (bsp-brush-table.h) */
} BspMove;

/* The answer of a trace. `owner` is the first argument of the trace: the tree, the table, or the
 * other solid. The caller may change it after the trace, for example to its door, to know later
 * whose answer bsp_trace_first() kept. */
typedef struct {
    BspTransition tr;
    BspHit hit;     /* the brush that was hit; hit.brush is BSP_NO_BRUSH if no brush is known */
    double free_at; /* set only by bsp_brush_table_trace_beyond() */
    double kept; /* the distance, in units, by which tr.plane and hit.plane are moved out beyond the
                    shape, because of a skin. 0 without a skin, or if no brush stops the move.
                    Negative if the move started less than BSP_TOUCH deep */
    const void *owner;
} BspTrace;

/* Keeps in *best the answer that holds for two solids together, given an answer of each to one
 * move. Call it for the world and then for each door. An answer that starts in solid wins. If both
 * start in solid, the one that stays in solid or leaves it later wins. Otherwise the earlier hit
 * wins. If both are equal, *best stays. Do not compare t directly: for moves that start in solid, t
 * is where they leave it. */
static inline void bsp_trace_first(BspTrace *best, const BspTrace *other)
{
    static const int order[] = { 3, 0, 2, 1 }; /* rank of each class; the lowest wins */
    const BspTransition *a = &best->tr, *b = &other->tr;
    bool earlier = a->type == BSP_SOLID_TO_EMPTY ? b->t > a->t : b->t < a->t;
    if (a->type == b->type ? earlier : order[b->type] < order[a->type])
        *best = *other;
}

/* Counts of work. Each query adds its own work to the counters passed to it. */
typedef struct {
    uint64_t nodes;  /* number of nodes visited, bevel nodes included */
    uint64_t planes; /* number of planes whose distance was computed */
    uint64_t leaves; /* number of leaves (or brushes) reached */
    uint64_t bevels; /* number of bevel nodes visited */
} BspCounters;

/* Returns "E", "S", "E2S" or "S2E". type must be one of the four classes. */
const char *bsp_transition_class_name(BspTransitionClass type);

#ifdef __cplusplus
}
#endif

#endif
