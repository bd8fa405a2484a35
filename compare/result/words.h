/* words: makes the sentences of a result about its subject, its verdict, its notes and its
 * warnings. No other file turns records into words, so the terminal, markdown and the page print
 * the same.
 *
 * The caller frees texts with g_free(), and lists (char *, NULL at the end) with g_strfreev(). */
#ifndef COMPARE_WORDS_H
#define COMPARE_WORDS_H

#include "result/result.h"

/* Returns one line about the subject of the comparison. */
char *compare_words_about(json_object *result);

/* Returns the reason why the machine was noisy, or NULL if it was not noisy. */
char *compare_words_noise(json_object *result);

/* Returns sentences about which method is best for each use, and why answers are early. */
char **compare_words_verdict(json_object *result);

/* Returns the sentences of all notes. `file` is the name of the scenario's file, for sentences
 * about a move. If it is NULL, they name no file. */
char **compare_words_notes(json_object *result, const char *file);

/* Returns a text about the worst wrong answer, or NULL if no answer is wrong, or if the result is
 * not one of regress. */
char *compare_words_worst(json_object *result, const char *file);

/* Returns a line about each method, such as "onion: ...". */
char **compare_words_methods(json_object *result);

/* Returns all these texts as an object with the members "about", "noise", "verdict", "notes" and
 * "methods". */
json_object *compare_words_object(json_object *result);

#endif
