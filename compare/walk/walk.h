/* walk: bodies that move by a tracer's answers, compared with the ideal frame by frame.
 *
 * Each frame starts at the position that the tracer's answers have led to, so one error does not
 * hide the next. Progress is the distance covered in the wanted direction. A frame is lost if the
 * ideal makes progress and the body makes less than half of it. A walker is stuck after
 * COMPARE_WALK_STUCK consecutive lost frames; then it restarts elsewhere. */
#ifndef COMPARE_WALK_H
#define COMPARE_WALK_H

#include "walk/ideal.h"
#include "walk/places.h"

#define COMPARE_WALK_STUCK 5

/* How a body moves in a frame. The last two gaits set it on the ground at the end of a frame that
 * began on ground. A body above ground falls. */
typedef enum {
    COMPARE_GAIT_SLIDE, /* bsp_slide_move() */
    COMPARE_GAIT_WALK,  /* slide, horizontally */
    COMPARE_GAIT_STEP,  /* bsp_step_move(), horizontally */
    COMPARE_N_GAITS
} CompareGait;

/* "slide", "walk", "step" */
extern const char *const compare_gait_names[];

typedef struct {
    BspTracer tracer;
    CompareIdeal *ideal; /* for the same brushes, shape and mask */
    double skin;         /* units that the tracer keeps from solid; 0: it touches */
    gboolean floats;     /* positions are rounded to floats after each frame */
    CompareGait gait;
} CompareWalker;

/* One frame and its errors. */
typedef struct {
    BspVec from, delta; /* delta: the wanted displacement */
    BspVec to, ideal;   /* the end by the tracer's answers, and by the ideal's */
    gboolean lost, in_solid, too_near;
} CompareFrame;

typedef struct {
    guint64 frames, lost, stuck, in_solid, too_near;
    CompareFrame worst; /* the first of the frames that made a walker stuck; else the first frame
                           that was lost, or ended in solid or too near; all zero if there is
                           none */
} CompareWalks;

/* Moves one frame from `from` by delta. */
CompareFrame compare_walk_frame(const CompareWalker *walker, BspVec from, BspVec delta);

/* Moves n_frames frames through the place, starting from the seed, and adds them to *walks. Returns
 * the number of frames: 0 if the body has no room in the place. */
guint compare_walk(const CompareWalker *walker, const ComparePlace *place, guint64 seed,
                   guint n_frames, CompareWalks *walks);

#endif
