/* left: estimates the remaining time of work from its progress.
 *
 * No estimate is given before it is reliable, or after the work has stopped advancing. It uses the
 * recent, smoothed speed. So it follows slower work within seconds, but does not jump at one slow
 * step. */
#ifndef COMPARE_COMMAND_LEFT_H
#define COMPARE_COMMAND_LEFT_H

#include <glib.h>

typedef struct {
    gint64 began, last; /* microseconds: start of the work, and its last report */
    gint64 longest;     /* longest time between two reports */
    double done, speed; /* done: 0..1; speed: per second */
    guint n;            /* number of reports with progress */
} CompareLeft;

/* `now` is a time of g_get_monotonic_time(). */
CompareLeft compare_left_begin(gint64 now);

/* Reports progress, from 0 to 1. */
void compare_left_tell(CompareLeft *left, double done, gint64 now);

/* The remaining seconds; less than 0 if unknown. */
double compare_left_seconds(const CompareLeft *left, gint64 now);

/* "12 s", "3 min 20 s", "1 h 10 min": rounded as the accuracy allows. */
void compare_left_text(double seconds, char *text, gsize size);

#endif
