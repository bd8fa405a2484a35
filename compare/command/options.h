/* options: what the command line says, read once: each command names the groups of options that it
 * shares with others, and adds its own. */
#ifndef COMPARE_COMMAND_OPTIONS_H
#define COMPARE_COMMAND_OPTIONS_H

#include "methods/method.h"
#include "output/grid.h"

/* What the shared options have said; zero at first. */
typedef struct {
    char **arguments;   /* all that was given, the command's name first; borrowed */
    char **files;       /* the arguments that are no options */
    CompareAsked asked; /* the methods are NULL where none were named */
    CompareStyle style;
    char *world;                     /* in place of the scenario's own; NULL: that */
    gboolean patches;                /* the worlds' names select them already */
    char *output;                    /* NULL: standard output */
    char **trees;                    /* files of saved trees; NULL: none */
    GPtrArray *saved;                /* what is in them, see compare_command_load_trees() */
    CompareEnvironment *environment; /* the style's */
    gboolean no_timing;
    guint repeat; /* of timing; 0: as the scenario says */
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
    COMPARE_OPTIONS_PATCHES = 1 << 11,  /* --patches, of the worlds that are named */
    COMPARE_OPTIONS_TREES = COMPARE_OPTIONS_BUILDER | COMPARE_OPTIONS_THREADS,
    COMPARE_OPTIONS_OUTPUT = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE |
                             COMPARE_OPTIONS_REPEAT | COMPARE_OPTIONS_NO_TIMING,
    COMPARE_OPTIONS_PRINT = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE
} CompareOptionGroups;

typedef struct {
    const char *command;   /* "run" */
    const char *arguments; /* what --help calls them: "SCENARIO..." */
    const char *summary;
    const char *wanted; /* of what at least one must be named: "scenario"; NULL: none may be */
    guint max;          /* how many may be named */
    const GOptionEntry *entries; /* of its own; NULL: none */
    guint groups;                /* CompareOptionGroups */
} CompareCommandLine;

/* Parses arguments[1...]. Returns TRUE to go on, FALSE to end with *status: --help was given, or
 * there was an error, which has been told. The options are to be cleared in any case. */
gboolean compare_options_parse(const CompareCommandLine *line, char **arguments,
                               CompareOptions *options, int *status);
void compare_options_clear(CompareOptions *options);

/* Asks for the methods of a list such as "onion,multi", in its order; all that are not on demand
 * when it is NULL. Fails with BSP_ERROR_VALUE. */
gboolean compare_options_ask(CompareOptions *options, const char *list, GError **error);

/* Asks the usual methods, unless --method chose. */
gboolean compare_options_ask_usual(CompareOptions *options, GError **error);

/* The format of commands that write a table or JSON, where it is given. Fails with
 * BSP_ERROR_VALUE. */
gboolean compare_options_check_format(const char *format, GError **error);

/* Whether what is written as JSON does not go by the name of another format of worlds. Fails with
 * BSP_ERROR_VALUE. */
gboolean compare_options_check_json(const char *output, GError **error);

#endif
