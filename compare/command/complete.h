/* complete: what could stand in place of the word that is being typed, for the shell.
 *
 * "bspcompare WORD... --complete" asks what could stand in place of the last WORD; the answer is a
 * line for each possibility: "word TEXT" when the word is then finished; "part TEXT" when it goes
 * on, as after "--format="; and "files N .json .map" for files that end so, "files N" for any,
 * whose name is what follows the word's Nth "=": 1 in "--world=w.json", 0 where the word is the
 * name. Only directories end in "/". The options are those that --help tells, and so are what they
 * take: nothing here knows a command. compare/completion/bspcompare is the shell's side.
 */
#ifndef COMPARE_COMMAND_COMPLETE_H
#define COMPARE_COMMAND_COMPLETE_H

#include <glib.h>

/* Whether the arguments end in "--complete". */
gboolean compare_complete_asked(char **arguments);

typedef struct {
    const char *command;   /* "generate world" */
    const char *help;      /* its --help */
    const char *arguments; /* what --help calls them: "SCENARIO..."; NULL: there are none */
} CompareCompletion;

/* What could stand in place of the last word of arguments[1...], before "--complete". Free with
 * g_free(). */
char *compare_complete(const CompareCompletion *completion, char **arguments);

/* The same for a word that is one of these. */
char *compare_complete_word(const char *const *names, const char *word);

/* Names of the options in --help: "--methods"; free with g_strfreev(). */
char **compare_complete_options(const char *help);

#endif
