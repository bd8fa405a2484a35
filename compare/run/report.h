/* report: the results of a run, which are for each method its answers, their errors, and its
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
    COMPARE_FAULT_EXIT_TOO_SOON, /* the time of leaving solid is too early, so the move would go on
                                    through solid */
    COMPARE_FAULT_EXIT_TOO_LATE
} CompareFault;

/* Returns whether the fault leads through solid. */
static inline gboolean compare_fault_is_late(CompareFault fault)
{
    return fault == COMPARE_FAULT_LATE || fault == COMPARE_FAULT_EXIT_TOO_SOON;
}

/* One method's answer to one move. compare_judge() sets the members from `plane` on. */
typedef struct {
    guint move; /* the index into the resolved moves */
    BspTransition transition;
    double t;      /* t as the contract prints it, which is 1 if nothing was hit, and 0 for a start
                      in solid */
    guint64 nodes; /* the number of visited nodes */
    guint32 named; /* the brush that the answer names; BSP_NO_BRUSH if it names none, or if its
                      plane is not that of the transition */
    double spare;  /* in t; an answer before the bracket by at most this is not early, because the
                      contestant keeps a skin */
    ComparePlaneJudgement plane; /* the verdict on the plane of a hit or an exit; right if the plane
                                    is not judged */
    gboolean is_in_filling;      /* the move belongs to a random walk or to explain --from, and
                                    begins in filled space, so an early answer is not wrong */
    gboolean is_in_crack; /* the answer is early because outside fill has closed a crack, so it is
                             not wrong */
    double off;           /* the t from the bracket to the answer, above 0 if after it, below 0 if
                             before it, 0 if inside */
    double exit_off;      /* the error of the exit time, as compare_leaving_off() returns it */
    CompareFault fault;
} CompareAnswer;

/* Returns the t by which the answer is late (above 0) or early (below 0). An exit from solid that
 * is too early counts as late, because the move goes on through solid. */
static inline double compare_answer_off(const CompareAnswer *answer)
{
    return answer->off != 0 ? answer->off : -answer->exit_off;
}

/* Time as a multiple of the reference method's time for the same moves, with its 95 percent
 * interval. All zero if there is no reference. */
typedef struct {
    double ratio, ci95[2];
} CompareRatio;

/* The number of points that describe the distribution of single queries. With 15 for each digit of
 * the fraction, they reach from 0 to 0.9999. See compare_timing_part(). */
#define COMPARE_QUANTILES 61

/* Times of a group of moves (walks or shots). All are zero if n is 0. Times are nanoseconds per
 * query, as medians over the repetitions with their 95 percent intervals. */
typedef struct {
    guint n;
    double ns_median, ns_median_shuffled, ns_p99, ns_ci95[2]; /* ns_median and ns_ci95 are for moves
                                                                 in order */
    double nodes_mean;
    guint64 nodes_max;
    double ns_cold, ns_ci95_shuffled[2], ns_ci95_cold[2];
    double quantiles[COMPARE_QUANTILES];
    CompareRatio ratio, ratio_shuffled, ratio_cold;
    guint timed;    /* the number of queries timed in all ways */
    guint distinct; /* the number of different moves among the timed queries */
    gboolean fresh; /* few of the moves are displaced copies of others (run/fresh.h) */
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
    CompareBevels bevels; /* all zero if the method's trees have no bevels */
    double build_ms;
    gsize peak_build_bytes;
    guint n_moves, n_skipped;
    guint n_outside, n_early, n_late; /* answers outside the bracket; n_outside is the sum of
                                         n_early and n_late */
    guint n_planes_wrong; /* hits and exits with a wrong plane, whatever the method guarantees */
    guint n_wrong;        /* late answers, wrong exit times, and wrong planes that are guaranteed;
                             for exact methods also early answers */
    guint n_in_filling;   /* answers to moves of random walks that begin in filled space; they are
                             early, but not wrong */
    guint n_in_crack;     /* answers that are early because outside fill has closed a crack wider
                             than the bracket; they are not wrong */
    double max_early_units;
    guint64 hash;            /* the hash of the answers (run/answer-hash.h) */
    guint64 counters_hash;   /* the hash of the trees, their bytes, and the counters of all
                                queries */
    CompareGroup walk, shot; /* counters of all moves; times of the moves that all methods take */
    CompareGroup rest_walk, rest_shot; /* counters and times of the other moves that the method
                                          takes; all zero unless times were measured */
    GArray *answers; /* CompareAnswer, in the order of the moves; skipped moves have none */
} CompareResult;

typedef struct {
    const CompareScenario *scenario;
    CompareTrees trees;                  /* how the trees were built */
    GArray *moves;                       /* CompareResolved */
    ComparePlanes *planes;               /* judge of the planes of hits */
    GPtrArray *methods;                  /* CompareMethod, of the first results; empty after
                                            compare_run() */
    GPtrArray *results;                  /* CompareResult, one per method */
    GArray *walkers;                     /* CompareWalkers; NULL: walkers were not run */
    GArray *crowds;                      /* CompareCrowdRow; NULL if no crowd was run */
    GArray *agents;                      /* CompareAgentsRow; NULL if there are no agents */
    GArray *edits;                       /* CompareEditRow; NULL if the world was not edited */
    guint64 n_wrong_further;             /* answers in crowds, and after edits */
    const CompareMethodClass *reference; /* the method that ratios refer to; NULL: not measured */
    CompareNoise noise;                  /* zeros unless times were measured */
    CompareCold cold;                    /* zeros unless times were measured */
    GPtrArray *outsiders; /* an array of CompareOutsider; their results follow those of the
                             methods */
} CompareReport;

/* Returns the t at which the bracket of the answer's move begins, less the skin. */
static inline double compare_answer_t_lo(const CompareAnswer *answer, const CompareResolved *move)
{
    return move->truth.t_lo - answer->spare;
}

/* Returns a report without results on resolved moves (CompareResolved). Takes ownership of
 * `moves`. */
CompareReport *compare_report_of(const CompareScenario *scenario, GArray *moves);

void compare_result_free(CompareResult *result);

/* Returns the answer to the move of that index. NULL if the method skipped the move. */
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
