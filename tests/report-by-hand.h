/* report-by-hand: a small scenario and a report of it, of which every number is known, for tests of
 * what prints them. */
#ifndef REPORT_BY_HAND_H
#define REPORT_BY_HAND_H

#include "run/run.h"

/* Says to be exact for everything. */
extern const CompareMethodClass by_hand_perfect;

CompareScenario *scenario_by_hand(void);
void scenario_by_hand_free(CompareScenario *scenario);

/* Two moves of "stand", 10 and 100 units, and one of "ball", 100 units, asked of "onion", which
 * takes spaces only, and of "shift-box", which is early for the ball. */
CompareReport *report_by_hand(const CompareScenario *scenario);

#endif
