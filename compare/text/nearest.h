/* nearest: of the names there are, the one that was meant. */
#ifndef COMPARE_NEAREST_H
#define COMPARE_NEAREST_H

#include <glib.h>

/* The name that takes the fewest changes - a letter more, less, other, or two swapped - to be made
 * of the word, if they are at most a third of its letters; the first of equals; NULL when there is
 * none. names ends with NULL. */
const char *compare_nearest(const char *word, const char *const *names);

#endif
