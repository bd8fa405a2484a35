/* memory: how much memory a build needs. */
#include "run/memory.h"

#include <malloc.h>
#include <stdio.h>

/* The value of a line of /proc/self/status, in bytes. */
static gsize status_bytes(const char *format)
{
    char line[256];
    gsize kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file) && sscanf(line, format, &kib) != 1)
        ;
    if (file)
        fclose(file);
    return kib * 1024;
}

gsize compare_memory_begin(void)
{
    malloc_trim(0); /* returns freed memory to the system, so that the next build is charged for its
                       memory */
    FILE *file = fopen("/proc/self/clear_refs", "w"); /* 5: reset the peak */
    if (file) {
        fputs("5", file);
        fclose(file);
    }
    return status_bytes("VmRSS: %zu");
}

gsize compare_memory_peak(gsize before)
{
    gsize peak = status_bytes("VmHWM: %zu");
    return peak > before ? peak - before : 0;
}
