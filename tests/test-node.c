/* test-node: tests that the layout of nodes keeps the tree's answers, and that it shares equal
 * subtrees. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-nodes.h"
#include "build-nodes.h"
#include "compile/tree.h"
#include "scenes.h"
#include "trace/node.h"

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(BspNodes, bsp_nodes_clear)

/* Lays out the nodes below the root. If `shares`, equal subtrees become one. */
static BspNodes laid_out(const BspBuildNode *root, gboolean shares)
{
    BspNodes nodes;
    bsp_nodes_init(&nodes, root, shares, NULL);
    return nodes;
}

static guint count_nodes(const BspBuildNode *node)
{
    return bsp_build_node_is_leaf(node)
               ? 0
               : 1 + count_nodes(node->child[0]) + count_nodes(node->child[1]);
}

static guint depth_of(const BspBuildNode *node)
{
    return bsp_build_node_is_leaf(node)
               ? 0
               : 1 + MAX(depth_of(node->child[0]), depth_of(node->child[1]));
}

static void check_layout(const BspNodes *nodes, const BspBuildNode *root)
{
    guint leaves = 0;
    cr_assert(nodes->n_nodes > 0 && nodes->n_nodes <= count_nodes(root));
    cr_assert(nodes->depth <= depth_of(root));
    for (guint i = 0; i < nodes->n_nodes; i++) {
        const BspNode *node = &nodes->nodes[i];
        cr_assert(bsp_node_child(node, 0) != bsp_node_child(node, 1), "node %u decides nothing", i);
        for (guint k = 0; k < 2; k++)
            leaves += bsp_node_child(node, k) < 0 ? 1 : 0;
        for (guint k = 0; k < i; k++)
            cr_assert(memcmp(node, &nodes->nodes[k], sizeof *node) != 0,
                      "nodes %u and %u are equal, and so are all below them", k, i);
    }
    cr_assert(leaves == nodes->n_leaves);
}

Test(node, layout_keeps_what_the_tree_says)
{
    guint shared = 0;
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 10; seed++) {
            g_autoptr(BspSolid) solid = scene_nth(kind, seed);
            BspBuildOptions options = { 0 };
            g_autoptr(BspBuildNode) root =
                bsp_tree_compile(solid, &options, bsp_job_part_none(), NULL, NULL);
            g_auto(BspNodes) nodes = laid_out(root, TRUE);
            cr_assert(bsp_nodes_bytes(&nodes) ==
                      nodes.n_nodes * 12 + nodes.n_exact * 12 + nodes.n_normals * 24);
            cr_assert(nodes.n_built == count_nodes(root));
            check_layout(&nodes, root);
            g_auto(BspNodes) plain = laid_out(root, FALSE);
            cr_assert(plain.n_nodes == count_nodes(root));
            shared += count_nodes(root) - nodes.n_nodes;
            Random r = random_seeded(kind);
            BspBounds room = bsp_tree_region(&solid->bounds);
            for (guint i = 0; i < 1000; i++) {
                BspVec p = random_point(&r, &room);
                cr_assert(bsp_nodes_find_leaf(&nodes, 0, p) == build_leaf_at(root, p)->value);
                cr_assert(bsp_nodes_find_leaf(&plain, 0, p) == build_leaf_at(root, p)->value);
            }
        }
    }
    cr_assert(shared > 100, "only %u nodes were shared", shared);
}

Test(node, a_lone_leaf_has_no_nodes)
{
    BspBuildNode leaf = { .value = 5 };
    g_auto(BspNodes) nodes = laid_out(&leaf, TRUE);
    cr_assert(nodes.n_nodes == 0 && nodes.n_leaves == 1 && nodes.depth == 0);
    cr_assert(bsp_nodes_find_leaf(&nodes, 0, bsp_vec(1, 2, 3)) == 5);
}

/* A plane with a normal against an axis is stored with the opposite normal and exchanged
 * children. */
