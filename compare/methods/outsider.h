/* outsider: a contestant, which is not part of this program. Another program answered the same
 * moves (docs/contestants.md).
 *
 * In results it appears like other methods, because its class has a name and claims. The class is
 * marked as an outsider. It is not built or queried here. */
#ifndef COMPARE_OUTSIDER_H
#define COMPARE_OUTSIDER_H

#include "methods/method.h"

/* The contestant's answer to a move. */
typedef struct {
    gboolean is_skipped;
    BspTransitionClass type;
    double t;
    BspVec normal;
    double ns; /* nanoseconds of the query; COMPARE_UNTOLD if it was not measured */
} CompareTold;

/* A measured time is never negative. */
#define COMPARE_UNTOLD (-1.0)

/* A navigator's path. */
typedef struct {
    double ns;      /* time of the search; COMPARE_UNTOLD if not measured */
    guint first, n; /* its corners; n is 0 if no path was found */
} CompareToldPath;

/* The answers of a navigator, which is a contestant that finds paths. */
typedef struct {
    double n_areas;
    GArray *points; /* points of its areas, of BspVec */
    GArray
        *nearest;  /* the nearest point of an area for each place, of BspVec; NAN if none is near */
    GArray *paths; /* CompareToldPath, one for each pair */
    GArray *corners; /* BspVec, of all paths */
} CompareToldGraph;

struct CompareOutsider {
    CompareMethodClass klass;
    char *name;
    char *command;    /* for sh */
    char *error;      /* why there are no answers; NULL if there are */
    GPtrArray *about; /* char *: lines in which the outsider describes itself */
    double skin;      /* units by which it intentionally stops before solid */
    guint exact;      /* bits 1 << BspShapeKind: the kinds for which it claims to be exact */
    double load_ms;   /* this and the next two are COMPARE_UNTOLD if unknown */
    double bytes;     /* memory that a query uses */
    double again_ns;  /* mean time of a query, with the moves in random order */
    GArray *told;     /* CompareTold, one for each move */
    CompareToldGraph graph;
    GHashTable *movers; /* the keys are the movers of which it answered a move (gint) */
};

CompareOutsider *compare_outsider_new(const char *name, const char *command);
void compare_outsider_free(CompareOutsider *outsider);

/* Marks the contestant as failed with this error, which it then owns. Discards its answers. */
void compare_outsider_fail(CompareOutsider *outsider, char *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOutsider, compare_outsider_free)

#endif
