/* reduce: finds the few brushes with which the answers to a move are still wrong. */
#ifndef COMPARE_REDUCE_H
#define COMPARE_REDUCE_H

#include "run/faults.h"

/* A move of a report whose answers are wrong, or show a difference. */
typedef struct {
    const CompareReport *report;
    guint move;                      /* the index into the moves of the report */
    const CompareResult *results[2]; /* the result of the method; the second is NULL, or the result
                                        of a method with another answer */
} CompareExample;

/* Drops brushes and spaces from `one`, which is a scenario of the example's move alone, as long as
 * the answers stay similar. Their classes, faults and verdicts on planes must stay the same, and
 * their error must stay at least half as large. Builds the methods again for each try, and stops
 * after a number of tries that depends only on the world. */
void compare_reduce(CompareScenario *one, const CompareExample *example);

#endif
