/* walkers: bodies that walk through a scenario's world by the answers of each method. */
#ifndef COMPARE_WALKERS_H
#define COMPARE_WALKERS_H

#include "methods/method.h"
#include "walk/walk.h"

typedef struct {
    const char *method; /* name; borrowed */
    const char *shape;  /* name of the space or shape; borrowed from the scenario */
    gboolean is_exact;  /* the method claims to be, for the shape */
    CompareWalks walks;
} CompareWalkers;

/* Array of CompareWalkers: each method, which is built for it, with each space and shape that a
 * trajectory moves and the method takes, n_frames frames. None for shapes that the ideal does not
 * know, and for those that have no room at the starts of the world. NULL with BSP_ERROR when a
 * method cannot be built. */
GArray *compare_walkers(const CompareScenario *scenario, const CompareAsked *asked, guint n_frames,
                        guint64 seed, GError **error);

#endif
