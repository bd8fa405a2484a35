/* shift-build: builds and saves shift trees. As in Melax 2000, section 2, the BSP tree is computed
 * first, then beveled. The expansion is left to the query. */
#include "compile/solid.h"
#include "compile/space.h"
#include "compile/tree.h"
#include "saved/save.h"
#include "shift/saved.h"
#include "shift/shift-private.h"

/* Replaces zeros by the defaults, and SHIFT_BEVEL_NONE by no bit, as trees store it. */
static ShiftOptions options_in_full(const ShiftOptions *options)
{
    ShiftOptions full = options ? *options : (ShiftOptions){ 0 };
    if (!(full.bevels & ~(guint)SHIFT_BEVEL_HALF_WAY))
        full.bevels |= SHIFT_BEVEL_USUAL;
    full.bevels &= ~(guint)SHIFT_BEVEL_NONE;
    if (full.bevel_angle == 0)
        full.bevel_angle = 90;
    return full;
}

/* --- the tree without bevels --- */

/* Compiles the tree without bevels. Sets brushes->filled. */
static BspBuildNode *compile_bare(ShiftBrushes *brushes, const BspBuildOptions *options,
                                  BspJobPart part, GError **error)
{
    g_autoptr(BspSolid) selected =
        brushes->mask ? bsp_solid_select(brushes->solid, brushes->mask) : NULL;
    return bsp_tree_compile(selected ? selected : brushes->solid, options, part, &brushes->filled,
                            error);
}

/* --- bevels --- */

/* Dimensionless. The approximate fraction of the work that compiling takes, for progress reports
 * only. */
#define COMPILING 0.9

typedef struct {
    const ShiftOptions *options;
    ShiftTree *tree;
    BspJob *job;
    gboolean too_deep; /* set if a cell has more bevels than the depth of a tree allows */
    ShiftBrushes brushes;
} Building;

/* Sets the value of each solid leaf to the number of its list of brushes. */
static void name_brushes(const Building *b, BspBuildNode *node, ShiftLists *lists)
{
    if (!bsp_build_node_is_leaf(node))
        for (guint k = 0; k < 2; k++)
            name_brushes(b, node->child[k], lists);
    else if (node->value && bsp_job_goes_on(b->job))
        node->value = shift_lists_add(lists, node->cell, &b->brushes);
}

/* Puts the solid leaf below a chain of bevel nodes. In front of each bevel is an empty leaf. */
static BspBuildNode *bevel_leaf(Building *b, BspBuildNode *leaf, guint depth)
{
    BSP_ASSERT(leaf->value && leaf->cell);
    g_autoptr(BspCell) replacement = shift_cell_replacement(leaf->cell, &b->brushes);
    g_autoptr(GArray) bevels = shift_cell_bevels(leaf->cell, replacement ? replacement : leaf->cell,
                                                 b->options, b->job, &b->tree->stats);
    BspBuildNode *under = leaf;
    b->too_deep = b->too_deep || depth + bevels->len > BSP_MAX_DEPTH;
    for (guint i = bevels->len; i-- > 0 && !b->too_deep;) {
        BspBuildNode *bevel = g_new0(BspBuildNode, 1);
        bevel->plane = g_array_index(bevels, BspPlane, i);
        bevel->tag = SHIFT_IS_BEVEL;
        bevel->child[0] = g_new0(BspBuildNode, 1);
        bevel->child[1] = under;
        under = bevel;
    }
    return under;
}

/* Bevels all solid leaves of the subtree, until the job is cancelled. Returns the new subtree. */
static BspBuildNode *bevel_solid_leaves(Building *b, BspBuildNode *node, guint depth)
{
    if (bsp_build_node_is_leaf(node))
        return node->value && !b->too_deep && bsp_job_goes_on(b->job) ? bevel_leaf(b, node, depth)
                                                                      : node;
    for (guint k = 0; k < 2; k++)
        node->child[k] = bevel_solid_leaves(b, node->child[k], depth + 1);
    return node;
}

/* Notes the size of the tree without bevels, to report their cost. For this, lays the tree out,
 * counts its nodes, and discards the layout. */
static void count_bare(ShiftTree *tree, BspBuildNode *root, gboolean share, BspJob *job)
{
    if (!bsp_nodes_init(&tree->nodes, root, share, job))
        return;
    tree->stats.bare_nodes = tree->nodes.n_nodes;
    tree->stats.bare_bytes = shift_tree_bytes(tree);
    bsp_nodes_clear(&tree->nodes);
}

