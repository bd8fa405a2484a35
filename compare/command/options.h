/* options: parses the command line. A command names the groups of options that it shares with
 * others, and adds a table of its own. An option has the same meaning in every command. */
#ifndef COMPARE_COMMAND_OPTIONS_H
#define COMPARE_COMMAND_OPTIONS_H

#include "command/option-table.h"
#include "methods/method.h"
#include "result/grid.h"

/* The values of the shared options; zero at first. */
typedef struct {
    char **arguments;   /* all arguments, beginning with the command's name; borrowed */
    char **files;       /* the arguments that are not options */
    CompareAsked asked; /* methods is NULL if none were named */
    CompareStyle style;
    char *world;        /* --world, which replaces the scenario's world; NULL: not given */
    gboolean patches;   /* --patches, --patch-error, --game and --include: already appended to the
                           names of worlds */
    double patch_error; /* units; 0: not given */
    guint game;         /* BspGame */
    char *include;
    char *boxes, *shapes; /* --boxes, --shapes (command/movers.h); NULL: none */
    gint64 moves, seed;   /* moves: random moves for each box, 0 if the command makes none; seed:
                             theirs, below 0 if not given */
    gboolean moves_given; /* --moves is on the command line */
    char *output;         /* NULL: standard output */
    char **trees;         /* files of saved trees; NULL: none */
    GPtrArray *saved;     /* the trees of these files, see compare_command_load_trees() */
    CompareEnvironment *environment; /* the style points to it */
    gboolean no_timing;
    guint repeat; /* timing repetitions; 0: as the scenario says */
    /* For options.c only. */
    guint builder, fill, format;
    gint64 threads, repetitions;
    char *methods, *max_memory;
    GPtrArray *owned; /* texts and lists to free */
} CompareOptions;

/* Groups of shared options. */
typedef enum {
    COMPARE_OPTIONS_METHODS = 1 << 0,   /* --methods */
    COMPARE_OPTIONS_BUILDER = 1 << 1,   /* --builder, --fill, --plain */
    COMPARE_OPTIONS_LIMITS = 1 << 2,    /* --max-seconds, --max-memory */
    COMPARE_OPTIONS_WORLD = 1 << 3,     /* --world, --patches, --patch-error, --game, --include */
    COMPARE_OPTIONS_WIDE = 1 << 4,      /* --wide */
    COMPARE_OPTIONS_FORMAT = 1 << 5,    /* --format */
    COMPARE_OPTIONS_FILE = 1 << 6,      /* --output */
    COMPARE_OPTIONS_REPEAT = 1 << 7,    /* --repeat */
    COMPARE_OPTIONS_NO_TIMING = 1 << 8, /* --no-timing */
    COMPARE_OPTIONS_THREADS = 1 << 9,   /* --threads */
    COMPARE_OPTIONS_SAVED = 1 << 10,    /* --tree */
    COMPARE_OPTIONS_PATCHES = 1 << 11,  /* the same without --world, for commands with worlds
                                           as arguments */
    COMPARE_OPTIONS_MOVERS = 1 << 12,   /* --boxes, --shapes */
    COMPARE_OPTIONS_MOVES = 1 << 13,    /* --moves, --seed */
    COMPARE_OPTIONS_TREES = COMPARE_OPTIONS_BUILDER | COMPARE_OPTIONS_THREADS,
    COMPARE_OPTIONS_OUTPUT = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE |
                             COMPARE_OPTIONS_REPEAT | COMPARE_OPTIONS_NO_TIMING,
    COMPARE_OPTIONS_PRINT = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE,
    /* Commands that take a level in place of a scenario. */
    COMPARE_OPTIONS_LEVEL = COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_MOVERS | COMPARE_OPTIONS_MOVES
} CompareOptionGroups;

/* The values of --format for commands without pages, and for commands with only tables and JSON. */
extern const char *const compare_formats_without_html[], *const compare_formats_of_reports[];

/* Names of methods, NULL at the end: all methods, those whose tree can be drawn, those whose tree
 * can be saved. */
typedef enum { COMPARE_METHODS_ALL, COMPARE_METHODS_DRAWN, COMPARE_METHODS_SAVED } CompareMethodSet;
const char *const *compare_method_names(CompareMethodSet set);

/* Parses arguments[1...]. Returns TRUE if the command is to run. Returns FALSE with *status if
 * it is to end: --help was given, or an error was printed. The caller clears the options in any
 * case. */
gboolean compare_options_parse(const CompareCommandLine *line, char **arguments,
                               CompareOptions *options, int *status);
void compare_options_clear(CompareOptions *options);

/* Selects the methods of a list such as "onion,multi", in its order. NULL selects all except those
 * on demand. Fails with BSP_ERROR_VALUE. */
gboolean compare_options_select(CompareOptions *options, const char *list, GError **error);

/* Selects the default methods, unless --methods was given. */
gboolean compare_options_select_default(CompareOptions *options, GError **error);

/* Fails with BSP_ERROR_VALUE if a JSON output has the name of another world format. */
gboolean compare_options_check_json(const char *output, GError **error);

#endif
