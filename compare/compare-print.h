/* compare-print: a report as a table, markdown, CSV or JSON, and the moves as CSV.
 *
 * Every function returns the text; who calls decides where it goes. */
#ifndef COMPARE_PRINT_H
#define COMPARE_PRINT_H

#include "compare-run.h"

/* With a heading: scenario, world, moves; then a line per method, columns lined up. */
char *compare_print_table(const CompareReport *report);
char *compare_print_markdown(const CompareReport *report);
char *compare_print_csv(const CompareReport *report);
char *compare_print_json(const CompareReport *report);

/* --moves-out: trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes */
char *compare_print_moves(const CompareReport *report);

#endif
