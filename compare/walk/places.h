/* places: small random worlds, of kinds in which characters have got stuck.
 *
 * They have seams, creases and nearly level floors, where a tracer has many planes to choose
 * from. */
#ifndef COMPARE_PLACES_H
#define COMPARE_PLACES_H

#include "bsp-inspect.h"

/* The direction in which a walker pushes in addition to its heading, so that it stays at the
 * walls. */
typedef enum {
    COMPARE_PULL_NONE,
    COMPARE_PULL_OUT, /* away from the z axis */
    COMPARE_PULL_IN,  /* towards the z axis */
    COMPARE_PULL_Y    /* towards the plane y = 0 */
} ComparePull;

typedef struct {
    BspSolid *solid;
    gboolean owns_solid;
    BspBounds bounds; /* a walker that leaves them restarts */
    BspBounds room;   /* walkers start here if there are no starts */
    GArray *starts;   /* BspVec, not owned; NULL: none */
    ComparePull pull;
    gboolean has_floor; /* walkers press down on the floor; stepping walkers above it fall */
} ComparePlace;

typedef struct {
    const char *name, *summary;
    void (*make)(GPtrArray *brushes, GRand *rand, ComparePlace *place);
} ComparePlaceKind;

/* NULL at the end. */
extern const ComparePlaceKind *const compare_place_kinds[];

const ComparePlaceKind *compare_place_find(const char *name);

ComparePlace *compare_place_new(const ComparePlaceKind *kind, guint64 seed);

/* A level; walkers start at `starts` (BspVec). The caller keeps both arguments, which must outlive
 * the result. */
ComparePlace *compare_place_new_level(BspSolid *solid, GArray *starts);

void compare_place_free(ComparePlace *place);

/* A random generator for the seed. The caller frees it with g_rand_free(). */
GRand *compare_place_rand(guint64 seed);

/* A random whole number from lo to hi, both included. */
gint compare_place_draw(GRand *rand, gint lo, gint hi);

/* A walker's first position. It may be in solid. */
BspVec compare_place_start(const ComparePlace *place, GRand *rand);

/* A direction that a walker keeps for some frames. Its horizontal part has the length 1. */
BspVec compare_place_heading(const ComparePlace *place, GRand *rand);

/* The direction in which a walker with that heading tries to go from `at`. If it is pulled to or
 * from the z axis, the heading (1, 0, 0) points away from the axis, and (0, 1, 0) along the
 * walls. */
BspVec compare_place_wish(const ComparePlace *place, BspVec heading, BspVec at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ComparePlace, compare_place_free)

#endif
