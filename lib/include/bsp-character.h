/* bsp-character: moves characters, which slide, climb steps and find the ground.
 *
 * The functions trace moves through a tracer, a callback. The library has a tracer of the brushes
 * of a level and its doors (BspMover, below). A tracer of the caller's own may ask a tree, or add
 * other bodies.
 *
 *     BspMover mover = { .table = table, .shape = &shape, .skin = 0.125 };
 *     BspTracer tracer = bsp_mover_tracer(&mover);
 *     BspSlide slide;
 *     bsp_slide_move(&tracer, position, bsp_vec_scale(velocity, dt), &slide);
 *     position = slide.point;
 *     velocity = bsp_vec_scale(slide.delta, 1 / dt);
 *
 * With an exact tracer all functions guarantee:
 *   - A body never passes through solid. The face that it moves along, and the seams in that face,
 *     do not stop it.
 *   - The displacement that remains is never longer than the original.
 *   - The number of traces is bounded. Equal arguments give equal results, bit for bit.
 *   - A body that starts in solid (BSP_SOLID, BSP_SOLID_TO_EMPTY) does not move, and the result
 *     reports it.
 *   - No function allocates. Each needs less than 4 KiB of stack, plus the tracer's.
 *
 * z is up, and units are the level's own. */
#ifndef BSP_CHARACTER_H
#define BSP_CHARACTER_H

#include "bsp-brush-table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Traces a move from `from` to `to`. When it is called, *answer already holds the answer of a free
 * move, without a brush or an owner. So a tracer of a bare tree sets only answer->tr. A tracer that
 * keeps a distance stops before the plane that it reports; answer->tr.point is where it stops. */
typedef void (*BspTraceFunc)(void *data, BspVec from, BspVec to, BspTrace *answer);

/* A trace that hit something. */
typedef struct {
    BspVec from, to;
    BspTrace answer;
} BspSlideContact;

/* Finds the face that supports a body at a contact. If a round body is on an edge, the contact
 * plane is as steep as the body's surface at the edge, but the face beside the edge supports the
 * body. *face receives the plane of that face, moved out for the body. Returns false, and leaves
 * *face unchanged, if the contact is on no edge, so only its own plane can support the body. A
 * ground probe calls this at most once for each of its traces, and does not count the call as a
 * trace. */
typedef bool (*BspFaceFunc)(void *data, const BspSlideContact *contact, BspPlane *face);

/* Returns whether a walking body may try to climb over the obstacle of this contact. Return false
 * for an obstacle that is never a step, such as another character, because each try costs up to
 * eight traces. */
typedef bool (*BspClimbFunc)(void *data, const BspSlideContact *contact);

typedef struct {
    BspTraceFunc trace;
    void *data;
    BspFaceFunc face;   /* if NULL, only the planes of contacts support a body */
    BspClimbFunc climb; /* if NULL, a body tries to climb everything that is steep */
} BspTracer;

/* Returns the vector nearest to v that goes into none of the planes with these unit normals. For
 * each normal, normal . result is at least -1e-9 times v's length. The result is v itself, or runs
 * along one plane or along the crease of two, or is zero. It is never longer than v, whose length
 * must be finite. Use it to clip velocities, too. */
BspVec bsp_slide_along(BspVec v, const BspVec *normals, unsigned n);

/* The maximum numbers of traces of a slide and of a ground probe, of heights at which a step is
 * tried, and of traces of a move that climbs steps. In 1.2 million random slides on two levels,
 * boxes made at most 4 traces and capsules 7, and a ground probe made at most 3. The heights are in
 * bsp_step_move(). */
#define BSP_SLIDE_TRACES 8
#define BSP_GROUND_TRACES 4
#define BSP_STEP_HEIGHTS 5
#define BSP_STEP_TRACES                                                                            \
    (BSP_SLIDE_TRACES + BSP_STEP_HEIGHTS * (1 + BSP_SLIDE_TRACES + BSP_GROUND_TRACES))

typedef struct {
    BspVec point; /* the body's position after the move */
    BspVec delta; /* the displacement, clipped by every plane met. Divide it by the duration of the
                     move to get the body's new velocity */
    double climbed; /* height gained by climbing a step, in units; negative if the body is lower; 0
                       if it climbed no step */
    bool stuck;     /* the start is in solid: point is the start, and delta is zero */
    unsigned n_traces;
    unsigned n_contacts; /* contacts are in the order met; after climbing a step, and after
                            bsp_walk() on the ground, the last is the ground */
    BspSlideContact contacts[BSP_SLIDE_TRACES + 2];
} BspSlide;

/* Moves a body from `from` by delta. It slides along what it meets: along a face, along the crease
 * of two, and stops where three meet. At each contact the remaining displacement becomes the
 * nearest vector that goes into none of the planes met there. A body never moves against delta: in
 * a corner that would turn it back it stops, so a body pushed into a corner rests.
 *
 * Rounding may leave a body behind a plane, by at most the slack of a skin (BSP_SKIN_SLACK). The
 * slide leads such a body back to the plane, so rounding does not accumulate, even if positions are
 * stored as floats. A body that hits something in each of its BSP_SLIDE_TRACES traces stops there;
 * the rest of its displacement is dropped. */
void bsp_slide_move(const BspTracer *tracer, BspVec from, BspVec delta, BspSlide *slide);

typedef struct {
    double height;   /* the maximum height of a step, in units; 0 if the body climbs no steps */
    double walkable; /* the minimum normal.z of ground to stand on, which is the cosine of its
                        angle; 0.7 in id Tech games */
} BspStepping;

