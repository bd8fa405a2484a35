/* run-scenario: runs a scenario's moves through methods. The test fails if a run fails. */
#ifndef RUN_SCENARIO_H
#define RUN_SCENARIO_H

#include <criterion/criterion.h>

#include "run/run.h"

static inline CompareReport *run_asked(const CompareScenario *scenario, const CompareAsked *asked,
                                       gboolean timed)
{
    g_autoptr(GError) error = NULL;
    CompareReport *report = compare_run(scenario, asked, timed, NULL, &error);
    cr_assert_not_null(report, "%s", error ? error->message : "");
    return report;
}

/* Runs the methods of `classes`, which ends with NULL. */
static inline CompareReport *run_methods(const CompareScenario *scenario,
                                         const CompareMethodClass *const *classes)
{
    return run_asked(scenario, &(CompareAsked){ classes, { 0 } }, FALSE);
}

#endif
