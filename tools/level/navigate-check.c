/* navigate-check: proves a navigation graph against the level and the mover. */
#include "level/navigate-check.h"

void level_check_navigation(const LevelNavigation *asked, guint32 seed, LevelNavigationCheck *found)
{
    CompareGround ground = { asked->tree,
                             asked->size,
                             asked->table,
                             .frame = asked->frame,
                             .entities = asked->entities,
                             .n_entities = asked->n_entities };
    CompareGraph graph;
    CompareNavigator navigator = compare_graph_init(&graph, asked->nav, asked->size, seed);
    bsp_navigation_walker(asked->nav, asked->size, &ground.walker);
    *found = (LevelNavigationCheck){ 0 };
    compare_judge_points(&ground, &navigator, asked->n, found);
    g_autoptr(GArray) places = compare_standing_places(&ground, graph.random, 2 * asked->n);
    compare_judge_paths(&ground, &navigator, places, found);
    compare_graph_clear(&graph);
}
