/* result: makes, reads and prints the results of `run`, `sweep` and `regress`, which are JSON. They
 * are made from a report, or read from files. Then the same code prints, compares and draws them.
 *
 * A result is a json_object of format "bsp-result". docs/formats.md and data/bsp-result.schema.json
 * describe its members. Its tables are lists of rows, and "columns" describes their columns.
 * Everything else that a reader should know is in records in "notes" and "verdict". result/words.h
 * turns these into sentences. */
#ifndef COMPARE_RESULT_H
#define COMPARE_RESULT_H

#include "result/text-page.h"
#include "run/faults.h"
#include "run/vary.h"

/* --- making --- */

/* Make the result of a run, or of a sweep. `environment` may be NULL. The caller frees the
 * result. */
json_object *compare_report_json(const CompareReport *report, json_object *environment);
json_object *compare_sweep_json(const CompareSweep *sweep, json_object *environment);

/* Adds the findings of regress to the result of its report. */
void compare_result_add_regress(json_object *result, const CompareReport *report,
                                const CompareRegress *regress);

/* Return the tables of a report or sweep. For the table of walkers, report->walkers must be set. */
CompareTable *compare_method_table(const CompareReport *report);
CompareTable *compare_error_table(const CompareReport *report);
CompareTable *compare_walker_table(const CompareReport *report);
CompareTable *compare_crowd_table(const CompareReport *report);
CompareTable *compare_agents_table(const CompareReport *report);
CompareTable *compare_edit_table(const CompareReport *report);
CompareTable *compare_regress_table(const CompareReport *report);
CompareTable *compare_sweep_table(const CompareSweep *sweep);

/* Make records of everything that a reader should know beside the numbers, for a report, for a
 * sweep, and for regress. */
json_object *compare_notes(const CompareReport *report);
json_object *compare_sweep_notes(const CompareSweep *sweep);
void compare_add_regress_notes(json_object *notes, const CompareReport *report,
                               const CompareRegress *regress);

/* Makes records of the best method for each use, from the other members of a run's result. Makes
 * none if the machine was noisy. */
json_object *compare_verdict(json_object *result);

/* The number of boxes of any size for which a verdict compares memory. A scenario has only a few
 * boxes. A verdict speaks of "hundreds" of boxes, of which 300 is typical. */
#define COMPARE_MANY_BOXES 300

/* Returns whether the method has this guarantee for at least one of the shapes that move. */
gboolean compare_claims_any(const CompareReport *report, const CompareMethodClass *klass,
                            CompareClaim claim);

/* Returns whether tables for people leave the method out. They do so if the method takes only
 * stationary objects and took no moves, while other methods took some. */
gboolean compare_is_idle(const CompareReport *report, const CompareResult *result);

/* Legend texts shared by all tables that judge methods by the bracket. */
#define COMPARE_ABOUT_EARLY                                                                        \
    "answers before the bracket, which begins at the contact with solids 0.001 unit larger"
#define COMPARE_ABOUT_LATE "answers after the bracket, which go through solid"
#define COMPARE_ABOUT_PLANES "hits and exits with a wrong plane"
#define COMPARE_ABOUT_WRONG                                                                        \
    "answers that are late or have a wrong plane that is guaranteed; for exact methods also "      \
    "early ones"

/* --- a set of results --- */

typedef struct {
    GPtrArray *all;   /* an array of json_object */
    GPtrArray *files; /* an array of char *: the file of each result; empty if the results were not
                         read from files */
} CompareResults;

/* Return the results of reports, and of one sweep. */
CompareResults *compare_results_of(const GPtrArray *reports, json_object *environment);
CompareResults *compare_results_of_sweep(const CompareSweep *sweep, json_object *environment);

/* Reads the results of n files. Each file has one result, or an array of results. Members of a
 * wrong type count as missing, and verdicts are made again. Fails with BSP_ERROR and a message of
 * the form "FILE: /json/pointer: message". */
CompareResults *compare_results_load(const char *const *files, guint n, GError **error);
void compare_results_free(CompareResults *results);

/* Reads the files, which end with NULL, as runs of one program on the same work, and merges them. A
 * merged time is the mean. Its interval also includes the spread between the runs. Fails with
 * BSP_ERROR, also if the machines differ, or if a value differs that must be equal in every run. */
CompareResults *compare_results_load_runs(char **files, GError **error);

/* The maximum number of results that are read, because the time of diff is quadratic in this
 * number. */
#define COMPARE_MAX_RESULTS 4096

static inline json_object *compare_results_at(const CompareResults *results, guint i)
{
    return results->all->pdata[i];
}

/* --- members --- */

gboolean compare_result_is_sweep(json_object *result);
gboolean compare_result_is_noisy(json_object *result);
const char *compare_result_name(json_object *result); /* the name of the scenario */

/* Returns the key of the result's main table, which is "regress" for regress, "rows" for a sweep,
 * and otherwise "methods". */
const char *compare_result_main(json_object *result);

/* Returns the key of the table with the times and hashes of methods, which is "rows" for a sweep,
 * and otherwise "methods". */
const char *compare_result_measured(json_object *result);

/* Return the length of the array in member `key`, and an item of it. If `object` has no such array,
 * they return 0 and NULL. */
guint compare_length_at(json_object *object, const char *key);
json_object *compare_item_at(json_object *object, const char *key, guint i);
gboolean compare_is_true_at(json_object *object, const char *key);

/* Returns the first row of the array with this method, in which the member `key` is this text. If
 * `text` is NULL, the row must not have the member. Returns NULL if there is no such row. */
json_object *compare_find_row(json_object *object, const char *array, const char *method,
                              const char *key, const char *text);

/* --- printing --- */

/* Prints the results, with their environments, in any format. CSV has the main table and the table
 * of walkers. `pictures`, which it frees, are for a page (html/html.h), and may be NULL. */
char *compare_results_print(const CompareResults *results, CompareStyle style,
                            json_object *pictures);
char *compare_results_json(const CompareResults *results);

/* Adds the results to a page for people. */
void compare_print_results(ComparePage *page, const CompareResults *results);

/* Returns the text of --moves-out. Its columns are trajectory, move, shape, method, class, t, nx,
 * ny, nz, t_lo, t_hi and nodes. Then follow from_x, from_y, from_z, to_x, to_y, to_z, length, at_x,
 * at_y, at_z, brush and plane. at_x, at_y and at_z are the object's position at t. `brush` is the
 * number of the brush that is truly hit, or empty. `plane` is the fault of a hit's plane, or
 * empty. */
char *compare_print_moves(const CompareReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareResults, compare_results_free)

#endif
