/* temporary: files that stand beside others until they take their place, and that go when
 * the program is killed before. */
#include "text/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

struct CompareTemporary {
    char *target, *path;
    char *kept;           /* what stood in the target's place, while it may have to be put back */
    gboolean was_nothing; /* nothing stood there */
    guint slot;
};

/* --- signals --- */

/* G_BREAKPOINT, which ends a program without memory, is a trap. */
static const int signals[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGXCPU,
                               SIGABRT, SIGTRAP, SIGALRM, SIGUSR1, SIGUSR2 };

/* What the handler removes. */
static const char *volatile names[COMPARE_MAX_TEMPORARIES];

/* Nothing but what POSIX lets a handler call. The signal, blocked while it is handled and reset to
 * its default, then ends the program as if there were no handler. */
static void remove_all(int number)
{
    for (guint i = 0; i < COMPARE_MAX_TEMPORARIES; i++)
        if (names[i])
            unlink(names[i]);
    raise(number);
}

/* Only in the place of the default: what is ignored (nohup) stays so. */
static void catch_signals(void)
{
    static gboolean caught;
    struct sigaction action = { .sa_handler = remove_all, .sa_flags = (int)SA_RESETHAND }, old;
    sigfillset(&action.sa_mask);
    for (guint i = 0; i < G_N_ELEMENTS(signals) && !caught; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    caught = TRUE;
}

/* Signals wait from here to allow_signals(). */
static void hold_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (guint i = 0; i < G_N_ELEMENTS(signals); i++)
        sigaddset(&set, signals[i]);
    sigprocmask(SIG_BLOCK, &set, before);
}

static void allow_signals(const sigset_t *before)
{
    int code = errno;
    sigprocmask(SIG_SETMASK, before, NULL);
    errno = code;
}

/* --- files --- */

static guint free_slot(void)
{
    guint slot = 0;
    while (names[slot]) {
        slot++;
        g_assert(slot < COMPARE_MAX_TEMPORARIES);
    }
    return slot;
}

CompareTemporary *compare_temporary_new(const char *target, int *fd)
{
    CompareTemporary *temporary = g_new0(CompareTemporary, 1);
    temporary->target = g_strdup(target);
    temporary->path = g_strdup_printf("%s.XXXXXX", target);
    temporary->slot = free_slot();
    sigset_t before;
    catch_signals();
    hold_signals(&before);
    *fd = g_mkstemp_full(temporary->path, O_WRONLY | O_CLOEXEC, 0600);
    if (*fd >= 0)
        names[temporary->slot] = temporary->path;
    else
        g_clear_pointer(&temporary->path, g_free); /* not made, and not to be removed */
    allow_signals(&before);
    if (*fd >= 0)
        return temporary;
    int code = errno;
    compare_temporary_free(temporary);
    errno = code;
    return NULL;
}

/* It has been removed or has another name; signals are held. */
static void forget(CompareTemporary *temporary)
{
    names[temporary->slot] = NULL;
    g_clear_pointer(&temporary->path, g_free);
}

void compare_temporary_free(CompareTemporary *temporary)
{
    if (!temporary)
        return;
    sigset_t before;
    hold_signals(&before);
    if (temporary->path) {
        unlink(temporary->path);
        forget(temporary);
    }
    allow_signals(&before);
    g_free(temporary->target);
    g_free(temporary);
}

/* --- taking the targets' places --- */

/* Gives what the target is now another name. */
static void keep_old(CompareTemporary *temporary)
{
    temporary->kept = g_strconcat(temporary->path, ".old", NULL);
    if (link(temporary->target, temporary->kept) == 0)
        return;
    temporary->was_nothing = errno == ENOENT;
    g_clear_pointer(&temporary->kept, g_free);
}

static void put_back(CompareTemporary *temporary)
{
    if (temporary->kept)
        rename(temporary->kept, temporary->target);
    else if (temporary->was_nothing)
        unlink(temporary->target);
}

static void forget_old(CompareTemporary *temporary)
{
    if (temporary->kept)
        unlink(temporary->kept);
    g_clear_pointer(&temporary->kept, g_free);
}

static int take_places(CompareTemporary *const *temporaries, guint n, guint *failed)
{
    for (guint i = 0; i < n; i++) {
        if (i + 1 < n) /* nothing can fail after the last */
            keep_old(temporaries[i]);
        if (rename(temporaries[i]->path, temporaries[i]->target) == 0) {
            forget(temporaries[i]);
            continue;
        }
        int code = errno;
        *failed = i;
        while (i-- > 0)
            put_back(temporaries[i]);
        return code;
    }
    return 0;
}

int compare_temporaries_put_in_place(CompareTemporary *const *temporaries, guint n, guint *failed)
{
    sigset_t before;
    hold_signals(&before);
    int code = take_places(temporaries, n, failed);
    for (guint i = 0; i < n; i++)
        forget_old(temporaries[i]);
    allow_signals(&before);
    return code;
}
