/* onion: has the methods that query one tree of all the scenario's spaces. */
#include "methods/method.h"
#include "onion-build.h"
#include "onion-tree.h"

/* The flags of CompareMethodClass.how. */
enum {
    /* The tree as published. Planes are chosen by counting faces, and there are no space nodes and
     * no shared nodes. With --builder listing2, each step is done as in the article. With other
     * builders, the same tree is built faster. */
    ARTICLE = 1 << 0,
    NAMED = 1 << 1 /* the brush and the side that were hit are reported */
};

typedef struct {
    OnionTree *tree;
    BspBrushTable *table; /* NULL if the method is not NAMED */
} Onion;

/* --- building --- */

/* Builds the tree. If the scenario has no spaces, the tree gets the space of a point, because it
 * needs a space. Then no move queries it. */
static OnionTree *build_tree(const CompareScenario *s, const OnionOptions *options, GError **error)
{
    guint n = MAX(s->spaces->len, 1);
    g_autofree OnionSpace *spaces = g_new0(OnionSpace, n);
    spaces[0].name = "point";
    for (guint i = 0; i < s->spaces->len; i++) {
        const CompareMover *space = &g_array_index(s->spaces, CompareMover, i);
        spaces[i] = (OnionSpace){ space->name, space->shape.bounds, space->mask };
    }
    return onion_tree_build(s->world->solid, spaces, n, options, error);
}

static OnionTree *build_method(guint how, const CompareScenario *s, const CompareTrees *trees,
                               GError **error)
{
    OnionOptions options = { .space_node_faces = s->space_node_faces,
                             .no_space_nodes = s->space_node_faces == 0 };
    options.builder = how & ARTICLE ? ONION_BUILDER_ARTICLE : ONION_BUILDER_FAST;
    if (trees->builder == COMPARE_BUILDER_LISTING2)
        options.builder = ONION_BUILDER_LISTING2;
    options.build = compare_trees_options(trees, s);
    if (how & ARTICLE) {
        options.build.split = BSP_SPLIT_COUNTING;
        options.build.plain = TRUE;
    }
    return build_tree(s, &options, error);
}

static void onion_free(gpointer data)
{
    Onion *m = data;
    bsp_brush_table_free(m->table);
    onion_tree_free(m->tree);
    g_free(m);
}

static gpointer onion_build(const CompareMethodClass *klass, const CompareScenario *s,
                            const CompareTrees *trees, GError **error)
{
    guint how = klass->how;
    OnionTree *tree = build_method(how, s, trees, error);
    if (!tree)
        return NULL;
    Onion *m = g_new0(Onion, 1);
    m->tree = tree;
    if (how & NAMED)
        m->table = compare_trees_table(trees, s, BSP_TABLE_BOXES, error);
    if (m->table || !(how & NAMED))
        return m;
    onion_free(m);
    return NULL;
}

static GBytes *onion_save(gpointer data, const BspSaveOptions *options, GError **error)
{
    return onion_tree_to_bytes(((const Onion *)data)->tree, options, error);
}

static void onion_size(gpointer data, CompareSize *size)
{
    const Onion *m = data;
    OnionStats stats;
    onion_tree_stats(m->tree, &stats);
    *size = (CompareSize){ stats.nodes,  stats.leaves,
                           stats.depth,  stats.bytes,
                           stats.hash,   onion_tree_n_spaces(m->tree),
                           stats.filled, 0 };
    size->bytes += m->table ? bsp_brush_table_bytes(m->table) : 0;
}

static gboolean onion_view(gpointer data, gint mover, CompareTreeView *view)
{
    const Onion *m = data;
    *view =
        (CompareTreeView){ .nodes = onion_tree_nodes(m->tree), .space = (unsigned)MAX(mover, 0) };
    return mover >= 0;
}

/* --- queries --- */

static BspTransition onion_query(gpointer data, const CompareCall *call, BspCounters *counters)
{
    return onion_tree_first_transition(((const Onion *)data)->tree, (guint)call->mover,
                                       call->move.from, call->move.to, counters);
}

static guint onion_transitions(gpointer data, const CompareCall *call, BspTransition *transitions,
                               guint n_max)
{
    return onion_tree_transitions(((const Onion *)data)->tree, (guint)call->mover, call->move.from,
                                  call->move.to, transitions, n_max);
}

/* Traces the move. If the brush is found, the plane is that of the brush's side, because the whole
 * brush is behind that plane. */
static void onion_named_trace(gpointer data, const CompareCall *call, BspTrace *answer,
                              BspCounters *counters)
{
    const Onion *m = data;
    const BspMove move = { .from = call->move.from, .to = call->move.to };
    if (onion_tree_trace(m->tree, (guint)call->mover, m->table, &move, answer, counters))
        answer->tr.plane = answer->hit.plane;
}

static BspTransition onion_named_query(gpointer data, const CompareCall *call,
                                       BspCounters *counters)
{
    BspTrace answer;
    onion_named_trace(data, call, &answer, counters);
    return answer.tr;
}

/* --- the classes --- */

#define ONION                                                                                      \
    .build = onion_build, .free = onion_free, .spaces_only = TRUE, .exact = COMPARE_EXACT_ALL,     \
    .size = onion_size, .view = onion_view, .transitions = onion_transitions

const CompareMethodClass compare_onion = { .name = "onion",
                                           .summary = "the onion of all the scenario's spaces",
                                           .reference = TRUE,
                                           ONION,
                                           .names_crossed = TRUE,
                                           .save = onion_save,
                                           .query = onion_query };

const CompareMethodClass compare_onion_article = {
    .name = "onion-article",
    .summary = "the onion as published: superposed down to its leaves, nothing shared",
    .how = ARTICLE,
    .on_demand = TRUE,
    ONION,
    .names_crossed = TRUE,
    .query = onion_query
};

const CompareMethodClass compare_onion_named = {
    .name = "onion-named",
    .summary = "the onion, and the brush and side that were hit",
    .how = NAMED,
    .on_demand = TRUE,
    ONION,
    .query = onion_named_query,
    .trace = onion_named_trace
};
