/* trees: how the trees of all methods are built, by the options of the command line. */
#include "methods/trees.h"

#include "bsp-inspect.h"

const char *const compare_builder_names[] = { "fast", "counting", "listing2", NULL };

const char *const compare_fill_names[] = {
    [BSP_FILL_OFF] = "off", [BSP_FILL_AUTO] = "auto", [BSP_FILL_ON] = "on", NULL
};

CompareTrees compare_trees_default(void)
{
    return (CompareTrees){ .build = bsp_build_options_default() };
}

void compare_trees_set_builder(CompareTrees *trees, CompareBuilder builder)
{
    trees->builder = builder;
    trees->build.weights = builder == COMPARE_BUILDER_COUNTING ? bsp_split_weights_counting()
                                                               : bsp_split_weights_default();
}

BspBuildOptions compare_trees_options(const CompareTrees *trees, const CompareScenario *scenario,
                                      BspProgressFunc progress, gpointer progress_data)
{
    BspBuildOptions options = trees->build;
    options.starts = scenario->world->starts;
    options.progress = progress;
    options.progress_data = progress_data;
    return options;
}

BspBrushTable *compare_trees_sides(const CompareTrees *trees, const CompareScenario *scenario,
                                   guint flags, BspProgressFunc progress, gpointer progress_data,
                                   GError **error)
{
    BspBuildOptions options = compare_trees_options(trees, scenario, progress, progress_data);
    return bsp_brush_table_new_with(scenario->world->solid, flags, &options, error);
}
