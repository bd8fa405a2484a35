/* tree: a shift tree as a whole. */
#include "shift/tree.h"

#include <stdlib.h>

void shift_tree_free(ShiftTree *tree)
{
    if (!tree)
        return;
    bsp_nodes_clear(&tree->nodes);
    free(tree->vertices);
    free(tree->first);
    free(tree->planes);
    free(tree->edges);
    free(tree->first_round);
    if (tree->rooms) {
        free(tree->rooms->cells);
        free(tree->rooms->rooms);
        free(tree->rooms);
    }
    free(tree);
}

void shift_tree_stats(const ShiftTree *tree, ShiftStats *stats)
{
    *stats = tree->stats;
}
