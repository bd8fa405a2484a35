/* report: has the results of a run, which are, for each method, its answers, their errors, and its
 * times. */
#ifndef COMPARE_RUN_REPORT_H
#define COMPARE_RUN_REPORT_H

#include "methods/method.h"
#include "oracle/hit-plane.h"
#include "run/machine.h"
#include "run/resolve.h"

/* How an answer breaks the guarantee of its method. */
typedef enum {
    COMPARE_FAULT_NONE,
    COMPARE_FAULT_PLANE,         /* the time is right, but the plane is wrong */
    COMPARE_FAULT_EARLY,         /* the answer is before the bracket */
    COMPARE_FAULT_LATE,          /* the answer is after the bracket */
    COMPARE_FAULT_START,         /* the move starts deep in solid, but the answer reports a hit */
    COMPARE_FAULT_EXIT_TOO_SOON, /* the time of leaving solid is too early, so that the move goes on
                                    through solid */
    COMPARE_FAULT_EXIT_TOO_LATE
} CompareFault;

/* Returns whether the answer lets the move go through solid. */
static inline gboolean compare_fault_is_late(CompareFault fault)
{
    return fault == COMPARE_FAULT_LATE || fault == COMPARE_FAULT_EXIT_TOO_SOON;
}

/* One method's answer to one move. compare_judge() sets the members from `plane` on. */
typedef struct {
    guint move; /* the index into the resolved moves */
    BspTransition transition;
    double t; /* t as in the contract, which is 1 if nothing was hit, and 0 for a start in solid */
    guint64 nodes; /* the number of visited nodes */
    guint32 named; /* the brush that the answer names; BSP_NO_BRUSH if it names none, or if the
                      brush's plane is not the plane of the transition */
    double spare; /* a part of t; an answer that is before the bracket by at most this is not early,
                     because the contestant keeps a skin */
    ComparePlaneJudgement plane; /* the verdict on the plane of a hit or an exit; it is right if the
                                    plane is not judged */
    /* If set, the move belongs to a random walk or to explain --from, and begins in filled space,
     * so an early answer is not wrong. */
    gboolean is_in_filling;
    gboolean is_in_crack; /* if set, the answer is early because outside fill has closed a crack, so
                             it is not wrong */
    double off; /* the t from the bracket to the answer; above 0 if the answer is after the bracket,
                   below 0 if it is before the bracket, 0 if it is inside */
    double exit_off; /* the error of the exit time, as compare_leaving_off() returns it */
    CompareFault fault;
} CompareAnswer;

/* Returns the t by which the answer is late (above 0) or early (below 0). An exit from solid that
 * is too early counts as late, because the move goes on through solid. */
static inline double compare_answer_off(const CompareAnswer *answer)
{
    return answer->off != 0 ? answer->off : -answer->exit_off;
}

/* The quotient of a method's time and the reference method's time for the same moves, with its 95
 * percent interval. All members are zero if there is no reference. */
typedef struct {
    double ratio, ci95[2];
} CompareRatio;

/* The number of points that describe the distribution of single queries. There are 15 points for
 * each digit 9 of the fraction, from 0 to 0.9999. See compare_timing_part(). */
#define COMPARE_QUANTILES 61

/* The counters and times of a group of moves, which are walks or shots. All members are zero if n
 * is 0. Times are nanoseconds per query, as medians over the repetitions with their 95 percent
 * intervals. */
typedef struct {
    guint n;
    double ns_median, ns_median_shuffled, ns_p99, ns_ci95[2]; /* ns_median and ns_ci95 are for moves
                                                                 in order */
    double nodes_mean;
    guint64 nodes_max;
    double ns_cold, ns_ci95_shuffled[2], ns_ci95_cold[2];
    double quantiles[COMPARE_QUANTILES];
    CompareRatio ratio, ratio_shuffled, ratio_cold;
    guint timed;    /* the number of timed queries, over all ways of timing */
    guint distinct; /* the number of different moves among the timed queries */
    gboolean fresh; /* if set, few of the moves are displaced copies of others (run/fresh.h) */
} CompareGroup;

/* Counts a move whose query visited this number of nodes. */
static inline void compare_count_nodes(CompareGroup *group, guint64 nodes)
{
    group->nodes_mean += ((double)nodes - group->nodes_mean) / ++group->n;
    group->nodes_max = MAX(group->nodes_max, nodes);
}

