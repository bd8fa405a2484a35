/* navigator: judges a navigation graph, of this package or of another program, by the level and the
 * mover. A body must be able to stand at points of the graph's areas, places where a body stands
 * must be on areas, and bodies that follow the graph's paths must arrive. */
#ifndef COMPARE_NAVIGATOR_H
#define COMPARE_NAVIGATOR_H

#include <glib.h>

#include "bsp-navigate-build.h"
#include "onion-tree.h"

/* The level, and the body that walks there. */
typedef struct {
    const OnionTree *tree;
    guint space; /* the walker's space in the onion */
    const BspBrushTable *table;
    BspNavWalker walker;
    double frame;                 /* the length of a frame of walking, in seconds */
    const BspNavEntity *entities; /* the entities whose triggers fire while bodies walk */
    guint n_entities;
} CompareGround;

/* A graph, as functions that answer questions. They return FALSE if there is no answer. `i` is the
 * number of earlier calls of the function. */
typedef struct {
    gpointer data;
    gboolean (*point)(gpointer data, guint i, BspVec *at); /* stores any point of any area */
    /* Finds the point of an area that is nearest to a place. */
    gboolean (*find)(gpointer data, guint i, BspVec place, BspVec *at);
    /* Stores the corners of a path (BspNavCorner), of which the last is its end. Adds to *ns the
     * nanoseconds that the search took. */
    gboolean (*path)(gpointer data, guint i, BspVec from, BspVec to, GArray *corners, double *ns);
} CompareNavigator;

typedef struct {
    /* `points` is the number of points on areas, in_solid of those at which the box is in solid,
     * and no_floor of those that are more than 1e-5 unit from the floor below. */
    guint points, in_solid, no_floor;
    guint no_body; /* the number of points at which the body cannot stand within a step above or
                      below */
    /* `standing` is the number of places where the body stands, and `uncovered` of those that are
     * on no area. */
    guint standing, uncovered;
    /* `pairs` is the number of pairs of places, `paths` of those with a path, and `arrived` of
     * those in which the body arrived at the end of the path. */
    guint pairs, paths, arrived;
    double search_ns; /* the nanoseconds of all searches for a path */
} CompareNavigatorCounts;

/* Returns an array of BspVec with at most n places where the body stands, found by at most 200
 * draws for each place. Equal seeds give equal places. */
GArray *compare_standing_places(const CompareGround *ground, GRand *random, guint n);

/* Asks for n points of areas, and adds the results to the counts. */
void compare_judge_points(const CompareGround *ground, const CompareNavigator *navigator, guint n,
                          CompareNavigatorCounts *counts);

/* Asks for an area at each of the places, and for a path from each place of even number to the next
 * place. Adds the results to the counts. */
void compare_judge_paths(const CompareGround *ground, const CompareNavigator *navigator,
                         const GArray *places, CompareNavigatorCounts *counts);

/* --- this package's graphs --- */

typedef struct {
    const BspNavigation *nav;
    guint size;
    double reach;    /* units; the maximum distance of a place from its area */
    GRand *random;   /* for drawing points */
    gpointer memory; /* the memory for bsp_navigation_path() */
} CompareGraph;

/* Returns a navigator for one size of `nav`. Both `nav` and `graph` must outlive it. The caller
 * clears the graph with compare_graph_clear(). */
CompareNavigator compare_graph_init(CompareGraph *graph, const BspNavigation *nav, guint size,
                                    guint32 seed);
void compare_graph_clear(CompareGraph *graph);

/* Judges the size of `nav` whose number is that of the ground's space, at n points and n pairs of
 * places, which the seed draws. Equal seeds give equal counts. The size's walker walks; that of the
 * ground does not count. */
CompareNavigatorCounts compare_judge_graph(const BspNavigation *nav, CompareGround ground, guint n,
                                           guint32 seed);

#endif
