/* navigator: judges a navigation graph, of this package or of another program, against the level
 * and the mover: points of its areas hold the body, places where the body stands are on areas, and
 * bodies that follow its paths arrive. */
#ifndef COMPARE_NAVIGATOR_H
#define COMPARE_NAVIGATOR_H

#include <glib.h>

#include "bsp-navigate-build.h"
#include "onion-tree.h"

/* The level, and the body that walks there. */
typedef struct {
    const OnionTree *tree;
    guint space; /* the walker's space in the tree */
    const BspBrushTable *table;
    BspNavWalker walker;
    double frame;                 /* seconds of a frame of walking */
    const BspNavEntity *entities; /* those whose triggers fire while bodies walk */
    guint n_entities;
} CompareGround;

/* A graph that is asked. Functions return FALSE if there is no answer. `i` is the number of
 * times that the function was asked before. */
typedef struct {
    gpointer data;
    gboolean (*point)(gpointer data, guint i, BspVec *at); /* any point of any area */
    /* Finds the point of an area that is nearest to a place. */
    gboolean (*find)(gpointer data, guint i, BspVec place, BspVec *at);
    /* Stores the corners of a path (BspNavCorner), its end last, and adds the nanoseconds that the
     * search took to *ns. */
    gboolean (*path)(gpointer data, guint i, BspVec from, BspVec to, GArray *corners, double *ns);
} CompareNavigator;

typedef struct {
    guint points, in_solid, no_floor; /* points on areas; those where the box is in solid; those
                                         farther than 1e-5 unit from the floor below */
    guint no_body;             /* points with no place for the body within a step above or below */
    guint standing, uncovered; /* places where the body stands; those that are on no area */
    guint pairs, paths, arrived; /* pairs of places; those with a path; those where the body then
                                    arrived at the path's end */
    double search_ns;            /* of all searches for a path */
} CompareNavigatorCounts;

/* Finds up to n places where the body stands, an array of BspVec, by at most 200 draws for each.
 * Equal seeds give equal places. */
GArray *compare_standing_places(const CompareGround *ground, GRand *random, guint n);

/* Asks for n points of areas, and adds to the counts. */
void compare_judge_points(const CompareGround *ground, const CompareNavigator *navigator, guint n,
                          CompareNavigatorCounts *counts);

/* Asks for an area at each of the places, and for a path from each place of even number to the
 * next; adds to the counts. */
void compare_judge_paths(const CompareGround *ground, const CompareNavigator *navigator,
                         const GArray *places, CompareNavigatorCounts *counts);

/* --- this package's graphs --- */

typedef struct {
    const BspNavigation *nav;
    guint size;
    double reach;    /* units; a place may be this far from its area */
    GRand *random;   /* of points */
    gpointer memory; /* of bsp_navigation_path() */
} CompareGraph;

/* Makes a navigator that asks a size of the graph, which must outlive it. The caller frees what it
 * holds with compare_graph_clear(). */
CompareNavigator compare_graph_init(CompareGraph *graph, const BspNavigation *nav, guint size,
                                    guint32 seed);
void compare_graph_clear(CompareGraph *graph);

#endif
