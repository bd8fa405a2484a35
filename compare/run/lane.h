/* lane: a method and the moves that it is asked, in turns with others.
 *
 * In a turn a method is asked fresh moves (run/fresh.h): in order, then others in random order,
 * then some cold, then some one by one. */
#ifndef COMPARE_LANE_H
#define COMPARE_LANE_H

#include "run/fresh.h"

/* Cold moves are asked so many at a time, a frame's, after other work has used the caches
 * (run/caches.h). */
#define COMPARE_FRAME 64

typedef enum { COMPARE_IN_ORDER, COMPARE_SHUFFLED, COMPARE_COLD, COMPARE_WAYS } CompareWay;

typedef struct {
    const CompareMethod *method;
    const CompareSupply *supply;
    guint next; /* of the supply's moves */
    guint next_scattered;
    guint most;                  /* queries timed together */
    GArray *means[COMPARE_WAYS]; /* double: ns per query of each repetition */
    GArray *cpu;                 /* double: the same, in order, of the thread's own time */
    GArray *singles;             /* double: ns of each query asked alone */
    double wall_ns, cpu_ns;      /* in order */
    guint n_timed;               /* queries */
} CompareLane;

/* Both must outlive it; the supply has moves. */
CompareLane *compare_lane_new(const CompareMethod *method, const CompareSupply *supply);
void compare_lane_free(CompareLane *lane);

/* What lanes have in common that take turns: one at a time. */
typedef struct CompareTurn CompareTurn;

CompareTurn *compare_turn_new(void);
void compare_turn_free(CompareTurn *turn);

/* How many queries a turn takes at most. */
guint compare_turn_queries(void);

/* The first turn is a warm-up: nothing of it is kept but how many queries the next ones take. */
void compare_lane_take_turn(CompareTurn *turn, CompareLane *lane, gboolean warm_up);

#endif
