/* timer: how long something takes, of several things in turn.
 *
 * The thread's own processor time, so that what else the machine does is not counted; and the
 * things take turns in every repetition, so that a machine whose speed drifts treats them alike. */
#ifndef COMPARE_PAPER_TIMER_H
#define COMPARE_PAPER_TIMER_H

#include <glib.h>
#include <math.h>

/* Does the work once. */
typedef void (*ComparePaperWork)(gpointer data);

typedef struct {
    ComparePaperWork work;
    gpointer data;
    guint times; /* that the work is done at a stretch, for the clock to see it */
    double ns;   /* of once: the least of the repetitions, since other work only adds */
} ComparePaperTimer;

/* Not run yet. */
static inline ComparePaperTimer compare_paper_timer(ComparePaperWork work, gpointer data,
                                                    guint times)
{
    return (ComparePaperTimer){ .work = work, .data = data, .times = times, .ns = (double)NAN };
}

/* Fills in ns of the n timers; the first round is a warm-up. */
void compare_paper_timers_run(ComparePaperTimer *timers, guint n, guint repeat);

/* Keeps the compiler from dropping work whose result nobody needs. */
extern volatile double compare_paper_sink;

#endif
