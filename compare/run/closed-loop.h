/* closed-loop: each method drives its own object with its own answers.
 *
 * Identical moves show where methods differ, not where that leads. Here every object wants the same
 * movements in turn, and stops, slides or bounces off whatever its own method says is there. The
 * path of the oracle's object is the reference. */
#ifndef COMPARE_CLOSED_LOOP_H
#define COMPARE_CLOSED_LOOP_H

#include "methods/method.h"
#include "run/moves.h"

typedef struct {
    const char *method;                      /* name; borrowed */
    const char *trajectory;                  /* name; borrowed from the scenario */
    guint n;                                 /* movements wanted */
    double apart_mean, apart_max, apart_end; /* units from the reference path */
    guint first_apart; /* the first movement after which they are more than a unit apart; n: none */
    guint first_differs; /* after which they are apart by more than rounding (BSP_TOUCH); n: none */
    double differs_by;   /* units, then */
    gboolean is_exact;   /* the method claims to be, for what moves */
    guint n_inside;      /* movements that ended inside matter (deeper than BSP_BRACKET) */
    guint n_outside;     /* movements that ended outside the bounds of the world */
} CompareDrift;

/* Array of CompareDrift: every random trajectory of the scenario with every method that can take
 * its shape. NULL with BSP_ERROR_VALUE where a trajectory finds no start. */
GArray *compare_closed_loop(const CompareScenario *scenario, CompareOracle *oracle,
                            CompareMethod *const *methods, guint n_methods, GError **error);

#endif
