/* trees: how the trees of all methods are built, by the options of the command line. */
#ifndef COMPARE_TREES_H
#define COMPARE_TREES_H

#include "bsp-build.h"
#include "bsp-solid.h"
#include "scenario/scenario.h"

/* --builder */
typedef enum {
    COMPARE_BUILDER_FAST,     /* planes chosen by likelihood and counting */
    COMPARE_BUILDER_COUNTING, /* planes chosen by counting alone */
    COMPARE_BUILDER_LISTING2  /* the onion as in the article; other trees as with FAST */
} CompareBuilder;

/* How to build trees. A scenario defines the queries; these settings do not change a correct
 * answer. */
typedef struct {
    CompareBuilder builder;
    BspBuildOptions build;  /* weights are the builder's; each tree sets starts and progress */
    const GPtrArray *saved; /* CompareSaved: trees to use instead; NULL: none; not owned */
} CompareTrees;

/* The defaults: --builder fast, no other options. */
CompareTrees compare_trees_default(void);

/* Sets the builder and its weights. */
void compare_trees_set_builder(CompareTrees *trees, CompareBuilder builder);

/* The options to build a tree of the scenario with. */
BspBuildOptions compare_trees_options(const CompareTrees *trees, const CompareScenario *scenario,
                                      BspProgressFunc progress, gpointer progress_data);

/* Builds the brush table of the scenario's world, within the limits of the build options. flags:
 * BspTableFlags. */
BspBrushTable *compare_trees_sides(const CompareTrees *trees, const CompareScenario *scenario,
                                   guint flags, BspProgressFunc progress, gpointer progress_data,
                                   GError **error);

/* The names of CompareBuilder and of BspFillMode, NULL at the end. */
extern const char *const compare_builder_names[];
extern const char *const compare_fill_names[];

#endif
