/* test-onion-parting: onions with space nodes. The spaces separate below the root, at it, or
 * never. The leaves agree with the expanded worlds. test-property checks the answers. */
#include <criterion/criterion.h>

#include "build-onion.h"
#include "compile/tree.h"
#include "onion/onion-private.h"
#include "sanitized.h"
#include "scenes.h"

static const OnionSpace spaces[] = {
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
    { "box", { { { -3, -3, -5 } }, { { 3, 3, 7 } } }, 0 },
    { "tall",
      { { { -3, -3, -5 } }, { { 3, 3, 12 } } },
      0 }, /* the side planes are those of the space "box" */
    { "big", { { { -9, -9, -9 } }, { { 9, 9, 9 } } }, 0 },
};
#define N_SPACES G_N_ELEMENTS(spaces)

static OnionTree *build_with(const BspSolid *solid, guint space_node_faces, OnionBuilder builder)
{
    OnionOptions options = { 0 };
    options.space_node_faces = space_node_faces;
    options.no_space_nodes = space_node_faces == 0;
    options.builder = builder;
    return build_onion_with(solid, spaces, N_SPACES, &options);
}

static OnionTree *build(const BspSolid *solid, guint space_node_faces)
{
    return build_with(solid, space_node_faces, ONION_BUILDER_FAST);
}

static OnionStats stats_of(const OnionTree *tree)
{
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    return stats;
}

/* --- the content of the tree --- */

typedef struct {
    const OnionTree *tree;
    BspSolid *expanded[N_SPACES];
    guint n_leaves, n_space_nodes;
} Check;

/* Checks a leaf for one space against the brushes, at a point inside. */
static void check_leaf(Check *c, guint space, gint32 leaf, const BspCell *cell)
{
    const guint64 *solid = c->tree->descriptors + (gsize)~leaf * c->tree->words;
    BspVec p = bsp_cell_interior_point(cell);
    g_autoptr(BspSolidity) matter = bsp_solidity_new(c->expanded[space]);
    BspPlane plane;
    cr_assert_eq(bsp_solidity_in_cell(matter, cell, &plane),
                 bsp_bit(solid, space) ? BSP_CELL_SOLID : BSP_CELL_EMPTY,
                 "%s at (%.17g, %.17g, %.17g)", spaces[space].name, p.x, p.y, p.z);
    cr_assert_eq(onion_tree_point_is_solid(c->tree, space, p), bsp_bit(solid, space));
    c->n_leaves++;
}

/* Checks all leaves below the node `at` for one space. */
static void check_below(Check *c, guint space, gint32 at, BspCell *cell)
{
    const BspNodes *nodes = &c->tree->nodes;
    if (!cell || bsp_cell_thickness(cell) < BSP_BRACKET)
        return;
    if (bsp_nodes_is_space_node(nodes, at)) {
        at = bsp_nodes_in_space(nodes, at, space);
        cr_assert(!bsp_nodes_is_space_node(nodes, at), "a space node below another");
        c->n_space_nodes++;
    }
    if (at < 0) {
        check_leaf(c, space, at, cell);
        return;
    }
    BspPlane plane = bsp_nodes_plane(nodes, at);
    BspCell *half[2];
    bsp_cell_split(cell, &plane, 0, &half[0], &half[1]);
    for (guint k = 0; k < 2; k++) {
        check_below(c, space, bsp_node_child(&nodes->nodes[at], k), half[k]);
        bsp_cell_free(half[k]);
    }
}

static void check_tree(Check *c)
{
    for (guint i = 0; i < N_SPACES; i++) {
        BspBounds region = bsp_tree_region(&c->expanded[i]->bounds);
        g_autoptr(BspCell) cell = bsp_cell_new_box(&region);
        check_below(c, i, c->tree->nodes.root, cell);
    }
}

static void check_scene(SceneKind kind, guint64 seed, guint space_node_faces, OnionBuilder builder)
{
    g_autoptr(BspSolid) solid = scene_new(kind, seed, bsp_vec(0, 0, 0));
    g_autoptr(OnionTree) tree = build_with(solid, space_node_faces, builder);
    Check c = { .tree = tree };
    for (guint i = 0; i < N_SPACES; i++)
        c.expanded[i] = bsp_solid_expand(solid, &spaces[i].box, NULL);
    check_tree(&c);
    cr_assert_gt(c.n_leaves, 0);
    cr_assert_eq(c.n_space_nodes > 0, stats_of(tree).space_nodes > 0);
    if (builder == ONION_BUILDER_ARTICLE)
        cr_assert_eq(stats_of(tree).leaves, stats_of(tree).nodes + 1, "nothing is shared");
    for (guint i = 0; i < N_SPACES; i++)
        bsp_solid_free(c.expanded[i]);
}

Test(onion_parting, leaves_are_as_the_world_is)
{
    static const guint space_node_faces[] = { 0, 1, 4, 16, G_MAXUINT };
    for (guint kind = 0; kind < SCENE_KINDS; kind++)
        for (guint64 seed = 0; seed < (SHORT ? 2 : 10); seed++) {
            for (guint i = 0; i < G_N_ELEMENTS(space_node_faces); i++)
                check_scene((SceneKind)kind, seed, space_node_faces[i], ONION_BUILDER_FAST);
            check_scene((SceneKind)kind, seed, 0, ONION_BUILDER_LISTING2);
            check_scene((SceneKind)kind, seed, 0, ONION_BUILDER_ARTICLE);
        }
}

/* --- where spaces separate --- */

/* Rows of boxes, all apart from each other. */
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
        BspBuildOptions options = { 0 };
        g_autoptr(BspTree) tree = bsp_tree_new(expanded, &options, NULL);
        sum += tree->nodes.n_nodes;
    }
    cr_assert_leq(stats_of(at_once).nodes, sum, "equal subtrees of two spaces are one");
}

/* A box has six faces in each space, and the limit includes that number. */
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
    OnionOptions options = { 0 };
    options.space_node_faces = G_MAXUINT;
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, 1, &options, NULL);
    cr_assert_eq(stats_of(tree).space_nodes, 0);
}

Test(onion_parting, equal_spaces_share_all)
{
    g_autoptr(BspSolid) solid = many_boxes();
    OnionSpace twice[2] = { spaces[1], spaces[1] };
    OnionOptions options = { 0 };
    options.space_node_faces = G_MAXUINT;
    g_autoptr(OnionTree) one = onion_tree_build(solid, twice, 1, &options, NULL);
    g_autoptr(OnionTree) two = onion_tree_build(solid, twice, 2, &options, NULL);
    cr_assert_eq(stats_of(two).nodes, stats_of(one).nodes);
    cr_assert_eq(stats_of(two).space_nodes, 0, "a space node of equal subtrees decides nothing");
}
