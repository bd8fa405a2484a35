/* temporary: files that stand beside others until they take their place, and that go when
 * the program is killed before. */
#include "text/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "text/ending.h"

struct CompareTemporary {
    char *target, *path;
    char *kept;           /* what stood in the target's place, while it may have to be put back */
    gboolean was_nothing; /* nothing stood there */
    guint slot;
};

/* What a signal that ends the program removes. */
static const char *volatile names[COMPARE_MAX_TEMPORARIES];

static void remove_all(void)
{
    for (guint i = 0; i < COMPARE_MAX_TEMPORARIES; i++)
        if (names[i])
            unlink(names[i]);
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
    compare_at_ending(remove_all);
    compare_ending_hold(&before);
    *fd = g_mkstemp_full(temporary->path, O_WRONLY | O_CLOEXEC, 0600);
    if (*fd >= 0)
        names[temporary->slot] = temporary->path;
    else
        g_clear_pointer(&temporary->path, g_free); /* not made, and not to be removed */
    compare_ending_allow(&before);
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
    compare_ending_hold(&before);
    if (temporary->path) {
        unlink(temporary->path);
        forget(temporary);
    }
    compare_ending_allow(&before);
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
    compare_ending_hold(&before);
    int code = take_places(temporaries, n, failed);
    for (guint i = 0; i < n; i++)
        forget_old(temporaries[i]);
    compare_ending_allow(&before);
    return code;
}
