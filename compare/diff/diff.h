/* diff: what changed from one saved result to another.
 *
 * Scenarios and methods are matched by name; the second scenario of a name is matched with the
 * second. Counters are compared exactly. A time has changed if the interval of its ratio, new to
 * old, does not contain 1. It is better or worse if the ratio is also beyond a threshold, because
 * an interval describes one run only, and two runs on one machine differ a little more. Times of
 * different machines are not compared. On a noisy machine only ratios to another method's time are
 * judged: methods take turns, so that drift affects them alike. */
#ifndef COMPARE_DIFF_H
#define COMPARE_DIFF_H

#include "diff/values.h"
#include "kept/kept.h"

typedef enum {
    COMPARE_SAME, /* no difference, or for a time none that is certain and beyond the threshold */
    COMPARE_BETTER,
    COMPARE_WORSE,
    COMPARE_CHANGED, /* neither better nor worse */
    COMPARE_MISSING, /* missing in the new result, which counts as worse */
    COMPARE_ADDED    /* only in the new result */
} CompareVerdict;

/* "same", "better", ... */
extern const char *const compare_verdict_names[];

typedef struct {
    const char *scenario; /* borrowed from the results, like all texts here */
    const char *method;   /* NULL: the scenario itself is missing or was added */
    CompareValue value;   /* without a key if the method is missing or was added */
    double ratio[3];      /* new to old, and its interval; zeros: none */
    CompareVerdict verdict;
} CompareChange;

/* By how much a value may be worse, in percent. */
typedef struct {
    double times, counters;
} CompareThresholds;

typedef struct {
    GArray *changes;            /* CompareChange: everything compared, including equal values */
    GPtrArray *notes;           /* char *: remarks on the comparison */
    guint n[COMPARE_ADDED + 1]; /* of each verdict */
    guint n_slight;             /* times among COMPARE_SAME that certainly changed, by less than the
                                   threshold */
} CompareDiff;

CompareDiff *compare_diff_new(const CompareKeptResults *old, const CompareKeptResults *now,
                              const CompareThresholds *thresholds);
void compare_diff_free(CompareDiff *diff);

static inline gboolean compare_diff_is_worse(const CompareDiff *diff)
{
    return diff->n[COMPARE_WORSE] + diff->n[COMPARE_MISSING] > 0;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareDiff, compare_diff_free)

#endif
