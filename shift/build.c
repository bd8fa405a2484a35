/* build: 1) computes the BSP tree, 2) bevels it; 3) the query expands. (The order of operations of
 * Melax 2000, section 2.) */
#include "build/bodies.h"
#include "build/solid.h"
#include "build/space.h"
#include "build/tree.h"
#include "shift/private.h"

ShiftOptions shift_options_default(void)
{
    return (ShiftOptions){ .bevels = SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES | SHIFT_BEVEL_LEVEL_TOP,
                           .bevel_angle = 90,
                           .build = bsp_build_options_default() };
}

/* The fraction of the work that compiling is. */
#define COMPILING 0.9

typedef struct {
    const BspSolid *solid;
    const ShiftOptions *options;
    ShiftTree *tree;
    BspJob *job;
    gboolean too_deep; /* some cell has more bevels than the depth of a tree allows */
    GArray *solid_in;  /* guint32, for each cell; NULL: the tree has one mask */
    GArray *vertices;  /* BspVec */
    GArray *first;     /* guint */
    GArray *planes;    /* BspPlane */
    GArray *edges;     /* BspRoundEdge */
    GArray *first_round;
    GPtrArray *matter; /* BspCell, for each cell its replacement; NULL if it has none */
} Building;

/* Numbers the solid cells and stores their vertices, unless the job is cancelled. */
static void keep_cells(Building *b, BspBuildNode *node)
{
    if (!bsp_build_node_is_leaf(node)) {
        for (guint k = node->tag == BSP_TAG_TIP ? 1 : 0; k < 2; k++)
            keep_cells(b, node->child[k]);
        return;
    }
    if (!node->value || !bsp_job_goes_on(b->job))
        return;
    ShiftBrushes brushes = shift_brushes_of(b->tree, b->solid, node->value);
    BspCell *matter = shift_cell_matter(node->cell, &brushes);
    g_ptr_array_add(b->matter, matter);
    if (b->solid_in)
        g_array_append_val(b->solid_in, node->value);
    const BspCell *body = matter ? matter : node->cell;
    node->value = ++b->tree->n_cells;
    bsp_cast_add_body(b->vertices, b->first, body);
    bsp_round_add_body(b->planes, b->edges, b->first_round, body);
}

/* The tree owns the arrays from then on. */
static void keep_all_cells(Building *b, BspBuildNode *root)
{
    b->solid_in = b->tree->n_masks > 1 ? g_array_new(FALSE, FALSE, sizeof(guint32)) : NULL;
    b->matter = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_cell_free);
    b->vertices = g_array_new(FALSE, FALSE, sizeof(BspVec));
    b->first = g_array_new(FALSE, TRUE, sizeof(guint));
    b->planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    b->edges = g_array_new(FALSE, FALSE, sizeof(BspRoundEdge));
    b->first_round = g_array_new(FALSE, TRUE, sizeof(guint));
    g_array_set_size(b->first, 1);
    g_array_set_size(b->first_round, 2);
    keep_cells(b, root);
    if (b->solid_in)
        b->tree->solid_in = (guint32 *)(gpointer)g_array_free(b->solid_in, FALSE);
    b->tree->vertices = (BspVec *)(gpointer)g_array_free(b->vertices, FALSE);
    b->tree->first = (guint *)(gpointer)g_array_free(b->first, FALSE);
    b->tree->planes = (BspPlane *)(gpointer)g_array_free(b->planes, FALSE);
    b->tree->edges = (BspRoundEdge *)(gpointer)g_array_free(b->edges, FALSE);
    b->tree->first_round = (guint *)(gpointer)g_array_free(b->first_round, FALSE);
}

/* Gives the leaves in front of tips their value: solid under all masks, for points only. */
static void mark_tips(BspBuildNode *node, guint value)
{
    if (node->tag == BSP_TAG_TIP)
        node->child[0]->value = value;
    for (guint k = 0; !bsp_build_node_is_leaf(node) && k < 2; k++)
        mark_tips(node->child[k], value);
}

/* Sets the final values of leaves, except those over bevels. */
static void give_values(Building *b, BspBuildNode *root)
{
    ShiftTree *tree = b->tree;
    if (b->options->exact_cells)
        keep_all_cells(b, root);
    if (tree->n_masks == 1)
        return;
    tree->over = b->options->exact_cells ? tree->n_cells : (1u << tree->n_masks) - 1;
    mark_tips(root, shift_tip_value(tree->over));
}

/* Returns the replacement of the leaf's cell, which the caller owns; NULL if it has none. */
static BspCell *take_matter(Building *b, const BspBuildNode *leaf)
{
    if (b->matter)
        return g_steal_pointer(&b->matter->pdata[leaf->value - 1]);
    guint32 solid_in = shift_leaf_masks(b->tree, leaf->value);
    ShiftBrushes brushes = shift_brushes_of(b->tree, b->solid, solid_in);
    return shift_cell_matter(leaf->cell, &brushes);
}

