/* navigate-check: proves a navigation graph against the level and the mover. */
#ifndef LEVEL_NAVIGATE_CHECK_H
#define LEVEL_NAVIGATE_CHECK_H

#include "run/navigator.h"

/* A graph, and the level in which it is checked. */
typedef struct {
    const BspNavigation *nav;
    guint size; /* the number of the size, and of its space in the onion */
    const OnionTree *tree;
    const BspBrushTable *table;
    guint n;      /* the number of points of areas, and of pairs of places, to try */
    double frame; /* the length of a frame of walking, in seconds */
    const BspNavEntity *entities; /* the entities of the graph, whose triggers fire */
    guint n_entities;
} LevelNavigation;

typedef CompareNavigatorCounts LevelNavigationCheck;

/* Judges the graph by bodies and places that the seed draws. Equal seeds give equal counts. */
void level_check_navigation(const LevelNavigation *asked, guint32 seed,
                            LevelNavigationCheck *found);

#endif
