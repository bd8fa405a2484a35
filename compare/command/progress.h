/* progress: one line on a terminal that tells how far long work has come.
 *
 * Shown only where standard error is a terminal and once the work has taken a second; rewritten in
 * place, and erased at the end. */
#ifndef COMPARE_COMMAND_PROGRESS_H
#define COMPARE_COMMAND_PROGRESS_H

#include <glib.h>

typedef struct {
    const char *what;   /* stands before the stage: the scenario's name */
    gboolean terminal;  /* there is somebody to look at it */
    gboolean shown;     /* there is a line to erase */
    gint64 start, last; /* microseconds: of the work, of the last line */
} CompareProgress;

CompareProgress compare_progress_new(void);

/* A CompareStageFunc; user_data is the CompareProgress. */
void compare_progress_stage(const char *stage, double done, gpointer user_data);

/* Erases the line. To be called before anything else is written to standard error. */
void compare_progress_end(CompareProgress *progress);

#endif
