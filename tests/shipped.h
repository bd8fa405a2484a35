/* shipped: loads the worlds and scenarios of data/, and other files of the sources, for tests. */
#ifndef SHIPPED_H
#define SHIPPED_H

#include "scenario/scenario.h"

/* Returns the data directory, which is BSP_DATA_DIR, or data/ below the working directory. */
const char *shipped_data(void);

/* Returns a path below data/. `name` may be NULL. The caller frees it with g_free(). */
char *shipped_path(const char *folder, const char *name);

/* Returns the path of a file in the source folder, such as "README.md". The caller frees it with
 * g_free(). */
char *shipped_source(const char *name);

/* Loads a world of data/worlds. This function and those below fail the test if loading fails. */
BspSolid *shipped_solid(const char *name);

/* Loads a scenario of data/scenarios. */
CompareScenario *shipped_scenario(const char *name);

/* Loads the scenario at this path. */
CompareScenario *load_scenario(const char *path);

/* Reads a scenario from its JSON. */
CompareScenario *scenario_of(const char *text);

/* Returns the sorted paths of all scenarios, except those over levels that must be fetched. */
GPtrArray *shipped_scenarios(void);

#endif
