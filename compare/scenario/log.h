/* log: reads the moves that an engine has logged, one on each line.
 *
 * Fields are separated by white space or commas. Empty lines, and lines that begin with #, are
 * ignored. Errors are BSP_ERROR_SYNTAX, BSP_ERROR_VALUE or BSP_ERROR_LIMIT, with messages of the
 * form "FILE:LINE: message". */
#ifndef COMPARE_SCENARIO_LOG_H
#define COMPARE_SCENARIO_LOG_H

#include "scenario/scenario.h"

/* "mask  minx miny minz  maxx maxy maxz  startx starty startz  endx endy endz" */
typedef struct {
    guint32 mask; /* the contents that stop the move */
    BspVec mins, maxs;
    CompareMove move;
} CompareLogged;

/* Returns an array of CompareLogged: the first `max` moves, at least one, of text[0 .. length). A
 * first line that begins with the word "mask" names the fields. */
GArray *compare_log_read_moves(const char *path, const char *text, gsize length, guint max,
                               GError **error);

/* Returns an array of CompareMove, each from one position to the next: the first `max`, at least
 * one. A position is the first three fields of its line, or the fields named x, y and z by the
 * first line. An empty line ends a path: no move leads across it. */
GArray *compare_log_read_positions(const char *path, const char *text, gsize length, guint max,
                                   GError **error);

#endif
