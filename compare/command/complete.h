/* complete: lists completions of a partly typed word, for the shell.
 *
 * "bspcompare WORD... --complete" prints the completions of the last WORD, one on each line: "word
 * TEXT" if the word is then finished; "part TEXT" if it continues, as after "--format="; "files N
 * .json .map" for files with these extensions, or "files N" for any files. The name of the file
 * begins after the word's Nth "=": 1 in "--world=w.json", 0 if the whole word is the name. Only
 * directories end in "/". compare/completion/bspcompare is the shell's part. */
#ifndef COMPARE_COMMAND_COMPLETE_H
#define COMPARE_COMMAND_COMPLETE_H

#include "command/option-table.h"

/* TRUE if the arguments end in "--complete". */
gboolean compare_is_completion(char **arguments);

/* Returns the completions of the word before "--complete", from the command's n options. The caller
 * frees the text with g_free(). */
char *compare_complete(const CompareCommandLine *line, const CompareOption *options, guint n,
                       char **arguments);

/* Returns the completions of a word that must be one of these names. */
char *compare_complete_word(const char *const *names, const char *word);

#endif
