/* run-scenario: runs a scenario's moves through methods. The test fails if a run fails. */
#ifndef RUN_SCENARIO_H
#define RUN_SCENARIO_H

#include <criterion/criterion.h>

#include "result/result.h"
#include "result/words.h"
#include "run/faults.h"
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

/* Runs one method. If it is NULL, the report has only the moves. */
static inline CompareReport *run_method(const CompareScenario *scenario,
                                        const CompareMethodClass *klass)
{
    return run_methods(scenario, (const CompareMethodClass *const[]){ klass, NULL });
}

/* Returns the notes that `bspcompare regress` prints about the report. The caller frees them with
 * g_free(). */
static inline char *regress_notes(const CompareReport *report, const CompareRegress *regress)
{
    json_object *json = compare_report_json(report, NULL);
    compare_result_add_regress(json, report, regress);
    g_auto(GStrv) notes = compare_words_notes(json, NULL);
    json_object_put(json);
    return g_strjoinv("\n", notes);
}

#endif