Test(node, planes_look_up_their_axes)
{
    BspBuildNode over = { .value = 1 }, under = { .value = 2 };
    BspBuildNode root = { .plane = { bsp_vec(0, -1, 0), -7 },
                          .child = { &over, &under },
                          .tag = BSP_TAG_BEVEL };
    g_auto(BspNodes) nodes = laid_out(&root, TRUE);
    const BspNode *node = &nodes.nodes[0];
    cr_assert(bsp_node_axis(node) == 1 && bsp_node_dist(&nodes, node) == 7);
    cr_assert(bsp_node_tag(node) == BSP_TAG_BEVEL && nodes.n_exact == 0);
    cr_assert(nodes.n_normals == 3);
    cr_assert(bsp_nodes_find_leaf(&nodes, 0, bsp_vec(0, 6, 0)) == 1);
    cr_assert(bsp_nodes_find_leaf(&nodes, 0, bsp_vec(0, 8, 0)) == 2);
    BspPlane plane = bsp_nodes_plane(&nodes, 0);
    cr_assert(plane.normal.y == 1 && plane.dist == 7);
}

/* A distance that is not a float is stored as a double, with the axis as the normal. */
Test(node, distances_are_kept_to_the_last_bit)
{
    const double dists[] = { 15.125, -0.0, 0.1, 1e300, 16777217, 16777218 };
    for (guint i = 0; i < G_N_ELEMENTS(dists); i++) {
        g_autoptr(BspBuildNode) root =
            build_branch(bsp_vec(0, 0, 1), dists[i], build_leaf(0), build_leaf(1));
        g_auto(BspNodes) nodes = laid_out(root, TRUE);
        const BspNode *node = &nodes.nodes[0];
        cr_assert(bsp_node_dist(&nodes, node) == dists[i] && bsp_node_normal(&nodes, node) == 2);
        cr_assert(nodes.n_exact == (i >= 2 && i <= 4 ? 1 : 0));
        cr_assert(nodes.n_normals == 3 && nodes.n_planes == 1);
    }
}

Test(node, a_plane_that_decides_nothing_is_in_no_table)
{
    BspVec y = bsp_vec(0, 1, 0);
    BspBuildNode *sides[2] = { build_branch(y, 7, build_leaf(0), build_leaf(1)),
                               build_branch(y, 7, build_leaf(0), build_leaf(1)) };
    g_autoptr(BspBuildNode) root = build_branch(bsp_vec(0.6, 0.8, 0), 3, sides[0], sides[1]);
    g_auto(BspNodes) nodes = laid_out(root, TRUE);
    cr_assert(nodes.n_nodes == 1 && nodes.n_built == 3);
    cr_assert(nodes.n_planes == 1 && nodes.n_exact == 0 && nodes.n_normals == 3);
}

Test(node, hash_sees_every_change)
{
    BspBuildNode over = { .value = 1 }, under = { .value = 2 };
    BspBuildNode root = { .plane = { bsp_vec(0.6, 0.8, 0), 7 }, .child = { &over, &under } };
    guint64 hashes[5];
    for (guint i = 0; i < 5; i++) {
        over.value = i == 1 ? 3 : 1;
        root.plane.dist = i == 2 ? nextafter(7, 8) : 7;
        root.plane.normal.z = i == 3 ? 1e-300 : 0;
        g_auto(BspNodes) nodes = laid_out(&root, TRUE);
        hashes[i] = bsp_nodes_hash(&nodes);
    }
    cr_assert(hashes[0] == hashes[4]);
    for (guint i = 1; i < 4; i++)
        for (guint k = 0; k < i; k++)
            cr_assert(hashes[i] != hashes[k]);
    cr_assert(bsp_hash(BSP_HASH_START, "a", 1) == G_GUINT64_CONSTANT(0xaf63dc4c8601ec8c),
              "FNV-1a of \"a\"");
}