/* Does the same as bsp_slide_move(), for a walking body, which climbs steps. If a plane too steep
 * to stand on blocks it, and tracer->climb does not forbid it, it also tries another path, which
 * goes up by at most `height`, along, and down again, to at most `height` below its start. It keeps
 * that path if it leads farther and ends on walkable ground. If the path fails, as under a lintel,
 * the body tries again at 1/2, 1/4, 1/8 and 1/64 of the height. That ground may also be the edge of
 * a walkable face (BspTracer.face), if the body, standing on the face, would be at most `height`
 * higher. Round bodies need this rule, because one move brings them onto a step by less than their
 * width. Slopes too steep to stand on act as walls: the body slides down them, but not up. */
void bsp_step_move(const BspTracer *tracer, BspVec from, BspVec delta, const BspStepping *stepping,
                   BspSlide *slide);

typedef enum {
    BSP_GROUND_NONE,   /* no ground below the body within the probe's depth */
    BSP_GROUND_STEEP,  /* the ground is too steep: the body would slide down */
    BSP_GROUND_WEDGED, /* steep ground on all sides, but the body cannot get lower */
    BSP_GROUND_WALKABLE,
    BSP_GROUND_SOLID /* the body is in solid */
} BspGroundKind;

typedef struct {
    BspGroundKind kind;
    /* The body's position on the ground, where the caller may put it. If there is no ground, this
     * is the probed point. */
    BspVec point;
    /* The contact with the ground; its plane is contact.answer.tr.plane. All members are zero if
     * there is no ground. */
    BspSlideContact contact;
    /* Set if the ground is walkable: the plane that supports the body. It is the contact plane or,
     * at an edge, the plane of the face beside the edge. At an edge, the slope of
     * contact.answer.tr.plane shows how far the body hangs over it. */
    BspPlane face;
    unsigned n_traces;
} BspGround;

/* Finds the ground at most `depth` units straight below p. A depth below 0, or NaN, counts as 0. A
 * body that touches both a floor and the foot of a steep slope is on the floor. Ground at the foot
 * of a steep plane counts if that plane leads the body aside by at most a quarter of a unit, like
 * the side of a step that is not quite upright. */
void bsp_ground_probe(const BspTracer *tracer, BspVec p, double depth, double walkable,
                      BspGround *ground);

/* --- a body among the brushes of a level and its doors --- */

/* A solid that moves or is turned, such as a door or a lift, with a brush table of its own. */
typedef struct {
    const BspBrushTable *table;
    BspFrame frame;
} BspDoor;

/* A shape that keeps the distance `skin`, in units, from all brushes that the mask selects (mask 0:
 * all brushes). The pointers are not owned. Members may change between two calls. */
typedef struct {
    const BspBrushTable *table; /* the level; not NULL */
    const BspShape *shape;      /* NULL for a point */
    uint32_t mask;
    double skin;
    const BspDoor *doors; /* NULL if n_doors is 0 */
    unsigned n_doors;
} BspMover;

/* Traces the shape from `from` to `to`, and answers with the first hit among the brushes of the
 * level and of the doors. answer->owner is the level's table or the BspDoor that was hit. Returns
 * whether answer->hit names a brush. */
bool bsp_mover_trace(const BspMover *mover, BspVec from, BspVec to, BspTrace *answer);

/* Returns a tracer of the mover, which must outlive the tracer. */
BspTracer bsp_mover_tracer(BspMover *mover);

/* A walking body. Units and seconds; z is up. */
typedef struct {
    BspVec at, velocity;
    bool on_ground; /* the body stands on the ground, which bears it; see BSP_GROUND_WALKABLE */
    /* Set if the body did not move, because the latest step started in solid, or because its input
     * was invalid, such as a negative skin, or a velocity that is not finite. */
    bool is_stuck;
    BspPlane ground;       /* the plane that bears the body, if on_ground */
    const void *stands_on; /* if on_ground, the level's table or the BspDoor below, which is the
                              owner of the tracer's answer; else NULL */
} BspBody;

/* Moves the body for `seconds`, at least 0. The body slides, climbs steps while it is on the
 * ground, follows the ground down by at most stepping->height, and lands. The velocity of a body on
 * the ground is along the ground. Before the call, the caller adds gravity to the velocity of a
 * body in the air, and sets the velocity that the player wants (bsp_along_ground()). A jump also
 * sets on_ground to false. *slide, unless it is NULL, receives the body's path and its contacts
 * with walls, steps and doors. The last contact is the ground, if the body is on the ground. */
void bsp_walk(BspMover *mover, const BspStepping *stepping, double seconds, BspBody *body,
              BspSlide *slide);

/* Does the same as bsp_walk(), through any tracer: body->stands_on is the owner that the tracer's
 * answer names.
 */
void bsp_walk_by(const BspTracer *tracer, const BspStepping *stepping, double seconds,
                 BspBody *body, BspSlide *slide);

/* Returns the velocity with which a body on the ground walks. It is along the ground, in the
 * horizontal direction of `wanted`, and as fast as the horizontal part of `wanted`. In the air it
 * is the horizontal part of `wanted`, with the body's own speed upwards. */
BspVec bsp_along_ground(const BspBody *body, BspVec wanted);

/* Moves a body out of the way of the mover's door number `door`, which is about to move by `travel`
 * units, and carries a body that stands on the door along. The body slides along what it meets.
 * Returns false if the door would then go through the body, which changes nothing: the door must
 * wait, or the game hurts the body. Also returns false for a shape that bsp_shape_rotated() cannot
 * turn for the door's frame. Call this for each body before the door's frame.origin changes. If the
 * door then has to wait for one of them, set the others back to where they were. The travel of its
 * frame must be 0. Solids that move together should be one door, since each door pushes by itself.
 * A door moves straight; a body does not turn with it. */
bool bsp_push(const BspMover *mover, unsigned door, BspVec travel, BspBody *body);

#ifdef __cplusplus
}
#endif

#endif
