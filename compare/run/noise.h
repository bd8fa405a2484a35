/* noise: whether other work on the machine may have disturbed the times. */
#ifndef COMPARE_NOISE_H
#define COMPARE_NOISE_H

#include <glib.h>

/* The signs of other work. */
typedef struct {
    double load;           /* one-minute load average when measuring began; below 0: unknown */
    guint cores;           /* processors available for the load */
    double waited;         /* the fraction of wall time that queries waited for a processor */
    double widest;         /* the widest interval of a median, in order, as a fraction of the
                              median */
    const char *widest_of; /* its method */
    gboolean widest_is_shot;
} CompareNoise;

/* A machine is noisy if queries waited for a processor for more than this fraction of the time, */
#define COMPARE_NOISE_WAITED 0.05

/* or if an interval is wider than this fraction of its median, or if the load exceeds the cores. */
#define COMPARE_NOISE_WIDTH 0.2

/* Why the machine was noisy: "load 3.1 on 2 cores; queries had no processor for 12% of the time".
 * NULL if it was not noisy. The caller frees it with g_free(). */
char *compare_noise_tell(const CompareNoise *noise);

#endif
