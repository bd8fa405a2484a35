/* nearest: finds the name that a misspelt word stands for. */
#ifndef COMPARE_NEAREST_H
#define COMPARE_NEAREST_H

#include <glib.h>

/* Returns the name with the fewest changes from the word, at most a third of its letters. A change
 * inserts, deletes or replaces a letter, or swaps two neighbours. The first of equally near names
 * is returned, or NULL if none is near. names ends with NULL. */
const char *compare_nearest(const char *word, const char *const *names);

#endif
