/* lane: runs one method over its moves, in turns with other methods.
 *
 * In each turn the method gets fresh moves (run/fresh.h): some in order, then others in random
 * order, then cold ones, then single ones. */
#ifndef COMPARE_LANE_H
#define COMPARE_LANE_H

#include "run/fresh.h"
#include "run/machine.h"

/* Cold moves come in groups of this size, one frame's worth, after other work has used the caches
 * (run/machine.h). */
#define COMPARE_FRAME 64

/* The most groups of cold moves in a turn. They take as long as the rest of a turn if the caches
 * have 32 MiB. */
#define COMPARE_MOST_FRAMES 2

typedef enum { COMPARE_IN_ORDER, COMPARE_SHUFFLED, COMPARE_COLD, COMPARE_WAYS } CompareWay;

typedef struct {
    const CompareMethod *method;
    /* the method's query; the one for turning moves only if there are such moves */
    BspTransition (*query)(gpointer data, const CompareCall *call, BspCounters *counters);
    const CompareSupply *supply;
    guint next; /* index of the supply's next move */
    guint next_scattered;
    guint most;                  /* queries timed together */
    GArray *means[COMPARE_WAYS]; /* double: ns per query of each repetition */
    GArray *singles;             /* double: ns of each query timed alone */
    double wall_ns, cpu_ns;      /* totals of queries in order */
    guint n_timed;               /* queries */
} CompareLane;

/* Both must outlive the result. The supply must not be empty. */
CompareLane *compare_lane_new(const CompareMethod *method, const CompareSupply *supply);
void compare_lane_free(CompareLane *lane);

/* State shared by runners that take turns, one at a time. */
typedef struct CompareTurn CompareTurn;

/* other_work: runs before cold moves; must outlive the result. */
CompareTurn *compare_turn_new(CompareOtherWork *other_work);
void compare_turn_free(CompareTurn *turn);

/* The most queries that a turn makes. */
guint compare_turn_queries(void);

/* The first turn must be a warm-up. It chooses the number of queries of the later turns and stores
 * no times. frames: groups of cold moves, at most COMPARE_MOST_FRAMES; 0 in a warm-up. */
void compare_lane_take_turn(CompareTurn *turn, CompareLane *lane, gboolean warm_up, guint frames);

#endif
