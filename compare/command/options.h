/* options: parses the command line once. Each command names the groups of options that it shares
 * with others, and adds its own. */
#ifndef COMPARE_COMMAND_OPTIONS_H
#define COMPARE_COMMAND_OPTIONS_H

#include "methods/method.h"
#include "result/grid.h"

/* The values of the shared options; zero at first. */
typedef struct {
    char **arguments;   /* all arguments, beginning with the command's name; borrowed */
    char **files;       /* the arguments that are not options */
    CompareAsked asked; /* methods is NULL if none were named */
    CompareStyle style;
    char *world;                     /* replaces the scenario's world; NULL: it does not */
    gboolean patches;                /* already applied to the worlds' names */
    char *output;                    /* NULL: standard output */
    char **trees;                    /* files of saved trees; NULL: none */
    GPtrArray *saved;                /* their contents, see compare_command_load_trees() */
    CompareEnvironment *environment; /* the style's */
    gboolean no_timing;
    guint repeat; /* of timing; 0: the scenario's value */
} CompareOptions;

/* Groups of shared options. */
typedef enum {
    COMPARE_OPTIONS_METHODS = 1 << 0,   /* --methods */
    COMPARE_OPTIONS_BUILDER = 1 << 1,   /* --builder, --fill, --plain */
    COMPARE_OPTIONS_LIMITS = 1 << 2,    /* --max-seconds, --max-memory */
    COMPARE_OPTIONS_WORLD = 1 << 3,     /* --world, --patches */
    COMPARE_OPTIONS_WIDE = 1 << 4,      /* --wide */
    COMPARE_OPTIONS_FORMAT = 1 << 5,    /* --format */
    COMPARE_OPTIONS_FILE = 1 << 6,      /* --output */
    COMPARE_OPTIONS_REPEAT = 1 << 7,    /* --repeat */
    COMPARE_OPTIONS_NO_TIMING = 1 << 8, /* --no-timing */
    COMPARE_OPTIONS_THREADS = 1 << 9,   /* --threads */
    COMPARE_OPTIONS_SAVED = 1 << 10,    /* --tree */
    COMPARE_OPTIONS_PATCHES = 1 << 11,  /* --patches, for commands with worlds as arguments */
    COMPARE_OPTIONS_TREES = COMPARE_OPTIONS_BUILDER | COMPARE_OPTIONS_THREADS,
    COMPARE_OPTIONS_OUTPUT = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE |
                             COMPARE_OPTIONS_REPEAT | COMPARE_OPTIONS_NO_TIMING,
    COMPARE_OPTIONS_PRINT = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE
} CompareOptionGroups;

typedef struct {
    const char *command;   /* "run" */
    const char *arguments; /* the arguments' name in --help: "SCENARIO..." */
    const char *summary;
    const char *wanted; /* the kind of required argument: "scenario"; NULL: arguments are not
                           allowed */
    guint max;          /* the most arguments */
    const GOptionEntry *entries; /* the command's own; NULL: none */
    guint groups;                /* CompareOptionGroups */
} CompareCommandLine;

/* Parses arguments[1...]. Returns TRUE if the command is to run. Returns FALSE with *status if
 * it is to end: --help was given, or an error was printed. The caller clears the options in any
 * case. */
gboolean compare_options_parse(const CompareCommandLine *line, char **arguments,
                               CompareOptions *options, int *status);
void compare_options_clear(CompareOptions *options);

/* Selects the methods of a list such as "onion,multi", in its order. NULL selects all except those
 * on demand. Fails with BSP_ERROR_VALUE. */
gboolean compare_options_ask(CompareOptions *options, const char *list, GError **error);

/* Selects the default methods, unless --methods was given. */
gboolean compare_options_ask_usual(CompareOptions *options, GError **error);

/* Checks the format of a command that writes a table or JSON; NULL is allowed. Fails with
 * BSP_ERROR_VALUE. */
gboolean compare_options_check_format(const char *format, GError **error);

/* Fails with BSP_ERROR_VALUE if a JSON output has the name of another world format. */
gboolean compare_options_check_json(const char *output, GError **error);

#endif
