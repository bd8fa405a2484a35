/* left: estimates the remaining time of work from its progress. */
#include "command/left.h"

#include <math.h>

/* Before this time or progress, an estimate would be a guess. */
#define LEAST_TIME (2 * G_USEC_PER_SEC)
#define LEAST_DONE 0.02
#define LEAST_TELLINGS 4
#define MUCH_DONE 0.25 /* progress that counts like LEAST_TELLINGS reports */

/* Seconds over which the speed is smoothed: a third of the elapsed time, but at least this. */
#define LEAST_SMOOTHED 3.0

/* Work has stopped if it reported nothing for this many times its longest silence, plus a
 * second. */
#define SILENCES 3

static double seconds_of(gint64 time)
{
    return (double)time / G_USEC_PER_SEC;
}

CompareLeft compare_left_begin(gint64 now)
{
    return (CompareLeft){ .began = now, .last = now };
}

void compare_left_tell(CompareLeft *left, double done, gint64 now)
{
    if (!(done > left->done) || now <= left->last)
        return;
    double elapsed = seconds_of(now - left->began), step = seconds_of(now - left->last);
    double smoothed = MAX(LEAST_SMOOTHED, elapsed / 3);
    /* A step's weight is its duration. At first all steps weigh the same, which gives the mean
     * speed. */
    gboolean mean = left->n == 0 || elapsed < smoothed;
    double weight = MAX(1 - exp(-step / smoothed), mean ? step / elapsed : 0);
    left->speed += weight * ((done - left->done) / step - left->speed);
    left->longest = MAX(left->longest, now - left->last);
    left->done = done;
    left->last = now;
    left->n++;
}

double compare_left_seconds(const CompareLeft *left, gint64 now)
{
    gint64 silent = now - left->last;
    gboolean enough = left->n >= LEAST_TELLINGS || left->done >= MUCH_DONE;
    if (!enough || left->done < LEAST_DONE || now - left->began < LEAST_TIME ||
        silent > SILENCES * left->longest + G_USEC_PER_SEC)
        return -1;
    return MAX((1 - left->done) / left->speed - seconds_of(silent), 0);
}

void compare_left_text(double seconds, char *text, gsize size)
{
    guint64 whole = (guint64)ceil(MIN(seconds, 1e9));
    if (whole < 60)
        g_snprintf(text, size, "%" G_GUINT64_FORMAT " s", MAX(whole, 1));
    else if (whole < 600)
        g_snprintf(text, size, "%" G_GUINT64_FORMAT " min %" G_GUINT64_FORMAT " s", whole / 60,
                   whole % 60 / 10 * 10);
    else if (whole < 3600)
        g_snprintf(text, size, "%" G_GUINT64_FORMAT " min", whole / 60);
    else
        g_snprintf(text, size, "%" G_GUINT64_FORMAT " h %" G_GUINT64_FORMAT " min", whole / 3600,
                   whole % 3600 / 600 * 10);
}
