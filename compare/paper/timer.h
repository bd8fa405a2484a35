/* timer: measures how long several tasks take, in turns.
 *
 * It uses the thread's processor time, so that other work on the machine is not counted. The tasks
 * take turns in every repetition, so that a drifting machine treats them alike. */
#ifndef COMPARE_PAPER_TIMER_H
#define COMPARE_PAPER_TIMER_H

#include <glib.h>
#include <math.h>

/* Does the work once. */
typedef void (*ComparePaperWork)(gpointer data);

typedef struct {
    ComparePaperWork work;
    gpointer data;
    guint times; /* runs measured together, so that the clock can resolve them */
    double ns;   /* of one run: the least of the repetitions, since other work only adds time */
} ComparePaperTimer;

/* A timer without a result. */
static inline ComparePaperTimer compare_paper_timer(ComparePaperWork work, gpointer data,
                                                    guint times)
{
    return (ComparePaperTimer){ .work = work, .data = data, .times = times, .ns = (double)NAN };
}

/* Sets ns of the n timers. The first round is a warm-up. */
void compare_paper_timers_run(ComparePaperTimer *timers, guint n, guint repeat);

/* Keeps the compiler from dropping work whose result is unused. */
extern volatile double compare_paper_sink;

#endif
