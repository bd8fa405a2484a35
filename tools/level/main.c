/* main: the program bsplevel, for makers of levels and for build scripts of engines. */
#include "level/level.h"

int main(int argc, char **argv)
{
    static const CompareCommand *const commands[] = {
        &level_command_info,    &level_command_build,    &level_command_convert,
        &level_command_pieces,  &level_command_hulls,    &level_command_audit,
        &level_command_overlap, &level_command_navigate, NULL
    };
    static const CompareProgram program = { "bsplevel",
                                            "Describes, converts and checks levels, and builds "
                                            "their trees.",
                                            commands };
    return compare_program_main(&program, argc, argv);
}
