/* contest: contestants from outside take part in a comparison. */
#ifndef COMPARE_CONTEST_H
#define COMPARE_CONTEST_H

#include "run/run.h"

/* Who takes part. */
typedef struct {
    char *name;
    char *from; /* the command; or the file, whose */
    char *text; /* is this; NULL of a command */
    gsize text_length;
} CompareEntry;

/* Clears what it holds. */
void compare_entry_clear(gpointer entry);

typedef struct {
    GArray *entries;    /* CompareEntry */
    double max_seconds; /* for each command */
    gboolean timed;     /* what they tell of times is kept */
} CompareContest;

/* A contestant may take so long, if nothing else is said. Seconds. */
#define COMPARE_CONTEST_SECONDS 300.0

/* Has each of them answer the report's moves, and adds their rows behind those of the methods. What
 * one of them does wrong is told in its own row (CompareOutsider.error). */
void compare_contest_add(CompareReport *report, const CompareContest *contest,
                         CompareStageFunc stage, gpointer stage_data);

#endif
