/* option-table: the options of a command, in a table. The parser, --help and the completion of the
 * shell all read the same table. Only shared options have letters. */
#ifndef COMPARE_COMMAND_OPTION_TABLE_H
#define COMPARE_COMMAND_OPTION_TABLE_H

#include <glib.h>

typedef enum {
    COMPARE_OPTION_FLAG,    /* gboolean; the option has no value */
    COMPARE_OPTION_TEXT,    /* char *, UTF-8 */
    COMPARE_OPTION_PATH,    /* char *, the name of a file */
    COMPARE_OPTION_LIST,    /* char **; only an option of this kind may be given several times */
    COMPARE_OPTION_INTEGER, /* gint64 */
    COMPARE_OPTION_NUMBER,  /* double */
    COMPARE_OPTION_CHOICE,  /* guint, the index of the value in the list of choices */
} CompareOptionKind;

/* One option. A text value points into the command line; a list is owned by CompareOptions. */
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

/* Each of these functions makes one row of a table. */

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

typedef struct {
    const char *command;   /* "run" */
    const char *arguments; /* the arguments' name in --help: "SCENARIO..." */
    const char *summary;
    const char *wanted; /* the kind of required argument: "scenario"; NULL: arguments are not
                           allowed */
    guint max;          /* the most arguments */
    const char *const *choices;   /* possible arguments; NULL: any */
    const CompareOption *options; /* the command's own table */
    guint n_options;
    guint groups;                              /* CompareOptionGroups */
    const char *const *formats;                /* of --format; NULL: all */
    const char *output_argument, *output_help; /* of --output; NULL: "FILE" and the usual text */
} CompareCommandLine;

#endif
