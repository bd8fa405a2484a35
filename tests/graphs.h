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

/* Units. Most tests run without a skin, and with the distance that engines keep from planes. */
extern const double two_skins[2];

/* Returns a walker with a square box, on its feet, with steps of 18 units. */
BspNavWalker walker_of(double width, double height, double skin);

/* Returns a player that drops by at most `drop` units, and jumps with this speed. */
BspNavWalker jumper_of(double skin, double drop, double jump);

/* Builds the graph of at most 4 walkers, which get names. `starts`, which are inside the world, and
 * `build` may be NULL. */
Graph graph_with(const BspSolid *solid, const GArray *starts, const BspNavWalker *unnamed, guint n,
                 const BspNavBuildOptions *build);

Graph graph_of(const BspSolid *solid, const GArray *starts, const BspNavWalker *walkers, guint n);

/* Builds the graph of one walker, and frees the solid. */
Graph graph_of_solid(BspSolid *solid, BspNavWalker walker);

Graph graph_of_boxes(const double (*boxes)[6], guint n, BspNavWalker walker);

/* Build the graph of boxes with entities, or with one entity. */
Graph graph_with_entities(const double (*boxes)[6], guint n, BspNavWalker walker,
                          const BspNavEntity *entities, guint n_entities);
Graph graph_with_entity(const double (*boxes)[6], guint n, BspNavWalker walker,
                        BspNavEntity entity);

void graph_clear(Graph *g);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Graph, graph_clear)

guint n_areas(const Graph *g, guint size);

/* Returns the number of links of a type of the first size. */
guint n_links(const Graph *g, BspNavLinkType type);

/* Returns whether a path leads from one point to another. */
bool has_path(const Graph *g, guint size, BspVec from, BspVec to, const BspNavCosts *costs);

/* Return a point of the first size: the nearest to `at`, at most `within` away, or random point
 * number k. */
BspNavPoint point_at(const Graph *g, BspVec at, double within);
BspNavPoint random_point_of(const Graph *g, guint64 k);

/* Finds the corners of the path from one point to another. Returns their number, at most 16. */
guint corners_of(const Graph *g, BspVec from, BspVec to, BspNavCorner corners[16]);

/* Returns the counts of compare_judge_graph() for n points, and n pairs of points, at 60 frames a
 * second. */
CompareNavigatorCounts count_graph(const Graph *g, guint size, guint n, guint32 seed);

/* Checks the graph of a size with n points, and n pairs of points, for bodies that move at 30, 60
 * and 125 frames a second, while the triggers of the graph's entities fire. Expects that every
 * point where a body can stand is on an area, and that all bodies arrive. */
void check_graph(const Graph *g, guint size, guint n, const char *what);

#endif
