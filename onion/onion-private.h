/* onion-private: declarations that the files that build onion trees share. */
#ifndef ONION_PRIVATE_H
#define ONION_PRIVATE_H

#include "compile/space.h"
#include "onion-build.h"
#include "onion/tree.h"

/* Compiles the faces of all expanded worlds into one tree (Golodetz 2013, Listing 2). The
 * descriptors of leaves come from the worlds' map trees (Listing 3). The function uses only
 * n_spaces, bounds, leaf, user_data and part of `options`. */
BspBuildNode *onion_listing2_compile(const BspSpace *spaces, const BspCompileOptions *options,
                                     const BspBuildOptions *build, GError **error);

/* Finds a point of the leaf that lies in front of all `ancestors` and inside the bounds (Golodetz
 * 2013, Listing 4). Returns FALSE if there is no such point. */
gboolean onion_arbitrary_leaf_point(const BspPlane *ancestors, guint n, const BspBounds *bounds,
                                    BspVec *point);

#endif
