/* navigate-entities: the teleporters, pads, doors and lifts of a level, for navigation graphs. */
#ifndef LEVEL_NAVIGATE_ENTITIES_H
#define LEVEL_NAVIGATE_ENTITIES_H

#include "bsp-navigate-build.h"
#include "bsp-world.h"

/* Finds the entities among the models of the world, which was read from the path: an array of
 * BspNavEntity, whose numbers are those of the models. walkers: at least one; the highest, widest
 * and fastest of them decide where a lift lets go, and its cost. Adds to *n_left the number of
 * models that are left out: their brushes cannot be read, or LEVEL_MOST_ENTITIES were read. */
GArray *level_navigation_entities(const char *path, const BspWorld *world,
                                  const BspNavWalker *walkers, guint n, guint *n_left);

/* Each is read from the file anew. The largest levels of shooters have a few hundred. */
#define LEVEL_MOST_ENTITIES 1024

#endif
