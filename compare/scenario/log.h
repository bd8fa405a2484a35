/* log: reads text: the moves that an engine has logged, and points, spaces and shapes of the
 * command line. */
#ifndef COMPARE_LOG_H
#define COMPARE_LOG_H

#include "scenario/scenario.h"

/* Parses a point "x,y,z" within the world's limits. */
gboolean compare_parse_point(const char *text, BspVec *point);

/* Parses a space "NAME=minx,miny,minz:maxx,maxy,maxz[:CONTENTS]"; a comma may replace the first
 * colon. CONTENTS, such as "solid,playerclip", stop the space. Fails with BSP_ERROR_VALUE. */
gboolean compare_parse_space(const char *text, CompareMover *space, GError **error);

/* Parses a shape "NAME=sphere:RADIUS", "NAME=cylinder:RADIUS,BOTTOM,TOP", or a capsule written like
 * a cylinder. Fails with BSP_ERROR_VALUE. */
gboolean compare_parse_shape(const char *text, CompareMover *shape, GError **error);

/* --- logs, with one move on each line --- */

/* Fields are separated by white space or commas. Empty lines, and lines that begin with #, are
 * ignored. Errors are BSP_ERROR_SYNTAX, BSP_ERROR_VALUE or BSP_ERROR_LIMIT, with messages of the
 * form "FILE:LINE: message". */

/* One logged move, from the line "mask  minx miny minz  maxx maxy maxz  startx starty startz  endx
 * endy endz". */
typedef struct {
    guint32 mask; /* the contents that stop the move */
    BspVec mins, maxs;
    CompareMove move;
} CompareLogged;

/* Returns an array of CompareLogged: the first `max` moves, at least one, of text[0 .. length). A
 * first line that begins with the word "mask" names the fields. */
GArray *compare_log_read_moves(const char *path, const char *text, gsize length, guint max,
                               GError **error);

#endif
