/* level: the commands of the program bsplevel. */
#ifndef LEVEL_LEVEL_H
#define LEVEL_LEVEL_H

#include "command/program.h"

extern const CompareCommand level_command_audit, level_command_build, level_command_convert,
    level_command_hulls, level_command_info, level_command_pieces;

#endif
