/* memory: how much memory a build needs. */
#ifndef COMPARE_MEMORY_H
#define COMPARE_MEMORY_H

#include <glib.h>

/* begin: bytes resident now. peak: bytes by which the process has since risen above `before`. Both
 * are 0 if the system does not report them. */
gsize compare_memory_begin(void);
gsize compare_memory_peak(gsize before);

#endif
