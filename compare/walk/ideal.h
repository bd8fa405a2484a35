/* ideal: finds how far a body can slide, from the brushes alone.
 *
 * This is the reference for walkers. It shares no code with any tracer. It also shares none with
 * the oracle, which finds contacts in another way. Each brush near the body is summed with the
 * mirrored shape, so only the distance of the body's reference point from that sum matters. During
 * a move, this distance is a convex function of time. So Newton's method finds the first contact,
 * if it starts before the contact.
 *
 * A body keeps a distance from each brush, which is `keep`, or the distance at the start of the
 * frame if that is less. A move that would come nearer by at most BSP_TOUCH is not stopped. At a
 * contact the remaining displacement is replaced by the nearest displacement that enters no touched
 * brush. A brush is entered only through all of its planes near the body, so a wall buried in
 * another brush stops nothing.
 *
 * Boxes, spheres and capsules are supported. Points and thin shapes are rejected, because they slip
 * into the seam between two brushes. */
#ifndef COMPARE_IDEAL_H
#define COMPARE_IDEAL_H

#include "bsp-character.h"
#include "tools/bsp-inspect.h"

typedef struct CompareIdeal CompareIdeal;

/* Creates an ideal. The solid must outlive it. `mask` is the contents that stop the shape; 0
 * selects all brushes. Returns NULL for a shape that is not supported. An ideal is not thread-safe,
 * because it caches sums. The caller frees it with compare_ideal_free(). */
CompareIdeal *compare_ideal_new(const BspSolid *solid, const BspShape *shape, guint32 mask);
void compare_ideal_free(CompareIdeal *ideal);

/* Returns the distance between the body at p and the nearest brush, in units, or `most` if that is
 * less. A negative distance is the depth of the body in the brush in which it is deepest. */
double compare_ideal_distance(CompareIdeal *ideal, BspVec p, double most);

/* Returns the position after a frame in which the body tries to move by delta. `keep` is the
 * distance to keep from brushes, in units, or 0 for touching. */
BspVec compare_ideal_slide(CompareIdeal *ideal, BspVec from, BspVec delta, double keep);

/* The data of a tracer that uses the ideal, for bsp_slide_move() and bsp_step_move(). The plane of
 * a hit is the plane along which the body loses the smallest part of its move. */
typedef struct {
    CompareIdeal *ideal;
    double keep;
    const BspTracer *other; /* a tracer whose function `face` finds the face of the ground; NULL if
                               there is no ground */
} CompareIdealMover;

/* Returns the tracer for the data, which must outlive it. */
BspTracer compare_ideal_tracer(CompareIdealMover *mover);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareIdeal, compare_ideal_free)

#endif
