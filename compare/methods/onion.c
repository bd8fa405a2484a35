/* onion: one tree of all the scenario's spaces. */
#include "methods/classes.h"
#include "methods/saved.h"
#include "onion-build.h"
#include "onion/tree.h"

/* Where a scenario has no spaces, nothing that it moves is asked of the tree, which is of a point.
 */
static gpointer build_onion(const CompareScenario *s, const OnionOptions *options, GError **error)
{
    guint n = MAX(s->spaces->len, 1);
    g_autofree OnionSpace *spaces = g_new0(OnionSpace, n);
    spaces[0].name = "point";
    for (guint i = 0; i < s->spaces->len; i++) {
        const CompareSpace *space = &g_array_index(s->spaces, CompareSpace, i);
        spaces[i] = (OnionSpace){ space->name, space->shape.bounds, space->mask };
    }
    return onion_tree_build(s->world->solid, spaces, n, options, error);
}

gpointer compare_onion_build(const CompareScenario *s, const CompareTrees *trees,
                             BspProgressFunc progress, gpointer data, GError **error)
{
    const CompareSaved *saved = compare_saved_onion(s, trees);
    if (saved)
        return compare_saved_load_onion(saved);
    OnionOptions options = onion_options_default();
    options.builder =
        trees->builder == COMPARE_BUILDER_LISTING2 ? ONION_BUILDER_LISTING2 : ONION_BUILDER_FAST;
    options.part_at_faces = s->part_at_faces;
    options.build = compare_trees_options(trees, s, progress, data);
    return build_onion(s, &options, error);
}

static void onion_free(gpointer data)
{
    onion_tree_free(data);
}

void compare_onion_size(gpointer data, CompareSize *size)
{
    OnionStats stats;
    onion_tree_stats(data, &stats);
    *size = (CompareSize){ stats.nodes, stats.leaves, stats.depth,
                           stats.bytes, stats.hash,   onion_tree_n_spaces(data),
                           stats.filled };
}

static BspTransition onion_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    (void)shape;
    return onion_tree_first_transition(data, (guint)mover, from, to, counters);
}

gboolean compare_onion_view(gpointer data, gint mover, CompareTreeView *view)
{
    const OnionTree *tree = data;
    *view = (CompareTreeView){ .nodes = &tree->nodes, .space = (unsigned)MAX(mover, 0) };
    return mover >= 0;
}

static GBytes *onion_save(gpointer data, const BspSaveOptions *options, GError **error)
{
    return onion_tree_to_bytes(data, options, error);
}

const CompareMethodClass compare_onion = { .name = "onion",
                                           .summary = "the onion of all the scenario's spaces",
                                           .build = compare_onion_build,
                                           .free = onion_free,
                                           .save = onion_save,
                                           .claim = compare_claim_spaces_only,
                                           .size = compare_onion_size,
                                           .view = compare_onion_view,
                                           .query = onion_query };

/* --- onion-article: as it was published --- */

/* Planes are chosen by counting faces, all spaces stay together down to the leaves, and nothing is
 * shared. With --builder listing2 each step is the article's, else the tree is made faster. */
static gpointer article_build(const CompareScenario *s, const CompareTrees *trees,
                              BspProgressFunc progress, gpointer data, GError **error)
{
    OnionOptions options = onion_options_default();
    options.builder =
        trees->builder == COMPARE_BUILDER_LISTING2 ? ONION_BUILDER_LISTING2 : ONION_BUILDER_ARTICLE;
    options.build = compare_trees_options(trees, s, progress, data);
    options.build.weights = bsp_split_weights_counting();
    options.build.plain = TRUE;
    return build_onion(s, &options, error);
}

const CompareMethodClass compare_onion_article = {
    .name = "onion-article",
    .summary = "the onion as published: superposed down to its leaves, nothing shared",
    .on_demand = TRUE,
    .build = article_build,
    .free = onion_free,
    .claim = compare_claim_spaces_only,
    .size = compare_onion_size,
    .view = compare_onion_view,
    .query = onion_query
};
