/* respond: what is left of a move after its contact. */
#ifndef COMPARE_RESPOND_H
#define COMPARE_RESPOND_H

#include "scenario/scenario.h"

/* Contacts a slide remembers: it keeps clear of all of their planes. */
#define COMPARE_MAX_PLANES 3

/* The normals of what has been touched since the last free move. */
typedef struct {
    BspVec normals[COMPARE_MAX_PLANES];
    guint n;
} CompareContacts;

/* The movement that follows when `rest` of the move was still to go at a surface of this normal:
 * zero when it stops; along the surface, or the crease of two, when it slides; mirrored when it
 * bounces. */
BspVec compare_respond(CompareResponse response, CompareContacts *contacts, BspVec rest,
                       BspVec normal);

#endif
