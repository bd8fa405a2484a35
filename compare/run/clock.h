/* clock: reads the wall clock and the processor-time clock. */
#ifndef COMPARE_CLOCK_H
#define COMPARE_CLOCK_H

/* Nanoseconds since an arbitrary time in the past. */
double compare_clock_wall(void);

/* Nanoseconds of processor time that the calling thread has used. One call costs a few hundred. */
double compare_clock_cpu(void);

/* Nanoseconds that two readings of the wall clock add to the time between them. */
double compare_clock_cost(void);

#endif
