/* statistics: computes quantiles, and intervals of medians. */
#ifndef COMPARE_STATISTICS_H
#define COMPARE_STATISTICS_H

#include <glib.h>

/* With fewer samples than this, a median has no interval, because even the range of four samples
 * contains the true median with only 87.5 percent probability. */
#define COMPARE_MIN_SAMPLES 5

/* Sorts n values. Functions below with a parameter `sorted` need sorted values. */
void compare_sort(double *values, guint n);

/* Returns the q-quantile, interpolated between two values, or 0 if n is 0. q is from 0 to 1. */
double compare_quantile(const double *sorted, guint n, double q);

/* Returns the median of unsorted values, or 0 if n is 0. */
double compare_median(const double *values, guint n);

/* Stores the 95 percent confidence interval of the median of `a`, or, unless `b` is NULL, of the
 * ratio of the medians of `a` and `b`, by the bootstrap. The same values give the same interval.
 * Both ends are 0 if there are fewer than COMPARE_MIN_SAMPLES values. a[i] and b[i] must have been
 * measured one after the other, and are drawn as pairs. So a disturbance that slows both does not
 * change the ratio. */
void compare_bootstrap_interval(const double *a, const double *b, guint n, double ends[2]);

#endif
