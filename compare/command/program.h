/* program: a program that consists of commands, such as bspcompare and bsplevel. */
#ifndef COMPARE_PROGRAM_H
#define COMPARE_PROGRAM_H

#include "command/options.h"

typedef struct {
    const char *name, *summary;
    const CompareCommand *const *commands; /* the list of commands, which ends with NULL */
} CompareProgram;

/* Runs the whole program and returns its exit status. */
int compare_program_main(const CompareProgram *program, int argc, char **argv);

/* The commands of bspcompare. */
extern const CompareCommand compare_command_run, compare_command_regress, compare_command_sweep,
    compare_command_report, compare_command_diff, compare_command_explain, compare_command_draw,
    compare_command_generate_world, compare_command_generate_scenario, compare_command_moves;

#endif
