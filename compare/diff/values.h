/* values: the values of two results that are compared: counters, times, and single measurements. */
#ifndef COMPARE_DIFF_VALUES_H
#define COMPARE_DIFF_VALUES_H

#include "run/report.h"

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

/* One of a method's values, in both results. */
typedef struct {
    const char *group; /* "walk" or "shot": the value's moves; NULL: all moves */
    const char *key;   /* in JSON */
    const char *title; /* for people */
    CompareValueKind kind;
    gboolean is_there[2]; /* [0] in the old result, [1] in the new one */
    double number[2];     /* 0 for a hash */
    double ci95[2][2];    /* for a time or ratio; zeros: none */
    guint64 hash[2];
} CompareValue;

/* The number of values of a method. */
guint compare_values_n(void);

/* Value i of a method in the old and the new result. */
CompareValue compare_value(guint i, const CompareResult *old, const CompareResult *now);

/* One side's text. It reads back exactly; for people, a measured value is rounded. NULL if the
 * value is missing. The caller frees it with g_free(). */
char *compare_value_text(const CompareValue *value, guint side, gboolean for_people);

#endif
