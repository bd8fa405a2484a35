/* run: methods driven over moves: answers checked, then times measured. */
#ifndef COMPARE_RUN_H
#define COMPARE_RUN_H

#include "methods/method.h"
#include "run/moves.h"

/* One method's answer to one move. */
typedef struct {
    guint move; /* index into the resolved moves */
    BspTransition transition;
    double t;      /* as the contract prints it: 1 where nothing was hit, 0 for a start in solid */
    guint64 nodes; /* visited */
} CompareAnswer;

/* Of a group of moves (walks or shots); all zero when n is 0. Times in nanoseconds. */
typedef struct {
    guint n;
    double ns_median, ns_median_shuffled, ns_p99, ns_ci95[2];
    double nodes_mean;
    guint64 nodes_max;
} CompareGroup;

typedef struct {
    const CompareMethodClass *klass;
    CompareSize size;
    CompareBevels bevels; /* all zero where the method's trees have none */
    double build_ms;
    gsize peak_build_bytes;
    guint n_moves, n_skipped;
    guint n_outside, n_early, n_late; /* against the bracket; outside counts early and late */
    guint n_wrong;                    /* late, or outside where the method claims exactness */
    double max_early_units;
    guint64 hash; /* of trees and answers */
    CompareGroup walk, shot;
    GArray *answers; /* CompareAnswer, in the order of the moves; skipped moves have none */
} CompareResult;

typedef struct {
    const CompareScenario *scenario;
    CompareTrees trees; /* how they were built */
    GArray *moves;      /* CompareResolved */
    GPtrArray *results; /* CompareResult, one per method */
    GArray *drifts;     /* CompareDrift; NULL unless run in a closed loop */
} CompareReport;

typedef void (*CompareStageFunc)(const char *stage, double done, gpointer user_data);

/* What a run does beyond checking the answers; any of them together. */
typedef enum {
    COMPARE_RUN_TIMING = 1 << 0,     /* measure times */
    COMPARE_RUN_CLOSED_LOOP = 1 << 1 /* let each method drive: drifts */
} CompareRunFlags;

/* Resolves the moves, builds each method that is asked, checks every answer against the bracket,
 * and does what the flags (CompareRunFlags) say. */
CompareReport *compare_run(const CompareScenario *scenario, const CompareAsked *asked, guint flags,
                           CompareStageFunc stage, gpointer stage_data, GError **error);

/* The parts of it, for those who put reports together otherwise. First a report with the resolved
 * moves; then methods, built for `scenario`, which may be the report's with other options, appended
 * to `methods` with their results; then their times. */
CompareReport *compare_report_new(const CompareScenario *scenario, CompareOracle *oracle,
                                  GError **error);
gboolean compare_report_add(CompareReport *report, const CompareScenario *scenario,
                            const CompareAsked *asked, GPtrArray *methods, CompareStageFunc stage,
                            gpointer stage_data, GError **error);
void compare_report_measure(CompareReport *report, const GPtrArray *methods, CompareStageFunc stage,
                            gpointer stage_data);
void compare_report_free(CompareReport *report);

/* Of the moves and of every method's trees and answers: the same on every run and machine. */
guint64 compare_report_hash(const CompareReport *report);

/* Forgets times and memory, of building too: what is left is the same on every run. */
void compare_report_forget_measures(CompareReport *report);

/* The move that was answered. */
static inline const CompareResolved *compare_report_asked(const CompareReport *report,
                                                          const CompareAnswer *answer)
{
    return &g_array_index(report->moves, CompareResolved, answer->move);
}

static inline const CompareTrajectory *compare_report_trajectory(const CompareReport *report,
                                                                 const CompareResolved *move)
{
    return &g_array_index(report->scenario->trajectories, CompareTrajectory, move->trajectory);
}

/* The part of it that asks and checks: one built method over resolved moves. */
CompareResult *compare_answer(const CompareMethod *method, const GArray *moves);
void compare_result_free(CompareResult *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareReport, compare_report_free)

#endif
