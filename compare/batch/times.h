/* times: whether times of several machines may be compared; and results without times. */
#ifndef COMPARE_TIMES_H
#define COMPARE_TIMES_H

#include "batch/done.h"

/* The machines and programs that pieces were made on. */
typedef struct {
    char *cpu, *compiler, *flags; /* of the first piece; NULL: unknown */
    char *first, *odd;            /* the first piece's file, and that of a differing one */
    const char *why;              /* why times cannot be compared; NULL if they can */
    gboolean any_timed, any_untimed;
    gboolean compilers_differ; /* compilers or flags differ */
} CompareTimes;

/* Adds a piece. */
void compare_times_note(CompareTimes *times, const CompareDone *done);
void compare_times_clear(CompareTimes *times);

/* Removes all times from the result. It is then as without measuring, except for the member
 * "times", which says why. */
void compare_times_leave_out(const CompareTimes *times, json_object *result);

/* The machine that made a result, in one line. Free with g_free(). */
char *compare_times_machine(json_object *result);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareTimes, compare_times_clear)

#endif
