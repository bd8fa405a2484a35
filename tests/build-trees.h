/* build-trees: builds onions and shift trees for tests. The test fails if a tree cannot be built.
 */
#ifndef BUILD_TREES_H
#define BUILD_TREES_H

#include <criterion/criterion.h>

#include "compile/solid.h"
#include "onion-build.h"
#include "shift-build.h"

#define N_THREE 3

/* The spaces of a point, of a player, and of a box away from its reference point. */
static const OnionSpace three_spaces[N_THREE] = {
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
    { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
    { "askew", { { { -3, 1, -20 } }, { { 5, 9, -4 } } }, 0 },
};

/* Returns a space with a cube around the reference point. */
static inline OnionSpace cube_space(const char *name, double half)
{
    return (OnionSpace){ name, { bsp_vec(-half, -half, -half), bsp_vec(half, half, half) }, 0 };
}

static inline OnionTree *build_onion_with(const BspSolid *solid, const OnionSpace *spaces, guint n,
                                          const OnionOptions *options)
{
    g_autoptr(GError) error = NULL;
    OnionTree *tree = onion_tree_build(solid, spaces, n, options, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}

/* Returns an onion as in the article, without space nodes. */
static inline OnionTree *build_onion(const BspSolid *solid, const OnionSpace *spaces, guint n,
                                     OnionBuilder builder)
{
    const OnionOptions options = { .no_space_nodes = TRUE, .builder = builder };
    return build_onion_with(solid, spaces, n, &options);
}

static inline ShiftTree *build_shift_with(const BspSolid *solid, const ShiftOptions *options)
{
    g_autoptr(GError) error = NULL;
    ShiftTree *tree = shift_tree_build(solid, options, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}

static inline ShiftTree *build_shift(const BspSolid *solid, guint bevels, gboolean names_brushes)
{
    const ShiftOptions options = { .bevels = bevels, .names_brushes = names_brushes };
    return build_shift_with(solid, &options);
}

#endif
