/* read: reads and checks the parts of a saved result; for the reader only. */
#ifndef COMPARE_KEPT_READ_H
#define COMPARE_KEPT_READ_H

#include "kept/result.h"

/* Fills in a result, which must be zero at first. The caller clears it, also on failure. */
gboolean compare_kept_read_result(const BspJsonRef *ref, CompareKept *kept, GError **error);
gboolean compare_kept_read_sweep(const BspJsonRef *ref, CompareKept *kept, GError **error);

/* Reads the member "environment"; NULL if it is missing or null. */
gboolean compare_kept_read_environment(const BspJsonRef *object, CompareEnvironment **environment,
                                       GError **error);

/* Reads an optional string member; NULL if it is missing or null. */
gboolean compare_kept_read_text(const BspJsonRef *object, const char *key, const char **text,
                                GError **error);

/* Finds an optional member. FALSE without an error if it is missing or null. */
gboolean compare_kept_has(const BspJsonRef *object, const char *key, BspJsonRef *member);

#endif
