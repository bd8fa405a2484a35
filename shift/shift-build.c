/* shift-build: builds and saves shift trees. The order of operations is that of Melax 2000, section
 * 2: compute the BSP tree, then bevel it. (The query expands.) */
#include "compile/bodies.h"
#include "compile/solid.h"
#include "compile/space.h"
#include "compile/tree.h"
#include "saved/save.h"
#include "shift/saved.h"
#include "shift/shift-private.h"

/* Replaces zeros by what they mean, and SHIFT_BEVEL_NONE by no bit, as trees store it. */
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

/* --- the tree without bevels, for all masks: each leaf says under which it is solid --- */

static gboolean check_masks(const ShiftOptions *options, GError **error)
{
    if (options->masks && (options->n_masks < 1 || options->n_masks > SHIFT_MOST_MASKS)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%u masks: a tree has 1 to %d",
                    options->n_masks, SHIFT_MOST_MASKS);
        return FALSE;
    }
    for (guint i = 0; options->masks && i < options->n_masks; i++)
        for (guint k = 0; k < i; k++)
            if (options->masks[i] == options->masks[k]) {
                g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "the mask %x comes twice",
                            options->masks[i]);
                return FALSE;
            }
    return TRUE;
}

/* --- one mask --- */

static BspBuildNode *compile_one(ShiftTree *tree, const BspSolid *solid,
                                 const BspBuildOptions *options, BspJobPart part, GError **error)
{
    g_autoptr(BspSolid) selected = tree->masks[0] ? bsp_solid_select(solid, tree->masks[0]) : NULL;
    gboolean filled = FALSE;
    BspBuildNode *root =
        bsp_tree_compile(selected ? selected : solid, options, part, &filled, error);
    tree->stats.filled = filled ? 1 : 0;
    return root;
}

/* --- several masks --- */

static guint leaf_value(const guint64 *solid, gpointer user_data)
{
    (void)user_data;
    return (guint)solid[0];
}

/* The brushes of each mask, and the spaces made of them for compiling. */
typedef struct {
    BspSolid *solids[SHIFT_MOST_MASKS];
    BspSpace spaces[SHIFT_MOST_MASKS];
} Masked;

static gboolean make_spaces(Masked *m, const ShiftTree *tree, const BspSolid *solid,
                            const BspBuildOptions *options, BspJobPart part, GError **error)
{
    for (guint i = 0; i < tree->n_masks; i++) {
        m->solids[i] = bsp_solid_select(solid, tree->masks[i]);
        if (!bsp_space_init(&m->spaces[i], m->solids[i], options,
                            bsp_job_part_of(part, 1.0 / tree->n_masks), error)) {
            g_prefix_error(error, "mask %x: ", tree->masks[i]);
            return FALSE;
        }
    }
    return TRUE;
}

static BspBuildNode *compile_spaces(Masked *m, ShiftTree *tree, const BspSolid *solid,
                                    const BspBuildOptions *options, BspJobPart part, GError **error)
{
    BspSpace *spaces[SHIFT_MOST_MASKS];
    BspCompileOptions compile_options = { .n_spaces = tree->n_masks,
                                          .bounds = bsp_tree_region(&solid->bounds),
                                          .weights = bsp_split_weights(options->split),
                                          .keep_cells = ~(guint32)1,
                                          .leaf = leaf_value,
                                          .part = part };
    for (guint i = 0; i < tree->n_masks; i++) {
        spaces[i] = &m->spaces[i];
        tree->stats.filled += spaces[i]->fill ? 1 : 0;
    }
    return bsp_spaces_compile(spaces, &compile_options, error);
}

static BspBuildNode *compile_several(ShiftTree *tree, const BspSolid *solid,
                                     const BspBuildOptions *options, BspJobPart part,
                                     GError **error)
{
    double share = bsp_space_fraction(options);
    Masked m = { 0 };
    BspBuildNode *root = NULL;
    if (make_spaces(&m, tree, solid, options, bsp_job_part_of(part, share), error))
        root = compile_spaces(&m, tree, solid, options, bsp_job_part_of(part, 1 - share), error);
    for (guint i = 0; i < tree->n_masks; i++) {
        bsp_space_clear(&m.spaces[i]);
        bsp_solid_free(m.solids[i]);
    }
    return root;
}

/* Compiles the tree of the solid without bevels. Sets the tree's masks, and stats.filled to the
 * number of masks under which the outside is filled. Leaf values are those that tree.h lists for a
 * tree without exact cells. */
