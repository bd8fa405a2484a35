/* words: the sentences of a result: what it is about, its verdict, its notes and its warnings. The
 * only place that turns records into words; the terminal, markdown and the page print the same.
 *
 * The caller frees texts with g_free(), and lists (char *, NULL at the end) with g_strfreev(). */
#ifndef COMPARE_WORDS_H
#define COMPARE_WORDS_H

#include "result/result.h"

/* The comparison's subject in one line. */
char *compare_words_about(json_object *result);

/* Why the machine was noisy; NULL if it was not. */
char *compare_words_noise(json_object *result);

/* Which method is best for what, and why answers are early. */
char **compare_words_verdict(json_object *result);

/* file: the name of the scenario's file, for sentences about a move; NULL: they name no file. */
char **compare_words_notes(json_object *result, const char *file);

/* The worst wrong answer; NULL if the result is not one of regress, or none is wrong. */
char *compare_words_worst(json_object *result, const char *file);

/* A line that says for each method what it is: "onion: ...". */
char **compare_words_methods(json_object *result);

/* All of these as an object: "about", "noise", "verdict", "notes", "methods". */
json_object *compare_words_object(json_object *result);

#endif
