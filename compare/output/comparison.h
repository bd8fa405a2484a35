/* comparison: a row for each method of a report: what it costs and how right it is. */
#ifndef COMPARE_OUTPUT_COMPARISON_H
#define COMPARE_OUTPUT_COMPARISON_H

#include "output/grid-read.h"
#include "run/run.h"

/* What the words mean wherever methods are held against the bracket. */
#define COMPARE_ABOUT_EARLY                                                                        \
    "answers before the bracket, which lies between the first contacts with all obstacles grown "  \
    "by 0.001 unit and shrunk by it"
#define COMPARE_ABOUT_LATE "answers after the bracket: through matter"
#define COMPARE_ABOUT_PLANES                                                                       \
    "hits in the bracket with a wrong plane: no face of the solid there, not entered by the "      \
    "move, "                                                                                       \
    "or one along which the move sticks"
#define COMPARE_ABOUT_WRONG                                                                        \
    "late; or outside the bracket, or with a wrong plane, where the method claims to be exact"

/* A row, which may be one of a report that is no longer there. */
typedef struct {
    const char *scenario, *method;
    const char *marked;    /* as people see the method: made where the row is added */
    gboolean conservative; /* for some of the shapes that moved */
    CompareResult result;  /* answers and class NULL where it was read back */
    /* What is known, as counts: else there is no value. */
    guint has_bytes;
    guint ours;                   /* not from outside: of what its trees are made */
    guint answered;               /* it did not fail */
    guint walk_asked, shot_asked; /* nodes visited by moves that a method of ours answered */
} CompareComparisonRow;

/* Reads a row from the object of JSON that it was printed as; the scenario is left to the caller,
 * and the text is the document's. */
gboolean compare_comparison_read(const BspJsonRef *object, CompareComparisonRow *row,
                                 GError **error);

CompareGrid *compare_comparison_grid_of(const CompareComparisonRow *const *rows, guint n);

/* The method as people see it: "+" is from outside, "*" conservative, "!" wrong. Free with
 * g_free(). */
char *compare_comparison_marked(const CompareComparisonRow *row);

/* The columns of such rows, for tables that have more. */
const CompareColumn *compare_comparison_columns(guint *n);

/* The rows of n reports. */
CompareGrid *compare_comparison_grid(const CompareReport *const *reports, guint n);

/* The same without the methods that had nothing to answer because they take stationary objects
 * only, unless all are so. */
CompareGrid *compare_comparison_grid_busy(const CompareReport *const *reports, guint n);

/* Whether the method is one of these. */
gboolean compare_comparison_is_idle(const CompareReport *report, const CompareResult *result);

/* How early each method answers (run/early): a row for each method and shape. */
CompareGrid *compare_errors_grid(const CompareReport *report);

/* Whether these are its rows, as JSON has them. */
gboolean compare_errors_check(const BspJsonRef *rows, GError **error);

/* The names of the shapes among the report's moves for which the method makes this claim, in the
 * order of the trajectories, each once: "stand, ball"; NULL when there are none. */
char *compare_comparison_claimed(const CompareReport *report, const CompareMethodClass *klass,
                                 CompareClaim claim);

#endif
