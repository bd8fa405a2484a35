/* report: what reports are printed as. */
#ifndef COMPARE_OUTPUT_REPORT_H
#define COMPARE_OUTPUT_REPORT_H

#include "output/page.h"
#include "run/regress.h"

/* The comparison of n reports: for people each with a title, its table and notes; in CSV rows under
 * one header. */
void compare_print_reports(ComparePage *page, const CompareReport *const *reports, guint n);

/* The checksum of the scenario's world, where it was read from a file, and the environment is told
 * too. */
void compare_print_origin(ComparePage *page, const CompareScenario *scenario);

/* How early each method answers, shape by shape (run/early): a row for each. */
void compare_print_errors(ComparePage *page, const CompareReport *const *reports, guint n);

/* How far the paths drift apart when methods drive (run/closed-loop): a row for each trajectory
 * and method, of reports that were run in a closed loop. */
void compare_print_drift(ComparePage *page, const CompareReport *const *reports, guint n);

/* A table about reports that stands beside the comparison. */
typedef struct {
    const char *heading;
    const CompareColumn *columns;
    guint n_columns;
    void (*add)(CompareGrid *grid, const CompareReport *report); /* the rows of one */
} CompareTable;

/* For people a table for each report, for programs one of all rows. */
void compare_print_table(ComparePage *page, const CompareTable *table,
                         const CompareReport *const *reports, guint n);

/* What the methods disagree on: a row for each, the pair, the worst. For people. */
void compare_print_regress(ComparePage *page, const CompareReport *report,
                           const CompareRegress *regress);

/* Format "bsp-result": an object for one report, an array of them for several; environment may be
 * NULL. Free with g_free(), as the next. */
char *compare_print_json(const CompareReport *const *reports, guint n,
                         const CompareEnvironment *environment);

/* --moves-out: trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes */
char *compare_print_moves(const CompareReport *report);

#endif
