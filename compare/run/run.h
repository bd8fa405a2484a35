/* run: lets methods answer moves, checks the answers, and then measures times. */
#ifndef COMPARE_RUN_H
#define COMPARE_RUN_H

#include "run/report.h"

/* A function that receives progress, and its data. It is called now and then with the name of the
 * stage, and `done`, which is from 0 to 1, or below 0 if it is unknown. A CompareStage that is NULL
 * reports no progress. */
typedef struct {
    void (*func)(const char *stage, double done, gpointer data);
    gpointer data;
} CompareStage;

static inline void compare_stage_report(const CompareStage *to, const char *stage, double done)
{
    if (to)
        to->func(stage, done, to->data);
}

/* Resolves the moves, builds each selected method, and checks every answer against the bracket. If
 * `timed`, measures times, too. */
CompareReport *compare_run(const CompareScenario *scenario, const CompareAsked *asked,
                           gboolean timed, const CompareStage *stage, GError **error);

/* The steps of compare_run(), for callers that assemble reports differently. compare_report_new()
 * makes a report with resolved moves; compare_report_of() makes one with given moves.
 * compare_report_add() appends methods and their results. Their scenario may be the report's
 * scenario with other options. compare_report_measure() measures times at the end. */
CompareReport *compare_report_new(const CompareScenario *scenario, CompareOracle *oracle,
                                  const CompareStage *stage, GError **error);
gboolean compare_report_add(CompareReport *report, const CompareScenario *scenario,
                            const CompareAsked *asked, const CompareStage *stage, GError **error);
void compare_report_measure(CompareReport *report, const CompareStage *stage);

/* Lets one method answer resolved moves, and checks its answers. */
CompareResult *compare_answer(const CompareMethod *method, const GArray *moves);

#endif
