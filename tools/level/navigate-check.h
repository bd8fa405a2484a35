/* navigate-check: proves a navigation graph against the level and the mover. */
#ifndef LEVEL_NAVIGATE_CHECK_H
#define LEVEL_NAVIGATE_CHECK_H

#include "run/navigator.h"

/* The level in which a graph is checked. */
typedef struct {
    const BspNavigation *nav;
    guint size; /* the number of the size, and of its space in the onion */
    const OnionTree *tree;
    const BspBrushTable *table;
    guint n;                      /* points of areas, and pairs of places, to try */
    double frame;                 /* seconds of a frame of walking */
    const BspNavEntity *entities; /* of which the graph was built; their triggers fire */
    guint n_entities;
} LevelNavigation;

typedef CompareNavigatorCounts LevelNavigationCheck;

/* Judges the graph by bodies and places that the seed draws. Equal seeds give equal counts. */
void level_check_navigation(const LevelNavigation *asked, guint32 seed,
                            LevelNavigationCheck *found);

#endif
