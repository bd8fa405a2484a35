/* fail-malloc: to be loaded before bspcompare (LD_PRELOAD): one allocation fails. Shells on the way
 * to it, which are loaded with it, too, have all the memory they want.
 *
 * The environment says which: FAIL_MALLOC_AT, from 1; 0, or nothing, is none. FAIL_MALLOC_COUNT
 * names a file to which the number of allocations is written at the end. A wild pointer is told
 * with the functions that led to it, each with its library, on standard error. */
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

/* The real ones, by the names that GNU's library gives them besides. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_ulong n_allocations;
static unsigned long fail_at;
static int is_program;

#define MAX_FRAMES 32

static void tell(int number)
{
    void *frames[MAX_FRAMES];
    backtrace_symbols_fd(frames, backtrace(frames, MAX_FRAMES), STDERR_FILENO);
    raise(number);
}

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_MALLOC_AT");
    void *frame;
    is_program = strstr(program_invocation_short_name, "bspcompare") != NULL;
    if (!is_program)
        return;
    backtrace(&frame, 1); /* allocates when it is first called */
    sigaction(SIGSEGV, &(struct sigaction){ .sa_handler = tell, .sa_flags = (int)SA_RESETHAND },
              NULL);
    atomic_store(&n_allocations, 0); /* what comes before is the loader's */
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
