/* left: how long work will still take, from how far it has come.
 *
 * Nothing is said before it is known, and nothing any more once the work has stopped going on. The
 * speed is the recent one, smoothed: work that gets slower is believed within seconds, and one slow
 * step does not make the time jump. */
#ifndef COMPARE_COMMAND_LEFT_H
#define COMPARE_COMMAND_LEFT_H

#include <glib.h>

typedef struct {
    gint64 began, last; /* microseconds: of the work, of the last that was told */
    gint64 longest;     /* between two tellings */
    double done, speed; /* of 1, and per second */
    guint n;            /* of tellings that told of more */
} CompareLeft;

/* Times are g_get_monotonic_time()'s. */
CompareLeft compare_left_begin(gint64 now);

/* So much of 1 is done. */
void compare_left_tell(CompareLeft *left, double done, gint64 now);

/* Seconds; less than 0: not known. */
double compare_left_seconds(const CompareLeft *left, gint64 now);

/* "12 s", "3 min 20 s", "1 h 10 min": as exact as it can be known. */
void compare_left_text(double seconds, char *text, gsize size);

#endif
