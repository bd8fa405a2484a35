/* baselines: the methods that the two trees are compared with: a map tree per space, and a
 * hierarchy of brushes. */
#include "bsp-inspect.h"
#include "bsp-nodes.h"
#include "methods/method.h"

/* --- a map tree per space --- */

static void multi_free(gpointer data)
{
    g_ptr_array_unref(data);
}

static gpointer multi_build(const CompareMethodClass *klass, const CompareScenario *s,
                            const CompareTrees *trees, BspProgressFunc progress, gpointer data,
                            GError **error)
{
    (void)klass;
    BspBuildOptions options = compare_trees_options(trees, s, progress, data);
    GPtrArray *maps = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_tree_free);
    for (guint i = 0; i < s->spaces->len; i++) {
        const CompareSpace *space = &g_array_index(s->spaces, CompareSpace, i);
        g_autoptr(BspSolid) selected = bsp_solid_select(s->world->solid, space->mask);
        BspTree *tree = bsp_tree_new_map(selected, &space->shape.bounds, &options, error);
        if (!tree) {
            g_ptr_array_unref(maps);
            return NULL;
        }
        g_ptr_array_add(maps, tree);
    }
    return maps;
}

static void multi_size(gpointer data, CompareSize *size)
{
    const GPtrArray *trees = data;
    *size = (CompareSize){ .hash = BSP_HASH_START };
    for (guint i = 0; i < trees->len; i++) {
        const BspTree *tree = trees->pdata[i];
        BspNodesSize nodes = bsp_nodes_size(bsp_tree_nodes(tree));
        guint64 hash = bsp_nodes_hash(bsp_tree_nodes(tree));
        size->nodes += nodes.nodes;
        size->leaves += nodes.leaves;
        size->depth = MAX(size->depth, nodes.depth);
        size->bytes += bsp_tree_bytes(tree);
        size->fillable++;
        size->filled += bsp_tree_is_filled(tree) ? 1 : 0;
        size->hash = bsp_hash(size->hash, &hash, sizeof hash);
    }
}

static BspTransition multi_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    (void)shape;
    const GPtrArray *trees = data;
    return bsp_tree_first_transition(trees->pdata[mover], from, to, counters);
}

static gboolean multi_view(gpointer data, gint mover, CompareTreeView *view)
{
    const GPtrArray *trees = data;
    if (mover < 0)
        return FALSE;
    const BspTree *tree = trees->pdata[mover];
    *view = (CompareTreeView){ .nodes = bsp_tree_nodes(tree) };
    return TRUE;
}

const CompareMethodClass compare_multi = { .name = "multi",
                                           .summary =
                                               "one map tree per space, what the onion replaces",
                                           .build = multi_build,
                                           .free = multi_free,
                                           .claim = compare_claim_spaces_only,
                                           .size = multi_size,
                                           .view = multi_view,
                                           .query = multi_query };

/* --- a hierarchy of brushes, expanded at query time --- */

/* The brushes, and the mask of each mover. */
typedef struct {
    BspBrushes *brushes;
    CompareMasks *masks;
} Brushes;

static gpointer brushes_build(const CompareMethodClass *klass, const CompareScenario *s,
                              const CompareTrees *trees, BspProgressFunc progress, gpointer data,
                              GError **error)
{
    (void)klass;
    BspBuildOptions options = compare_trees_options(trees, s, progress, data);
    BspBrushes *brushes = bsp_brushes_new(s->world->solid, &options, error);
    if (!brushes)
        return NULL;
    Brushes *b = g_new(Brushes, 1);
    *b = (Brushes){ brushes, compare_masks_new(s) };
    return b;
}

static void brushes_free(gpointer data)
{
    Brushes *b = data;
    bsp_brushes_free(b->brushes);
    compare_masks_free(b->masks);
    g_free(b);
}

static void brushes_size(gpointer data, CompareSize *size)
{
    const Brushes *b = data;
    *size = (CompareSize){ .bytes = bsp_brushes_bytes(b->brushes),
                           .hash = bsp_brushes_hash(b->brushes) };
    bsp_brushes_shape(b->brushes, &size->nodes, &size->leaves, &size->depth);
}

static BspTransition brushes_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                   BspVec to, BspCounters *counters)
{
    const Brushes *b = data;
    return bsp_brushes_move(b->brushes, shape, compare_masks_of(b->masks, mover), from, to,
                            counters);
}

const CompareMethodClass compare_brushes = {
    .name = "brushes",
    .summary = "a hierarchy of brushes, expanded at query time, what engines do today",
    .build = brushes_build,
    .free = brushes_free,
    .claim = compare_claim_all_exact,
    .size = brushes_size,
    .query = brushes_query
};
