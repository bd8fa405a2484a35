/* tumble: a scenario of bodies that turn: crates, planks, pills, cans and rocks that tumble, and
 * hinged doors that turn about an upright edge.
 *
 * Each move begins at a place near one of the world's starts at which the body fits. */
#ifndef COMPARE_GENERATE_TUMBLE_H
#define COMPARE_GENERATE_TUMBLE_H

#include "bsp-world.h"
#include "generate/generated.h"

/* Makes the scenario, without a world, with wanted's name, and n_moves recorded
 * moves of each body. The same world, number and seed give the same moves. */
CompareScenario *compare_generate_tumble(const CompareGenerateScenario *wanted,
                                         const BspWorld *world, guint n_moves);

#endif
