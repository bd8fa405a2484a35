/* run: methods driven over moves: answers checked, then times measured. */
#ifndef COMPARE_RUN_H
#define COMPARE_RUN_H

#include "run/report.h"

/* Told now and then: which stage, and how much of 1 of it is done, less than 0 where that is not
 * known; a stage of NULL is all that was asked, where it is of many like parts. */
typedef void (*CompareStageFunc)(const char *stage, double done, gpointer user_data);

/* What a run does beyond checking the answers; any of them together. */
typedef enum {
    COMPARE_RUN_TIMING = 1 << 0,      /* measure times */
    COMPARE_RUN_CLOSED_LOOP = 1 << 1, /* let each method drive: drifts */
    COMPARE_RUN_BY_SHAPE = 1 << 2     /* also shape by shape */
} CompareRunFlags;

/* Resolves the moves, builds each method that is asked, checks every answer against the bracket,
 * and does what the flags (CompareRunFlags) say. */
CompareReport *compare_run(const CompareScenario *scenario, const CompareAsked *asked, guint flags,
                           CompareStageFunc stage, gpointer stage_data, GError **error);

/* The parts of it, for those who put reports together otherwise. First a report with the resolved
 * moves, or compare_report_of() others; then methods, built for `scenario`,
 * which may be the report's with other options, appended to `methods` with their results; then
 * their times. */
CompareReport *compare_report_new(const CompareScenario *scenario, CompareOracle *oracle,
                                  GError **error);
gboolean compare_report_add(CompareReport *report, const CompareScenario *scenario,
                            const CompareAsked *asked, GPtrArray *methods, CompareStageFunc stage,
                            gpointer stage_data, GError **error);
void compare_report_measure(CompareReport *report, const GPtrArray *methods, CompareStageFunc stage,
                            gpointer stage_data);

/* The part of it that asks and checks: one built method over resolved moves. */
CompareResult *compare_answer(const CompareMethod *method, const GArray *moves);

#endif
