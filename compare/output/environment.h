/* environment: what a measurement was made on: processor, system, compiler. */
#ifndef COMPARE_ENVIRONMENT_H
#define COMPARE_ENVIRONMENT_H

#include <glib.h>

typedef struct {
    char *cpu;            /* "unknown" where the system does not tell */
    guint cores;          /* that this process may use */
    char *os;             /* distribution, kernel and machine */
    const char *compiler; /* of this program */
    const char *flags;    /* given to it; NULL when the build did not say */
} CompareEnvironment;

CompareEnvironment *compare_environment_new(void);
void compare_environment_free(CompareEnvironment *environment);

/* The processor's name in the text of /proc/cpuinfo; NULL when it has none. */
char *compare_environment_parse_cpu(const char *cpuinfo);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareEnvironment, compare_environment_free)

#endif
