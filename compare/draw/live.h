/* live: the part of an SVG that answers the mouse: tooltips on brushes, the coordinates under the
 * mouse, and, after two clicks, the command that explains the move between them. */
#ifndef COMPARE_LIVE_H
#define COMPARE_LIVE_H

#include "draw/drawing.h"

/* More brushes get no tooltips, because the file would be large and slow. */
#define COMPARE_LIVE_MOST 5000

/* Adds the elements and the script. The drawing has `explain`. room: pixels that the command may be
 * wide. */
void compare_live_write(const CompareSubject *subject, const CompareMap *map, double room,
                        GString *out);

#endif
