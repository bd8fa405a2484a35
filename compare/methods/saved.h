/* saved: loads trees from files instead of building them. */
#ifndef COMPARE_SAVED_H
#define COMPARE_SAVED_H

#include "bsp-saved.h"
#include "methods/method.h"
#include "shift-build.h"

typedef struct {
    char *path;
    char *bytes; /* the contents of the file, to which loaded trees refer */
    gsize length;
    BspSavedInfo info;
    char *sha256;     /* of the world, as in BspWorld; NULL: not known */
    OnionTree *onion; /* one of the two is set, the other is NULL */
    ShiftTree *shift;
    gboolean used; /* a method has used it instead of building */
} CompareSaved;

/* Whether a regular file begins like a saved tree. FALSE for compressed files and pipes. */
gboolean compare_saved_is(const char *path);

/* Returns NULL with BSP_ERROR_IO, or with BSP_ERROR_VALUE if the file cannot be loaded. */
CompareSaved *compare_saved_read(const char *path, GError **error);
void compare_saved_free(CompareSaved *saved);

/* Checks that the tree is of the scenario's world and, if it is an onion, of its spaces. Returns
 * FALSE with BSP_ERROR_VALUE and the reason. */
gboolean compare_saved_check(const CompareSaved *saved, const CompareScenario *scenario,
                             const CompareTrees *trees, GError **error);

/* Loads an onion of the scenario, or a shift tree with these options, for a method to own, and
 * marks its file as used. The file must outlive the tree. Returns NULL if trees->saved has none. */
OnionTree *compare_saved_onion(const CompareScenario *scenario, const CompareTrees *trees);
ShiftTree *compare_saved_shift(const CompareScenario *scenario, const CompareTrees *trees,
                               const ShiftOptions *options);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSaved, compare_saved_free)

#endif
