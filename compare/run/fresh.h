/* fresh: more moves than the scenario has, so that no move is repeated soon.
 *
 * A processor learns the path of a query: a few hundred repeated moves look twice as fast as they
 * are. So random walks are continued with other seeds until there are enough moves. Waypoints and
 * recorded moves cannot be continued. They are repeated, displaced along their own lines by up to
 * 1/8 unit. This changes the numbers but hardly the path through a tree. If many moves are
 * displaced, the supply reports that it is not fresh. */
#ifndef COMPARE_FRESH_H
#define COMPARE_FRESH_H

#include "run/report.h"

/* A supply has at least this many moves, so that no move is repeated sooner. */
#define COMPARE_FRESH 40000

/* Moves keep their order within pieces of this many. The pieces come from all over the scenario, so
 * that any few consecutive ones show most of it. */
#define COMPARE_FRESH_PIECE 256

/* One move in this many is used as a scattered move. */
#define COMPARE_FRESH_APART 32

/* Which moves: walks or shots, of some trajectories. */
typedef struct {
    gboolean walks;      /* walks; else shots */
    gboolean stationary; /* only moves that end where they start */
    gboolean *takes;     /* for each of the scenario's trajectories */
} CompareWanted;

typedef struct {
    CompareWanted wanted;
    GArray *moves;     /* CompareCall, in the order of the queries; after the last, the first
                          follows again */
    GArray *scattered; /* CompareCall: single moves from all over the scenario, as many objects make
                          them in a frame */
    guint n_scenario;  /* how many are the scenario's own */
    guint n_drawn;     /* how many are from continued walks */
    guint n_displaced; /* how many are displaced */
    guint n_distinct;  /* how many of the scenario's and the drawn moves are different */
} CompareSupply;

/* TRUE if at most one move in ten is displaced. */
gboolean compare_supply_is_fresh(const CompareSupply *supply);

typedef struct CompareFresh CompareFresh;

/* The report must outlive the result. */
CompareFresh *compare_fresh_new(const CompareReport *report);
void compare_fresh_free(CompareFresh *fresh);

/* Returns at least n of the wanted moves (copied), or none if the scenario has none. A second call
 * returns the same supply, which `fresh` owns. Drawing takes at most a few seconds for all supplies
 * together. If that is not enough for n moves, displaced moves are added. */
const CompareSupply *compare_fresh_supply(CompareFresh *fresh, const CompareWanted *wanted,
                                          guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareFresh, compare_fresh_free)

#endif
