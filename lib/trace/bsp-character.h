/* bsp-character: what moves a character: slide, climb steps, find the ground.
 *
 * They ask through a tracer, which is any function that answers a move: of an onion's space
 * (onion-tracer.h), of a shift tree's shape (shift-tracer.h), of brushes with a distance to keep
 * (bsp-skin-tracer.h), or the caller's own, which may add doors and other bodies.
 *
 *     OnionMover mover = { tree, 0 };
 *     BspTracer tracer = onion_mover_tracer(&mover);
 *     BspSlide slide;
 *     bsp_slide_move(&tracer, position, bsp_vec_scale(velocity, dt), &slide);
 *     position = slide.point;
 *     velocity = bsp_vec_scale(slide.delta, 1 / dt);
 *
 * What holds for all of them, with a tracer that is exact:
 *  - They never go through matter: each straight piece of the way is a trace, and ends where that
 *    does. Touching is not colliding, so what moves along a face is not stopped by it, nor by the
 *    seams in it.
 *  - What is left of a displacement is never longer than it was.
 *  - The number of traces is bounded. The same questions give the same answers, bit for bit.
 *  - A start in solid matter (BSP_SOLID, BSP_SOLID_TO_EMPTY) moves nothing, and is told.
 *  - They allocate nothing, and need under 4 KiB of stack beside the tracer's.
 *
 * z is up, and units are the level's own. */
#ifndef BSP_CHARACTER_H
#define BSP_CHARACTER_H

#include "bsp-transition.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Answers what a move from `from` to `to` meets first. A tracer that keeps a distance stops short
 * of the plane it tells; the point is where it stops. */
typedef void (*BspTraceFunc)(void *data, BspVec from, BspVec to, BspTransition *tr);

/* A trace that hit something. bsp_sides_hit() tells what it was, or for a tracer that keeps a
 * distance bsp_skin_mover_hit(). */
typedef struct {
    BspVec from, to;
    BspTransition tr;
} BspSlideContact;

/* What bears a body at a contact. A round body meets an edge by a plane as steep as the place where
 * it is round; but what it stands on is the face beside the edge. *face receives that, moved out
 * for the body; false, and it is not touched: there is none but the contact's own plane. A ground
 * probe asks it at most once for each of its traces, and does not count that as a trace. */
typedef bool (*BspFaceFunc)(void *data, const BspSlideContact *contact, BspPlane *face);

typedef struct {
    BspTraceFunc trace;
    void *data;
    BspFaceFunc face; /* NULL: the planes of contacts are all that bears */
} BspTracer;

/* The vector nearest to v that goes into none of the planes of these unit normals (each normal . it
 * >= 0, to 1e-9 of v's length): v itself, or along one plane, or along the crease of two, or zero.
 * Never longer than v, whose length is finite. Clips velocities, too. */
BspVec bsp_slide_along(BspVec v, const BspVec *normals, unsigned n);

/* A slide asks at most so often, one that climbs steps at most BSP_STEP_TRACES times. */
#define BSP_SLIDE_TRACES 8
#define BSP_GROUND_TRACES 4
#define BSP_STEP_TRACES (2 * BSP_SLIDE_TRACES + 1 + BSP_GROUND_TRACES)

typedef struct {
    BspVec point;   /* where the body is then */
    BspVec delta;   /* what the displacement has become along what it met; over the time of the
                       move, the body's velocity */
    double climbed; /* how much higher than before, where it went over a step (or, below 0, lower);
                       else 0 */
    bool stuck;     /* the start is in solid matter: point is the start, and delta zero */
    unsigned n_traces;
    unsigned n_contacts; /* what it met, in order; over a step the ground is the last */
    BspSlideContact contacts[BSP_SLIDE_TRACES + 1];
} BspSlide;

/* Moves a body from `from` by delta. It slides along what it meets: along a face, along the crease
 * of two, to a stop where three meet. At each place the rest of the displacement becomes the
 * nearest vector that goes into none of the planes met there. A body never goes back: in a corner
 * that would lead it against delta it stops, so a body that is pushed into a corner rests. A body
 * that rounding has left behind a plane, by at most the slack of a skin (BSP_SKIN_SLACK), is led
 * back to it, so rounding does not add up; also if positions are kept as floats. A body that meets
 * something in every one of its traces stops there for this time. */
void bsp_slide_move(const BspTracer *tracer, BspVec from, BspVec delta, BspSlide *slide);

typedef struct {
    double height;   /* units that it climbs at once; 0: none */
    double walkable; /* the least normal.z of what can be stood on: 0.7 in id Tech games */
} BspStepping;

/* The same for who walks. Where something that cannot be stood on is in the way, it also tries
 * to go up by at most `height`, along, and down again, at most `height` below where it was; and
 * does so if it gets farther that way and ends on something walkable. That may be the edge of a
 * face (BspTracer.face) on which it would stand no more than `height` higher. A round body needs
 * that for steps, onto which it gets by less than it is wide in one move. Slopes that are too steep
 * to stand on are walls to it: it slides down them, not up. */
void bsp_step_move(const BspTracer *tracer, BspVec from, BspVec delta, const BspStepping *stepping,
                   BspSlide *slide);

typedef enum {
    BSP_GROUND_NONE,   /* nothing below it, so far down */
    BSP_GROUND_STEEP,  /* it would slide down */
    BSP_GROUND_WEDGED, /* steep all round, but it cannot get lower */
    BSP_GROUND_WALKABLE,
    BSP_GROUND_SOLID /* it is in solid matter */
} BspGroundKind;

typedef struct {
    BspGroundKind kind;
    /* Let down onto the ground, to snap to; where there is none, the point asked for. */
    BspVec point;
    /* With the ground, its plane in contact.tr.plane; where there is none all zero. */
    BspSlideContact contact;
    /* Where it is walkable: that plane, or at an edge the face beside it, which then bears the
     * body; contact.tr.plane tells how far it hangs over the edge. */
    BspPlane face;
    unsigned n_traces;
} BspGround;

/* The ground at most `depth` units straight below p: 0 where that is less, or no number. A body
 * that stands at the foot of a steep slope, on floor and slope at once, stands on the floor. */
void bsp_ground_probe(const BspTracer *tracer, BspVec p, double depth, double walkable,
                      BspGround *ground);

#ifdef __cplusplus
}
#endif

#endif
