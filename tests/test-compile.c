/* test-compile: tests the compiler of spaces into one tree. */
#include <criterion/criterion.h>
#include <string.h>

#include "brush-by-brush.h"
#include "bsp-nodes.h"
#include "build-nodes.h"
#include "compile/tree.h"
#include "scenes.h"
#include "trace/node.h"

/* The solid part of space, which is empty, every second storey, or all points within `ring` units
 * of the z axis. */
typedef struct {
    enum { NOTHING, STOREYS, RING } kind;
    double ring;
    guint n_asked;
} Host;

static BspOccupancy occupancy(guint space, const BspCell *cell, BspPlane *plane, gpointer user_data)
{
    Host *host = user_data;
    BspVec p = bsp_cell_interior_point(cell);
    gboolean is_solid = host->kind == STOREYS && ((long)floor(p.z) & 1) != 0;
    (void)space, (void)plane;
    host->n_asked++;
    is_solid |= host->kind == RING && p.x * p.x + p.y * p.y < host->ring * host->ring;
    return is_solid ? BSP_CELL_SOLID : BSP_CELL_EMPTY;
}

static guint leaf_value(const guint64 *solid, gpointer user_data)
{
    (void)user_data;
    return (guint)solid[0];
}

/* Compiles one space. Takes ownership of its faces. */
static BspBuildNode *compile(GArray *space, Host *host, BspBounds bounds, BspSplitWeights weights)
{
    BspCompileOptions options = { .n_spaces = 1,
                                  .bounds = bounds,
                                  .weights = weights,
                                  .keep_cells = G_MAXUINT32,
                                  .occupancy = occupancy,
                                  .leaf = leaf_value,
                                  .occupancy_data = host };
    g_autoptr(GError) error = NULL;
    BspBuildNode *root = bsp_compile(&space, &options, &error);
    cr_assert(root, "%s", error ? error->message : "");
    cr_assert_null(space, "the faces are taken");
    return root;
}

/* Equal leaves are merged up to the root, with any faces. */
Test(compile, equal_leaves_are_merged)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_COPLANAR, 1, bsp_vec(0, 0, 0));
    Host host = { .kind = NOTHING };
    g_autoptr(BspBuildNode) root =
        compile(union_faces(solid), &host, bsp_tree_region(&solid->bounds),
                bsp_split_weights(BSP_SPLIT_LIKELY));
    cr_assert(bsp_build_node_is_leaf(root) && root->value == 0);
    cr_assert(host.n_asked > 10 && root->cell && root->cell->n_faces == 6);
}

/* Returns storeys with unequal neighbours. If they are split off one by one from the top, each
 * takes a level of the tree. */
static GArray *storeys(guint n)
{
    GArray *space = g_array_new(FALSE, FALSE, sizeof(BspUnionFace));
    for (guint i = 0; i < n; i++) {
        BspUnionFace face = { .plane = { bsp_vec(0, 0, 1), i }, .brush = 0 };
        face.polygon = bsp_polygon_new_large(&face.plane, bsp_vec(0, 0, i), 4);
        g_array_append_val(space, face);
    }
    return space;
}

/* The weights split off one face after another. The compiler must balance the tree before it
 * gets too deep. */
Test(compile, peeling_weights_do_not_exhaust_the_depth)
{
    GArray *space = storeys(1500);
    Host host = { .kind = STOREYS };
    const BspBounds bounds = { bsp_vec(-8, -8, -4), bsp_vec(8, 8, 1600) };
    g_autoptr(BspBuildNode) root =
        compile(space, &host, bounds, (BspSplitWeights){ .balance = -1, .max_candidates = 4 });
    BspNodes nodes;
    bsp_nodes_init(&nodes, root, TRUE, NULL);
    cr_assert(nodes.depth <= BSP_MAX_DEPTH && nodes.depth > 100, "%u levels", nodes.depth);
    bsp_nodes_clear(&nodes);
    for (guint i = 0; i < 1499; i++)
        cr_assert(build_leaf_at(root, bsp_vec(0, 0, i + 0.5))->value == (i & 1));
}

/* The sides of a drum do not split one another, and each has all others behind it. If they were
 * split off one by one, the tree would be deeper than the limit. */
Test(compile, a_drum_of_many_sides_makes_no_deep_tree)
{
    GArray *space = g_array_new(FALSE, FALSE, sizeof(BspUnionFace));
    guint n = 1400;
    for (guint i = 0; i < n; i++) {
        double a = 2 * G_PI * i / n, b = 2 * G_PI * (i + 1) / n;
        BspUnionFace face = { .brush = 0 };
        BspVec v[] = { { { 900 * cos(a), 900 * sin(a), -8 } },
                       { { 900 * cos(b), 900 * sin(b), -8 } },
                       { { 900 * cos(b), 900 * sin(b), 8 } },
                       { { 900 * cos(a), 900 * sin(a), 8 } } };
        BspVec across = bsp_vec_cross(bsp_vec_sub(v[1], v[0]), bsp_vec_sub(v[2], v[0]));
        face.plane.normal = bsp_vec_unit(across);
        face.plane.dist = bsp_vec_dot(face.plane.normal, v[0]);
        face.polygon = bsp_polygon_new(v, 4);
        g_array_append_val(space, face);
    }
    Host host = { .kind = RING, .ring = 899.9 };
    const BspBounds bounds = { bsp_vec(-1000, -1000, -8), bsp_vec(1000, 1000, 8) };
    g_autoptr(BspBuildNode) root =
        compile(space, &host, bounds, bsp_split_weights(BSP_SPLIT_LIKELY));
    for (guint i = 0; i < n; i++) {
        double a = 2 * G_PI * (i + 0.5) / n;
        cr_assert_eq(build_leaf_at(root, bsp_vec(899 * cos(a), 899 * sin(a), 0))->value, 1);
        cr_assert_eq(build_leaf_at(root, bsp_vec(901 * cos(a), 901 * sin(a), 0))->value, 0);
    }
}

/* Reports each region as mixed, with a plane that cuts a slice of a hundredth off it. */
static BspOccupancy ever_mixed(guint space, const BspCell *cell, BspPlane *plane,
                               gpointer user_data)
{
    (void)space;
    (void)user_data;
    BspBounds bounds = bsp_cell_bounds(cell);
    double thick = bounds.maxs.x - bounds.mins.x;
    *plane = (BspPlane){ bsp_vec(1, 0, 0), bounds.mins.x + 0.01 * thick };
    return BSP_CELL_MIXED;
}

Test(compile, depth_is_limited)
{
    GArray *space = storeys(2);
    BspCompileOptions options = { .n_spaces = 1,
                                  .bounds = { bsp_vec(-1e6, -8, -8), bsp_vec(1e6, 8, 8) },
                                  .weights = bsp_split_weights(BSP_SPLIT_LIKELY),
                                  .occupancy = ever_mixed,
                                  .leaf = leaf_value };
    g_autoptr(GError) error = NULL;
    cr_assert(!bsp_compile(&space, &options, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_assert(strstr(error->message, "1024"));
}
