/* contest: adds contestants to a comparison. */
#ifndef COMPARE_CONTEST_H
#define COMPARE_CONTEST_H

#include "run/run.h"

/* A contestant. */
typedef struct {
    char *name;
    char *command;      /* for sh */
    gboolean navigates; /* the program finds paths for the agents, and answers no moves */
} CompareEntry;

/* Frees the entry's contents. */
void compare_entry_clear(gpointer entry);

typedef struct {
    GArray *entries;    /* CompareEntry */
    double max_seconds; /* the time limit of each command */
    gboolean timed;     /* store the times that contestants report */
} CompareContest;

/* Seconds. The default time limit of a contestant. It is long, so that it ends a program that
 * hangs, and not one that is only slow. */
#define COMPARE_CONTEST_SECONDS 300.0

/* Lets each contestant answer the report's moves, and adds its row after the rows of the methods.
 * If a contestant fails, its row stores the error (CompareOutsider.error). */
void compare_contest_add(CompareReport *report, const CompareContest *contest,
                         const CompareStage *stage);

/* Judges the paths of the scenario's agents: those of this package's graph, and those of each
 * contestant that navigates. Does nothing if the scenario has no agents. Fails with BSP_ERROR_VALUE
 * if no graph can be built. A contestant's error is stored as by compare_contest_add(). */
gboolean compare_contest_agents(CompareReport *report, const CompareContest *contest,
                                const CompareStage *stage, GError **error);

#endif
