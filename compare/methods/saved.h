/* saved: trees out of files, which stand in for building. */
#ifndef COMPARE_SAVED_H
#define COMPARE_SAVED_H

#include "methods/trees.h"
#include "onion-saved.h"
#include "shift-build.h"

typedef struct {
    char *path;
    char *bytes; /* of the file, which all that is loaded of it needs */
    gsize length;
    BspSavedInfo info;
    char *sha256;     /* of its world, as BspWorld has it; NULL: not known */
    OnionTree *onion; /* one of the two, for who wants to know more of it */
    ShiftTree *shift;
    gboolean used; /* it has stood in for building */
} CompareSaved;

/* Whether a file begins as saved trees do; compressed it does not, and no pipe is looked at. */
gboolean compare_saved_is(const char *path);

/* NULL with BSP_ERROR_IO, or BSP_ERROR_VALUE for a file that cannot be loaded. */
CompareSaved *compare_saved_read(const char *path, GError **error);
void compare_saved_free(CompareSaved *saved);

/* Whether the tree is one of the scenario: of its world and, an onion, of its spaces. Fails with
 * BSP_ERROR_VALUE, and says why not. */
gboolean compare_saved_check(const CompareSaved *saved, const CompareScenario *scenario,
                             const CompareTrees *trees, GError **error);

/* The file of an onion of the scenario, or of a shift tree that would be built so, which is noted
 * as used; NULL where trees->saved has none. */
const CompareSaved *compare_saved_onion(const CompareScenario *scenario, const CompareTrees *trees);
const CompareSaved *compare_saved_shift(const CompareScenario *scenario, const CompareTrees *trees,
                                        const ShiftOptions *options);

/* The tree once more, for a method to own. The file must outlive it. */
OnionTree *compare_saved_load_onion(const CompareSaved *saved);
ShiftTree *compare_saved_load_shift(const CompareSaved *saved);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSaved, compare_saved_free)

#endif
