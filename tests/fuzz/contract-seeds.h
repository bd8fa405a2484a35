/* contract-seeds: the inputs that fuzzing of the contract begins with, and that are always tested.
 */
#ifndef CONTRACT_SEEDS_H
#define CONTRACT_SEEDS_H

#include <glib.h>

guint contract_n_seeds(void);

/* The seed, and its file's name, which g_free() frees. */
GByteArray *contract_seed(guint i, char **name);

#endif
