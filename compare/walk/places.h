/* places: small worlds in which characters have frozen, made up from a seed.
 *
 * Seams, creases and next to level floors, where a tracer has many planes to choose from. */
#ifndef COMPARE_PLACES_H
#define COMPARE_PLACES_H

#include "build/solid.h"

/* A direction in which a walker pushes besides its heading, so that it stays at the walls. */
typedef enum {
    COMPARE_PULL_NONE,
    COMPARE_PULL_OUT, /* from the z axis */
    COMPARE_PULL_IN,  /* to the z axis */
    COMPARE_PULL_Y    /* to the plane y = 0 */
} ComparePull;

typedef struct {
    BspSolid *solid;
    gboolean owns_solid;
    BspBounds bounds; /* a walker that leaves them begins anew */
    BspBounds room;   /* where walkers begin, if there are no starts */
    GArray *starts;   /* BspVec, not owned; NULL: none */
    ComparePull pull;
    gboolean has_floor; /* walkers press down on it; those that step fall if they are above it */
} ComparePlace;

typedef struct {
    const char *name, *summary;
    void (*make)(GPtrArray *brushes, GRand *rand, ComparePlace *place);
} ComparePlaceKind;

/* Ended by NULL. */
extern const ComparePlaceKind *const compare_place_kinds[];

const ComparePlaceKind *compare_place_find(const char *name);

ComparePlace *compare_place_new(const ComparePlaceKind *kind, guint64 seed);

/* A level: walkers begin at its starts (BspVec). Both stay the caller's and must outlive it. */
ComparePlace *compare_place_new_level(BspSolid *solid, GArray *starts);

void compare_place_free(ComparePlace *place);

/* The random numbers of a seed. Free with g_rand_free(). */
GRand *compare_place_rand(guint64 seed);

/* A whole number from lo to hi, both included. */
gint compare_place_draw(GRand *rand, gint lo, gint hi);

/* A walker's first position, which may be in solid. */
BspVec compare_place_start(const ComparePlace *place, GRand *rand);

/* A direction that a walker keeps for a while. Its level part has the length 1. */
BspVec compare_place_heading(const ComparePlace *place, GRand *rand);

/* The direction in which a walker of that heading wants to go from `at`. If it is pulled to or from
 * the z axis, its heading (1, 0, 0) points away from the axis, and (0, 1, 0) along the walls. */
BspVec compare_place_wish(const ComparePlace *place, BspVec heading, BspVec at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePlace, compare_place_free)

#endif
