/* graphs: builds navigation graphs of made-up rooms, for tests. */
#ifndef GRAPHS_H
#define GRAPHS_H

#include "bsp-navigate-build.h"
#include "bsp-solid.h"
#include "run/navigator.h"

typedef struct {
    OnionTree *tree;
    BspBrushTable *table;
    BspNavigation *nav;
    BspNavBuildStats stats;
    BspNavEntity *entities; /* whose triggers fire in check_graph() */
    guint n_entities;
} Graph;

/* Returns a walker with a square box, on its feet, with steps of 18 units. */
BspNavWalker walker_of(double width, double height, double skin);

/* Builds the graph of at most 4 walkers, which get names. `starts`, which are inside the world, and
 * `build` may be NULL. */
Graph graph_with(const BspSolid *solid, const GArray *starts, const BspNavWalker *unnamed, guint n,
                 const BspNavBuildOptions *build);

Graph graph_of(const BspSolid *solid, const GArray *starts, const BspNavWalker *walkers, guint n);

Graph graph_of_boxes(const double (*boxes)[6], guint n, BspNavWalker walker);

void graph_clear(Graph *g);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Graph, graph_clear)

guint n_areas(const Graph *g, guint size);

/* Returns the number of links of a type of the first size. */
guint n_links(const Graph *g, BspNavLinkType type);

/* Returns whether a path leads from one point to another. */
bool has_path(const Graph *g, guint size, BspVec from, BspVec to, const BspNavCosts *costs);

/* Finds the corners of the path from one point to another. Returns their number, at most 16. */
guint corners_of(const Graph *g, BspVec from, BspVec to, BspNavCorner corners[16]);

/* Returns the counts of compare_judge_graph() for n points, and n pairs of points, at 60 frames a
 * second. */
CompareNavigatorCounts count_graph(const Graph *g, guint size, guint n, guint32 seed);

/* Checks the graph of a size with n points, and n pairs of points, for bodies that move at 30, 60
 * and 125 frames a second, while the triggers of the graph's entities fire. Expects that at most
 * `missed` of 10,000 points where a body can stand are on no area, and that all bodies arrive. */
void check_graph(const Graph *g, guint size, guint n, guint missed, const char *what);

#endif