/* Puts the solid leaf under a chain of bevel nodes. Over each is an empty leaf; in a tree of
 * several masks, one that is empty for shapes with volume. */
static BspBuildNode *bevel_leaf(Building *b, BspBuildNode *leaf, guint depth)
{
    g_autoptr(BspCell) matter = take_matter(b, leaf);
    g_autoptr(GArray) bevels = shift_cell_bevels(leaf->cell, matter ? matter : leaf->cell,
                                                 b->options, b->job, &b->tree->stats);
    BspBuildNode *under = leaf;
    b->too_deep = b->too_deep || depth + bevels->len > BSP_MAX_DEPTH;
    for (guint i = bevels->len; i-- > 0 && !b->too_deep;) {
        BspBuildNode *bevel = g_new0(BspBuildNode, 1);
        bevel->plane = g_array_index(bevels, BspPlane, i);
        bevel->tag = SHIFT_IS_BEVEL;
        bevel->child[0] = g_new0(BspBuildNode, 1);
        if (b->tree->n_masks > 1)
            bevel->child[0]->value = leaf->value + b->tree->over;
        bevel->child[1] = under;
        under = bevel;
    }
    return under;
}

/* Bevels all solid leaves of the subtree, unless the job is cancelled. Returns the new subtree. */
static BspBuildNode *bevel_solid_leaves(Building *b, BspBuildNode *node, guint depth)
{
    if (bsp_build_node_is_leaf(node))
        return node->value && !b->too_deep && bsp_job_goes_on(b->job) ? bevel_leaf(b, node, depth)
                                                                      : node;
    for (guint k = node->tag == BSP_TAG_TIP ? 1 : 0; k < 2; k++)
        node->child[k] = bevel_solid_leaves(b, node->child[k], depth + 1);
    return node;
}

/* To report the cost of bevels, lays out the tree without them, counts its nodes, and discards it.
 */
static void note_bare(ShiftTree *tree, BspBuildNode *root, guint layout, BspJob *job)
{
    if (!bsp_nodes_init_part(&tree->nodes, root, layout, job))
        return;
    tree->stats.bare_nodes = tree->nodes.n_nodes;
    tree->stats.bare_bytes = shift_tree_bytes(tree);
    bsp_nodes_clear(&tree->nodes);
}

/* Turns the tree without bevels into that of the query. The tree is incomplete if the job is
 * cancelled or bevels are too many. */
static void finish(Building *b, BspBuildNode **root)
{
    const guint layout = b->options->build.plain ? 0 : BSP_NODES_SHARE;
    shift_cut_sharp(b->tree, b->solid, *root, b->job);
    give_values(b, *root);
    if (!bsp_job_goes_on(b->job))
        return;
    note_bare(b->tree, *root, layout, b->job);
    *root = bevel_solid_leaves(b, *root, 0);
    if (bsp_job_goes_on(b->job))
        bsp_nodes_init_part(&b->tree->nodes, *root, layout, b->job);
}

/* Returns FALSE with an error if the tree is not complete. */
static gboolean build(Building *b, GError **error)
{
    BspBuildNode *root =
        shift_compile(b->tree, b->solid, b->options, (BspJobPart){ b->job, COMPILING }, error);
    if (!root)
        return FALSE;
    finish(b, &root);
    bsp_build_node_free(root);
    g_clear_pointer(&b->matter, g_ptr_array_unref);
    bsp_job_part_done((BspJobPart){ b->job, 1 - COMPILING });
    if (b->too_deep)
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "with its bevels the tree would be deeper than %d levels; a larger bevel angle "
                    "makes fewer of them",
                    BSP_MAX_DEPTH);
    else if (bsp_job_goes_on(b->job))
        return TRUE;
    else
        bsp_job_set_cancelled(b->job, error);
    return FALSE;
}

ShiftTree *shift_tree_build(const BspSolid *solid, const ShiftOptions *options, GError **error)
{
    ShiftOptions standard = shift_options_default();
    if (!options)
        options = &standard;
    if (!(options->bevel_angle > 0 && options->bevel_angle <= 180)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "a bevel angle of %g degrees: it must be above 0 and at most 180",
                    options->bevel_angle);
        return NULL;
    }
    g_autoptr(BspJob) job = bsp_build_job(&options->build);
    g_autoptr(ShiftTree) tree = g_new0(ShiftTree, 1);
    tree->bevels = options->bevels;
    tree->bevel_angle = options->bevel_angle;
    tree->bounds_boxes = (options->bevels & SHIFT_BEVEL_BOX) != 0;
    Building b = { .solid = solid, .options = options, .tree = tree, .job = job };
    return build(&b, error) ? g_steal_pointer(&tree) : NULL;
}
