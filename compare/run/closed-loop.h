/* closed-loop: objects and walking bodies that each method moves by its own answers.
 *
 * Identical moves show where methods differ, but not the consequences. Here every object tries the
 * same movements in turn. It stops, slides or bounces according to the answers of its own method.
 * The path of the oracle's object is the reference. */
#ifndef COMPARE_CLOSED_LOOP_H
#define COMPARE_CLOSED_LOOP_H

#include "methods/method.h"
#include "run/resolve.h"
#include "walk/walk.h"

typedef struct {
    const char *method;                      /* name; borrowed */
    const char *trajectory;                  /* name; borrowed from the scenario */
    guint n;                                 /* intended movements */
    double apart_mean, apart_max, apart_end; /* units from the reference path */
    guint first_apart;   /* the first movement after which the paths are more than a unit apart; n:
                            none */
    guint first_differs; /* the first after which they are apart by more than rounding (BSP_TOUCH);
                            n: none */
    double differs_by;   /* units apart after movement first_differs */
    gboolean is_exact;   /* the method guarantees exact answers for this shape */
    guint n_inside;      /* movements that ended inside solid (deeper than BSP_BRACKET) */
    guint n_outside;     /* movements that ended outside the bounds of the world */
} CompareDrift;

/* Returns an array of CompareDrift: one for each random trajectory and each method that supports
 * its shape. Returns NULL with BSP_ERROR_VALUE if a trajectory finds no start. */
GArray *compare_closed_loop(const CompareScenario *scenario, CompareOracle *oracle,
                            const GPtrArray *methods, GError **error);

/* --- bodies that walk through a scenario's world by the answers of each method --- */

typedef struct {
    const char *method; /* name; borrowed */
    const char *shape;  /* name of the space or shape; borrowed from the scenario */
    gboolean is_exact;  /* the method guarantees exact answers for the shape */
    CompareWalks walks;
} CompareWalkers;

/* Builds each method and walks each space and shape that a trajectory moves and the method
 * supports, for n_frames frames. Returns an array of CompareWalkers. Shapes that the ideal cannot
 * walk, or that do not fit at the world's starts, are left out. Returns NULL with BSP_ERROR if a
 * method cannot be built. */
GArray *compare_walkers(const CompareScenario *scenario, const CompareAsked *asked, guint n_frames,
                        guint64 seed, GError **error);

#endif
