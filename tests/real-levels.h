/* real-levels: the thirteen levels that data/fetch-levels fetches, for tests that want worlds as
 * people build them. Where BSP_LEVELS names no archive of them, a test that asks for one is
 * skipped, or fails if BSP_REQUIRE_LEVELS is set. */
#ifndef REAL_LEVELS_H
#define REAL_LEVELS_H

#include "scenario/scenario.h"

#define N_REAL_LEVELS 13

/* How many of these levels a short suite reads. Each suite reads others. */
#define N_SHORT_LEVELS 3

/* What a parameterized test gets. */
typedef struct {
    char name[16];
} RealLevel;

/* cr_make_param_array(RealLevel, real_levels, N_REAL_LEVELS) */
extern RealLevel real_levels[N_REAL_LEVELS];

/* NULL: there is none. */
const char *real_levels_archive(void);

/* The paths of a level, compiled and as its author drew it; free with g_free(). */
char *real_level_bsp(const char *name);
char *real_level_map(const char *name);

/* data/scenarios/real-level.json, over the level. */
CompareScenario *real_level_scenario(const char *name);

/* A recorded match of data/scenarios, over its level; members: JSON that it has besides, or NULL.
 * The test fails where it cannot be loaded. */
CompareScenario *real_match(const char *file, const char *level, const char *members);

#endif
