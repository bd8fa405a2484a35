/* reduce: finds the few brushes with which the answers to a move are still wrong. */
#ifndef COMPARE_REDUCE_H
#define COMPARE_REDUCE_H

#include "run/faults.h"

/* A move of a report whose answers are wrong, or of interest. */
typedef struct {
    const CompareReport *report;     /* NULL if there is no example */
    guint move;                      /* the index into the moves of the report */
    const CompareResult *results[2]; /* the method's result; the second is NULL, or the result of a
                                        method whose answer differs */
} CompareExample;

/* Drops brushes and spaces from `one`, a scenario of the example's move alone, as long as the
 * answers stay alike. Their classes, faults and verdicts on planes must stay the same. Their error
 * must stay at least half as large. Builds the methods again for each try, and stops after a number
 * of tries that depends only on the world. */
void compare_reduce(CompareScenario *one, const CompareExample *example);

#endif
