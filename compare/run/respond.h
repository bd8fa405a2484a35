/* respond: the remaining movement after a contact. */
#ifndef COMPARE_RESPOND_H
#define COMPARE_RESPOND_H

#include "scenario/scenario.h"

/* The most contacts a slide remembers. It stays out of all of their planes. */
#define COMPARE_MAX_PLANES 3

/* The normals of the contacts since the last free move. */
typedef struct {
    BspVec normals[COMPARE_MAX_PLANES];
    guint n;
} CompareContacts;

/* Returns the next movement after a contact with a surface of this normal; `rest` is the remaining
 * movement. Stop: zero. Slide: along the surface, or along the crease of two. Bounce: mirrored. */
BspVec compare_respond(CompareResponse response, CompareContacts *contacts, BspVec rest,
                       BspVec normal);

#endif
