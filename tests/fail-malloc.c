/* fail-malloc: a library for LD_PRELOAD that makes one allocation of bspcompare or bsplevel fail.
 * It is harmless to shells, which load it, too.
 *
 * FAIL_MALLOC_AT in the environment is the number of the allocation that fails, from 1. If it is 0
 * or unset, none fails. FAIL_MALLOC_COUNT names a file, to which the number of allocations is
 * written at exit. On a segmentation fault the library prints the call stack to standard error,
 * with each function's library. */
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__

/* glibc also exports the real functions under these names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_ulong n_allocations;
static unsigned long fail_at;
static int is_program;

/* The number of callers that are printed, enough to find the allocation in the source. */
#define MAX_FRAMES 32

/* Prints the callers of the function that crashed, and lets the signal end the program. */
static void print_callers(int number)
{
    void *frames[MAX_FRAMES];
    backtrace_symbols_fd(frames, backtrace(frames, MAX_FRAMES), STDERR_FILENO);
    raise(number);
}

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_MALLOC_AT");
    void *frame;
    is_program = strstr(program_invocation_short_name, "bspcompare") ||
                 strstr(program_invocation_short_name, "bsplevel");
    if (!is_program)
        return;
    backtrace(&frame, 1); /* called once here, because its first call allocates memory */
    sigaction(SIGSEGV,
              &(struct sigaction){ .sa_handler = print_callers, .sa_flags = (int)SA_RESETHAND },
              NULL);
    atomic_store(&n_allocations, 0); /* so that the loader's allocations do not count */
    fail_at = at ? strtoul(at, NULL, 10) : 0;
}

__attribute__((destructor)) static void end(void)
{
    char digits[32];
    const char *name = is_program ? getenv("FAIL_MALLOC_COUNT") : NULL;
    int fd = name ? open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    int n = snprintf(digits, sizeof digits, "%lu\n", atomic_load(&n_allocations));
    if (fd >= 0 && write(fd, digits, (size_t)n) == n)
        close(fd);
}

static int fails(void)
{
    if (atomic_fetch_add(&n_allocations, 1) + 1 != fail_at)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

#endif
