/* walkers: lets bodies walk through a scenario's world by the answers of each method.
 *
 * With identical moves, one sees where methods differ. With walkers, one sees the consequences. */
#ifndef COMPARE_WALKERS_H
#define COMPARE_WALKERS_H

#include "methods/method.h"
#include "run/resolve.h"
#include "walk/walk.h"

typedef struct {
    const char *method; /* the method's name; borrowed */
    const char *shape;  /* the name of the space or shape; borrowed from the scenario */
    gboolean is_exact;  /* whether the method guarantees exact answers for the shape */
    CompareWalks walks;
} CompareWalkers;

/* Builds each method, and lets each space and shape walk for n_frames frames if a trajectory moves
 * it and the method takes it. Returns an array of CompareWalkers. Shapes that the ideal cannot
 * walk, or that do not fit at the world's starts, are left out. Returns NULL with BSP_ERROR if a
 * method cannot be built. */
GArray *compare_walkers(const CompareScenario *scenario, const CompareAsked *asked, guint n_frames,
                        guint64 seed, GError **error);

#endif
