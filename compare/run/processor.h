/* processor: what the system reports about the processor on which times are measured. */
#ifndef COMPARE_PROCESSOR_H
#define COMPARE_PROCESSOR_H

#include <glib.h>

#define COMPARE_CACHE_LEVELS 4

typedef struct {
    char *model; /* "unknown" if the system does not report it */
    /* bytes of the data cache of each level, beginning with level 1; 0: unknown or none */
    gsize caches[COMPARE_CACHE_LEVELS];
    char *governor;        /* of the clock, such as "performance"; NULL: unknown */
    double mhz;            /* the clock at this time; 0: unknown */
    char *smt;             /* "1" if cores run several threads each, else "0"; NULL: unknown */
    unsigned vector_bytes; /* of the vectors that brush tables use; 0: plain C */
} CompareProcessor;

CompareProcessor *compare_processor_new(void);
void compare_processor_free(CompareProcessor *processor);

/* The value of a key, such as "model name", in the text of /proc/cpuinfo; NULL if there is none.
 * The caller frees it with g_free(). */
char *compare_processor_find(const char *cpuinfo, const char *key);

/* Reads the sizes of caches from a folder such as /sys/devices/system/cpu/cpu0/cache. Levels that
 * the folder lacks are unchanged. */
void compare_processor_read_caches(const char *folder, gsize *caches);

/* Bytes of the largest cache; 0: the system reports none. */
gsize compare_processor_largest_cache(void);

#endif
