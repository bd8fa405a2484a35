/* shipped: the worlds and scenarios of data/, and other files of the sources, for tests. */
#ifndef SHIPPED_H
#define SHIPPED_H

#include "scenario/scenario.h"

/* The data directory: BSP_DATA_DIR, or data/ below the working directory. */
const char *shipped_data(void);

/* A path below data/; name may be NULL. Free with g_free(). */
char *shipped_path(const char *folder, const char *name);

/* The path of a file in the source folder, such as "README.md". Free with g_free(). */
char *shipped_source(const char *name);

/* A world of data/worlds. This function and those below fail the test if loading fails. */
BspSolid *shipped_solid(const char *name);

/* A scenario of data/scenarios. */
CompareScenario *shipped_scenario(const char *name);

/* Loads the scenario at this path. */
CompareScenario *load_scenario(const char *path);

/* The sorted paths of all scenarios except those over levels that must be fetched. */
GPtrArray *shipped_scenarios(void);

#endif
