/* build-onion: builds onions for tests. */
#ifndef BUILD_ONION_H
#define BUILD_ONION_H

#include "onion-build.h"

#define N_THREE 3

/* A point, a player, and a box away from its reference point. */
extern const OnionSpace three_spaces[N_THREE];

/* A space with a cube around the reference point. */
OnionSpace cube_space(const char *name, double half);

/* Builds an onion as in the article, without space nodes, or with the given options. The test
 * fails if the onion cannot be built. */
OnionTree *build_onion(const BspSolid *solid, const OnionSpace *spaces, guint n,
                       OnionBuilder builder);
OnionTree *build_onion_with(const BspSolid *solid, const OnionSpace *spaces, guint n,
                            const OnionOptions *options);

#endif
