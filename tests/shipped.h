/* shipped: the worlds and scenarios of data/, and other files of the sources, for tests. */
#ifndef SHIPPED_H
#define SHIPPED_H

#include "scenario/scenario.h"

/* data/: the environment says where it is; else below the directory that the test runs in. */
const char *shipped_data(void);

/* A path below data/; name may be NULL. Free with g_free(). */
char *shipped_path(const char *folder, const char *name);

/* A path in the sources: "README.md". Free with g_free(). */
char *shipped_source(const char *name);

/* Of data/worlds. The test fails where it cannot be loaded, as below. */
BspSolid *shipped_solid(const char *name);

/* Of data/scenarios. */
CompareScenario *shipped_scenario(const char *name);

/* At a path, of anywhere. */
CompareScenario *load_scenario(const char *path);

/* Paths, in order: all scenarios but those over levels that are fetched. */
GPtrArray *shipped_scenarios(void);

#endif
