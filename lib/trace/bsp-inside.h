/* bsp-inside: what a shape that is in solid is in, the way out, and what it would hit beyond.
 *
 * Asked of the sides of a solid (bsp_sides_new(), bsp-solid.h). Solid is the union of the brushes
 * of a mask: those of which (contents & mask) is not 0, or all where mask is 0. A shape is in a
 * brush when it is deeper in than BSP_TOUCH by every plane of their sum; a shape that is no box,
 * when it is that deep behind every side of the brush (so at an edge it may be somewhat deeper, and
 * still only touch: at a very sharp one by BSP_TIP). It is in solid when it is in any brush, and
 * free when it is in none.
 *
 * Shapes: all that the table is of (BSP_SIDES_ALL_SHAPES). Other shapes, and what is out of reach
 * (BSP_REACH), are in nothing, and have no way out; a move that is out of reach is in solid.
 *
 * Pure functions: no allocation, thread-safe; under 16 KiB of stack. Lengths are units. */
#ifndef BSP_INSIDE_H
#define BSP_INSIDE_H

#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A brush that a shape is in. */
typedef struct {
    /* The shortest translation out of this brush, whatever the others, along the normal of
     * hit.plane. Of a cylinder or a hull a short one: more than twice as long as need be once in
     * some 5000 hulls, but of needles (a hundred times as long as thick) once in a hundred. */
    double depth;
    BspHit hit; /* hit.side is that plane's; -1: of an edge or a corner, or of the shape's own */
} BspInside;

/* The brushes that the shape is in at a place. The first n_max of them go to `in`, which may be
 * NULL where that is 0, always in the same order, which tells nothing: the deepest may be the last.
 * Returns how many there are, which may be more. */
uint32_t bsp_sides_inside(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec at,
                          BspInside *in, uint32_t n_max);

typedef struct {
    BspVec to;        /* where the shape is free then */
    double distance;  /* of that */
    bool is_shortest; /* no place nearer is free, but for what is less than BSP_TOUCH wide */
} BspWayOut;

/* The shortest translation, less than `reach`, to where the shape is free of all brushes, and no
 * nearer to any than `keep`, less BSP_TOUCH: the nearest such place, which may be on the other side
 * of a wall. Outside of a level is free, too, though a tree may have filled it: ask the tree. Where
 * the shape is free already it stays, whatever the reach. What is kept is of boxes and points the
 * distance by planes that a skin is (bsp-skin.h), of others the plain distance.
 *
 * It is found by branch and bound. What is free of a brush is in front of one of its planes at
 * least; the nearest place in front of some planes lies on one, two or three of them; and where
 * that is in another brush, it must be in front of one more plane. Planes are tried the nearest
 * first, and nothing is tried that cannot be nearer than the best place found. Where that takes
 * more than BSP_WAY_OUT_TRIES places, or more than BSP_WAY_OUT_DEPTH planes in one place, the best
 * place found is answered, and is_shortest is false. false where no place is found within reach;
 * then only way->is_shortest is set: true where there is no such place at all.
 *
 * For shapes that are no boxes edges and corners of brushes are round. A free place is made better
 * by the planes that are seen from there, until that leads no nearer, or has been done 64 times;
 * there may be a nearer place farther off. is_shortest is true only where that is proved: where a
 * sphere or a capsule goes no farther than it must to leave one of the brushes. */
bool bsp_sides_way_out(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec at,
                       double keep, double reach, BspWayOut *way);

#define BSP_WAY_OUT_TRIES 1000
#define BSP_WAY_OUT_DEPTH 12

/* Whether the shape may be put where it would be free. */
typedef bool (*BspPlaceFunc)(BspVec to, const void *user_data);

/* The same, to a place that the caller will have: inside of the level, as a tree that was built
 * with outside fill tells, or on this side of a wall. It is asked of each free place that is found
 * nearer than the best, at most some 64 times for each of the BSP_WAY_OUT_TRIES places, and so must
 * be quick. A place that is refused is left out, and the search goes on by other planes: so what is
 * found is the nearest place in front of some planes, and where anything was refused is_shortest is
 * false, and others may be nearer. Where the shape is free as it is, nothing else is looked for:
 * false where that is refused. */
bool bsp_sides_way_out_where(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec at,
                             double keep, double reach, BspPlaceFunc will_do, const void *user_data,
                             BspWayOut *way);

/* The first transition of a move (bsp_sides_trace(), without a skin) that, where it starts in
 * solid, goes on to where it is free, as if nothing were there, and hits what comes then. Brushes
 * that touch or overlap are one: it is free first where it is in none of them. *left receives the t
 * of that: 0 where it starts free, 2 where it never is.
 *
 * *tr is BSP_SOLID where it never gets free; BSP_SOLID_TO_EMPTY, at *left, where it does and hits
 * nothing more; BSP_EMPTY_TO_SOLID where it hits something at t, *left <= t; BSP_EMPTY where it
 * starts free and hits nothing. true where *hit (may be NULL) receives what it hits; for BSP_SOLID,
 * the brush that it starts deepest in. */
bool bsp_sides_trace_beyond(const BspSides *sides, const BspShape *shape, uint32_t mask,
                            BspVec from, BspVec to, double *left, BspTransition *tr, BspHit *hit);

#ifdef __cplusplus
}
#endif

#endif
