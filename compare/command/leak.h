/* leak: whether a world is sealed, what filling its outside saves, and where it
 * leaks. */
#ifndef COMPARE_COMMAND_LEAK_H
#define COMPARE_COMMAND_LEAK_H

#include "methods/trees.h"

typedef struct {
    char *text;   /* lines that tell it */
    char *points; /* the way out as a Quake point file, a place a line, to 0.1 unit; NULL: it does
                     not leak */
} CompareLeak;

/* Asks of the world as a point moves in it; its trees are built as `trees` says, but for what is
 * filled. Fails with BSP_ERROR. */
gboolean compare_leak_find(const BspWorld *world, const CompareTrees *trees, CompareLeak *leak,
                           GError **error);
void compare_leak_clear(CompareLeak *leak);

/* "x y z" */
char *compare_leak_point(BspVec p);

#endif
