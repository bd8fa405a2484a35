/* values: what of two results is held against each other: counters, times, and what was measured
 * but once. */
#ifndef COMPARE_DIFF_VALUES_H
#define COMPARE_DIFF_VALUES_H

#include "run/report.h"

typedef enum {
    COMPARE_COUNTER,  /* the same on every machine: any difference is one */
    COMPARE_COST,     /* a counter of which more is worse */
    COMPARE_IDENTITY, /* a hash: the same or not */
    COMPARE_TIME,     /* a median, with the interval of its confidence */
    COMPARE_RELATIVE, /* such a time as a ratio to the reference's, which took turns with it */
    COMPARE_ONCE      /* measured, but not again and again: nothing says how sure it is */
} CompareValueKind;

/* It was taken by a clock, and is never 0. */
static inline gboolean compare_value_is_measured(CompareValueKind kind)
{
    return kind == COMPARE_TIME || kind == COMPARE_RELATIVE || kind == COMPARE_ONCE;
}

/* One of a method's values, in both results. */
typedef struct {
    const char *group; /* "walk" or "shot": of these moves; NULL: of the method */
    const char *key;   /* in JSON */
    const char *title; /* for people */
    CompareValueKind kind;
    gboolean is_there[2]; /* in the old one, in the new one */
    double number[2];     /* 0 of a hash */
    double ci95[2][2];    /* of a time, or a relative one; zeros: none */
    guint64 hash[2];
} CompareValue;

/* How many there are of a method. */
guint compare_values_n(void);

/* Value i of what was a method's result, and of what it is. */
CompareValue compare_value(guint i, const CompareResult *old, const CompareResult *now);

/* One side of it in digits that read back exactly, or rounded where it was measured and people look
 * at it; NULL: not there. Free with g_free(). */
char *compare_value_text(const CompareValue *value, guint side, gboolean for_people);

#endif
