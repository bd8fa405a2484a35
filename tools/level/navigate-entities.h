/* navigate-entities: finds the teleporters, pads, doors and lifts of a level, for navigation
 * graphs. */
#ifndef LEVEL_NAVIGATE_ENTITIES_H
#define LEVEL_NAVIGATE_ENTITIES_H

#include "bsp-navigate-build.h"
#include "bsp-world.h"

/* Returns the entities among the models of the world, which was read from the path, as an array of
 * BspNavEntity. An entity has the number of its model. The highest, widest and fastest of the n
 * walkers, at least one, decide where a lift lets bodies go, and its cost. Adds to *n_left the
 * number of models that are left out because their brushes cannot be read, or because
 * LEVEL_MOST_ENTITIES were read. */
GArray *level_navigation_entities(const char *path, const BspWorld *world,
                                  const BspNavWalker *walkers, guint n, guint *n_left);

/* The maximum number of models that are read, because each one is read from the file separately.
 * The largest levels of shooters have a few hundred. */
#define LEVEL_MOST_ENTITIES 1024

#endif
