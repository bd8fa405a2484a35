/* cut-sharp: cuts solid cells whose corners are too sharp to be accurate, until each part is in one
 * brush, whose corners are used instead (matter.c). */
#include "shift/private.h"

/* The tree without bevels, before its leaves get their final values, and its solid. */
typedef struct {
    const ShiftTree *tree;
    const BspSolid *solid;
    BspJob *job;
} Cutting;

/* Makes the leaf a branch with two leaves of its value. Returns FALSE if the plane does not cut the
 * leaf's cell. */
static gboolean cut_leaf(BspBuildNode *leaf, const BspPlane *plane)
{
    BspCell *cells[2];
    bsp_cell_split(leaf->cell, plane, 0, &cells[0], &cells[1]);
    if (!cells[0] || !cells[1]) {
        bsp_cell_free(cells[0]);
        bsp_cell_free(cells[1]);
        return FALSE;
    }
    for (guint k = 0; k < 2; k++) {
        leaf->child[k] = g_new0(BspBuildNode, 1);
        leaf->child[k]->value = leaf->value;
        leaf->child[k]->cell = cells[k];
    }
    leaf->plane = *plane;
    leaf->value = 0;
    g_clear_pointer(&leaf->cell, bsp_cell_free);
    return TRUE;
}

/* The most cuts in one leaf. Without a limit, very many almost equal brushes could leave more
 * pieces than there is time for. */
#define MOST_CUTS 64

/* Cuts a leaf whose corners are too sharp to be accurate, until each piece is in one brush. *left:
 * the cuts still allowed. */
static void cut_sharp_leaf(const Cutting *c, BspBuildNode *leaf, guint depth, guint *left)
{
    ShiftBrushes brushes = shift_brushes_of(c->tree, c->solid, leaf->value);
    BspPlane plane;
    if (*left == 0 || depth >= BSP_MAX_DEPTH || !bsp_job_goes_on(c->job) ||
        !shift_cell_cut(leaf->cell, &brushes, &plane) || !cut_leaf(leaf, &plane))
        return;
    (*left)--;
    for (guint k = 0; k < 2; k++)
        cut_sharp_leaf(c, leaf->child[k], depth + 1, left);
}

static void cut_sharp_leaves(const Cutting *c, BspBuildNode *node, guint depth)
{
    guint left = MOST_CUTS;
    if (!bsp_build_node_is_leaf(node))
        for (guint k = node->tag == BSP_TAG_TIP ? 1 : 0; k < 2; k++)
            cut_sharp_leaves(c, node->child[k], depth + 1);
    else if (node->value)
        cut_sharp_leaf(c, node, depth, &left);
}

void shift_cut_sharp(const ShiftTree *tree, const BspSolid *solid, BspBuildNode *root, BspJob *job)
{
    Cutting cutting = { tree, solid, job };
    cut_sharp_leaves(&cutting, root, 0);
}
