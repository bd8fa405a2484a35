/* trees: how the trees of all methods are built, as the command line asks. */
#ifndef COMPARE_TREES_H
#define COMPARE_TREES_H

#include "bsp-build.h"
#include "bsp-solid.h"
#include "scenario/scenario.h"

/* --builder */
typedef enum {
    COMPARE_BUILDER_FAST,     /* planes chosen by likelihood and counting */
    COMPARE_BUILDER_COUNTING, /* planes chosen by counting alone */
    COMPARE_BUILDER_LISTING2  /* the onion the article's way; other trees as with FAST */
} CompareBuilder;

/* A scenario says what is asked of a tree, these say how it comes to be. None of them changes a
 * right answer. */
typedef struct {
    CompareBuilder builder;
    BspBuildOptions build;  /* weights are the builder's; starts and progress are each tree's */
    const GPtrArray *saved; /* CompareSaved: trees that need not be built; NULL: none; not owned */
} CompareTrees;

/* --builder fast, and nothing else asked. */
CompareTrees compare_trees_default(void);

/* Chooses the builder, and its weights. */
void compare_trees_set_builder(CompareTrees *trees, CompareBuilder builder);

/* What a tree of the scenario's is built with. */
BspBuildOptions compare_trees_options(const CompareTrees *trees, const CompareScenario *scenario,
                                      BspProgressFunc progress, gpointer progress_data);

/* The table of what was hit, of the scenario's world, within the limits of building. flags:
 * BspSidesFlags. */
BspSides *compare_trees_sides(const CompareTrees *trees, const CompareScenario *scenario,
                              guint flags, BspProgressFunc progress, gpointer progress_data,
                              GError **error);

/* The names of CompareBuilder and of BspFillMode, NULL at the end. */
extern const char *const compare_builder_names[];
extern const char *const compare_fill_names[];

#endif
