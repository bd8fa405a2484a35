/* leak: decides whether a world is sealed, what filling its outside saves, and where it leaks. */
#ifndef COMPARE_COMMAND_LEAK_H
#define COMPARE_COMMAND_LEAK_H

#include "methods/method.h"

typedef struct {
    char *text;   /* lines that describe the result */
    char *points; /* the way out as a Quake point file, one place on each line, to 0.1 unit; NULL:
                     sealed */
} CompareLeak;

/* Examines the world for a point. Trees are built as `trees` says, except for its fill mode. Fails
 * with BSP_ERROR. */
gboolean compare_leak_find(const BspWorld *world, const CompareTrees *trees, CompareLeak *leak,
                           GError **error);
void compare_leak_clear(CompareLeak *leak);

/* "x y z" */
char *compare_leak_point(BspVec p);

#endif
