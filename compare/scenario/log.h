/* log: what an engine has logged of its moves, a line each.
 *
 * Fields stand between white space or commas; empty lines, and those that begin with a #, are none.
 * Errors are BSP_ERROR_SYNTAX, BSP_ERROR_VALUE or BSP_ERROR_LIMIT and read "FILE:LINE: message". */
#ifndef COMPARE_SCENARIO_LOG_H
#define COMPARE_SCENARIO_LOG_H

#include "scenario/scenario.h"

/* "mask  minx miny minz  maxx maxy maxz  startx starty startz  endx endy endz" */
typedef struct {
    guint32 mask; /* contents that stop the move */
    BspVec mins, maxs;
    CompareMove move;
} CompareLogged;

/* Array of CompareLogged, the first `max` of those in text[0 .. length), at least one; a first line
 * that begins with the word "mask" names the fields. */
GArray *compare_log_read_moves(const char *path, const char *text, gsize length, guint max,
                               GError **error);

/* Array of CompareMove, each from one position to the next; the first `max`, at least one. A
 * position is the first three fields of its line, or those called x, y and z where the first line
 * names the fields. An empty line ends a path: what comes after it is not reached from before. */
GArray *compare_log_read_positions(const char *path, const char *text, gsize length, guint max,
                                   GError **error);

#endif