static BspBuildNode *compile_bare(ShiftTree *tree, const BspSolid *solid,
                                  const ShiftOptions *options, BspJobPart part, GError **error)
{
    static const guint32 every = 0;
    if (!check_masks(options, error))
        return NULL;
    tree->n_masks = options->masks ? options->n_masks : 1;
    tree->masks =
        g_memdup2(options->masks ? options->masks : &every, tree->n_masks * sizeof *tree->masks);
    return tree->n_masks == 1 ? compile_one(tree, solid, &options->build, part, error)
                              : compile_several(tree, solid, &options->build, part, error);
}

/* --- bevels --- */

/* The fraction of the work that compiling takes, for progress. */
#define COMPILING 0.9

typedef struct {
    const BspSolid *solid;
    const ShiftOptions *options;
    ShiftTree *tree;
    BspJob *job;
    gboolean too_deep; /* a cell has more bevels than the depth of a tree allows */
    GArray *solid_in;  /* guint32, masks of each cell; NULL: the tree has one mask */
    GArray *vertices;  /* BspVec */
    GArray *first;     /* guint */
    GArray *planes;    /* BspPlane */
    GArray *edges;     /* BspRoundEdge */
    GArray *first_round;
    GPtrArray *matter; /* BspCell: the replacement of each cell, or NULL */
} Building;

/* Numbers the solid cells and stores their bodies, until the job is cancelled. */
static void store_cells(Building *b, BspBuildNode *node)
{
    if (!bsp_build_node_is_leaf(node)) {
        for (guint k = node->tag == BSP_TAG_TIP ? 1 : 0; k < 2; k++)
            store_cells(b, node->child[k]);
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

/* Stores the bodies of all solid cells in the tree. */
static void store_all_cells(Building *b, BspBuildNode *root)
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
    store_cells(b, root);
    if (b->solid_in)
        b->tree->solid_in = (guint32 *)(gpointer)g_array_free(b->solid_in, FALSE);
    b->tree->vertices = (BspVec *)(gpointer)g_array_free(b->vertices, FALSE);
    b->tree->first = (guint *)(gpointer)g_array_free(b->first, FALSE);
    b->tree->planes = (BspPlane *)(gpointer)g_array_free(b->planes, FALSE);
    b->tree->edges = (BspRoundEdge *)(gpointer)g_array_free(b->edges, FALSE);
    b->tree->first_round = (guint *)(gpointer)g_array_free(b->first_round, FALSE);
}

/* Sets the values of the leaves in front of tips: solid under all masks, for points only. */
static void mark_tips(BspBuildNode *node, guint value)
{
    if (node->tag == BSP_TAG_TIP)
        node->child[0]->value = value;
    for (guint k = 0; !bsp_build_node_is_leaf(node) && k < 2; k++)
        mark_tips(node->child[k], value);
}

/* Sets the final values of all leaves except those in front of bevels. */
static void set_leaf_values(Building *b, BspBuildNode *root)
{
    ShiftTree *tree = b->tree;
    if (b->options->exact_cells)
        store_all_cells(b, root);
    if (tree->n_masks == 1)
        return;
    tree->over = b->options->exact_cells ? tree->n_cells : (1u << tree->n_masks) - 1;
    mark_tips(root, shift_tip_value(tree->over));
}

/* Returns the replacement of the leaf's cell, or NULL. The caller frees it. */
static BspCell *take_matter(Building *b, const BspBuildNode *leaf)
{
    if (b->matter)
        return g_steal_pointer(&b->matter->pdata[leaf->value - 1]);
    guint32 solid_in = shift_leaf_masks(b->tree, leaf->value);
    ShiftBrushes brushes = shift_brushes_of(b->tree, b->solid, solid_in);
    return shift_cell_matter(leaf->cell, &brushes);
}

/* Puts the solid leaf below a chain of bevel nodes. In front of each bevel is an empty leaf. In a
 * tree of several masks, that leaf is empty only for shapes with volume. */
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

/* Bevels all solid leaves of the subtree, until the job is cancelled. Returns the new subtree. */
static BspBuildNode *bevel_solid_leaves(Building *b, BspBuildNode *node, guint depth)
{
    if (bsp_build_node_is_leaf(node))
        return node->value && !b->too_deep && bsp_job_goes_on(b->job) ? bevel_leaf(b, node, depth)
                                                                      : node;
    for (guint k = node->tag == BSP_TAG_TIP ? 1 : 0; k < 2; k++)
        node->child[k] = bevel_solid_leaves(b, node->child[k], depth + 1);
    return node;
}

/* Notes the size of the tree without bevels, to report their cost: lays the tree out, counts its
 * nodes, and discards the layout. */
static void count_bare(ShiftTree *tree, BspBuildNode *root, guint layout, BspJob *job)
{
    if (!bsp_nodes_init_part(&tree->nodes, root, layout, job))
        return;
    tree->stats.bare_nodes = tree->nodes.n_nodes;
    tree->stats.bare_bytes = shift_tree_bytes(tree);
    bsp_nodes_clear(&tree->nodes);
}

/* Bevels the tree and lays it out for queries. The tree is incomplete if the job is cancelled or
 * there are too many bevels. */
static void finish_tree(Building *b, BspBuildNode **root)
{
    const guint layout = b->options->build.plain ? 0 : BSP_NODES_SHARE;
    shift_cut_sharp(b->tree, b->solid, *root, b->job);
    set_leaf_values(b, *root);
    if (!bsp_job_goes_on(b->job))
        return;
    count_bare(b->tree, *root, layout, b->job);
    *root = bevel_solid_leaves(b, *root, 0);
    if (bsp_job_goes_on(b->job))
        bsp_nodes_init_part(&b->tree->nodes, *root, layout, b->job);
}

/* Builds the tree. Returns FALSE with an error if the tree is not complete. */
static gboolean build_tree(Building *b, GError **error)
{
    BspBuildNode *root =
        compile_bare(b->tree, b->solid, b->options, (BspJobPart){ b->job, COMPILING }, error);
    if (!root)
        return FALSE;
    finish_tree(b, &root);
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
    const ShiftOptions full = options_in_full(options);
    if (!(full.bevel_angle > 0 && full.bevel_angle <= 180)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "a bevel angle of %g degrees: it must be above 0 and at most 180, or 0 for 90",
                    full.bevel_angle);
        return NULL;
    }
    g_autoptr(BspJob) job = bsp_build_job(&full.build);
    g_autoptr(ShiftTree) tree = g_new0(ShiftTree, 1);
    tree->bevels = full.bevels;
    tree->bevel_angle = full.bevel_angle;
    tree->bounds_boxes = (full.bevels & SHIFT_BEVEL_BOX) != 0;
    Building b = { .solid = solid, .options = &full, .tree = tree, .job = job };
    return build_tree(&b, error) ? g_steal_pointer(&tree) : NULL;
}

