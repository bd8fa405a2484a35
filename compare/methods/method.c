/* method: what every contestant offers to the comparison. */
#include "methods/method.h"

#include <string.h>

#include "methods/classes.h"

const CompareMethodClass *const compare_methods[] = {
    &compare_onion,         &compare_multi,
    &compare_shift,         &compare_shift_box,
    &compare_shift_exact,   &compare_brushes,
    &compare_merge,         &compare_onion_cursor,
    &compare_onion_batch,   &compare_onion_batch_portable,
    &compare_onion_threads, NULL
};

const CompareMethodClass *compare_method_find(const char *name)
{
    for (guint i = 0; compare_methods[i]; i++)
        if (strcmp(compare_methods[i]->name, name) == 0)
            return compare_methods[i];
    return NULL;
}

CompareMethod *compare_method_new(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrees *trees, BspProgressFunc progress,
                                  gpointer progress_data, GError **error)
{
    gpointer data = klass->build(scenario, trees, progress, progress_data, error);
    if (!data)
        return NULL;
    CompareMethod *method = g_new(CompareMethod, 1);
    *method = (CompareMethod){ klass, scenario, data };
    return method;
}

void compare_method_free(CompareMethod *method)
{
    if (!method)
        return;
    method->klass->free(method->data);
    g_free(method);
}

/* --- claims --- */

CompareClaim compare_claim_spaces_only(const BspShape *shape, gint mover)
{
    (void)shape;
    return mover >= 0 ? COMPARE_EXACT : COMPARE_SKIPS;
}

CompareClaim compare_claim_all_exact(const BspShape *shape, gint mover)
{
    (void)shape, (void)mover;
    return COMPARE_EXACT;
}

CompareClaim compare_method_claim(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrajectory *trajectory)
{
    return klass->claim(compare_scenario_shape(scenario, trajectory),
                        compare_scenario_mover(trajectory));
}
