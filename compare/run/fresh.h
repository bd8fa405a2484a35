/* fresh: makes more moves than the scenario has, so that no move is repeated soon.
 *
 * A processor learns the path of a query, so a few hundred repeated moves look twice as fast as
 * they are. Therefore random walks are continued with other seeds until there are enough moves.
 * Moves along waypoints and recorded moves cannot be continued. They are repeated, but displaced
 * along their own lines by up to 1/8 unit. This changes the numbers, but hardly the path through a
 * tree. If many moves are displaced, the move source reports that it is not fresh. */
#ifndef COMPARE_FRESH_H
#define COMPARE_FRESH_H

#include "run/report.h"

/* The minimum number of moves of a move source. A move is repeated only after this number of
 * others. */
#define COMPARE_FRESH 40000

/* The maximum seconds for drawing moves. They are enough for COMPARE_FRESH moves, because the
 * oracle needs some microseconds for each. */
#define COMPARE_FRESH_SECONDS 3

/* The number of moves in a piece. Within a piece, moves keep their order, as in a walk. The pieces
 * come from all over the scenario, so that a few consecutive pieces are a sample of most of it. */
#define COMPARE_FRESH_PIECE 256

/* One of 32 moves is a scattered move. So 1250 of COMPARE_FRESH moves are scattered, which is
 * enough for the cold frames of many rounds. */
#define COMPARE_FRESH_APART 32

/* Selects walks or shots of some trajectories. */
typedef struct {
    gboolean walks;      /* TRUE for walks, FALSE for shots */
    gboolean stationary; /* if set, only moves that end where they start are selected */
    gboolean *takes;     /* an array that has for each of the scenario's trajectories whether it is
                            selected */
} CompareWanted;

typedef struct {
    CompareWanted wanted;
    GArray *moves; /* an array of CompareCall, in the order of the queries; after the last move, the
                      first follows */
    GArray *scattered; /* an array of CompareCall: single moves from all over the scenario, like
                          those that the objects of a frame make */
    guint n_scenario;  /* the number of the scenario's own moves */
    guint n_drawn;     /* the number of moves of continued walks */
    guint n_displaced; /* the number of displaced moves */
    guint n_distinct;  /* the number of different moves among the scenario's moves and the drawn
                          moves */
} CompareMoveSource;

/* Returns whether at most one move in ten is displaced. */
gboolean compare_move_source_is_fresh(const CompareMoveSource *source);

typedef struct CompareFresh CompareFresh;

/* Returns a maker of move sources for the report, which must outlive it. It may draw moves for
 * these seconds of the thread's processor time, so that other work on the machine does not change
 * which moves are timed. */
CompareFresh *compare_fresh_new(const CompareReport *report, double seconds);
void compare_fresh_free(CompareFresh *fresh);

/* Returns a source of at least n moves, which are wanted moves or copies of them, or an empty one
 * if the scenario has no such moves. A second call returns the same source, which `fresh` owns.
 * If the time for drawing moves is too short for n moves, displaced moves are added. */
const CompareMoveSource *compare_fresh_source(CompareFresh *fresh, const CompareWanted *wanted,
                                              guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareFresh, compare_fresh_free)

#endif
