/* place-kinds: small random worlds, of kinds in which characters have got stuck.
 *
 * They have seams, creases and nearly level floors, where a tracer has many planes to choose
 * from. */
#ifndef PLACE_KINDS_H
#define PLACE_KINDS_H

#include "walk/places.h"

typedef struct {
    const char *name;
    void (*make)(GPtrArray *brushes, GRand *rand, ComparePlace *place);
} PlaceKind;

/* Returns NULL if there is no kind of that name. */
const PlaceKind *place_kind_find(const char *name);

/* The caller frees the place with compare_place_free(). */
ComparePlace *place_of_kind(const PlaceKind *kind, guint64 seed);

#endif
