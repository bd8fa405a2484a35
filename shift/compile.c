/* compile: compiles the tree without bevels for all masks. Each leaf says under which masks it is
 * solid. */
#include "build/tree.h"
#include "shift/private.h"

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

/* The brushes of each mask, and the data that compiling needs. */
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
                                          .weights = options->weights,
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

BspBuildNode *shift_compile(ShiftTree *tree, const BspSolid *solid, const ShiftOptions *options,
                            BspJobPart part, GError **error)
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
