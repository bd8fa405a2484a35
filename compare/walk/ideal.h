/* ideal: how far a body could slide, found from the brushes alone.
 *
 * The reference for walkers. It shares no code with any tracer: each brush near the body is summed
 * with the mirrored shape, and the distance of the body's reference point from that sum decides
 * everything. Along a move this distance is a convex function of time, so Newton's method from the
 * left finds the first contact.
 *
 * A body keeps a distance from each brush: `keep`, or the distance at which the frame begins, if
 * that is less. A move that would come nearer by no more than BSP_TOUCH is not stopped. At a
 * contact the remaining displacement becomes the nearest one that enters no touched brush. A brush
 * is entered only through all of its planes that are near the body: so a wall that another brush
 * buries stops nothing.
 *
 * Boxes, spheres and capsules. Not points, nor what is thin: they slip into the seam between two
 * brushes. */
#ifndef COMPARE_IDEAL_H
#define COMPARE_IDEAL_H

#include "bsp-character.h"
#include "build/solid.h"

typedef struct CompareIdeal CompareIdeal;

/* The solid must outlive it. mask: the contents that stop the shape; 0: all brushes do. NULL for
 * shapes other than those named above. Not thread-safe: it remembers sums. Free with
 * compare_ideal_free(). */
CompareIdeal *compare_ideal_new(const BspSolid *solid, const BspShape *shape, guint32 mask);
void compare_ideal_free(CompareIdeal *ideal);

/* Units between the body at p and the nearest brush, up to `most`. Below 0: how deep it is in the
 * brush that it is deepest in. */
double compare_ideal_distance(CompareIdeal *ideal, BspVec p, double most);

/* Returns the end of a frame: a body wants to move by delta. keep: units; 0 for touching. */
BspVec compare_ideal_slide(CompareIdeal *ideal, BspVec from, BspVec delta, double keep);

/* The ideal as a tracer, for bsp_slide_move() and bsp_step_move(). It names the plane along which
 * the body loses least. */
typedef struct {
    CompareIdeal *ideal;
    double keep;
    const BspTracer *other; /* whose BspTracer.face says what bears a body; NULL: there is none */
} CompareIdealMover;

/* The mover must outlive it. */
BspTracer compare_ideal_tracer(CompareIdealMover *mover);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareIdeal, compare_ideal_free)

#endif
