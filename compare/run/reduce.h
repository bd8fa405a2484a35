/* reduce: finds the few brushes with which the answers to a move are still wrong. */
#ifndef COMPARE_REDUCE_H
#define COMPARE_REDUCE_H

#include "run/faults.h"

/* A move of a report whose answers are wrong, or worth a look. */
typedef struct {
    const CompareReport *report;     /* NULL: there is none */
    guint move;                      /* index into the moves of the report */
    const CompareResult *results[2]; /* the method that answers; the second NULL, or a method
                                        whose answer differs */
} CompareExample;

/* Drops brushes and spaces from `one`, a scenario of the example's move alone, as long as the
 * methods still answer alike: with the same classes, faults and verdicts on planes, and at least
 * half as far off. Builds the methods anew for each try, and stops after a number of tries that
 * depends on the world alone. */
void compare_reduce(CompareScenario *one, const CompareExample *example);

#endif
