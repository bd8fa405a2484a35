/* memory: how much memory a build needs. */
#ifndef COMPARE_MEMORY_H
#define COMPARE_MEMORY_H

#include <glib.h>

/* Bytes resident now; and how far the process has since risen above that. 0 where the system does
 * not tell. */
gsize compare_memory_begin(void);
gsize compare_memory_peak(gsize before);

#endif
