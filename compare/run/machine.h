/* machine: its clocks, other work, the memory of this process, and whether it was busy. */
#ifndef COMPARE_MACHINE_H
#define COMPARE_MACHINE_H

#include <glib.h>

/* Nanoseconds since an arbitrary time in the past. */
double compare_clock_wall(void);

/* Nanoseconds of processor time that the calling thread has used. One call costs a few hundred. */
double compare_clock_cpu(void);

/* Nanoseconds that two readings of the wall clock add to the time between them. */
double compare_clock_cost(void);

/* --- other work that uses the processor's caches --- */

/* Memory that stands for the other work of a frame: it is twice as large as the largest cache. */
typedef struct CompareOtherWork CompareOtherWork;

/* Takes the memory and reads the size of the largest cache. */
CompareOtherWork *compare_other_work_new(void);
void compare_other_work_free(CompareOtherWork *work);

/* Reads and writes all of the memory, which evicts nearly everything else from the caches. Takes a
 * few milliseconds, and a tenth of a second if the largest cache has half a GiB. */
void compare_other_work_do(CompareOtherWork *work);

typedef struct {
    gsize cache; /* bytes of the largest cache; 0: the system reports none */
    gsize bytes; /* of the memory */
    double ns;   /* that reading and writing the memory took when it was made */
} CompareCold;

const CompareCold *compare_other_work_size(const CompareOtherWork *work);

/* Bytes of memory for other work: twice the largest cache, but at most a quarter of the memory that
 * is available (0: unknown), and at least 64 MiB. */
gsize compare_other_work_bytes(gsize cache, gsize available);

/* How many times the memory was read and written. */
guint64 compare_other_work_times(const CompareOtherWork *work);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOtherWork, compare_other_work_free)

/* --- how much memory a build needs --- */

/* begin: bytes resident now. peak: bytes by which the process has since risen above `before`. Both
 * are 0 if the system does not report them. */
gsize compare_memory_begin(void);
gsize compare_memory_peak(gsize before);

/* --- whether other work on the machine may have disturbed the times --- */

/* Signs that other work disturbed the times. */
typedef struct {
    double load;           /* one-minute load average when measuring began; below 0: unknown */
    guint cores;           /* processors available for the load */
    double waited;         /* the fraction of wall time that queries waited for a processor */
    double widest;         /* the widest interval of a median, in order, as a fraction of the
                              median */
    const char *widest_of; /* its method */
    gboolean widest_is_shot;
} CompareNoise;

/* A machine is noisy if queries waited for a processor for more than this fraction of the time, if
 * an interval is wider than this fraction of its median, or if the load exceeds the cores. */
#define COMPARE_NOISE_WAITED 0.05
#define COMPARE_NOISE_WIDTH 0.2

gboolean compare_is_noisy(const CompareNoise *noise);

#endif
