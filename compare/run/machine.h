/* machine: reads the clocks of the machine and the memory of this process, does other work, and
 * decides whether the machine was busy. */
#ifndef COMPARE_MACHINE_H
#define COMPARE_MACHINE_H

#include <glib.h>

/* Returns nanoseconds since an arbitrary time in the past. */
double compare_clock_wall(void);

/* Returns the nanoseconds of processor time that the calling thread has used. One call takes a few
 * hundred nanoseconds. */
double compare_clock_cpu(void);

/* Returns the nanoseconds that two readings of the wall clock add to the time between them. */
double compare_clock_cost(void);

/* --- other work that uses the processor's caches --- */

/* A block of memory that stands for the other work of a frame. It is twice as large as the largest
 * cache. */
typedef struct CompareOtherWork CompareOtherWork;

/* Allocates the memory and reads the size of the largest cache. */
CompareOtherWork *compare_other_work_new(void);
void compare_other_work_free(CompareOtherWork *work);

/* Reads and writes all of the memory, which evicts nearly everything else from the caches. Takes a
 * few milliseconds, or a tenth of a second if the largest cache has half a GiB. */
void compare_other_work_do(CompareOtherWork *work);

typedef struct {
    gsize cache; /* the bytes of the largest cache; 0 if the system reports none */
    gsize bytes; /* the bytes of the memory */
    double ns;   /* the nanoseconds of the first read and write of the memory */
} CompareCold;

const CompareCold *compare_other_work_size(const CompareOtherWork *work);

/* Returns the bytes of memory for other work. They are twice the largest cache, at most a quarter
 * of the available memory, and at least 64 MiB. If `available` is 0, it is unknown. */
gsize compare_other_work_bytes(gsize cache, gsize available);

/* Returns the number of times that the memory was read and written. */
guint64 compare_other_work_times(const CompareOtherWork *work);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOtherWork, compare_other_work_free)

/* --- measures the memory that a build needs --- */

/* compare_memory_begin() returns the bytes that are resident now, and resets the peak.
 * compare_memory_peak() returns the peak since then, less `before`. Both return 0 if the system
 * does not report them. */
gsize compare_memory_begin(void);
gsize compare_memory_peak(gsize before);

/* --- decides whether other work on the machine may have disturbed the times --- */

/* The signs of other work that may have disturbed the times. */
typedef struct {
    double load;   /* the load average of one minute when measuring began; below 0 if unknown */
    guint cores;   /* the number of processors for this load */
    double waited; /* the fraction of wall time for which queries waited for a processor */
    double widest; /* the widest interval of a median for moves in order, as a fraction of the
                      median */
    const char *widest_of; /* the method that has the widest interval */
    gboolean widest_is_shot;
} CompareNoise;

/* A machine is noisy in three cases: queries waited for a processor for more than a twentieth of
 * the time, the load exceeds the cores, or an interval is wider than a fifth of its median. In the
 * last case, smaller differences between methods show nothing. */
#define COMPARE_NOISE_WAITED 0.05
#define COMPARE_NOISE_WIDTH 0.2

gboolean compare_is_noisy(const CompareNoise *noise);

#endif
