/* scenario-text: a scenario as the text of its file: the head of a scenario that was read, and
 * other trajectories. */
#ifndef COMPARE_OUTPUT_SCENARIO_TEXT_H
#define COMPARE_OUTPUT_SCENARIO_TEXT_H

#include "scenario/scenario.h"
#include "text/json-value.h"

typedef struct {
    const CompareScenario *scenario; /* whose spaces, shapes and options it has */
    const char *name;
    const char *world;        /* how its file is named */
    const BspWorld *inside;   /* the world to hold in place of that; or NULL */
    gint shape;               /* the only one that it needs; COMPARE_ALL_SHAPES, COMPARE_NO_SHAPE */
    const char *trajectories; /* the array, as text */
} CompareScenarioText;

#define COMPARE_ALL_SHAPES (-1)
#define COMPARE_NO_SHAPE (-2)

/* A member a line, to be read by people, too. Free with g_free(). */
char *compare_scenario_text(const CompareScenarioText *wanted);

/* With 17 digits: the number itself, not one close to it. And an array of three. */
json_object *compare_scenario_number(double x);
json_object *compare_scenario_vec(BspVec v);

#endif
