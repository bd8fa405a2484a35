/* walk: bodies that walk by a tracer's answers, compared frame by frame with the ideal.
 *
 * Each frame begins where the tracer's answers have led the body, so one error does not hide the
 * next. A body's progress is how far it gets in the direction that it wants. A frame is lost when
 * the progress is less than half of the ideal's, and the ideal makes some. A walker is stuck after
 * COMPARE_WALK_STUCK lost frames in a row; then it begins anew elsewhere. */
#ifndef COMPARE_WALK_H
#define COMPARE_WALK_H

#include "walk/ideal.h"
#include "walk/places.h"

#define COMPARE_WALK_STUCK 5

/* How a body moves in a frame. The last two set it on the ground at the end of a frame that began
 * there; before that it falls. */
typedef enum {
    COMPARE_GAIT_SLIDE, /* bsp_slide_move() */
    COMPARE_GAIT_WALK,  /* the same, level */
    COMPARE_GAIT_STEP,  /* bsp_step_move(), level */
    COMPARE_N_GAITS
} CompareGait;

/* "slide", "walk", "step" */
extern const char *const compare_gait_names[];

typedef struct {
    BspTracer tracer;
    CompareIdeal *ideal; /* of the same brushes, shape and mask */
    double skin;         /* units that the tracer keeps; 0: it touches */
    gboolean floats;     /* positions are rounded to floats after each frame */
    CompareGait gait;
} CompareWalker;

/* One frame, and what went wrong in it. */
typedef struct {
    BspVec from, delta; /* what the body wanted */
    BspVec to, ideal;   /* where the tracer's answers and the ideal's led it */
    gboolean lost, in_solid, too_near;
} CompareFrame;

typedef struct {
    guint64 frames, lost, stuck, in_solid, too_near;
    CompareFrame worst; /* the first of the frames that froze a walker, else the first lost one, or
                           one that ended in solid or too near; of what is all zero: none */
} CompareWalks;

/* One frame from `from` by delta. */
CompareFrame compare_walk_frame(const CompareWalker *walker, BspVec from, BspVec delta);

/* n_frames frames through the place, from a seed; adds to *walks. Returns how many it walked: none
 * where the place has no room for the body. */
guint compare_walk(const CompareWalker *walker, const ComparePlace *place, guint64 seed,
                   guint n_frames, CompareWalks *walks);

#endif
