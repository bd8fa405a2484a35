/* walk: moves bodies by a tracer's answers, and compares them with the ideal, frame by frame.
 *
 * Each frame starts at the position to which the tracer's answers have led, so one error does not
 * hide the next. Progress is the distance covered in the wanted direction. A frame is lost if the
 * ideal makes progress and the body makes less than half of that progress. A walker is stuck after
 * COMPARE_WALK_STUCK consecutive lost frames; then it restarts elsewhere. */
#ifndef COMPARE_WALK_H
#define COMPARE_WALK_H

#include "walk/ideal.h"

/* The number of consecutive lost frames after which a walker is stuck. A small difference at an
 * edge may cost a frame or two, but a stuck body stays stuck. */
#define COMPARE_WALK_STUCK 5

/* The level or room in which walkers start, and the directions that they try. */
typedef struct {
    BspBounds bounds;     /* a walker restarts if it leaves these bounds */
    BspBounds room;       /* the bounds in which walkers start if `starts` is NULL */
    const GArray *starts; /* an array of BspVec, near which walkers start; not owned; may be NULL */
    gboolean has_floor; /* if set, there is a floor. Then some headings point down into the floor. A
                           walker falls if it has no ground, except with COMPARE_GAIT_SLIDE */
    /* Returns the direction in which a walker with this heading tries to go from `at`. If this is
     * NULL, the walker follows the heading. */
    BspVec (*wish)(BspVec heading, BspVec at);
} CompareWalkPlace;

/* Returns the description of a level. Walkers start near `starts` (BspVec), which must outlive
 * it. */
CompareWalkPlace compare_walk_level(const BspSolid *solid, const GArray *starts);

/* How a body moves in a frame. With COMPARE_GAIT_WALK and COMPARE_GAIT_STEP, a body
 * that began a frame on ground is put on the ground at its end, and a body without ground falls. */
typedef enum {
    COMPARE_GAIT_SLIDE, /* bsp_slide_move() */
    COMPARE_GAIT_WALK,  /* bsp_slide_move() along the ground */
    COMPARE_GAIT_STEP,  /* bsp_step_move() along the ground */
    COMPARE_N_GAITS
} CompareGait;

typedef struct {
    BspTracer tracer;
    CompareIdeal *ideal; /* the ideal for the same brushes, shape and mask */
    double skin;     /* the distance that the tracer keeps from solid, in units; 0 for touching */
    gboolean floats; /* if set, positions are rounded to floats after each frame */
    CompareGait gait;
} CompareWalker;

/* Returns the position rounded to floats. It is rounded in memory, because gcc 12 omits the
 * rounding if it converts several numbers at once. */
BspVec compare_walk_as_floats(BspVec p);

/* One frame and its errors. */
typedef struct {
    BspVec from, delta; /* `delta` is the wanted displacement */
    BspVec to, ideal;   /* the positions reached by the tracer and by the ideal */
    gboolean lost, in_solid, too_near;
} CompareFrame;

typedef struct {
    guint64 frames, lost, stuck, in_solid, too_near;
    /* The first lost frame of the first walker that got stuck. If none got stuck, it is the first
     * frame that was lost, or ended in solid or too near. All bytes are 0 if there is no such
     * frame. */
    CompareFrame worst;
} CompareWalks;

/* Lets bodies walk through the level for n_frames frames, with random choices that depend on the
 * seed, and adds the results to *walks. Returns the number of frames, which is smaller than
 * n_frames if there is no start at which the body fits. */
guint compare_walk(const CompareWalker *walker, const CompareWalkPlace *place, guint64 seed,
                   guint n_frames, CompareWalks *walks);

#endif
