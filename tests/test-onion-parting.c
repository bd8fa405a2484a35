/* test-onion-parting: tests onions with space nodes. Their spaces separate below the root, at the
 * root, or never. test-property checks the answers. */
#include <criterion/criterion.h>

#include "build-trees.h"
#include "compile/tree.h"
#include "onion/onion-private.h"
#include "scenes.h"

static const OnionSpace spaces[] = {
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
    { "box", { { { -3, -3, -5 } }, { { 3, 3, 7 } } }, 0 },
    { "tall",
      { { { -3, -3, -5 } }, { { 3, 3, 12 } } },
      0 }, /* a box with the same side planes as "box" */
    { "big", { { { -9, -9, -9 } }, { { 9, 9, 9 } } }, 0 },
};
#define N_SPACES G_N_ELEMENTS(spaces)

static OnionTree *build(const BspSolid *solid, guint space_node_faces)
{
    const OnionOptions options = { .space_node_faces = space_node_faces,
                                   .no_space_nodes = space_node_faces == 0 };
    return build_onion_with(solid, spaces, N_SPACES, &options);
}

static OnionStats stats_of(const OnionTree *tree)
{
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    return stats;
}

/* --- the nodes at which spaces separate --- */

/* Returns rows of boxes that do not touch. */
static BspSolid *many_boxes(void)
{
    BspBrush *brushes[64];
    for (int i = 0; i < 64; i++) {
        double x = 50 * (i % 8), y = 50 * (i / 8 % 8);
        brushes[i] = scene_box(x, y, 0, x + 10 + i % 3, y + 10 + i % 5, 10 + i % 7);
    }
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

Test(onion_parting, spaces_part_where_they_are_told_to)
{
    g_autoptr(BspSolid) solid = many_boxes();
    g_autoptr(OnionTree) never = build(solid, 0);
    g_autoptr(OnionTree) late = build(solid, 6);
    g_autoptr(OnionTree) at_once = build(solid, G_MAXUINT);
    cr_assert_eq(stats_of(never).space_nodes, 0);
    cr_assert_geq(stats_of(late).space_nodes, 32, "about one for every box: %u",
                  stats_of(late).space_nodes);
    cr_assert_eq(stats_of(at_once).space_nodes, 1);
    cr_assert(bsp_nodes_is_space_node(&at_once->nodes, at_once->nodes.root));
    cr_assert_gt(late->nodes.root, -1);

    guint sum = 0;
    for (guint i = 0; i < N_SPACES; i++) {
        g_autoptr(BspSolid) expanded = bsp_solid_expand(solid, &spaces[i].box, NULL);
        g_autoptr(BspTree) tree = build_tree(expanded, NULL);
        sum += tree->nodes.n_nodes;
    }
    cr_assert_leq(stats_of(at_once).nodes, sum, "equal subtrees of two spaces are one");
}

/* A box has six faces in each space. A limit of six allows it to be a space node; a limit of five
 * does not. */
Test(onion_parting, at_most_is_also_as_many)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 10, 10, 10);
    g_autoptr(OnionTree) at_six = build(solid, 6);
    g_autoptr(OnionTree) at_five = build(solid, 5);
    cr_assert(bsp_nodes_is_space_node(&at_six->nodes, at_six->nodes.root));
    cr_assert_not(bsp_nodes_is_space_node(&at_five->nodes, at_five->nodes.root));
}

Test(onion_parting, one_space_has_nobody_to_part_from)
{
    g_autoptr(BspSolid) solid = many_boxes();
    const OnionOptions options = { .space_node_faces = G_MAXUINT };
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, 1, &options, NULL);
    cr_assert_eq(stats_of(tree).space_nodes, 0);
}

Test(onion_parting, equal_spaces_share_all)
{
    g_autoptr(BspSolid) solid = many_boxes();
    OnionSpace twice[2] = { spaces[1], spaces[1] };
    const OnionOptions options = { .space_node_faces = G_MAXUINT };
    g_autoptr(OnionTree) one = onion_tree_build(solid, twice, 1, &options, NULL);
    g_autoptr(OnionTree) two = onion_tree_build(solid, twice, 2, &options, NULL);
    cr_assert_eq(stats_of(two).nodes, stats_of(one).nodes);
    cr_assert_eq(stats_of(two).space_nodes, 0, "a space node of equal subtrees decides nothing");
}
