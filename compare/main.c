/* main: the program bspcompare. */
#include "command/command.h"

int main(int argc, char **argv)
{
    return compare_command_main(argc, argv);
}
