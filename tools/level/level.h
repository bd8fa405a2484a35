/* level: the commands of the program bsplevel; arguments[0] is the command's name. Exit status as
 * in command/command.h. */
#ifndef LEVEL_LEVEL_H
#define LEVEL_LEVEL_H

int level_command_audit(char **arguments);
int level_command_build(char **arguments);
int level_command_convert(char **arguments);
int level_command_hulls(char **arguments);
int level_command_info(char **arguments);

#endif
