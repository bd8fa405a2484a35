/* baselines: the methods with which the onion and the shift tree are compared. They are a map tree
 * for each space, and the brush table. */
#include "bsp-brush-table.h"
#include "bsp-nodes.h"
#include "bsp-turn.h"
#include "methods/method.h"
#include "tools/bsp-inspect.h"

/* --- a map tree for each space --- */

static gpointer multi_build(const CompareMethodClass *klass, const CompareScenario *s,
                            const CompareTrees *trees, GError **error)
{
    (void)klass;
    BspBuildOptions options = compare_trees_options(trees, s);
    GPtrArray *maps = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_tree_free);
    for (guint i = 0; i < s->spaces->len; i++) {
        const CompareMover *space = &g_array_index(s->spaces, CompareMover, i);
        g_autoptr(BspSolid) selected = bsp_solid_select(s->world->solid, space->mask);
        BspTree *tree = bsp_tree_new(selected, &space->shape.bounds, &options, error);
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

static BspTransition multi_query(gpointer data, const CompareCall *call, BspCounters *counters)
{
    const GPtrArray *trees = data;
    return bsp_tree_first_transition(trees->pdata[call->mover], call->move.from, call->move.to,
                                     counters);
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
                                           .free = (GDestroyNotify)g_ptr_array_unref,
                                           .spaces_only = TRUE,
                                           .exact = COMPARE_EXACT_ALL,
                                           .size = multi_size,
                                           .view = multi_view,
                                           .names_crossed = TRUE,
                                           .query = multi_query };

/* --- the brush table, which expands brushes at query time --- */

static gpointer brushes_build(const CompareMethodClass *klass, const CompareScenario *s,
                              const CompareTrees *trees, GError **error)
{
    (void)klass;
    return compare_trees_table(trees, s, 0, error);
}

static void brushes_size(gpointer data, CompareSize *size)
{
    BspBounds bounds = bsp_brush_table_bounds(data);
    *size = (CompareSize){ .nodes = bsp_brush_table_n_nodes(data),
                           .bytes = bsp_brush_table_bytes(data),
                           .leaves = bsp_brush_table_n_brushes(data) };
    size->hash = bsp_hash(BSP_HASH_START, &bounds, sizeof bounds);
    size->hash = bsp_hash(size->hash, &size->bytes, sizeof size->bytes);
}

static GBytes *brushes_save(gpointer data, const BspSaveOptions *options, GError **error)
{
    return bsp_level_to_bytes(options->sides ? options->sides : data, options, error);
}

static void trace_convex(gpointer data, const CompareCall *call, BspTrace *answer,
                         BspCounters *counters)
{
    BspCounters none = { 0 };
    if (call->turn)
        bsp_brush_table_trace_turning_counted(data, &call->move, call->turn, answer,
                                              counters ? counters : &none);
    else if (counters)
        bsp_brush_table_trace_counted(data, &call->move, answer, counters);
    else
        bsp_brush_table_trace(data, &call->move, answer);
}

/* Traces the solid's brushes one after the other, and ends at the first of these brushes that is in
 * solid. */
static void trace_solid(gpointer data, const CompareCall *call, BspTrace *answer,
                        BspCounters *counters)
{
    *answer = (BspTrace){ .tr = bsp_transition_empty(call->move.to), .hit.brush = BSP_NO_BRUSH };
    for (guint i = 0; i < call->solid->parts->len && answer->tr.type != BSP_SOLID; i++) {
        CompareCall part = *call;
        BspShape shape = compare_solid_part(call->solid, i);
        BspTrace own;
        part.move.shape = &shape;
        trace_convex(data, &part, &own, counters);
        bsp_trace_first(answer, &own);
    }
}

static void brushes_trace(gpointer data, const CompareCall *call, BspTrace *answer,
                          BspCounters *counters)
{
    if (call->solid)
        trace_solid(data, call, answer, counters);
    else
        trace_convex(data, call, answer, counters);
}

static BspTransition brushes_query(gpointer data, const CompareCall *call, BspCounters *counters)
{
    BspTrace answer;
    brushes_trace(data, call, &answer, counters);
    return answer.tr;
}

const CompareMethodClass compare_brushes = {
    .name = "brushes",
    .summary = "the brush table: a hierarchy of brushes, expanded at query time",
    .build = brushes_build,
    .free = (GDestroyNotify)bsp_brush_table_free,
    .exact = COMPARE_EXACT_ALL,
    .size = brushes_size,
    .save = brushes_save,
    .any_shape = TRUE,
    .query = brushes_query,
    .turning = COMPARE_EXACT,
    .keeps_skins = TRUE,
    .takes_solids = TRUE,
    .trace = brushes_trace
};
