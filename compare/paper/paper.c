/* paper: measures the papers' results again. */
#include "paper/paper.h"

#include "paper/environment.h"

const ComparePaperKind compare_paper_kinds[] = {
    { "table", "1", compare_paper_table_1 },     { "figure", "5", compare_paper_figure_5 },
    { "claim", "points", compare_paper_points }, { "figure", "6", compare_paper_figure_6 },
    { "table", "2", compare_paper_table_2 },     { "figure", "8", compare_paper_figure_8 },
    { "claim", "spaces", compare_paper_spaces }, { NULL, NULL, NULL },
};

ShiftTree *compare_paper_tree(const BspWorld *world, guint bevels, double angle, GError **error)
{
    ShiftOptions options = shift_options_default();
    options.bevels = bevels | SHIFT_BEVEL_HALF_WAY;
    options.bevel_angle = angle;
    options.build = bsp_world_build_options(world);
    options.build.plain = TRUE;
    return shift_tree_build(world->solid, &options, error);
}

guint64 compare_paper_size(const ShiftTree *tree)
{
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    return (guint64)stats.nodes + stats.leaves;
}

static void free_world(gpointer world)
{
    bsp_world_free(world);
}

/* Numbers of shapes. They are larger than the sample's because "early prototype content tends to
 * contain less detail" (section 8). */
static const guint made_up[] = { 80, 100, 120 };

GPtrArray *compare_paper_levels(const ComparePaper *paper)
{
    GPtrArray *levels = g_ptr_array_new();
    for (guint i = 0; i < paper->levels->len; i++)
        g_ptr_array_add(levels, paper->levels->pdata[i]);
    if (levels->len)
        return levels;
    g_ptr_array_set_free_func(levels, free_world);
    for (guint i = 0; i < G_N_ELEMENTS(made_up); i++)
        g_ptr_array_add(levels, compare_paper_environment(COMPARE_PAPER_SEED + i, made_up[i]));
    return levels;
}
