/* options: what the commands' options have in common. */
#ifndef COMPARE_COMMAND_OPTIONS_H
#define COMPARE_COMMAND_OPTIONS_H

#include "methods/method.h"
#include "trace/node.h"

typedef struct {
    const char *command;   /* "run" */
    const char *arguments; /* what --help calls them: "SCENARIO..." */
    const char *summary;
    const char *wanted; /* of what at least one must be named: "scenario" */
    guint max;          /* how many may be named */
    const GOptionEntry *entries;
} CompareCommandLine;

/* Parses arguments[1...]: options into the entries' variables, the others into *files
 * (g_strfreev()). Returns TRUE to go on, FALSE to end with *status: --help was given, or there was
 * an error, which has been told. */
gboolean compare_options_parse(const CompareCommandLine *line, char **arguments, char ***files,
                               int *status);

/* The methods of a list such as "onion,multi", in its order; all that are not on
 * demand when it is NULL. Ends with
 * NULL; free with g_free(). NULL with BSP_ERROR_VALUE. */
const CompareMethodClass **compare_options_methods(const char *list, GError **error);

/* How trees are built. */
typedef struct {
    CompareBuilder builder; /* --builder; fast when it is NULL */
    gboolean plain;         /* --plain */
    BspFillMode fill;       /* --fill off (also when it is NULL), auto or on */
    guint n_threads;        /* --threads; 0: one per processor */
    CompareLimits limits;   /* --max-seconds and --max-memory */
} CompareTrees;

/* The entries of --max-seconds and --max-memory, for a command that builds trees; seconds and
 * memory are the variables for their values, char *. */
#define COMPARE_OPTIONS_LIMITS(seconds, memory)                                                    \
    { "max-seconds",                                                                               \
      0,                                                                                           \
      0,                                                                                           \
      G_OPTION_ARG_STRING,                                                                         \
      seconds,                                                                                     \
      "Give up when building a tree takes longer; no limit if not given",                          \
      "N" },                                                                                       \
    {                                                                                              \
        "max-memory", 0, 0, G_OPTION_ARG_STRING, memory,                                           \
            "Give up when more memory is in use while building, bytes, or with K, M, G or T; no "  \
            "limit if not given",                                                                  \
            "SIZE"                                                                                 \
    }

/* What --max-seconds and --max-memory say, of which either may be NULL. Fails with
 * BSP_ERROR_VALUE. */
gboolean compare_options_limits(const char *seconds, const char *memory, CompareLimits *limits,
                                GError **error);

/* What --builder, --fill and --threads say. Fails with BSP_ERROR_VALUE. */
gboolean compare_options_trees(const char *builder, const char *fill, gint n_threads,
                               CompareTrees *trees, GError **error);

#endif
