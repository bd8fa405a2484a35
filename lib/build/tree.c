/* tree: the plain solid-leaf BSP of one solid. */
#include "build/tree.h"

#include "build/lay-out.h"
#include "trace/first-transition.h"

BspBuildOptions bsp_build_options_default(void)
{
    return (BspBuildOptions){ .weights = bsp_split_weights_default() };
}

static guint leaf_value(const guint64 *solid, gpointer user_data)
{
    (void)user_data;
    return solid[0] & 1;
}

/* The input of a tree. */
typedef struct {
    const BspSolid *solid;
    const BspBounds *box; /* the box for which to expand the solid, or NULL */
    const BspBuildOptions *options;
    guint32 keep_cells; /* as in BspCompileOptions */
} Source;

/* Makes the space of the expanded solid, and frees the expanded brushes. */
static gboolean make_expanded_space(BspSpace *space, const Source *from, BspJobPart part,
                                    GError **error)
{
    BspSolid *expanded;
    gboolean made = bsp_space_init_expanded(space, &expanded, from->solid, from->box, from->options,
                                            part, error);
    if (expanded)
        bsp_space_take_solid(space, expanded);
    return made;
}

static gboolean make_space(BspSpace *space, const Source *from, BspJobPart part, GError **error)
{
    return from->box ? make_expanded_space(space, from, part, error)
                     : bsp_space_init(space, from->solid, from->options, part, error);
}

/* Compiles the tree. *about receives its bounds and whether it is filled. */
static BspBuildNode *compile_source(const Source *from, BspTree *about, BspJobPart part,
                                    GError **error)
{
    double share = bsp_space_fraction(from->options);
    BspSpace space;
    BspBuildNode *root = NULL;
    if (make_space(&space, from, bsp_job_part_of(part, share), error)) {
        BspCompileOptions compile_options = { .n_spaces = 1,
                                              .bounds = bsp_tree_region(&space.bounds),
                                              .weights = from->options->weights,
                                              .keep_cells = from->keep_cells,
                                              .leaf = leaf_value,
                                              .part = bsp_job_part_of(part, 1 - share) };
        BspSpace *only = &space;
        root = bsp_spaces_compile(&only, &compile_options, error);
    }
    *about = (BspTree){ .bounds = space.bounds, .filled = space.fill != NULL };
    bsp_space_clear(&space);
    return root;
}

BspBuildNode *bsp_tree_compile(const BspSolid *solid, const BspBuildOptions *options,
                               BspJobPart part, gboolean *filled, GError **error)
{
    BspTree about;
    BspBuildNode *root =
        compile_source(&(Source){ solid, NULL, options, 1 << 1 }, &about, part, error);
    if (filled)
        *filled = about.filled;
    return root;
}

static BspTree *tree_new(const Source *from, GError **error)
{
    BspTree about;
    g_autoptr(BspJob) job = bsp_build_job(from->options);
    g_autoptr(BspBuildNode) root = compile_source(from, &about, (BspJobPart){ job, 1 }, error);
    if (!root)
        return NULL;
    BspTree *tree = g_memdup2(&about, sizeof about);
    if (bsp_nodes_init_part(&tree->nodes, root, from->options->plain ? 0 : BSP_NODES_SHARE, job))
        return tree;
    bsp_tree_free(tree);
    bsp_job_set_cancelled(job, error);
    return NULL;
}

BspTree *bsp_tree_new(const BspSolid *solid, const BspBuildOptions *options, GError **error)
{
    return tree_new(&(Source){ solid, NULL, options, 0 }, error);
}

BspTree *bsp_tree_new_map(const BspSolid *solid, const BspBounds *box,
                          const BspBuildOptions *options, GError **error)
{
    return tree_new(&(Source){ solid, box, options, 0 }, error);
}

void bsp_tree_free(BspTree *tree)
{
    if (!tree)
        return;
    bsp_nodes_clear(&tree->nodes);
    g_free(tree);
}

gsize bsp_tree_bytes(const BspTree *tree)
{
    return sizeof *tree + bsp_nodes_bytes(&tree->nodes);
}

static bool node_is_solid(guint tag, gconstpointer user_data)
{
    (void)tag, (void)user_data;
    return false;
}

static bool leaf_is_solid(guint value, gconstpointer user_data)
{
    (void)user_data;
    return value != 0;
}

BspTransition bsp_tree_first_transition(const BspTree *tree, BspVec from, BspVec to,
                                        BspCounters *counters)
{
    BspTraceView view = { &tree->nodes, 0, node_is_solid, leaf_is_solid, NULL };
    BspTransition tr;
    bsp_trace_first_transition(view, &from, &to, counters, &tr);
    return tr;
}

gboolean bsp_tree_point_is_solid(const BspTree *tree, BspVec p)
{
    BspTraceView view = { &tree->nodes, 0, node_is_solid, leaf_is_solid, NULL };
    return bsp_trace_point_is_solid(&view, p);
}

gboolean bsp_tree_leaf_is_solid(const BspTree *tree, BspVec p)
{
    return leaf_is_solid(bsp_nodes_find_leaf(&tree->nodes, 0, p), NULL);
}
