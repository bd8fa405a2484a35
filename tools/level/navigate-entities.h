/* navigate-entities: the teleporters, pads, doors and lifts of a level, for navigation graphs. */
#ifndef LEVEL_NAVIGATE_ENTITIES_H
#define LEVEL_NAVIGATE_ENTITIES_H

#include "bsp-navigate-build.h"
#include "bsp-world.h"

/* Finds the entities among the models of the world, which was read from the path: an array of
 * BspNavEntity, whose numbers are those of the models. walkers: at least one; the highest, widest
 * and fastest of them decide where a lift lets go, and its cost. Models that cannot be read are
 * left out. */
GArray *level_navigation_entities(const char *path, const BspWorld *world,
                                  const BspNavWalker *walkers, guint n);

#endif
