/* places: small worlds in which characters have frozen, made up from a seed.
 *
 * Seams, creases and next to level floors, where a tracer has many planes to choose from. */
#ifndef COMPARE_PLACES_H
#define COMPARE_PLACES_H

#include "build/solid.h"

/* What draws a walker to what it walks along, besides its heading. */
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
    gboolean has_floor; /* walkers press down; who steps falls where there is no ground */
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

/* Where a walker begins: it may be in solid. */
BspVec compare_place_start(const ComparePlace *place, GRand *rand);

/* What a walker keeps for a while. Its level part has the length 1. */
BspVec compare_place_heading(const ComparePlace *place, GRand *rand);

/* Which way a walker of that heading wants to go from there. Round the z axis the heading turns
 * with the place: (1, 0, 0) is away from the axis, (0, 1, 0) along the walls. */
BspVec compare_place_wish(const ComparePlace *place, BspVec heading, BspVec at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePlace, compare_place_free)

#endif
