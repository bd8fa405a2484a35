/* onion-named: the onion, and what was hit: the whole answer that an engine wants, which `brushes`
 * has without looking it up. */
#include "bsp-hit.h"
#include "methods/classes.h"
#include "onion-tree.h"

typedef struct {
    OnionTree *tree;
    BspSides *sides;
} Named;

static void named_free(gpointer data)
{
    Named *named = data;
    onion_tree_free(named->tree);
    bsp_sides_free(named->sides);
    g_free(named);
}

static gpointer build(const CompareScenario *s, const CompareTrees *trees, BspProgressFunc progress,
                      gpointer progress_data, GError **error)
{
    OnionTree *tree = compare_onion_build(s, trees, progress, progress_data, error);
    if (!tree)
        return NULL;
    Named *named = g_new(Named, 1);
    *named = (Named){ tree, compare_trees_sides(trees, s, 0, progress, progress_data, error) };
    if (named->sides)
        return named;
    named_free(named);
    return NULL;
}

static void size(gpointer data, CompareSize *size)
{
    const Named *named = data;
    compare_onion_size(named->tree, size);
    size->bytes += bsp_sides_bytes(named->sides);
}

static gboolean view(gpointer data, gint mover, CompareTreeView *view)
{
    return compare_onion_view(((const Named *)data)->tree, mover, view);
}

/* Where something is named, its plane is the side's, which all of the brush lies behind. */
BspTransition compare_onion_ask_named(const OnionTree *tree, const BspSides *sides, gint mover,
                                      BspVec from, BspVec to, BspCounters *counters)
{
    BspTransition tr;
    BspHit hit;
    if (onion_tree_first_hit(tree, (guint)mover, sides, from, to, &tr, &hit, counters))
        tr.plane = hit.plane;
    return tr;
}

static BspTransition query(gpointer data, const BspShape *shape, gint mover, BspVec from, BspVec to,
                           BspCounters *counters)
{
    (void)shape;
    const Named *named = data;
    return compare_onion_ask_named(named->tree, named->sides, mover, from, to, counters);
}

const CompareMethodClass compare_onion_named = {
    .name = "onion-named",
    .summary = "the onion, and the brush and side that were hit",
    .on_demand = TRUE,
    .build = build,
    .free = named_free,
    .claim = compare_claim_spaces_only,
    .size = size,
    .view = view,
    .query = query
};
