/* closed-loop: each method moves its own object by its own answers.
 *
 * Identical moves show where methods differ, but not the consequences. Here every object tries the
 * same movements in turn. It stops, slides or bounces according to the answers of its own method.
 * The path of the oracle's object is the reference. */
#ifndef COMPARE_CLOSED_LOOP_H
#define COMPARE_CLOSED_LOOP_H

#include "methods/method.h"
#include "run/moves.h"

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
                            CompareMethod *const *methods, guint n_methods, GError **error);

#endif
