/* options: the options that commands share. An option has the same meaning in every command. Each
 * command adds a table of its own options, whose values are variables of its file. */
#ifndef COMPARE_COMMAND_OPTIONS_H
#define COMPARE_COMMAND_OPTIONS_H

#include "methods/method.h"
#include "result/table.h"

/* The values of the shared options. The default is NULL or 0. */
typedef struct {
    char **arguments;   /* all arguments, beginning with the command's name; borrowed */
    char **files;       /* the arguments that are not options */
    CompareAsked asked; /* the methods and how to build their trees; `methods` is NULL if the
                           command line names no methods */
    CompareStyle style;
    char *world;  /* --world, which replaces the scenario's world */
    char *shapes; /* --shapes, boxes and round shapes (command/movers.h) */
    /* The number of random moves for each box, 0 if the command makes none, and their seed, which
     * is below 0 by default. */
    gint64 moves, seed;
    gboolean moves_given;     /* if set, --moves is on the command line */
    gint64 edits;             /* the number of random edits; 0 keeps the scenario's edits */
    char *output;             /* a file name; NULL for standard output */
    json_object *environment; /* the machine and the program's version, to be stored in results */
    gboolean no_timing;
    gint repeat; /* timing repetitions; 0 keeps the scenario's number */
} CompareOptions;

/* Returns the value of --seed. Its default is 1, which is arbitrary, but fixed, so that runs
 * without --seed have the same moves. */
static inline guint64 compare_options_seed(const CompareOptions *options)
{
    return options->seed >= 0 ? (guint64)options->seed : 1;
}

/* Groups of shared options. */
typedef enum {
    COMPARE_OPTIONS_METHODS = 1 << 0, /* --methods */
    COMPARE_OPTIONS_FILL = 1 << 1,    /* --fill, --crack */
    COMPARE_OPTIONS_BUILDER = 1 << 2, /* --builder */
    COMPARE_OPTIONS_EDITS = 1 << 3,   /* --edits */
    COMPARE_OPTIONS_WORLD = 1 << 5,   /* --world */
    COMPARE_OPTIONS_MOVERS = 1 << 6,  /* --shapes */
    COMPARE_OPTIONS_MOVES = 1 << 7,   /* --moves, --seed */
    COMPARE_OPTIONS_SEED = 1 << 8,    /* --seed */
    COMPARE_OPTIONS_WIDE = 1 << 9,    /* --wide */
    COMPARE_OPTIONS_FORMAT = 1 << 10, /* --format */
    COMPARE_OPTIONS_FILE = 1 << 11,   /* --output */
    COMPARE_OPTIONS_TIMING = 1 << 12, /* --repeat, --no-timing */
    COMPARE_OPTIONS_CRACK = 1 << 13,  /* --crack */
    COMPARE_OPTIONS_INPUT = 1 << 14,  /* --input-format, which is also for --world */
    COMPARE_OPTIONS_TREES = COMPARE_OPTIONS_FILL | COMPARE_OPTIONS_BUILDER,
    /* The options of commands that take a level in place of a scenario. */
    COMPARE_OPTIONS_LEVEL = COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_MOVERS | COMPARE_OPTIONS_MOVES,
    COMPARE_OPTIONS_PRINT = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE,
} CompareOptionGroups;

typedef struct {
    const char *name;            /* the command's name, such as "run" or "generate world" */
    const char *summary;         /* the command's line in the program's --help */
    const char *arguments;       /* the names of the arguments in --help, such as "SCENARIO..." */
    const char *about;           /* the first lines of the command's own --help */
    const char *wanted;          /* the word for one argument in error messages, such as
                                    "scenario" */
    guint max;                   /* the largest number of arguments */
    gboolean may_have_none;      /* if set, no argument is required */
    guint groups;                /* the CompareOptionGroups of the command */
    const char *const *formats;  /* the allowed values of --format; NULL allows all */
    const GOptionEntry *options; /* the command's own options, ending with an entry whose name is
                                    NULL; NULL if it has none */
    /* Runs the command. Returns the exit status. If it sets the error, the program prints the error
     * and ends with COMPARE_EXIT_BAD. */
    int (*run)(CompareOptions *options, GError **error);
} CompareCommand;

/* The values of --format for commands that cannot print pages, and for commands that print only
 * tables and JSON. */
extern const char *const compare_formats_without_html[], *const compare_formats_of_reports[];

/* Parses the arguments from index 1 on. The caller clears the options. The program has only one set
 * of them. Fails with G_OPTION_ERROR if the usage is wrong, or with BSP_ERROR_VALUE. */
CompareOptions *compare_options_parse(const CompareCommand *command, char **arguments,
                                      GError **error);
void compare_options_clear(CompareOptions *options);

/* Returns the text of the command's --help. The caller frees it with g_free(). */
char *compare_options_help(const CompareCommand *command);

/* Returns the option whose name is nearest to a misspelt word, such as "--method". Returns NULL if
 * no name is near. The caller frees the name with g_free(). */
char *compare_options_nearest(const CompareCommand *command, const char *word);

/* Selects the methods of a list such as "onion,multi", in its order. NULL selects all methods
 * except those on demand. Fails with BSP_ERROR_VALUE. */
gboolean compare_options_select(CompareOptions *options, const char *list, GError **error);

/* Selects every method, including the methods on demand. */
void compare_options_select_all(CompareOptions *options);

/* Selects the default methods, unless the command line has --methods. */
gboolean compare_options_select_default(CompareOptions *options, GError **error);

/* Each of these fails with BSP_ERROR_VALUE if the value of the option, such as "--near", is
 * invalid. If `text` is NULL, compare_options_choose() does not change *index. */
gboolean compare_options_check_integer(const char *option, gint64 value, gint64 min, gint64 max,
                                       GError **error);
gboolean compare_options_check_number(const char *option, double value, double min, double max,
                                      GError **error);
gboolean compare_options_choose(const char *option, const char *text, const char *const *choices,
                                guint *index, GError **error);

/* Fails with BSP_ERROR_VALUE if the output is JSON but its name has the extension of another world
 * format. */
gboolean compare_options_check_json(const char *output, GError **error);

#endif
