/* clock: reading the clocks of the wall and of the processor. */
#ifndef COMPARE_CLOCK_H
#define COMPARE_CLOCK_H

/* Nanoseconds since some time in the past. */
double compare_clock_wall(void);

/* Nanoseconds that the calling thread has had a processor. Reading it costs some hundred. */
double compare_clock_cpu(void);

/* What reading the wall's clock twice adds to the time between. */
double compare_clock_cost(void);

#endif
