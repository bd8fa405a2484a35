/* main: the program bsplevel: what makers of levels and build scripts of engines need. */
#include "command/command.h"
#include "level/level.h"

static const CompareCommand commands[] = {
    { "info", "describe a world or a saved tree; find the hole of a leak", level_command_info },
    { "build", "build a method's tree of a level and save it", level_command_build },
    { "convert", "write a level of any format as JSON or .obj", level_command_convert },
    { "hulls", "write a level's clip hulls anew, for boxes of other sizes", level_command_hulls },
    { "audit", "where a level's own bevels or clip hulls differ from the exact expansion",
      level_command_audit },
    { NULL },
};

int main(int argc, char **argv)
{
    static const CompareProgram program = { "bsplevel",
                                            "Describes, converts and checks levels, and builds "
                                            "their trees.",
                                            commands };
    return compare_command_main(&program, argc, argv);
}
