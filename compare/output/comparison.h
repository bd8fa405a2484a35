/* comparison: one row for each method of a report: its costs and its errors. */
#ifndef COMPARE_OUTPUT_COMPARISON_H
#define COMPARE_OUTPUT_COMPARISON_H

#include "output/grid-read.h"
#include "run/run.h"

/* Legend texts shared by all tables that judge methods by the bracket. */
#define COMPARE_ABOUT_EARLY                                                                        \
    "answers before the bracket, which lies between the first contacts with all obstacles grown "  \
    "by 0.001 unit and shrunk by it"
#define COMPARE_ABOUT_LATE "answers after the bracket: through solid"
#define COMPARE_ABOUT_PLANES                                                                       \
    "hits in the bracket with a wrong plane: no face of the solid there, not entered by the "      \
    "move, "                                                                                       \
    "or one along which the move sticks"
#define COMPARE_ABOUT_WRONG                                                                        \
    "late; or, if the method guarantees exact answers, outside the bracket or with a wrong plane"

/* A row. Its report may be freed already. */
typedef struct {
    const char *scenario, *method;
    const char *marked;    /* the method's name with its marks, for people; made when the row is
                              added */
    gboolean conservative; /* for at least one of the moving shapes */
    CompareResult result;  /* without answers and class if it was read back */
    /* Counts that say whether a value is known; 0 if it is not. */
    guint has_bytes;
    guint ours;                   /* not a contestant: its trees are known */
    guint answered;               /* it did not fail */
    guint walk_asked, shot_asked; /* answers with known node counts */
} CompareComparisonRow;

/* Reads a row from its JSON object. The caller sets the scenario; the strings belong to the
 * document. */
gboolean compare_comparison_read(const BspJsonRef *object, CompareComparisonRow *row,
                                 GError **error);

CompareGrid *compare_comparison_grid_of(const CompareComparisonRow *const *rows, guint n);

/* The method's name for people: "+" marks a contestant, "*" a conservative method, "!" a wrong one.
 * The caller frees it with g_free(). */
char *compare_comparison_marked(const CompareComparisonRow *row);

/* The columns of the rows, for tables with more columns. */
const CompareColumn *compare_comparison_columns(guint *n);

/* The rows of n reports. */
CompareGrid *compare_comparison_grid(const CompareReport *const *reports, guint n);

/* The same without idle methods, unless all methods are idle. An idle method supports stationary
 * objects only, and the report has none. */
CompareGrid *compare_comparison_grid_busy(const CompareReport *const *reports, guint n);

/* TRUE if the method is idle. */
gboolean compare_comparison_is_idle(const CompareReport *report, const CompareResult *result);

/* How early each method's answers are (run/by-shape): a row for each method and shape. */
CompareGrid *compare_errors_grid(const CompareReport *report);

/* Fails if the JSON rows are not rows of compare_errors_grid(). */
gboolean compare_errors_check(const BspJsonRef *rows, GError **error);

/* The names of the moving shapes for which the method has this guarantee, each once, in the order
 * of the trajectories: "stand, ball". NULL if there are none. */
char *compare_comparison_claimed(const CompareReport *report, const CompareMethodClass *klass,
                                 CompareClaim claim);

#endif