/* Bevels the tree and lays it out for queries. The tree is incomplete if the job is cancelled or
 * there are too many bevels. */
static void finish_tree(Building *b, BspBuildNode **root)
{
    const gboolean share = !b->options->build.plain;
    shift_cut_sharp(&b->brushes, *root, b->job);
    if (b->options->names_brushes) {
        ShiftLists *lists = shift_lists_new();
        name_brushes(b, *root, lists);
        shift_lists_move(lists, b->tree);
    }
    if (!bsp_job_goes_on(b->job))
        return;
    count_bare(b->tree, *root, share, b->job);
    *root = bevel_solid_leaves(b, *root, 0);
    if (bsp_job_goes_on(b->job))
        bsp_nodes_init(&b->tree->nodes, *root, share, b->job);
}

/* Builds the tree. Returns FALSE with an error if the tree is not complete. */
static gboolean build_tree(Building *b, GError **error)
{
    BspBuildNode *root =
        compile_bare(&b->brushes, &b->options->build, (BspJobPart){ b->job, COMPILING }, error);
    if (!root)
        return FALSE;
    b->tree->stats.filled = b->brushes.filled ? 1 : 0;
    finish_tree(b, &root);
    bsp_build_node_free(root);
    bsp_job_part_done((BspJobPart){ b->job, 1 - COMPILING });
    if (b->too_deep)
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "with its bevels the tree would be deeper than %d levels; a larger bevel angle "
                    "makes fewer bevels",
                    BSP_MAX_DEPTH);
    else if (bsp_job_goes_on(b->job))
        return TRUE;
    else
        bsp_job_set_cancelled(b->job, error);
    return FALSE;
}

ShiftTree *shift_tree_build(const BspSolid *solid, const ShiftOptions *options, GError **error)
{
    g_return_val_if_fail(solid, NULL);
    const ShiftOptions full = options_in_full(options);
    if (!(full.bevel_angle > 0 && full.bevel_angle <= 180)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "the bevel angle, %g degrees, must be above 0 and at most 180, or 0 for the "
                    "default of 90",
                    full.bevel_angle);
        return NULL;
    }
    g_autoptr(BspJob) job = bsp_build_job(&full.build);
    g_autoptr(ShiftTree) tree = g_new0(ShiftTree, 1);
    tree->mask = full.mask;
    tree->bevels = full.bevels;
    tree->bevel_angle = full.bevel_angle;
    tree->bounds_boxes = (full.bevels & SHIFT_BEVEL_BOX) != 0;
    Building b = {
        .options = &full, .tree = tree, .job = job, .brushes = { solid, full.mask, FALSE }
    };
    return build_tree(&b, error) ? g_steal_pointer(&tree) : NULL;
}

/* --- saving --- */

static void add_lists(BspSaving *s, const ShiftTree *tree)
{
    bsp_saving_add(s, "brushes", tree->brushes, sizeof *tree->brushes, tree->n_brushes);
    bsp_saving_add(s, "brush-lists", tree->first, sizeof *tree->first, tree->n_lists + 1);
}

static ShiftSavedTree saved_tree(const ShiftTree *tree)
{
    const ShiftStats *stats = &tree->stats;
    return (ShiftSavedTree){ .bevel_angle = tree->bevel_angle,
                             .bevels = tree->bevels,
                             .bounds_boxes = tree->bounds_boxes,
                             .names_brushes = tree->first != NULL,
                             .mask = tree->mask,
                             .filled = stats->filled,
                             .bare_nodes = stats->bare_nodes,
                             .edge_bevels = stats->edge_bevels,
                             .spike_bevels = stats->spike_bevels,
                             .level_top_bevels = stats->level_top_bevels,
                             .box_bevels = stats->box_bevels,
                             .bare_bytes = stats->bare_bytes };
}

GBytes *shift_tree_to_bytes(const ShiftTree *tree, const BspSaveOptions *options, GError **error)
{
    g_autoptr(BspSaving) s = bsp_saving_new(BSP_SAVED_SHIFT, options);
    ShiftSavedTree saved = saved_tree(tree);
    bsp_saving_append(s, "shift", &saved, sizeof saved, 1);
    bsp_saving_add_nodes(s, &tree->nodes);
    if (tree->first)
        add_lists(s, tree);
    return bsp_saving_finish(s, error);
}

gboolean shift_tree_save(const ShiftTree *tree, const char *path, const BspSaveOptions *options,
                         GError **error)
{
    return bsp_saving_write(shift_tree_to_bytes(tree, options, error), path, error);
}
