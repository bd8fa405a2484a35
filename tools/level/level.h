/* level: the commands of the program bsplevel, and functions that they share. */
#ifndef LEVEL_LEVEL_H
#define LEVEL_LEVEL_H

#include "bsp-bounds.h"
#include "command/program.h"

extern const CompareCommand level_command_audit, level_command_build, level_command_convert,
    level_command_hulls, level_command_info, level_command_navigate, level_command_overlap,
    level_command_pieces;

/* Returns the text "x y z". The numbers are rounded to 1/steps unit, or exact if steps is 0. The
 * caller frees the text with g_free(). */
char *level_point(BspVec p, double steps);

/* Returns "x y z to x y z", rounded in the same way. */
char *level_box(const BspBounds *box, double steps);

/* Reports the progress of building trees. This is a BspProgressFunc. `what` is the name of the
 * level. */
gboolean level_report_building(double done, gpointer what);

#endif
