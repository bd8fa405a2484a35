/* onion-private: declarations that the files that build onion trees share. */
#ifndef ONION_PRIVATE_H
#define ONION_PRIVATE_H

#include "build/space.h"
#include "onion-build.h"
#include "onion/tree.h"

/* The set of solidity descriptors. Any thread may add to the set. */
typedef struct OnionDescriptors OnionDescriptors;

/* Returns the number of the descriptor, which is added if it is new. A BspLeafFunc, with the set as
 * its data. */
guint onion_descriptors_intern(const guint64 *solid, gpointer set);

/* The world expanded for one space, and the data that compiling needs. */
typedef struct {
    BspSolid *solid; /* NULL once the space has taken it */
    BspSpace space;
} OnionExpanded;

/* Golodetz 2013, Listing 2, for the faces of all expanded worlds. The map trees of the worlds give
 * the descriptors of the leaves (Listing 3). */
BspBuildNode *onion_listing2_compile(const OnionExpanded *expanded,
                                     const BspCompileOptions *compile,
                                     OnionDescriptors *descriptors, const BspBuildOptions *build,
                                     GError **error);

/* Golodetz 2013, Listing 4: a point of the leaf that is in front of all these planes and inside the
 * bounds. Returns FALSE if there is no such point. */
gboolean onion_arbitrary_leaf_point(const BspPlane *ancestors, guint n, const BspBounds *bounds,
                                    BspVec *point);

#endif
