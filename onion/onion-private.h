/* onion-private: declarations that the files that build onion trees share. */
#ifndef ONION_PRIVATE_H
#define ONION_PRIVATE_H

#include "build/space.h"
#include "onion-build.h"
#include "onion/tree.h"

/* Golodetz 2013, Listing 2, for the faces of all expanded worlds. The map trees of the worlds give
 * the descriptors of the leaves (Listing 3). Of the options for compiling, it uses n_spaces,
 * bounds, leaf, user_data and part. */
BspBuildNode *onion_listing2_compile(const BspSpace *spaces, const BspCompileOptions *options,
                                     const BspBuildOptions *build, GError **error);

/* Golodetz 2013, Listing 4: a point of the leaf that is in front of all these planes and inside the
 * bounds. Returns FALSE if there is no such point. */
gboolean onion_arbitrary_leaf_point(const BspPlane *ancestors, guint n, const BspBounds *bounds,
                                    BspVec *point);

#endif
