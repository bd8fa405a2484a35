/* outsider: a contestant, which is not part of this program. Another program answered the same
 * moves (docs/contestants.md).
 *
 * Results list it like other methods, because its class has a name and a guarantee. The class
 * refers to the outsider, and is not built or queried here. */
#ifndef COMPARE_OUTSIDER_H
#define COMPARE_OUTSIDER_H

#include "methods/method.h"

/* The contestant's answer to a move. */
typedef struct {
    gboolean is_skipped;
    BspTransitionClass type;
    double t;
    BspVec normal;
    double ns; /* the nanoseconds of the query; COMPARE_UNTOLD if they were not measured */
} CompareTold;

/* The value for a number that is unknown. A known number is never negative. */
#define COMPARE_UNTOLD (-1.0)

/* A path that a navigator found. */
typedef struct {
    double ns; /* the nanoseconds of the search; COMPARE_UNTOLD if they were not measured */
    /* Its corners are `n` items of `corners` from `first` on; n is 0 if no path was found. */
    guint first, n;
} CompareToldPath;

/* The answers of a navigator, which is a contestant that finds paths. */
typedef struct {
    double n_areas;
    GArray *points;  /* an array of BspVec: points of its areas */
    GArray *nearest; /* an array of BspVec: for each place, the nearest point of an area; NAN if no
                        area is near */
    GArray *paths;   /* an array of CompareToldPath, one for each pair of places */
    GArray *corners; /* an array of BspVec: the corners of all paths */
} CompareToldGraph;

struct CompareOutsider {
    CompareMethodClass klass;
    char *name;
    char *command;    /* for sh */
    char *error;      /* why there are no answers; NULL if there are */
    GPtrArray *about; /* an array of char *: the lines in which the contestant describes itself */
    double skin;      /* units by which it intentionally stops before solid */
    guint exact;      /* bits 1 << BspShapeKind: the kinds for which it claims to be exact */
    double load_ms;   /* this number and the next two are COMPARE_UNTOLD if unknown */
    double bytes;     /* memory that a query uses */
    double again_ns;  /* mean time of a query, with the moves in random order */
    GArray *told;     /* CompareTold, one for each move */
    CompareToldGraph graph;
    GHashTable *movers; /* a set of movers (gint, as in CompareTrajectory.mover); the contestant
                           answered at least one move of each */
};

CompareOutsider *compare_outsider_new(const char *name, const char *command);
void compare_outsider_free(CompareOutsider *outsider);

/* Marks the contestant as failed, and discards its answers. Takes ownership of the error. */
void compare_outsider_fail(CompareOutsider *outsider, char *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareOutsider, compare_outsider_free)

#endif
