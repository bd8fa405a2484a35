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

#include "result/result.h"

/* --- values --- */

typedef enum {
    COMPARE_COUNTER,  /* equal on every machine, so any difference counts */
    COMPARE_COST,     /* a counter; more is worse */
    COMPARE_IDENTITY, /* a hash: equal or not */
    COMPARE_TIME,     /* a median with its confidence interval */
    COMPARE_RELATIVE, /* a time as a ratio to the reference's, measured in turns with it */
    COMPARE_ONCE      /* measured once, so without an interval */
} CompareValueKind;

/* TRUE if the value was measured by a clock; such a value is never 0. */
static inline gboolean compare_value_is_measured(CompareValueKind kind)
{
    return kind == COMPARE_TIME || kind == COMPARE_RELATIVE || kind == COMPARE_ONCE;
}

/* One of a method's values, in both results. Its texts are borrowed from the results. */
typedef struct {
    const char *group; /* "walk" or "shot": the value's moves; NULL: all moves */
    const char *key;   /* in JSON */
    const char *title; /* for people */
    CompareValueKind kind;
    gboolean is_there[2]; /* [0] in the old result, [1] in the new one */
    double number[2];     /* 0 for a hash */
    double ci95[2][2];    /* for a time or ratio; zeros: none */
    const char *hash[2];
} CompareValue;

/* The number of values of a method. */
guint compare_values_n(void);

/* Value i of a method, from its JSON in the old and the new result. */
CompareValue compare_value(guint i, json_object *old, json_object *now);

/* One side's text. It reads back exactly; for people, a measured value is rounded. NULL if the
 * value is missing. The caller frees it with g_free(). */
char *compare_value_text(const CompareValue *value, guint side, gboolean for_people);

/* --- whether two results are comparable --- */

/* A result and the file that it was read from. */
typedef struct {
    json_object *json;
    const char *file;
} CompareSide;

/* Which times are compared. */
typedef struct {
    gboolean times;    /* any times */
    gboolean relative; /* ratios to the reference method, which both results share */
    gboolean noisy;    /* one of the results says that its machine was noisy */
} CompareComparable;

/* Decides which times are comparable. Adds a note (char *) if both results have times that are not
 * comparable, or if they were measured on a noisy machine. */
CompareComparable compare_comparable_times(CompareSide old, CompareSide now, GPtrArray *notes);

/* Adds notes on differences in the world, the moves, and the way trees are built. */
void compare_comparable_work(json_object *old, json_object *now, GPtrArray *notes);

/* The method of that name in a result; NULL if there is none. */
json_object *compare_find_method(json_object *result, const char *name);

/* --- changes --- */

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

CompareDiff *compare_diff_new(const CompareResults *old, const CompareResults *now,
                              const CompareThresholds *thresholds);
void compare_diff_free(CompareDiff *diff);

static inline gboolean compare_diff_is_worse(const CompareDiff *diff)
{
    return diff->n[COMPARE_WORSE] + diff->n[COMPARE_MISSING] > 0;
}

/* --- printing --- */

typedef struct {
    const CompareDiff *diff;
    const char *old, *now; /* names of the files */
    const CompareThresholds *thresholds;
    gboolean all; /* also values that did not change */
} CompareDiffPrint;

/* Prints the changes as a table, markdown, CSV or JSON of format "bsp-diff", without the style's
 * environment. The caller frees the text with g_free(). */
char *compare_diff_print(const CompareDiffPrint *what, CompareStyle style);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareDiff, compare_diff_free)

#endif
