/* runner: times one method over its moves, in turns with other methods. In each turn the method
 * gets fresh moves (run/fresh.h). The first of them are timed in order, the next in random order,
 * then some as cold moves, and the last ones singly. */
#ifndef COMPARE_RUNNER_H
#define COMPARE_RUNNER_H

#include "run/fresh.h"
#include "run/machine.h"

/* The number of cold moves in a group, which stands for one frame of a game with 64 objects. Before
 * each group, other work uses the caches (run/machine.h). */
#define COMPARE_FRAME 64

/* The maximum number of groups of cold moves in a turn. If the caches have 32 MiB, this number of
 * groups takes as long as the rest of the turn. */
#define COMPARE_MOST_FRAMES 2

typedef enum { COMPARE_IN_ORDER, COMPARE_SHUFFLED, COMPARE_COLD, COMPARE_WAYS } CompareWay;

typedef struct {
    const CompareMethod *method;
    /* The method's query, so that a timed call finds it by one load. */
    BspTransition (*query)(gpointer data, const CompareCall *call, BspCounters *counters);
    const CompareMoveSource *source;
    guint next; /* the index of the next move of the source */
    guint next_scattered;
    guint most;                  /* the number of queries that are timed together */
    GArray *means[COMPARE_WAYS]; /* arrays of double: the nanoseconds of a query, as the mean of
                                    each repetition */
    GArray *singles; /* an array of double: the nanoseconds of each query that was timed alone */
    double wall_ns, cpu_ns; /* the sums of the nanoseconds of queries in order, by both clocks */
    guint n_timed;          /* the number of timed queries */
} CompareRunner;

/* Returns a runner. The method and the source must outlive it. The source must not be empty. */
CompareRunner *compare_runner_new(const CompareMethod *method, const CompareMoveSource *source);
void compare_runner_free(CompareRunner *runner);

/* The state that runners share. Only one of them runs at a time. */
typedef struct CompareTurn CompareTurn;

/* Returns the shared state. `other_work` runs before cold moves, and must outlive the result. */
CompareTurn *compare_turn_new(CompareOtherWork *other_work);
void compare_turn_free(CompareTurn *turn);

/* Returns the maximum number of queries of a turn, without the trials of the first turn. */
guint compare_turn_queries(void);

/* Runs one turn with `frames` groups of cold moves, at most COMPARE_MOST_FRAMES. The first turn
 * must be a warm-up with 0 frames. It chooses the number of queries of later turns and stores no
 * times. */
void compare_runner_take_turn(CompareTurn *turn, CompareRunner *runner, gboolean warm_up,
                              guint frames);

#endif
