/* place-kinds: generates small random worlds, of kinds in which characters have got stuck.
 *
 * The worlds have seams, creases and nearly level floors, where a tracer has many planes to choose
 * from. */
#ifndef PLACE_KINDS_H
#define PLACE_KINDS_H

#include "walk/walk.h"

typedef struct {
    const char *name;
    void (*make)(GPtrArray *brushes, GRand *rand, CompareWalkPlace *place);
} PlaceKind;

/* Returns the kind of that name. Returns NULL if there is no such kind. */
const PlaceKind *place_kind_find(const char *name);

/* A level or room of walkers, and its brushes. */
typedef struct {
    CompareWalkPlace walk;
    BspSolid *solid;
} Place;

Place *place_of_kind(const PlaceKind *kind, guint64 seed);
void place_free(Place *place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Place, place_free)

#endif
