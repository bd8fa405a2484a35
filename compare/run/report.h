/* report: the results of a run: for each method its answers, their errors, and its times. */
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
    COMPARE_FAULT_EARLY,         /* before the bracket */
    COMPARE_FAULT_LATE,          /* after the bracket */
    COMPARE_FAULT_START,         /* deep in solid, but the answer says that the move hits it */
    COMPARE_FAULT_EXIT_TOO_SOON, /* the time of leaving solid; the move goes on through solid */
    COMPARE_FAULT_EXIT_TOO_LATE
} CompareFault;

/* TRUE for the faults that lead through solid. */
static inline gboolean compare_fault_is_late(CompareFault fault)
{
    return fault == COMPARE_FAULT_LATE || fault == COMPARE_FAULT_EXIT_TOO_SOON;
}

/* One method's answer to one move. compare_judge() sets the members from `plane` on. */
typedef struct {
    guint move; /* index into the resolved moves */
    BspTransition transition;
    double t;      /* t as the contract prints it: 1 if nothing was hit, 0 for a start in solid */
    guint64 nodes; /* visited nodes */
    guint32 named; /* the brush that the answer names; BSP_NO_BRUSH if none, or if its plane is not
                      that of the transition */
    double spare;  /* an answer at most this far before the bracket is not early (in t): the skin
                      that a contestant declares */
    ComparePlaneJudgement plane; /* of a hit or an exit; right if the plane is not judged */
    gboolean is_in_filling;      /* the move is of a random walk or of explain --from, and begins in
                                    filled space, so an early answer is not wrong */
    gboolean is_in_crack; /* the answer is early by a crack that filling has closed: not wrong */
    double off;           /* t after the bracket (above 0) or before it (below 0); 0: inside */
    double exit_off;      /* error of the exit time, as from compare_leaving_off() */
    CompareFault fault;
} CompareAnswer;

/* The t by which the answer is late (above 0) or early (below 0). Leaving solid too soon is late,
 * because the move goes on through solid. */
static inline double compare_answer_off(const CompareAnswer *answer)
{
    return answer->off != 0 ? answer->off : -answer->exit_off;
}

/* Time as a multiple of the reference method's time for the same moves, with its 95 percent
 * interval. All zero if there is nothing to compare. */
typedef struct {
    double ratio, ci95[2];
} CompareRatio;

/* The number of points that describe the distribution of single queries, see
 * compare_timing_part(). */
#define COMPARE_QUANTILES 61

/* Times of a group of moves (walks or shots); all zero if n is 0. Times are nanoseconds per query:
 * medians over the repetitions, with their 95 percent intervals. */
typedef struct {
    guint n;
    double ns_median, ns_median_shuffled, ns_p99, ns_ci95[2]; /* ns_median and ns_ci95: in order */
    double nodes_mean;
    guint64 nodes_max;
    double ns_cold, ns_ci95_shuffled[2], ns_ci95_cold[2];
    double quantiles[COMPARE_QUANTILES];
    CompareRatio ratio, ratio_shuffled, ratio_cold;
    guint timed;    /* queries timed in all ways */
    guint distinct; /* different moves among the timed ones */
    gboolean fresh; /* few of the moves are displaced copies of others (run/fresh.h) */
} CompareGroup;

/* Counts a move that visited this many nodes. */
static inline void compare_count_nodes(CompareGroup *group, guint64 nodes)
{
    group->nodes_mean += ((double)nodes - group->nodes_mean) / ++group->n;
    group->nodes_max = MAX(group->nodes_max, nodes);
}

typedef struct {
    const CompareMethodClass *klass;
    CompareSize size;
    CompareBevels bevels; /* all zero if the method's trees have none */
    double build_ms;
    gsize peak_build_bytes;
    guint n_moves, n_skipped;
    guint n_outside, n_early, n_late; /* answers outside the bracket: n_outside is the sum of early
                                         and late */
    guint n_planes_wrong; /* hits and exits with a wrong plane, whatever the method guarantees */
    guint n_wrong;        /* late answers, wrong exit times, and wrong planes that are guaranteed;
                             for exact methods also early answers */
    guint n_in_filling;   /* answers to moves of random walks that begin in filled space: early, but
                             not wrong */
    guint n_in_crack;     /* early answers by cracks wider than the bracket that filling has closed:
                             not wrong */
    double max_early_units;
    guint64 hash;            /* of the answers (run/answer-hash.h) */
    guint64 counters_hash;   /* of the trees, their bytes, and the counters of all queries */
    CompareGroup walk, shot; /* counters of all moves; times of those that all methods take */
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
    GArray *crowds;                      /* CompareCrowdRow; NULL: no crowd was run */
    GArray *agents;                      /* CompareAgentsRow; NULL: none */
    GArray *edits;                       /* CompareEditRow; NULL: the world was not edited */
    guint64 n_wrong_further;             /* answers in crowds, and after edits */
    const CompareMethodClass *reference; /* the method that ratios refer to; NULL: not measured */
    CompareNoise noise;                  /* zeros unless times were measured */
    CompareCold cold;                    /* the same */
    GPtrArray *outsiders; /* CompareOutsider; their results follow those of the methods */
} CompareReport;

/* The t at which the bracket of the answer's move begins, less the skin. */
static inline double compare_answer_t_lo(const CompareAnswer *answer, const CompareResolved *move)
{
    return move->truth.t_lo - answer->spare;
}

/* A report without results on resolved moves (CompareResolved). Takes ownership of `moves`. */
CompareReport *compare_report_of(const CompareScenario *scenario, GArray *moves);

void compare_result_free(CompareResult *result);

/* The answer to the move of that index; NULL if the method skipped the move. */
const CompareAnswer *compare_result_find(const CompareResult *result, guint move);

void compare_report_free(CompareReport *report);

/* The number of wrong answers of all methods; in all reports. */
guint compare_report_n_wrong(const CompareReport *report);
guint compare_reports_n_wrong(const GPtrArray *reports);

/* Hashes of the moves and of every method's answers, and of every method's trees and counters.
 * Both are equal on every run and machine. They leave out contestants. */
guint64 compare_report_hash(const CompareReport *report);
guint64 compare_report_counters_hash(const CompareReport *report);

/* Clears times and memory, including those of builds. The remainder is equal on every run. */
void compare_report_forget_measures(CompareReport *report);

static inline const CompareResolved *compare_report_move(const CompareReport *report, guint i)
{
    return &g_array_index(report->moves, CompareResolved, i);
}

/* The move that the answer belongs to. */
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
