/* contract-seeds: the inputs with which fuzzing of the contract begins, and which are always
 * tested.
 */
#ifndef CONTRACT_SEEDS_H
#define CONTRACT_SEEDS_H

#include <glib.h>

guint contract_n_seeds(void);

/* Returns seed i, and stores its file's name in *name. The caller frees the name with g_free(). */
GByteArray *contract_seed(guint i, char **name);

#endif
