/* scenario-text: writes a scenario as the text of its file: the head of a loaded scenario, with
 * other trajectories. */
#ifndef COMPARE_OUTPUT_SCENARIO_TEXT_H
#define COMPARE_OUTPUT_SCENARIO_TEXT_H

#include "scenario/scenario.h"
#include "text/json-value.h"

typedef struct {
    const CompareScenario *scenario; /* the source of the spaces, shapes and options */
    const char *name;
    const char *world;        /* name of the world's file */
    const BspWorld *inside;   /* an inline world instead; or NULL */
    gint shape;               /* the only shape that is written; or COMPARE_ALL_SHAPES,
                                 COMPARE_NO_SHAPE */
    const char *trajectories; /* the JSON array, as text */
} CompareScenarioText;

#define COMPARE_ALL_SHAPES (-1)
#define COMPARE_NO_SHAPE (-2)

/* One member on each line, for people. The caller frees the text with g_free(). */
char *compare_scenario_text(const CompareScenarioText *wanted);

/* A number with 17 digits, which reads back exactly; and an array of three. */
json_object *compare_scenario_number(double x);
json_object *compare_scenario_vec(BspVec v);

#endif
