/* compare-command-options: what the commands' options have in common. */
#ifndef COMPARE_COMMAND_OPTIONS_H
#define COMPARE_COMMAND_OPTIONS_H

#include "bsp-node.h"
#include "compare-method.h"

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
} CompareTrees;

/* What --builder, --fill and --threads say. Fails with BSP_ERROR_VALUE. */
gboolean compare_options_trees(const char *builder, const char *fill, gint n_threads,
                               CompareTrees *trees, GError **error);

#endif
