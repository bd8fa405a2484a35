/* build-shift: builds shift trees for tests. The test fails if the tree cannot be built. */
#include "build-shift.h"

#include <criterion/criterion.h>

ShiftTree *build_shift(const BspSolid *solid, guint bevels, gboolean exact_cells)
{
    ShiftOptions options = { 0 };
    options.bevels = bevels;
    options.exact_cells = exact_cells;
    return build_shift_with(solid, &options);
}

ShiftTree *build_shift_with(const BspSolid *solid, const ShiftOptions *options)
{
    g_autoptr(GError) error = NULL;
    ShiftTree *tree = shift_tree_build(solid, options, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}
