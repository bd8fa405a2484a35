/* print: reports as a table, markdown, CSV or JSON, and the moves as CSV.
 *
 * Every function returns the text, free with g_free(); who calls decides where it goes. A time that
 * was not measured (0) is "-" in the tables, empty in CSV and null in JSON. */
#ifndef COMPARE_PRINT_H
#define COMPARE_PRINT_H

#include "run/run.h"
#include "trace/node.h"

typedef enum {
    COMPARE_FORMAT_TABLE,
    COMPARE_FORMAT_MARKDOWN,
    COMPARE_FORMAT_CSV,
    COMPARE_FORMAT_JSON
} CompareFormat;

/* "table", "markdown", "csv" or "json"; FALSE when the name is none of them. */
gboolean compare_format_find(const char *name, CompareFormat *format);

/* One report, or several (array of CompareReport): blocks one after the other, rows under one
 * header, or a JSON array; a single report in JSON is a single object. */
char *compare_print_reports(GPtrArray *reports, CompareFormat format);

/* With a heading: scenario, world, moves; then a line per method, columns lined up; then what the
 * columns and marks mean. */
char *compare_print_table(const CompareReport *report);
char *compare_print_markdown(const CompareReport *report);
char *compare_print_csv(const CompareReport *report);
char *compare_print_json(const CompareReport *report);

/* --moves-out: trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes */
char *compare_print_moves(const CompareReport *report);

/* How early each method answers, shape by shape (run/early): a row for each, of n reports. Not
 * in JSON, which has no place for it. */
char *compare_print_errors(const CompareReport *const *reports, guint n, CompareFormat format);

/* How far the paths drift apart when methods drive (run/closed-loop): a row for each trajectory
 * and method, of n reports that were run in a closed loop. Not in JSON. */
char *compare_print_drift(const CompareReport *const *reports, guint n, CompareFormat format);

/* Of the moves and of every method's trees and answers: the same on every run and machine. */
guint64 compare_report_hash(const CompareReport *report);

/* --- pieces, for the printers themselves --- */

char *compare_print_csv_header(void);
char *compare_print_csv_rows(const CompareReport *report);
char *compare_print_json_array(GPtrArray *reports);

/* The shortest text that reads back as exactly x. */
char *compare_print_number(double x);

/* The names of the shapes among the report's moves for which the method makes this claim, in the
 * order of the trajectories, each once: "stand, ball"; NULL when there are none. */
char *compare_print_claimed(const CompareReport *report, const CompareMethodClass *klass,
                            CompareClaim claim);

#endif
