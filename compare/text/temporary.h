/* temporary: files that stand beside others until they take their place, and that go when
 * the program is killed before: by HUP, INT, QUIT, TERM, XCPU, or by GLib where memory ran out.
 *
 * Not made with O_TMPFILE, which no name could be replaced from, and which few file systems know.
 * SIGKILL leaves them behind.
 *
 * The handler works while at most COMPARE_MAX_TEMPORARIES are there at a time. To be used by one
 * thread, while there is no other. */
#ifndef COMPARE_TEMPORARY_H
#define COMPARE_TEMPORARY_H

#include <glib.h>

#define COMPARE_MAX_TEMPORARIES 8

typedef struct CompareTemporary CompareTemporary;

/* A new empty file in the directory of `target`, open for writing as *fd, which is the caller's to
 * close; only its owner may read it. NULL with errno. */
CompareTemporary *compare_temporary_new(const char *target, int *fd);

/* Removes the file, unless it has taken its target's place. */
void compare_temporary_free(CompareTemporary *temporary);

/* Puts all of them in their targets' places, or none: returns 0, or why one could not be, whose
 * index goes to *failed. What was replaced before that is put back, if the file system has hard
 * links. No signal comes in between. */
int compare_temporaries_put_in_place(CompareTemporary *const *temporaries, guint n, guint *failed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareTemporary, compare_temporary_free)

#endif
