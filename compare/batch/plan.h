/* plan: the pieces of work of a sweep over worlds, scenarios, values and seeds. */
#ifndef COMPARE_PLAN_H
#define COMPARE_PLAN_H

#include "batch/manifest.h"

/* The inputs that a sweep combines with the manifest's plans. */
typedef struct {
    char **scenarios;
    char **worlds; /* replace the scenarios' own; NULL: use those */
    GArray *seeds; /* guint64; NULL: the scenarios' own */
} CompareBatch;

/* Reads "1..4,9". Fails with BSP_ERROR_VALUE, also if a seed occurs twice. */
GArray *compare_plan_seeds(const char *text, GError **error);

/* Adds a piece for each world, scenario, value and seed; the last of these changes fastest. Every
 * scenario is read over every world, so that errors are reported now and not later on some machine.
 * A manifest whose output would replace a scenario's own world is also an error. Fails with
 * BSP_ERROR. */
gboolean compare_plan_add(CompareManifest *manifest, const CompareBatch *batch, GError **error);

#endif
