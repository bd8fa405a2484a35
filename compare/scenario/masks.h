/* masks: recorded moves that are stopped by what has stopped them in their engine.
 *
 * For the readers of scenarios alone. */
#ifndef COMPARE_SCENARIO_MASKS_H
#define COMPARE_SCENARIO_MASKS_H

#include "scenario/scenario.h"

/* Gives every trajectory whose mask is known a space or shape of that mask, called "NAME under
 * MASK", where it has one of another mask. Spaces and shapes that nothing moves any more go. */
void compare_scenario_split_by_masks(CompareScenario *scenario);

#endif
