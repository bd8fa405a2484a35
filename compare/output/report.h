/* report: prints reports. */
#ifndef COMPARE_OUTPUT_REPORT_H
#define COMPARE_OUTPUT_REPORT_H

#include "output/grid-read.h"
#include "output/page.h"
#include "run/faults.h"

/* Prints the comparison of n reports: for people each with a title, its table and notes; in CSV as
 * rows under one header. */
void compare_print_reports(ComparePage *page, const CompareReport *const *reports, guint n);

/* Prints the checksum of the scenario's world, if the world has a file and the environment is
 * printed too. */
void compare_print_origin(ComparePage *page, const CompareScenario *scenario);

/* compare_report_about: the comparison's subject in one line, which the caller frees with
 * g_free(). compare_print_notes: notes on the report, without those on times, which differ from
 * run to run. */
char *compare_report_about(const CompareReport *report);
void compare_print_notes(ComparePage *page, const CompareReport *report);
void compare_print_timing_notes(ComparePage *page, const CompareReport *report);

/* Adds a note if the times may be unreliable. */
void compare_print_noise(ComparePage *page, const CompareNoise *noise);

/* How early each method's answers are, for each shape (run/by-shape): a row for each method and
 * shape. */
void compare_print_errors(ComparePage *page, const CompareReport *const *reports, guint n);

/* The outcomes and costs of the moves of each shape, for reports with parts by shape
 * (run/by-shape): a row for each method and shape. The second function makes the JSON of one
 * report. */
void compare_print_by_shape(ComparePage *page, const CompareReport *const *reports, guint n);
json_object *compare_by_shape_json(const CompareReport *report);

/* Fails if the JSON rows are not rows of compare_by_shape_json(). */
gboolean compare_by_shape_check(const BspJsonRef *rows, GError **error);

/* How far the paths diverge when methods move the objects (run/closed-loop): a row for each
 * trajectory and method, for reports of a closed loop. */
void compare_print_drift(ComparePage *page, const CompareReport *const *reports, guint n);

/* The walkers' results (run/closed-loop), and where they got stuck. Returns the number of rows of
 * exact methods with a walker that got stuck or ended in solid; 0 if no walkers were run. */
guint compare_print_walkers(ComparePage *page, const CompareReport *report);

/* An additional table about reports. */
typedef struct {
    const char *heading;
    const CompareColumn *columns;
    guint n_columns;
    void (*add)(CompareGrid *grid, const CompareReport *report); /* adds the rows of one report */
} CompareTable;

/* For people one table for each report; for programs one with all rows. */
void compare_print_table(ComparePage *page, const CompareTable *table,
                         const CompareReport *const *reports, guint n);

/* Adds a note on moves whose bracket decides nothing (run/judge), if there are any. */
void compare_print_undecided(ComparePage *page, const CompareReport *report);

/* Prints the methods' disagreements for people: a row for each method, the pair, and the worst
 * answers. */
void compare_print_regress(ComparePage *page, const CompareReport *report,
                           const CompareRegress *regress);

/* Makes a value of format "bsp-result". environment may be NULL. The caller frees the value. */
json_object *compare_report_json(const CompareReport *report,
                                 const CompareEnvironment *environment);

/* Prints the JSON: an object for one report, an array for several. environment may be NULL. The
 * caller frees this text and the next with g_free(). */
char *compare_print_json(const CompareReport *const *reports, guint n,
                         const CompareEnvironment *environment);

/* The answers to print. */
typedef enum {
    COMPARE_MOVES_ALL,
    COMPARE_MOVES_EARLY,
    COMPARE_MOVES_LATE,
    COMPARE_MOVES_OUTSIDE, /* early or late */
    COMPARE_MOVES_SOLID,   /* to moves that start in solid, according to the oracle or the method */
    COMPARE_MOVES_PLANES   /* hits with a wrong plane */
} CompareMovesOnly;

/* For --moves-out: trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes, then
 * from_x,from_y,from_z,to_x,to_y,to_z,length,at_x,at_y,at_z,brush,plane. `at` is the object's
 * position at t. `brush` is the number of the brush truly hit, or empty. `plane` is the error of a
 * hit's plane, or empty. */
char *compare_print_moves(const CompareReport *report, CompareMovesOnly only);

/* Finds the value named "early", "late", "outside", "solid" or "planes". FALSE if there is none of
 * that name. */
extern const char *const compare_moves_only_names[]; /* NULL at the end */
gboolean compare_moves_only_find(const char *name, CompareMovesOnly *only);

#endif
