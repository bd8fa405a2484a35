/* crowds: bodies that walk at once through a scenario's world and block each other (bsp-crowd.h).
 *
 * They are judged from outside after each step. No two bodies may overlap, and none may be in
 * solid. */
#ifndef COMPARE_CROWDS_H
#define COMPARE_CROWDS_H

#include "run/run.h"

/* Counts are summed over all steps. */
typedef struct {
    const char *name, *shape; /* of the crowd, and of its space or shape; borrowed from the
                                 scenario */
    guint n_bodies;           /* fewer than asked if there is no room for more */
    guint n_steps;
    double us, us_p99; /* processor time for a body and a step, in microseconds: the mean, and the
                          slowest step of a hundred; 0: not measured */
    double way;        /* the part of the wanted way that the bodies got */
    guint64 overlaps;  /* pairs of bodies */
    guint64 in_solid;  /* bodies */
    guint64 standing;  /* seconds in which a body got less than a tenth of its way */
    guint64 hash;      /* of all positions after the last step */
} CompareCrowdRow;

/* Walks each crowd of the scenario. Returns an array of CompareCrowdRow. Fails with BSP_ERROR_VALUE
 * if a crowd finds no room for a single body. */
GArray *compare_crowds(const CompareScenario *scenario, gboolean is_timed,
                       const CompareStage *stage, GError **error);

/* Overlaps and bodies in solid of all rows. rows may be NULL. */
guint64 compare_crowds_n_wrong(const GArray *rows);

#endif
