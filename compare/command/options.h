/* options: the options of the commands, in tables. The parser, --help and the completion of the
 * shell all read the same tables.
 *
 * A command names the groups of options that it shares with others, and adds a table of its own. An
 * option has the same meaning in every command. Only the shared options have letters. */
#ifndef COMPARE_COMMAND_OPTIONS_H
#define COMPARE_COMMAND_OPTIONS_H

#include "methods/method.h"
#include "output/grid.h"

/* --- one option --- */

typedef enum {
    COMPARE_OPTION_FLAG,    /* gboolean; the option has no value */
    COMPARE_OPTION_TEXT,    /* char *, UTF-8 */
    COMPARE_OPTION_PATH,    /* char *, the name of a file */
    COMPARE_OPTION_LIST,    /* char **; only an option of this kind may be given several times */
    COMPARE_OPTION_INTEGER, /* gint64 */
    COMPARE_OPTION_NUMBER,  /* double */
    COMPARE_OPTION_CHOICE,  /* guint, the place of the value in the list of choices */
} CompareOptionKind;

/* Texts point into the command line. CompareOptions owns lists. */
typedef struct {
    const char *name; /* "methods" */
    char letter;      /* 'm'; 0: none */
    CompareOptionKind kind;
    gpointer value;       /* where the value goes */
    const char *argument; /* the value's name in --help: "METHOD,..."; NULL for a flag */
    const char *help;
    const char *const *choices; /* the possible values; NULL: any */
    double min, max;            /* of numbers */
} CompareOption;

/* The functions make the rows of a table. */

static inline CompareOption compare_option_flag(const char *name, gboolean *value, const char *help)
{
    return (
        CompareOption){ .name = name, .kind = COMPARE_OPTION_FLAG, .value = value, .help = help };
}

/* choices: for completion only, because the command checks the value; or NULL. */
static inline CompareOption compare_option_text(const char *name, char **value,
                                                const char *argument, const char *const *choices,
                                                const char *help)
{
    return (CompareOption){ .name = name,
                            .kind = COMPARE_OPTION_TEXT,
                            .value = value,
                            .argument = argument,
                            .help = help,
                            .choices = choices };
}

static inline CompareOption compare_option_path(const char *name, char **value,
                                                const char *argument, const char *help)
{
    return (CompareOption){ .name = name,
                            .kind = COMPARE_OPTION_PATH,
                            .value = value,
                            .argument = argument,
                            .help = help };
}

static inline CompareOption compare_option_list(const char *name, char ***value,
                                                const char *argument, const char *help)
{
    return (CompareOption){ .name = name,
                            .kind = COMPARE_OPTION_LIST,
                            .value = value,
                            .argument = argument,
                            .help = help };
}

static inline CompareOption compare_option_integer(const char *name, gint64 *value, gint64 min,
                                                   gint64 max, const char *argument,
                                                   const char *help)
{
    return (CompareOption){ .name = name,
                            .kind = COMPARE_OPTION_INTEGER,
                            .value = value,
                            .argument = argument,
                            .help = help,
                            .min = (double)min,
                            .max = (double)max };
}

static inline CompareOption compare_option_number(const char *name, double *value, double min,
                                                  double max, const char *argument,
                                                  const char *help)
{
    return (CompareOption){ .name = name,
                            .kind = COMPARE_OPTION_NUMBER,
                            .value = value,
                            .argument = argument,
                            .help = help,
                            .min = min,
                            .max = max };
}

static inline CompareOption compare_option_choice(const char *name, guint *value,
                                                  const char *const *choices, const char *argument,
                                                  const char *help)
{
    return (CompareOption){ .name = name,
                            .kind = COMPARE_OPTION_CHOICE,
                            .value = value,
                            .argument = argument,
                            .help = help,
                            .choices = choices };
}

/* --- the options of a command --- */

/* The values of the shared options; zero at first. */
typedef struct {
    char **arguments;   /* all arguments, beginning with the command's name; borrowed */
    char **files;       /* the arguments that are not options */
    CompareAsked asked; /* methods is NULL if none were named */
    CompareStyle style;
    char *world;                     /* replaces the scenario's world; NULL: it does not */
    gboolean patches;                /* already applied to the worlds' names */
    char *boxes, *shapes;            /* NULL: none; see command/level.h */
    gint64 moves, seed;              /* of random moves; moves: 0 if the command makes none */
    char *output;                    /* NULL: standard output */
    char **trees;                    /* files of saved trees; NULL: none */
    GPtrArray *saved;                /* their contents, see compare_command_load_trees() */
    CompareEnvironment *environment; /* the style's */
    gboolean no_timing;
    guint repeat; /* of timing; 0: the scenario's value */
    /* For options.c. */
    guint builder, fill, format;
    gint64 threads, repetitions;
    char *methods, *max_memory;
    GPtrArray *owned; /* texts and lists */
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
    COMPARE_OPTIONS_MOVERS = 1 << 12,   /* --boxes, --shapes */
    COMPARE_OPTIONS_MOVES = 1 << 13,    /* --moves, --seed */
    COMPARE_OPTIONS_TREES = COMPARE_OPTIONS_BUILDER | COMPARE_OPTIONS_THREADS,
    COMPARE_OPTIONS_OUTPUT = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE |
                             COMPARE_OPTIONS_REPEAT | COMPARE_OPTIONS_NO_TIMING,
    COMPARE_OPTIONS_PRINT = COMPARE_OPTIONS_FORMAT | COMPARE_OPTIONS_FILE,
    /* Commands that take a level in place of a scenario. */
    COMPARE_OPTIONS_LEVEL = COMPARE_OPTIONS_WORLD | COMPARE_OPTIONS_MOVERS | COMPARE_OPTIONS_MOVES
} CompareOptionGroups;

typedef struct {
    const char *command;   /* "run" */
    const char *arguments; /* the arguments' name in --help: "SCENARIO..." */
    const char *summary;
    const char *wanted; /* the kind of required argument: "scenario"; NULL: arguments are not
                           allowed */
    guint max;          /* the most arguments */
    const char *const *choices;   /* possible arguments; NULL: any */
    const GOptionEntry *entries;  /* a table of GLib; NULL: none */
    const CompareOption *options; /* the command's own table */
    guint n_options;
    guint groups;                              /* CompareOptionGroups */
    const char *const *formats;                /* of --format; NULL: all */
    const char *output_argument, *output_help; /* of --output; NULL: "FILE" and the usual text */
} CompareCommandLine;

/* The values of --format where there are no pages, and where there are table and JSON alone. */
extern const char *const compare_formats_without_html[], *const compare_formats_of_reports[];

/* The names of the methods: all, those with a tree that can be drawn, those with one that can be
 * saved. NULL at the end. */
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
gboolean compare_options_ask(CompareOptions *options, const char *list, GError **error);

/* Selects the default methods, unless --methods was given. */
gboolean compare_options_ask_usual(CompareOptions *options, GError **error);

/* Fails with BSP_ERROR_VALUE if a JSON output has the name of another world format. */
gboolean compare_options_check_json(const char *output, GError **error);

#endif