typedef struct {
    const CompareMethodClass *klass;
    CompareSize size;
    CompareBevels bevels; /* all bytes are 0 if the method's trees have no bevels */
    double build_ms;
    gsize peak_build_bytes;
    guint n_moves, n_skipped;
    /* The numbers of answers outside of the bracket; n_outside is n_early + n_late. */
    guint n_outside, n_early, n_late;
    guint n_planes_wrong; /* the number of hits and exits with a wrong plane, even if the method
                             guarantees no planes */
    guint n_wrong;        /* the number of late answers, wrong exit times, and wrong planes that are
                             guaranteed; for exact methods, also of early answers */
    guint n_in_filling;   /* the number of answers to moves of random walks that begin in filled
                             space; they are early, but not wrong */
    guint n_in_crack;     /* the number of answers that are early because outside fill has closed a
                             crack wider than the bracket; they are not wrong */
    double max_early_units, max_late_units;
    guint64 hash;          /* the hash of the answers (run/answer-hash.h) */
    guint64 counters_hash; /* the hash of the trees, of their bytes, and of the counters of all
                              queries */
    /* The counters for all moves; the times for moves that all methods take. */
    CompareGroup walk, shot;
    /* The counters and times for the other moves that the method takes; all bytes are 0 unless
     * times were measured. */
    CompareGroup rest_walk, rest_shot;
    GArray *answers; /* an array of CompareAnswer, in the order of the moves; moves that were
                        skipped have none */
} CompareResult;

typedef struct {
    const CompareScenario *scenario;
    CompareTrees trees;    /* the options by which the trees were built */
    GArray *moves;         /* an array of CompareResolved */
    ComparePlanes *planes; /* the judge of the planes of hits */
    GPtrArray *methods; /* an array of CompareMethod, which belong to the first results; empty after
                           compare_run() */
    GPtrArray *results; /* an array of CompareResult, one for each method */
    GArray *walkers;    /* an array of CompareWalkers; NULL if walkers were not run */
    GArray *crowds;     /* an array of CompareCrowdRow; NULL if no crowd was run */
    GArray *agents;     /* an array of CompareAgentsRow; NULL if there are no agents */
    GArray *edits;      /* an array of CompareEditRow; NULL if the world was not edited */
    guint64 n_wrong_further; /* the number of wrong answers in crowds, and after edits */
    /* The method with which times are compared; NULL if times were not measured. */
    const CompareMethodClass *reference;
    CompareNoise noise;   /* all bytes are 0 unless times were measured */
    CompareCold cold;     /* all bytes are 0 unless times were measured */
    GPtrArray *outsiders; /* an array of CompareOutsider; their results follow those of the
                             methods */
} CompareReport;

/* Returns the t at which the bracket of the answer's move begins, less answer->spare. */
static inline double compare_answer_t_lo(const CompareAnswer *answer, const CompareResolved *move)
{
    return move->truth.t_lo - answer->spare;
}

/* Returns a report about resolved moves (CompareResolved) that has no results yet. Takes ownership
 * of `moves`. */
CompareReport *compare_report_of(const CompareScenario *scenario, GArray *moves);

void compare_result_free(CompareResult *result);

/* Returns the answer to the move with this index, or NULL if the method skipped the move. */
const CompareAnswer *compare_result_find(const CompareResult *result, guint move);

void compare_report_free(CompareReport *report);

/* Return the number of wrong answers of all methods, in one report and in all reports. */
guint compare_report_n_wrong(const CompareReport *report);
guint compare_reports_n_wrong(const GPtrArray *reports);

/* Return the hash of the moves and of every method's answers, and the hash of every method's trees
 * and counters. Both are equal in every run and on every machine. They leave out contestants. */
guint64 compare_report_hash(const CompareReport *report);
guint64 compare_report_counters_hash(const CompareReport *report);

/* Clears times and memory, including those of builds. The remaining values are equal in every
 * run. */
void compare_report_forget_measures(CompareReport *report);

static inline const CompareResolved *compare_report_move(const CompareReport *report, guint i)
{
    return &g_array_index(report->moves, CompareResolved, i);
}

/* Returns the move to which the answer belongs. */
static inline const CompareResolved *compare_answered_move(const CompareReport *report,
                                                           const CompareAnswer *answer)
{
    return compare_report_move(report, answer->move);
}

static inline const CompareTrajectory *compare_report_trajectory(const CompareReport *report,
                                                                 const CompareResolved *move)
{
    return compare_scenario_trajectory(report->scenario, move->trajectory);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareReport, compare_report_free)

#endif
