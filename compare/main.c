/* main: the program bspcompare. */
#include "command/program.h"

int main(int argc, char **argv)
{
    static const CompareCommand *const commands[] = { &compare_command_run,
                                                      &compare_command_regress,
                                                      &compare_command_sweep,
                                                      &compare_command_report,
                                                      &compare_command_diff,
                                                      &compare_command_explain,
                                                      &compare_command_draw,
                                                      &compare_command_generate_world,
                                                      &compare_command_generate_scenario,
                                                      &compare_command_moves,
                                                      NULL };
    static const CompareProgram program = { "bspcompare",
                                            "Collision detection with onion BSPs and with plane "
                                            "shifting, compared with each other.",
                                            commands };
    return compare_program_main(&program, argc, argv);
}
