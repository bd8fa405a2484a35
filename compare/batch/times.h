/* times: whether times of several machines may stand side by side; and results without them. */
#ifndef COMPARE_TIMES_H
#define COMPARE_TIMES_H

#include "batch/done.h"

/* The machines and programs that pieces were made on. */
typedef struct {
    char *cpu, *compiler, *flags; /* of the first; NULL: not told */
    char *first, *odd;            /* its file, and that of one unlike it */
    const char *why;              /* times cannot be compared; NULL while they can */
    gboolean any_timed, any_untimed;
    gboolean compilers_differ; /* or flags */
} CompareTimes;

/* Takes note of a piece. */
void compare_times_note(CompareTimes *times, const CompareDone *done);
void compare_times_clear(CompareTimes *times);

/* Makes the result what it would be had nothing been measured, but for the member "times", which
 * tells why. */
void compare_times_leave_out(const CompareTimes *times, json_object *result);

/* What a result tells of where it was made, in one line. Free with g_free(). */
char *compare_times_machine(json_object *result);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareTimes, compare_times_clear)

#endif
