/* report-by-hand: makes a small scenario, and a report on it with known numbers, for tests of the
 * printers. */
#ifndef REPORT_BY_HAND_H
#define REPORT_BY_HAND_H

#include "run/run.h"

/* A method that claims to be exact for all shapes. */
extern const CompareMethodClass by_hand_perfect;

CompareScenario *scenario_by_hand(void);

/* Returns a report on three moves, "stand" over 10 and 100 units, and "ball" over 100 units. The
 * methods are "onion", which skips the ball, and "shift-box", which is early for it. */
CompareReport *report_by_hand(const CompareScenario *scenario);

#endif
