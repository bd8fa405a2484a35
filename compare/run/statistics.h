/* statistics: quantiles of samples, how sure a median is, and how many samples lie far out. */
#ifndef COMPARE_STATISTICS_H
#define COMPARE_STATISTICS_H

#include <glib.h>

/* Fewer samples than this say nothing of how sure their median is. */
#define COMPARE_MIN_SAMPLES 5

/* Sorts the values, n of them. Those that follow take sorted values. */
void compare_sort(double *values, guint n);

/* The value below which the part q (0..1) of the values lies, in between two of them where it must;
 * 0 of none. */
double compare_quantile(const double *sorted, guint n, double q);

/* How many values are further from the quartiles than 1.5 times what these are apart. */
guint compare_outliers(const double *sorted, guint n);

/* The median of values in any order; 0 of none. */
double compare_median(const double *values, guint n);

/* The 95 percent interval of confidence of the median, by the bootstrap: the same for the same
 * values. Both ends are 0 where there are fewer than COMPARE_MIN_SAMPLES. */
void compare_median_interval(const double *values, guint n, double ends[2]);

/* The same of the ratio of two medians. The values are pairs, a[i] and b[i] having been measured
 * next to each other, and are drawn as pairs: what slows down both leaves the ratio as it is. */
void compare_ratio_interval(const double *a, const double *b, guint n, double ends[2]);

#endif
