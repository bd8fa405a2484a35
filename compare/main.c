/* main: the program bspcompare. */
#include "command/command.h"

static const CompareCommand commands[] = {
    { "run", "build every method, run every trajectory, print the comparison",
      compare_command_run },
    { "regress", "agreement only: every method against the oracle and each other",
      compare_command_regress },
    { "sweep", "one scenario with one parameter varied: a row for each value",
      compare_command_sweep },
    { "report", "print saved results (JSON) as a table or a page", compare_command_report },
    { "diff", "what changed from one saved result to another; exit status 1 if it is worse",
      compare_command_diff },
    { "explain", "one move: the truth, what each method answers, and why",
      compare_command_explain },
    { "draw", "draw a slice of a level, a plan of it, or a map of query costs",
      compare_command_draw },
    { "generate", "generate a world or a scenario from a seed", compare_command_generate },
    { "moves", "write the moves of a scenario, a level or a log as a scenario",
      compare_command_moves },
    { NULL },
};

int main(int argc, char **argv)
{
    static const CompareProgram program = { "bspcompare",
                                            "Collision detection with onion BSPs and with plane "
                                            "shifting, compared with each other.",
                                            commands };
    return compare_command_main(&program, argc, argv);
}
