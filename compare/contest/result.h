/* result: what a contestant from outside told, held against the truth as every method's answers
 * are. */
#ifndef COMPARE_CONTEST_RESULT_H
#define COMPARE_CONTEST_RESULT_H

#include "methods/outsider.h"
#include "run/report.h"

/* Adds the row of the outsider, which must outlive the report, to it and to its parts by shape:
 * with times if wanted. One that has failed has a row with no answers. */
void compare_outsider_judge(CompareReport *report, const CompareOutsider *outsider, gboolean timed);

/* What each of the moves moves: array of gint, as compare_scenario_mover(). */
GArray *compare_movers(const CompareReport *report);

#endif
