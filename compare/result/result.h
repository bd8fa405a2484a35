/* result: the results of `run` and `sweep` as JSON: made once from a report, or read from files,
 * and then printed, compared and drawn by the same code.
 *
 * A result is a json_object of format "bsp-result" (a run) or "bsp-sweep". docs/formats.md and
 * data/bsp-result.schema.json describe its members. */
#ifndef COMPARE_RESULT_H
#define COMPARE_RESULT_H

#include "result/text-page.h"
#include "run/faults.h"
#include "run/vary.h"

/* --- making --- */

/* Makes the result of a run, or of a sweep. environment may be NULL. The caller frees it. */
json_object *compare_report_json(const CompareReport *report,
                                 const CompareEnvironment *environment);
json_object *compare_sweep_json(const CompareSweep *sweep, const CompareEnvironment *environment);

/* Rows of a result: methods, early answers, outcomes by shape (for reports with parts by shape). */
json_object *compare_method_rows(const CompareReport *report);
json_object *compare_error_rows(const CompareReport *report);
json_object *compare_shape_rows(const CompareReport *report);

/* The columns of rows of methods, early answers and outcomes by shape, and of a sweep's rows; *n of
 * them. */
const CompareColumn *compare_method_columns(guint *n);
const CompareColumn *compare_error_columns(guint *n);
const CompareColumn *compare_shape_columns(guint *n);
const CompareColumn *compare_sweep_columns(guint *n);

/* Sentences that describe the sweep from its first value to its last. */
json_object *compare_growth(const CompareSweep *sweep);

/* Notes on the report, as texts. compare_notes() depends on no clock; the timing notes differ from
 * run to run. */
json_object *compare_notes(const CompareReport *report);
json_object *compare_timing_notes(const CompareReport *report);

/* TRUE if a method was timed over moves that not all methods take. */
gboolean compare_has_rest(const CompareReport *report);
void compare_add_note(json_object *notes, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* A note on moves whose bracket is too wide to judge answers (run/judge); NULL if there are none.
 * The caller frees it, and all other texts here, with g_free(). */
char *compare_undecided_note(const CompareReport *report);

/* The comparison's subject in one line. */
char *compare_report_about(const CompareReport *report);

/* The names of the moving shapes for which the method has this guarantee, each once, in the order
 * of the trajectories: "stand, ball". NULL if there are none. */
char *compare_claimed_shapes(const CompareReport *report, const CompareMethodClass *klass,
                             CompareClaim claim);

/* A note on a contestant: its description, or why it has no answers. */
char *compare_contestant_note(const CompareResult *result);

/* Adds "error" and "contestant" to a contestant's JSON. timed: with the times that it reports. */
void compare_contestant_add_json(json_object *method, const CompareOutsider *contestant,
                                 gboolean timed);

/* Legend texts shared by all tables that judge methods by the bracket. */
#define COMPARE_ABOUT_EARLY "answers before the bracket: the contact grown by 0.001 unit"
#define COMPARE_ABOUT_LATE "answers after the bracket: through solid"
#define COMPARE_ABOUT_PLANES "hits in the bracket with a wrong plane"
#define COMPARE_ABOUT_WRONG "late; of exact methods also early or with a wrong plane"

/* How the warning about a noisy machine begins. */
#define COMPARE_NOISY "noisy machine, times may be unreliable: "

/* --- a set of results --- */

typedef struct {
    GPtrArray *all;   /* json_object */
    GPtrArray *files; /* char *: the file of each; empty if the results were made here */
} CompareResults;

/* The results of reports; of one sweep. */
CompareResults *compare_results_of(const GPtrArray *reports, const CompareEnvironment *environment);
CompareResults *compare_results_of_sweep(const CompareSweep *sweep,
                                         const CompareEnvironment *environment);

/* Reads the results of n files: each holds one result, or an array of them. All of it is checked.
 * Unknown members are ignored. Fails with BSP_ERROR: "FILE: /json/pointer: message". */
CompareResults *compare_results_load(const char *const *files, guint n, GError **error);
void compare_results_free(CompareResults *results);

/* The most results, and the most methods of each, that are read. */
#define COMPARE_MAX_RESULTS 4096
#define COMPARE_MAX_RESULT_METHODS 256

static inline json_object *compare_results_at(const CompareResults *results, guint i)
{
    return results->all->pdata[i];
}

/* --- members --- */

gboolean compare_result_is_sweep(json_object *result);
const char *compare_result_name(json_object *result); /* the scenario's */

/* Why the machine was noisy; NULL if it was not. */
const char *compare_result_noise(json_object *result);

/* TRUE if both results have the same environment, including command and date. */
gboolean compare_result_is_of_one_run(json_object *a, json_object *b);

/* TRUE if tables for people leave the method out: it supports stationary objects only and had no
 * moves, while other methods had. */
gboolean compare_is_idle(json_object *result, json_object *method);

/* The method's name for people: "+" marks a contestant, "*" a conservative method, "!" a wrong
 * one. */
char *compare_marked_name(json_object *method);

/* --- printing --- */

/* Prints the results, with their environments, in any format. NULL with BSP_ERROR_VALUE if the
 * format cannot hold these results. `command` and `pictures` are for a page, see html/html.h. */
char *compare_results_print(const CompareResults *results, CompareStyle style, const char *command,
                            const GPtrArray *pictures, GError **error);
char *compare_results_json(const CompareResults *results);

/* Add tables: the comparison of methods; rows by shape; early answers. */
gboolean compare_print_results(ComparePage *page, const CompareResults *results, GError **error);
void compare_print_by_shape(ComparePage *page, const CompareResults *results);
void compare_print_errors(ComparePage *page, const CompareResults *results);

/* Adds lines of verdict about a run, for people: which method is fastest, and by how much;
 * which needs least memory, and which answer early. */
void compare_print_verdict(ComparePage *page, json_object *result);

/* --- printing what a report has and a result has not --- */

/* Prints the paths' divergence when methods move the objects (run/closed-loop): a row for each
 * trajectory and method. */
void compare_print_drift(ComparePage *page, const CompareReport *const *reports, guint n);

/* Prints the walkers' results (run/closed-loop), and where they got stuck. Returns the number of
 * rows of exact methods with a walker that got stuck or ended in solid; 0 if no walkers were run.
 */
guint compare_print_walkers(ComparePage *page, const CompareReport *report);

/* Prints the methods' disagreements for people: a row for each method, the pair, and the worst
 * answers. */
void compare_print_regress(ComparePage *page, const CompareReport *report,
                           const CompareRegress *regress);

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

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareResults, compare_results_free)

#endif
