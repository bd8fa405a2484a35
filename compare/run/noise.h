/* noise: whether times hold, which were measured while the machine did something else. */
#ifndef COMPARE_NOISE_H
#define COMPARE_NOISE_H

#include <glib.h>

/* What tells of it. */
typedef struct {
    double load;           /* average of one minute, when measuring began; below 0: unknown */
    guint cores;           /* that there are for it */
    double waited;         /* part of the wall's time in which queries had no processor */
    double widest;         /* interval of a median, in order, in parts of that */
    const char *widest_of; /* the method */
    gboolean widest_is_shot;
} CompareNoise;

/* A machine is noisy when queries had no processor for more than this part of the time, */
#define COMPARE_NOISE_WAITED 0.05

/* or when an interval is wider than this part of its median, or the load is above the cores. */
#define COMPARE_NOISE_WIDTH 0.2

/* Why the machine was noisy: "load 3.1 on 2 cores; queries had no processor for 12% of the time".
 * NULL when it was not. Free with g_free(). */
char *compare_noise_tell(const CompareNoise *noise);

#endif
