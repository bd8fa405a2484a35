/* processor: reads the system's report about the processor on which times are measured. */
#ifndef COMPARE_PROCESSOR_H
#define COMPARE_PROCESSOR_H

#include "text/json-value.h"

/* The number of levels that sysconf() knows. */
#define COMPARE_CACHE_LEVELS 4

/* Makes an object with these members, for the environment of a result. An unknown value is null.
 *
 * cpu           the model; "unknown" if the system does not report it
 * caches        bytes of the data cache of each level: l1d, l2, l3, l4
 * mhz           the clock at this time
 * governor      the policy that sets the clock, such as "performance"
 * smt           whether cores run several threads each
 * vector_bytes  bytes of the vectors that brush tables use; 0 for plain C */
json_object *compare_processor_json(void);

/* Returns the value of a key, such as "model name", in the text of /proc/cpuinfo. Returns NULL if
 * there is no such key. The caller frees it with g_free(). */
char *compare_processor_find(const char *cpuinfo, const char *key);

/* Reads the sizes of caches from a folder such as /sys/devices/system/cpu/cpu0/cache. Does not
 * change the sizes of levels that the folder does not have. */
void compare_processor_read_caches(const char *folder, gsize *caches);

/* Returns the bytes of the largest cache, or 0 if the system reports none. */
gsize compare_processor_largest_cache(void);

#endif
