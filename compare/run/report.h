/* report: what a run finds out: of each method its answers, what is wrong with them, its times. */
#ifndef COMPARE_RUN_REPORT_H
#define COMPARE_RUN_REPORT_H

#include "methods/method.h"
#include "oracle/plane.h"
#include "run/moves.h"
#include "run/noise.h"

/* One method's answer to one move. */
typedef struct {
    guint move; /* index into the resolved moves */
    BspTransition transition;
    double t;      /* as the contract prints it: 1 where nothing was hit, 0 for a start in solid */
    guint64 nodes; /* visited */
    double spare; /* so much of the move earlier than the bracket begins is not early: the skin that
                     a contestant from outside declares */
    ComparePlaneJudgement plane; /* of a hit in its bracket; right where there is none */
} CompareAnswer;

/* How many times as long as the method that others are held against takes for the same moves, and
 * the interval of that; zeros where there is nothing to compare. */
typedef struct {
    double ratio, ci95[2];
} CompareRatio;

/* Single queries in so many points of their distribution, see compare_timing_part(). */
#define COMPARE_QUANTILES 61

/* Of a group of moves (walks or shots); all zero when n is 0. Times in nanoseconds for a query;
 * medians over the repetitions, with their 95 percent intervals. */
typedef struct {
    guint n;
    double ns_median, ns_median_shuffled, ns_p99, ns_ci95[2]; /* the first: in order */
    double nodes_mean;
    guint64 nodes_max;
    double ns_cold, ns_ci95_shuffled[2], ns_ci95_cold[2];
    double ns_cpu;  /* of the thread that asks, in order */
    double ns_p999; /* of single queries, as ns_p99 */
    double quantiles[COMPARE_QUANTILES];
    guint outliers; /* repetitions, in order: beyond 1.5 times what the quartiles are apart */
    CompareRatio ratio, ratio_shuffled, ratio_cold;
    guint timed;    /* queries, in all ways together */
    guint distinct; /* moves among those that they go round */
    gboolean fresh; /* hardly any of those is a displaced copy of another (run/fresh.h) */
} CompareGroup;

typedef struct {
    const CompareMethodClass *klass;
    CompareSize size;
    CompareBevels bevels; /* all zero where the method's trees have none */
    double build_ms;
    gsize peak_build_bytes;
    guint n_moves, n_skipped;
    guint n_outside, n_early, n_late; /* against the bracket; outside counts early and late */
    guint n_planes_wrong; /* hits in their bracket with a wrong plane, whatever is claimed */
    guint n_wrong;        /* late; where the method claims exactness outside the bracket or with a
                             wrong plane; or leaving matter wrongly */
    double max_early_units;
    guint64 hash; /* of trees and answers */
    CompareGroup walk, shot;
    GArray *answers; /* CompareAnswer, in the order of the moves; skipped moves have none */
} CompareResult;

typedef struct {
    const CompareScenario *scenario;
    CompareTrees trees;                  /* how they were built */
    GArray *moves;                       /* CompareResolved */
    ComparePlanes *planes;               /* which judge the planes of hits */
    GPtrArray *results;                  /* CompareResult, one per method */
    GArray *drifts;                      /* CompareDrift; NULL unless run in a closed loop */
    GArray *walkers;                     /* CompareWalkers; NULL: none walked */
    const CompareMethodClass *reference; /* of the ratios; NULL: not measured */
    CompareNoise noise;                  /* zeros unless measured */
    GPtrArray *outsiders; /* CompareOutsider: whose results stand behind those of the methods */
    GPtrArray *by_shape; /* CompareReport, one for each shape (run/by-shape); NULL: not asked for */
} CompareReport;

/* Where the bracket of the answer to the move begins. */
static inline double compare_answer_t_lo(const CompareAnswer *answer, const CompareResolved *move)
{
    return move->truth.t_lo - answer->spare;
}

/* One of moves (CompareResolved; taken) that have been resolved, and no results yet. */
CompareReport *compare_report_of(const CompareScenario *scenario, GArray *moves);

void compare_result_free(CompareResult *result);

/* The answer to the move of that index; NULL: it was skipped. */
const CompareAnswer *compare_result_find(const CompareResult *result, guint move);

void compare_report_free(CompareReport *report);

/* Of the moves and of every method's trees and answers: the same on every run and machine. What
 * contestants from outside answer is not in it. */
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

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareReport, compare_report_free)

#endif
