/* read: the parts of a kept result, checked; for the reader alone. */
#ifndef COMPARE_KEPT_READ_H
#define COMPARE_KEPT_READ_H

#include "kept/result.h"

/* Fills in a result, zero at first, which is to be cleared in any case. */
gboolean compare_kept_read_result(const BspJsonRef *ref, CompareKept *kept, GError **error);
gboolean compare_kept_read_sweep(const BspJsonRef *ref, CompareKept *kept, GError **error);

/* The member "environment" of the object; NULL where that is missing or null. */
gboolean compare_kept_read_environment(const BspJsonRef *object, CompareEnvironment **environment,
                                       GError **error);

/* A member that may be missing or null, which is NULL. */
gboolean compare_kept_read_text(const BspJsonRef *object, const char *key, const char **text,
                                GError **error);

/* A member that may be missing or null: FALSE, and no error, where it is. */
gboolean compare_kept_has(const BspJsonRef *object, const char *key, BspJsonRef *member);

#endif
