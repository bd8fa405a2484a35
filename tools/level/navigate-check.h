/* navigate-check: proves a navigation graph against the level and the mover. */
#ifndef LEVEL_NAVIGATE_CHECK_H
#define LEVEL_NAVIGATE_CHECK_H

#include <glib.h>

#include "bsp-navigate.h"
#include "onion-tree.h"

/* The level in which a graph is checked. */
typedef struct {
    const BspNavigation *nav;
    guint size; /* the number of the size, and of its space in the onion */
    const OnionTree *tree;
    const BspBrushTable *table;
    guint n;      /* points of areas, standing points, and pairs of these, to try */
    double frame; /* seconds of a frame of walking */
} LevelNavigation;

/* The counts of a check. */
typedef struct {
    guint points, in_solid, no_floor; /* points on areas; those where the box is in solid; those
                                         farther than 1e-5 unit from the floor below */
    guint standing, uncovered;        /* places where the body stands; those that are on no area */
    guint pairs, paths, arrived; /* pairs of places; those with a path; those where the body then
                                    arrived */
    double search_seconds;       /* processor time of all searches for a path */
} LevelNavigationCheck;

/* seed: equal seeds give equal counts. */
void level_check_navigation(const LevelNavigation *asked, guint32 seed,
                            LevelNavigationCheck *found);

#endif
