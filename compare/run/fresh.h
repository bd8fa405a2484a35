/* fresh: more moves than a scenario has, so that no move is asked again soon.
 *
 * A processor learns the way that a query takes: a few hundred moves asked again and again look
 * twice as fast as they are. So random walks go on, with other seeds, until there are enough moves.
 * Waypoints and recorded moves cannot go on: they are asked again moved along their own lines by up
 * to 1/8 unit, which changes the numbers but hardly the way through a tree. Where many are such,
 * the supply says that it is not fresh. */
#ifndef COMPARE_FRESH_H
#define COMPARE_FRESH_H

#include "run/report.h"

/* As many moves are asked before one comes again. */
#define COMPARE_FRESH 40000

/* Moves stand so in pieces of this many, in their order; the pieces are from all over the scenario:
 * any few of them in a row show most of it. */
#define COMPARE_FRESH_PIECE 256

/* One move in so many is among the scattered. */
#define COMPARE_FRESH_APART 32

typedef struct {
    BspVec from, to;
    guint trajectory;
    gboolean displaced; /* along its line; else the scenario's own, or drawn */
} CompareFreshMove;

/* Which moves: walks or shots, of some trajectories. */
typedef struct {
    gboolean walks;      /* walks; else shots */
    gboolean stationary; /* only moves that end where they start */
    gboolean *takes;     /* for each of the scenario's trajectories */
} CompareWanted;

typedef struct {
    CompareWanted wanted;
    GArray *moves; /* CompareFreshMove, in the order of asking; after the last comes the first */
    GArray
        *scattered;   /* others: single moves from all over, as many objects make them in a frame */
    guint n_scenario; /* of them the scenario's own */
    guint n_drawn;    /* of walks gone on with */
    guint n_displaced; /* moved along their lines */
    guint n_distinct;  /* of the scenario's and the drawn, without those that are equal */
} CompareSupply;

/* At most one in ten is displaced. */
gboolean compare_supply_is_fresh(const CompareSupply *supply);

typedef struct CompareFresh CompareFresh;

/* The report must outlive it. */
CompareFresh *compare_fresh_new(const CompareReport *report);
void compare_fresh_free(CompareFresh *fresh);

/* At least n of the wanted moves (copied), or none where the scenario has none. Asked for again it
 * is the same supply; it belongs to fresh. Drawing moves takes at most a few seconds for all
 * supplies together; what is missing then is displaced. */
const CompareSupply *compare_fresh_supply(CompareFresh *fresh, const CompareWanted *wanted,
                                          guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareFresh, compare_fresh_free)

#endif
