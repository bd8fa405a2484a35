/* result: judges a contestant's answers by the oracle's, like those of every method. */
#ifndef COMPARE_CONTEST_RESULT_H
#define COMPARE_CONTEST_RESULT_H

#include "methods/outsider.h"
#include "run/report.h"

/* Adds the contestant's row to the report and its parts by shape, with times if `timed`. The
 * outsider must outlive the report. A contestant that failed gets a row without answers. */
void compare_outsider_judge(CompareReport *report, const CompareOutsider *outsider, gboolean timed);

/* The mover of each move: an array of gint, see compare_scenario_mover(). */
GArray *compare_movers(const CompareReport *report);

#endif
