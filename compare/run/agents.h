/* agents: judges navigation graphs of a scenario's world by bodies that walk along their paths.
 *
 * The scenario names boxes and pairs of places. Each graph answers the same questions, and the
 * brush table and the mover judge the answers (run/navigator.h). */
#ifndef COMPARE_AGENTS_H
#define COMPARE_AGENTS_H

#include "run/navigator.h"
#include "scenario/scenario.h"

typedef struct {
    /* The name of the agents, and the name of the method that made the graph; borrowed. */
    const char *name, *method;
    guint64 areas, bytes;
    double build_ms; /* 0 if it was not measured */
    /* `covered` is the percentage of places that are on an area. `no_body` is the percentage of
     * points of areas at which no body can stand. */
    double covered, no_body;
    CompareNavigatorCounts counts;
    double us; /* the mean microseconds for a pair of places; 0 if they were not measured */
} CompareAgentsRow;

/* The world in which one item of the scenario's agents walks, and the graph that this package makes
 * for it. */
typedef struct {
    const CompareAgents *asked;
    CompareGround ground;
    BspNavigation *nav;
    double build_ms; /* the milliseconds of building the onion and the graph */
    GArray *places;  /* an array of BspVec: two places for each pair */
} CompareAgentsWorld;

/* Builds the onion and the graph, and draws the places. Fails with BSP_ERROR_VALUE, also if the
 * world has no floor for the body. The caller clears the world with compare_agents_clear(), also
 * after a failure. */
gboolean compare_agents_open(CompareAgentsWorld *world, const CompareScenario *scenario,
                             const CompareAgents *asked, GError **error);
void compare_agents_clear(CompareAgentsWorld *world);

/* Judges a graph of this world. The caller sets name, method, areas, bytes and build_ms of the row.
 * The other members are 0 before, and the function sets them. */
void compare_agents_judge(const CompareAgentsWorld *world, const CompareNavigator *navigator,
                          gboolean is_timed, CompareAgentsRow *row);

/* Returns the row of this package's graph. */
CompareAgentsRow compare_agents_graph(const CompareAgentsWorld *world, gboolean is_timed);

#endif
