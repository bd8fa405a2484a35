/* places: where walkers start, and where they try to go: in a level, or in a small world of
 * tests/place-kinds.c. */
#ifndef COMPARE_PLACES_H
#define COMPARE_PLACES_H

#include "tools/bsp-inspect.h"

/* A direction in which a walker pushes in addition to its heading, so that it stays at the walls.
 */
typedef enum {
    COMPARE_PULL_NONE,
    COMPARE_PULL_OUT, /* away from the z axis */
    COMPARE_PULL_IN,  /* towards the z axis */
    COMPARE_PULL_Y    /* towards the plane y = 0 */
} ComparePull;

typedef struct {
    BspSolid *solid;
    gboolean owns_solid;
    BspBounds bounds; /* a walker that leaves these bounds restarts */
    BspBounds room;   /* walkers start here if `starts` is NULL */
    GArray *starts;   /* BspVec: where walkers start; not owned; may be NULL */
    ComparePull pull;
    gboolean has_floor; /* walkers press down on it; stepping walkers above it fall */
} ComparePlace;

/* Creates a place from a level. Walkers start near `starts` (BspVec). The caller owns both
 * arguments, which must outlive the result. */
ComparePlace *compare_place_new_level(BspSolid *solid, GArray *starts);

void compare_place_free(ComparePlace *place);

/* Returns a random generator for the seed. Free with g_rand_free(). */
GRand *compare_place_rand(guint64 seed);

/* Returns a random whole number from lo to hi, both included. */
gint compare_place_draw(GRand *rand, gint lo, gint hi);

/* Returns a walker's first position. It may be in solid. */
BspVec compare_place_start(const ComparePlace *place, GRand *rand);

/* Returns a direction that a walker keeps for some frames. Its horizontal part has length 1. */
BspVec compare_place_heading(const ComparePlace *place, GRand *rand);

/* Returns the direction in which a walker with that heading tries to go from `at`. If the place
 * pulls it to or from the z axis, the heading (1, 0, 0) points away from the axis, and (0, 1, 0)
 * along the walls. */
BspVec compare_place_wish(const ComparePlace *place, BspVec heading, BspVec at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePlace, compare_place_free)

#endif
