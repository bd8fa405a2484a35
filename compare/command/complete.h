/* complete: lists completions of a partly typed word, for the shell.
 *
 * "bspcompare WORD... --complete" prints the completions of the last WORD, one on each line: "word
 * TEXT" if the word is then finished; "part TEXT" if it continues, as after "--format="; "files N
 * .json .map" for files with these extensions, or "files N" for any files. The name of the file
 * begins after the word's Nth "=": 1 in "--world=w.json", 0 if the whole word is the name. Only
 * directories end in "/". The options and their values come from --help, so this file knows no
 * command. compare/completion/bspcompare is the shell's part. */
#ifndef COMPARE_COMMAND_COMPLETE_H
#define COMPARE_COMMAND_COMPLETE_H

#include <glib.h>

/* TRUE if the arguments end in "--complete". */
gboolean compare_complete_asked(char **arguments);

typedef struct {
    const char *command;   /* "generate world" */
    const char *help;      /* text of its --help */
    const char *arguments; /* the arguments' name in --help: "SCENARIO..."; NULL: there are none */
} CompareCompletion;

/* The completions of the last word of arguments[1...] before "--complete". The caller frees the
 * text with g_free(). */
char *compare_complete(const CompareCompletion *completion, char **arguments);

/* The same for a word that must be one of these names. */
char *compare_complete_word(const char *const *names, const char *word);

/* The options in a --help text, such as "--methods". The caller frees them with g_strfreev(). */
char **compare_complete_options(const char *help);

#endif
