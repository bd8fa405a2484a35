/* navigate-entities: the teleporters, pads, doors and lifts of a level, for navigation graphs. */
#ifndef LEVEL_NAVIGATE_ENTITIES_H
#define LEVEL_NAVIGATE_ENTITIES_H

#include "bsp-navigate-build.h"
#include "bsp-world.h"

/* Returns the entities among the models of the world, which was read from the path, as an array of
 * BspNavEntity. Their numbers are those of the models. The highest, widest and fastest walkers
 * decide where a lift lets go, and its cost. There is at least one walker. Adds to *n_left the
 * number of models that are left out because their brushes cannot be read, or because
 * LEVEL_MOST_ENTITIES were read. */
GArray *level_navigation_entities(const char *path, const BspWorld *world,
                                  const BspNavWalker *walkers, guint n, guint *n_left);

/* Each is read from the file anew. The largest levels of shooters have a few hundred. */
#define LEVEL_MOST_ENTITIES 1024

#endif
