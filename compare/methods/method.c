/* method: the interface of all methods. */
#include "methods/method.h"

CompareMethod *compare_method_new(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrees *trees, BspProgressFunc progress,
                                  gpointer progress_data, GError **error)
{
    gpointer data = klass->build(klass, scenario, trees, progress, progress_data, error);
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

CompareClaim compare_method_claim(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  const CompareTrajectory *trajectory)
{
    if (klass->outsider)
        return klass->outsider_claims(klass->outsider, compare_scenario_mover(trajectory));
    return klass->claim(compare_scenario_shape(scenario, trajectory),
                        compare_scenario_mover(trajectory));
}
