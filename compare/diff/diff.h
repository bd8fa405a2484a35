/* diff: what changed from one kept result to another.
 *
 * Scenarios are found by their names, and the second of a name by the second; methods by theirs.
 * Counters are held against each other exactly. A time has changed where the interval of its ratio,
 * new to old, does not hold 1, and it is worse or better where the ratio is also beyond a
 * threshold: an interval tells how sure a median is within its run, and two runs on one machine
 * differ a little more. Times of unlike machines are not compared, and of a noisy machine only the
 * ratios to another method's are judged: methods take turns, so that a machine which drifts treats
 * them alike. */
#ifndef COMPARE_DIFF_H
#define COMPARE_DIFF_H

#include "diff/values.h"
#include "kept/kept.h"

typedef enum {
    COMPARE_SAME, /* no difference, or for a time none that is sure and beyond the threshold */
    COMPARE_BETTER,
    COMPARE_WORSE,
    COMPARE_CHANGED, /* which is neither */
    COMPARE_MISSING, /* in the new one: that is worse, too */
    COMPARE_ADDED    /* in the new one */
} CompareVerdict;

/* "same", "better", ... */
extern const char *const compare_verdict_names[];

typedef struct {
    const char *scenario; /* as all texts here: the results' */
    const char *method;   /* NULL: it is the scenario that is missing, or was added */
    CompareValue value;   /* without a key where the method is missing, or was added */
    double ratio[3];      /* new to old, and its interval; zeros: there is none */
    CompareVerdict verdict;
} CompareChange;

/* How much a value may be worse, in percent. */
typedef struct {
    double times, counters;
} CompareThresholds;

typedef struct {
    GArray *changes;            /* CompareChange: all that was compared, the same too */
    GPtrArray *notes;           /* char *: what to know of the comparison */
    guint n[COMPARE_ADDED + 1]; /* of each verdict */
    guint n_slight; /* of the same: times that surely changed, by less than the threshold */
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