/* --- saving --- */

static void add_cells(BspSaving *s, const ShiftTree *tree)
{
    gsize n = 2 * (gsize)tree->n_cells;
    const guint *first = tree->first, *round = tree->first_round;
    bsp_saving_add(s, "cell-vertices", tree->vertices, sizeof *tree->vertices, first[n]);
    bsp_saving_add(s, "cell-bodies", first, sizeof *first, n + 1);
    bsp_saving_add(s, "cell-planes", tree->planes, sizeof *tree->planes, round[n]);
    bsp_saving_add(s, "cell-edges", tree->edges, sizeof *tree->edges, round[n + 1]);
    bsp_saving_add(s, "cell-rounds", round, sizeof *round, n + 2);
    if (tree->solid_in)
        bsp_saving_add(s, "cell-masks", tree->solid_in, sizeof *tree->solid_in, tree->n_cells);
}

static ShiftSavedTree saved_tree(const ShiftTree *tree)
{
    const ShiftStats *stats = &tree->stats;
    return (ShiftSavedTree){ .bevel_angle = tree->bevel_angle,
                             .bevels = tree->bevels,
                             .bounds_boxes = tree->bounds_boxes,
                             .has_cells = tree->first != NULL,
                             .mask = tree->n_masks == 1 ? tree->masks[0] : 0,
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
    if (tree->n_masks > 1)
        bsp_saving_add(s, "masks", tree->masks, sizeof *tree->masks, tree->n_masks);
    bsp_saving_add_nodes(s, &tree->nodes);
    if (tree->first)
        add_cells(s, tree);
    return bsp_saving_finish(s, error);
}

gboolean shift_tree_save(const ShiftTree *tree, const char *path, const BspSaveOptions *options,
                         GError **error)
{
    return bsp_saving_write(shift_tree_to_bytes(tree, options, error), path, error);
}
