/* masks: gives recorded moves the contents that stopped them in their engine.
 *
 * For the readers of scenarios only. */
#ifndef COMPARE_SCENARIO_MASKS_H
#define COMPARE_SCENARIO_MASKS_H

#include "scenario/scenario.h"

/* For each trajectory with a known mask, moves a space or shape of that mask. If its own has
 * another mask, it gets a copy named "NAME under MASK". Spaces and shapes that no trajectory moves
 * are removed. */
void compare_scenario_split_by_masks(CompareScenario *scenario);

#endif
