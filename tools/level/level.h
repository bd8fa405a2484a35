/* level: the commands of the program bsplevel, and functions that they share. */
#ifndef LEVEL_LEVEL_H
#define LEVEL_LEVEL_H

#include "bsp-bounds.h"
#include "command/program.h"

extern const CompareCommand level_command_audit, level_command_build, level_command_convert,
    level_command_hulls, level_command_info, level_command_navigate, level_command_overlap,
    level_command_pieces;

/* Returns "x y z to x y z", with each number as by compare_number_in_steps(). The caller frees the
 * text with g_free(). */
char *level_box(const BspBounds *box, double steps);

/* Checks that the file can be written, and is not the input. NULL stands for no file. */
gboolean level_check_file(const char *path, const char *input, GError **error);

/* Reports the progress of building trees. This is a BspProgressFunc. `what` is the name of the
 * level. */
gboolean level_report_building(double done, gpointer what);

#endif
