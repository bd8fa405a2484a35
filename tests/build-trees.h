/* build-trees: builds trees for tests. The test fails if a tree cannot be built. */
#ifndef BUILD_TREES_H
#define BUILD_TREES_H

#include <criterion/criterion.h>

#include "compile/solid.h"
#include "onion-build.h"
#include "scenes.h"
#include "shift-build.h"
#include "tools/bsp-inspect.h"

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

/* Return the tree for the box, or for a point if the box is NULL. */
static inline BspTree *build_tree_with(const BspSolid *solid, const BspBounds *box,
                                       const BspBuildOptions *options)
{
    g_autoptr(GError) error = NULL;
    BspTree *tree = bsp_tree_new(solid, box, options, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}

static inline BspTree *build_tree(const BspSolid *solid, const BspBounds *box)
{
    return build_tree_with(solid, box, &(BspBuildOptions){ 0 });
}

static inline void store_fill_outcome(const BspFillNote *note, gpointer outcome)
{
    *(BspFillOutcome *)outcome = note->outcome;
}

/* Builds the tree for the box, and fills its outside if that is possible from the start. Returns
 * what became of the outside. */
static inline BspFillOutcome fill_outcome(const BspSolid *solid, const BspBounds *box, BspVec start)
{
    g_autoptr(GArray) starts = scene_starts(&start, 1);
    BspFillOutcome outcome = (BspFillOutcome)-1;
    const BspBuildOptions options = { .fill = BSP_FILL_AUTO,
                                      .starts = starts,
                                      .filled = store_fill_outcome,
                                      .filled_data = &outcome };
    g_autoptr(BspTree) tree = build_tree_with(solid, box, &options);
    gboolean filled = outcome == BSP_FILL_DONE || outcome == BSP_FILL_AS_SMALLER;
    cr_assert_eq(bsp_tree_is_filled(tree), filled);
    return outcome;
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
