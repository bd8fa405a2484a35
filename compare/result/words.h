/* words: makes the sentences of a result about its subject, its verdict, its notes and its
 * warnings. No other file turns records into words, so the terminal, markdown and the page print
 * the same.
 *
 * The caller frees texts with g_free(), and lists (char *, NULL at the end) with g_strfreev(). */
#ifndef COMPARE_WORDS_H
#define COMPARE_WORDS_H

#include "result/result.h"

/* Describes the comparison's subject in one line. */
char *compare_words_about(json_object *result);

/* Says why the machine was noisy. NULL if it was not noisy. */
char *compare_words_noise(json_object *result);

/* Says which method is best for each use, and why answers are early. */
char **compare_words_verdict(json_object *result);

/* Returns the sentences of all notes. `file` is the name of the scenario's file, for sentences
 * about a move. If it is NULL, they name no file. */
char **compare_words_notes(json_object *result, const char *file);

/* Describes the worst wrong answer. NULL if no answer is wrong, or the result is not one of
 * regress. */
char *compare_words_worst(json_object *result, const char *file);

/* Describes each method in a line such as "onion: ...". */
char **compare_words_methods(json_object *result);

/* Returns all of these as an object with the members "about", "noise", "verdict", "notes" and
 * "methods". */
json_object *compare_words_object(json_object *result);

#endif
