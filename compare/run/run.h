/* run: lets methods answer moves, checks the answers, and then measures times. */
#ifndef COMPARE_RUN_H
#define COMPARE_RUN_H

#include "run/report.h"

/* The program calls it now and then with the name of the stage and its progress from 0 to 1.
 * Progress is below 0 if it is unknown. A NULL stage stands for the whole task, if the task has
 * many similar parts. */
typedef void (*CompareStageFunc)(const char *stage, double done, gpointer user_data);

/* Resolves the moves, builds each selected method, and checks every answer against the bracket. If
 * `timed`, measures times, too. */
CompareReport *compare_run(const CompareScenario *scenario, const CompareAsked *asked,
                           gboolean timed, CompareStageFunc stage, gpointer stage_data,
                           GError **error);

/* The function that receives progress. */
typedef struct {
    CompareStageFunc func; /* may be NULL */
    gpointer data;
} CompareStage;

/* The steps of compare_run(), for callers that assemble reports differently. `stage` may be NULL.
 * First make a report with resolved moves, or with other moves by compare_report_of(). Then append
 * methods and their results. The methods' scenario may be the report's scenario with other options.
 * Last, measure times. */
CompareReport *compare_report_new(const CompareScenario *scenario, CompareOracle *oracle,
                                  const CompareStage *stage, GError **error);
gboolean compare_report_add(CompareReport *report, const CompareScenario *scenario,
                            const CompareAsked *asked, const CompareStage *stage, GError **error);
void compare_report_measure(CompareReport *report, const CompareStage *stage);

/* Queries one built method over resolved moves and checks its answers. */
CompareResult *compare_answer(const CompareMethod *method, const GArray *moves);

#endif
