/* plan: the pieces of work of a sweep over worlds, scenarios, values and seeds. */
#ifndef COMPARE_PLAN_H
#define COMPARE_PLAN_H

#include "batch/manifest.h"

/* What a sweep goes over besides the manifest's plans. */
typedef struct {
    char **scenarios;
    char **worlds; /* in place of the scenarios' own; NULL: those */
    GArray *seeds; /* guint64; NULL: the scenarios' own */
} CompareBatch;

/* Reads "1..4,9". Fails with BSP_ERROR_VALUE, also where one comes twice. */
GArray *compare_plan_seeds(const char *text, GError **error);

/* Adds a piece for each world, for each scenario, for each value, for each seed, the last of them
 * the fastest. Every scenario is read over every world, so that what is wrong is told here and not
 * on some machine; a manifest that would replace a scenario's own world is, too. Fails with
 * BSP_ERROR. */
gboolean compare_plan_add(CompareManifest *manifest, const CompareBatch *batch, GError **error);

#endif
