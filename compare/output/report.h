/* report: what reports are printed as. */
#ifndef COMPARE_OUTPUT_REPORT_H
#define COMPARE_OUTPUT_REPORT_H

#include "output/grid-read.h"
#include "output/page.h"
#include "run/regress.h"

/* The comparison of n reports: for people each with a title, its table and notes; in CSV rows under
 * one header. */
void compare_print_reports(ComparePage *page, const CompareReport *const *reports, guint n);

/* The checksum of the scenario's world, where it was read from a file, and the environment is told
 * too. */
void compare_print_origin(ComparePage *page, const CompareScenario *scenario);

/* What was compared on what, in a line; and what is to be known of the report beside its numbers, a
 * note each; of its times apart, since they differ from run to run. Free with g_free(). */
char *compare_report_about(const CompareReport *report);
void compare_print_notes(ComparePage *page, const CompareReport *report);
void compare_print_timing_notes(ComparePage *page, const CompareReport *report);

/* A note where times may not hold. */
void compare_print_noise(ComparePage *page, const CompareNoise *noise);

/* How early each method answers, shape by shape (run/early): a row for each. */
void compare_print_errors(ComparePage *page, const CompareReport *const *reports, guint n);

/* What became of the moves of each shape, and what they cost, of reports that were taken apart
 * (run/by-shape): a row for each method and shape; and the same for one report, as JSON's. */
void compare_print_by_shape(ComparePage *page, const CompareReport *const *reports, guint n);
json_object *compare_by_shape_json(const CompareReport *report);

/* Whether these are the rows that JSON has. */
gboolean compare_by_shape_check(const BspJsonRef *rows, GError **error);

/* How far the paths drift apart when methods drive (run/closed-loop): a row for each trajectory
 * and method, of reports that were run in a closed loop. */
void compare_print_drift(ComparePage *page, const CompareReport *const *reports, guint n);

/* What became of bodies that walk by the methods' answers (run/walkers), and where they froze.
 * Returns how many rows of exact methods have a body that froze or ended in solid; 0 where none was
 * asked to walk. */
guint compare_print_walkers(ComparePage *page, const CompareReport *report);

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

/* A note on moves whose bracket decides nothing (run/undecided); none if there are none. */
void compare_print_undecided(ComparePage *page, const CompareReport *report);

/* What the methods disagree on: a row for each, the pair, the worst. For people. */
void compare_print_regress(ComparePage *page, const CompareReport *report,
                           const CompareRegress *regress);

/* A report as a value of format "bsp-result"; environment may be NULL. The caller frees it. */
json_object *compare_report_json(const CompareReport *report,
                                 const CompareEnvironment *environment);

/* Prints one report as that object, several as an array. Free with g_free(), as the next. */
char *compare_print_json(const CompareReport *const *reports, guint n,
                         const CompareEnvironment *environment);

/* Which answers are printed. */
typedef enum {
    COMPARE_MOVES_ALL,
    COMPARE_MOVES_EARLY,
    COMPARE_MOVES_LATE,
    COMPARE_MOVES_OUTSIDE, /* early or late */
    COMPARE_MOVES_SOLID,   /* to moves that begin in solid, or do so for the method */
    COMPARE_MOVES_PLANES   /* hits with a wrong plane */
} CompareMovesOnly;

/* --moves-out: trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes, and then from_x,
 * from_y,from_z,to_x,to_y,to_z,length,at_x,at_y,at_z,brush,plane: where the object is at t, the
 * number of the brush that it truly hits, empty where it hits none, and what is wrong with the
 * plane of a hit, empty where nothing is. */
char *compare_print_moves(const CompareReport *report, CompareMovesOnly only);

/* "early", "late", "outside", "solid" or "planes"; FALSE when the name is none of them. */
extern const char *const compare_moves_only_names[]; /* NULL at the end */
gboolean compare_moves_only_find(const char *name, CompareMovesOnly *only);

#endif
