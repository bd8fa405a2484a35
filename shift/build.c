/* build: 1) compute the BSP tree, 2) bevel; 3) expansion waits for the query.
 * (The order of operations of Melax 2000, section 2.) */
#include "build/cast-body.h"
#include "build/lay-out.h"
#include "build/round-body.h"
#include "build/solid.h"
#include "shift/private.h"

ShiftOptions shift_options_default(void)
{
    return (ShiftOptions){ .bevels = SHIFT_BEVEL_EDGES | SHIFT_BEVEL_SPIKES | SHIFT_BEVEL_LEVEL_TOP,
                           .bevel_angle = 90,
                           .build = bsp_build_options_default() };
}

typedef struct {
    const BspSolid *solid;
    const ShiftOptions *options;
    ShiftTree *tree;
    GArray *solid_in; /* guint32, of each cell; NULL: of one mask */
    GArray *vertices; /* BspVec */
    GArray *first;    /* guint */
    GArray *planes;   /* BspPlane */
    GArray *edges;    /* BspRoundEdge */
    GArray *first_round;
} Building;

/* Gives the solid cells numbers and keeps their vertices. */
static void keep_cells(Building *b, BspBuildNode *node)
{
    if (!bsp_build_node_is_leaf(node)) {
        for (guint k = node->tag == BSP_TAG_TIP ? 1 : 0; k < 2; k++)
            keep_cells(b, node->child[k]);
        return;
    }
    if (!node->value)
        return;
    ShiftBrushes brushes = shift_brushes_of(b->tree, b->solid, node->value);
    g_autoptr(BspCell) matter = shift_cell_matter(node->cell, &brushes);
    if (b->solid_in)
        g_array_append_val(b->solid_in, node->value);
    const BspCell *body = matter ? matter : node->cell;
    node->value = ++b->tree->n_cells;
    bsp_cast_add_body(b->vertices, b->first, body);
    bsp_round_add_body(b->planes, b->edges, b->first_round, body);
}

/* The arrays are the tree's from then on. */
static void keep_all_cells(Building *b, BspBuildNode *root)
{
    b->solid_in = b->tree->n_masks > 1 ? g_array_new(FALSE, FALSE, sizeof(guint32)) : NULL;
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

/* What is solid for being in front of a tip is so under all masks, and for points alone. */
static void mark_tips(BspBuildNode *node, guint value)
{
    if (node->tag == BSP_TAG_TIP)
        node->child[0]->value = value;
    for (guint k = 0; !bsp_build_node_is_leaf(node) && k < 2; k++)
        mark_tips(node->child[k], value);
}

/* The final values of leaves, but for those over bevels. */
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

/* The solid leaf under a chain of bevel nodes, each with an empty leaf over it; of several masks,
 * one that is empty to what has volume. */
static BspBuildNode *bevel_leaf(Building *b, BspBuildNode *leaf)
{
    guint32 solid_in = shift_leaf_masks(b->tree, leaf->value);
    ShiftBrushes brushes = shift_brushes_of(b->tree, b->solid, solid_in);
    g_autoptr(BspCell) matter = shift_cell_matter(leaf->cell, &brushes);
    g_autoptr(GArray) bevels =
        shift_cell_bevels(leaf->cell, matter ? matter : leaf->cell, b->options, &b->tree->stats);
    BspBuildNode *under = leaf;
    for (guint i = bevels->len; i-- > 0;) {
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

static BspBuildNode *bevel_solid_leaves(Building *b, BspBuildNode *node)
{
    if (bsp_build_node_is_leaf(node))
        return node->value ? bevel_leaf(b, node) : node;
    for (guint k = node->tag == BSP_TAG_TIP ? 1 : 0; k < 2; k++)
        node->child[k] = bevel_solid_leaves(b, node->child[k]);
    return node;
}

/* What is left of the limits counts from `started`; progress has been told of the tree already. */
static gboolean make_rooms(ShiftTree *tree, const BspSolid *solid, const BspBuildOptions *options,
                           gint64 started, GError **error)
{
    g_autoptr(BspJob) job = bsp_job_new(1, options->progress, options->progress_data);
    double taken = (double)(g_get_monotonic_time() - started) / G_USEC_PER_SEC;
    bsp_job_limit(job, options->max_seconds > 0 ? MAX(options->max_seconds - taken, 1e-6) : 0,
                  options->max_bytes);
    bsp_job_part_done((BspJobPart){ job, 1 });
    return shift_make_rooms(tree, &solid->bounds, job, error);
}

/* What bevels cost is told by what the tree would be without: it is laid out, counted, and dropped.
 */
static void note_bare(ShiftTree *tree, BspBuildNode *root, guint layout)
{
    bsp_nodes_init(&tree->nodes, root, layout);
    tree->stats.bare_nodes = tree->nodes.n_nodes;
    tree->stats.bare_bytes = shift_tree_bytes(tree);
    bsp_nodes_clear(&tree->nodes);
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
    gint64 started = g_get_monotonic_time();
    ShiftTree *tree = g_new0(ShiftTree, 1);
    BspBuildNode *root = shift_compile(tree, solid, options, error);
    if (!root) {
        shift_tree_free(tree);
        return NULL;
    }
    tree->bevels = options->bevels;
    tree->bevel_angle = options->bevel_angle;
    tree->bounds_boxes = (options->bevels & SHIFT_BEVEL_BOX) != 0;
    Building b = { .solid = solid, .options = options, .tree = tree };
    const guint layout = options->build.plain ? 0 : BSP_NODES_SHARE;
    shift_cut_sharp(tree, solid, root);
    give_values(&b, root);
    note_bare(tree, root, layout);
    root = bevel_solid_leaves(&b, root);
    bsp_nodes_init(&tree->nodes, root, layout);
    bsp_build_node_free(root);
    if (options->rooms && !make_rooms(tree, solid, &options->build, started, error)) {
        shift_tree_free(tree);
        return NULL;
    }
    return tree;
}
