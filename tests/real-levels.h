/* real-levels: the thirteen levels that data/fetch-levels fetches. BSP_LEVELS names their archive.
 * Without it, a test that uses a level is skipped, or fails if BSP_REQUIRE_LEVELS is set. */
#ifndef REAL_LEVELS_H
#define REAL_LEVELS_H

#include "sanitized.h"
#include "scenario/scenario.h"

/* The number of levels in the archive of data/fetch-levels. */
#define N_REAL_LEVELS 13

/* The number of levels in a short run. Each suite uses different levels, so that a run of all
 * suites uses most of them. */
#define N_SHORT_LEVELS (SANITIZED ? 1 : 3)

/* The parameter of a parameterized test, which is a level's name. */
typedef struct {
    char name[16];
} RealLevel;

/* For cr_make_param_array(RealLevel, real_levels, N_REAL_LEVELS). */
extern RealLevel real_levels[N_REAL_LEVELS];

/* Returns the path of the archive, or NULL. */
const char *real_levels_archive(void);

/* Return the paths of a level's compiled file and of its author's source. The caller frees them
 * with g_free(). */
char *real_level_bsp(const char *name);
char *real_level_map(const char *name);

/* Returns data/scenarios/real-level.json, with this level as its world. */
CompareScenario *real_level_scenario(const char *name);

/* Returns a recorded match of data/scenarios, with its level as its world. `members` is JSON to add
 * to the scenario, or NULL. The test fails if the match cannot be loaded. */
CompareScenario *real_match(const char *file, const char *level, const char *members);

#endif
