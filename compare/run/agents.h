/* agents: navigation graphs of a scenario's world, judged by bodies that walk along their paths.
 *
 * The scenario names boxes and pairs of places. Each graph answers the same questions, and the
 * brush table and the mover judge the answers (run/navigator.h). */
#ifndef COMPARE_AGENTS_H
#define COMPARE_AGENTS_H

#include "run/navigator.h"
#include "scenario/scenario.h"

typedef struct {
    const char *name, *method; /* of the agents; of the graph; borrowed */
    guint64 areas, bytes;
    double build_ms; /* 0: not measured */
    double covered,
        no_body; /* percent of places that are on an area, and of points of areas without a body */
    guint pairs, found, arrived;
    double us; /* for a pair, the mean, in microseconds; 0: not measured */
} CompareAgentsRow;

/* The world in which one item of the scenario's agents walks, with this package's graph. */
typedef struct {
    const CompareAgents *asked;
    CompareGround ground;
    BspNavigation *nav;
    double build_ms; /* of the onion and the graph */
    GArray *places;  /* of BspVec, two for each pair */
} CompareAgentsWorld;

/* Builds the onion and the graph, and draws the places. Fails with BSP_ERROR_VALUE, also if the
 * world has no floor for the body. The caller frees what the world holds, also after a failure. */
gboolean compare_agents_open(CompareAgentsWorld *world, const CompareScenario *scenario,
                             const CompareAgents *asked, GError **error);
void compare_agents_clear(CompareAgentsWorld *world);

/* Judges a graph of this world. The caller sets name, method, areas, bytes and build_ms of the row,
 * and the function sets the rest. */
void compare_agents_judge(const CompareAgentsWorld *world, const CompareNavigator *navigator,
                          gboolean is_timed, CompareAgentsRow *row);

/* The row of this package's graph. */
CompareAgentsRow compare_agents_graph(const CompareAgentsWorld *world, gboolean is_timed);

#endif
