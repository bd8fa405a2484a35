/* regress: what the methods disagree on, as text. */
#ifndef COMPARE_OUTPUT_REGRESS_H
#define COMPARE_OUTPUT_REGRESS_H

#include "run/regress.h"

/* The summary: a line per method, the pair, the worst. */
char *compare_print_regress(const CompareReport *report, const CompareRegress *regress);

#endif
