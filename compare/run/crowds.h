/* crowds: lets bodies walk at the same time through a scenario's world, and block each other
 * (bsp-crowd.h). After each step, other code judges them. No two bodies may overlap, and none may
 * be in solid. */
#ifndef COMPARE_CROWDS_H
#define COMPARE_CROWDS_H

#include "run/run.h"

/* The results of a crowd. Counts are sums over all steps. */
typedef struct {
    /* The names of the crowd, and of its space or shape; borrowed from the scenario. */
    const char *name, *shape;
    guint n_bodies; /* the number of bodies, which is smaller than the wanted number if there is no
                       room for more */
    guint n_steps;
    /* The microseconds of processor time of a step, divided by the number of bodies; us is the
     * mean, and us_p99 the 99th percentile over the steps; both are 0 if times were not
     * measured. */
    double us, us_p99;
    double way;       /* the distance that the bodies went, divided by the wanted distance */
    guint64 overlaps; /* the number of pairs of bodies that overlapped */
    guint64 in_solid; /* the number of bodies that were in solid */
    guint64 standing; /* the number of seconds in which a body went less than a tenth of the wanted
                         distance */
    guint64 hash;     /* the hash of all positions after the last step */
} CompareCrowdRow;

/* Lets each crowd of the report's scenario walk, and stores the rows in the report. Overlaps and
 * bodies in solid count as wrong. Fails with BSP_ERROR_VALUE if there is no room for a single body
 * of some crowd. */
gboolean compare_crowds(CompareReport *report, gboolean is_timed, const CompareStage *stage,
                        GError **error);

#endif
