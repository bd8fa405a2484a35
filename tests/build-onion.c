/* build-onion: builds onions for tests. */
#include "build-onion.h"

#include <criterion/criterion.h>

const OnionSpace three_spaces[N_THREE] = {
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
    { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
    { "askew", { { { -3, 1, -20 } }, { { 5, 9, -4 } } }, 0 },
};

OnionSpace cube_space(const char *name, double half)
{
    return (OnionSpace){ name, { bsp_vec(-half, -half, -half), bsp_vec(half, half, half) }, 0 };
}

OnionTree *build_onion(const BspSolid *solid, const OnionSpace *spaces, guint n,
                       OnionBuilder builder)
{
    OnionOptions options = { 0 };
    options.no_space_nodes = TRUE;
    options.builder = builder;
    return build_onion_with(solid, spaces, n, &options);
}

OnionTree *build_onion_with(const BspSolid *solid, const OnionSpace *spaces, guint n,
                            const OnionOptions *options)
{
    g_autoptr(GError) error = NULL;
    OnionTree *tree = onion_tree_build(solid, spaces, n, options, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}
