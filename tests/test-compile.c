/* test-compile: the compiler of spaces into one tree. */
#include <criterion/criterion.h>
#include <string.h>

#include "brush-by-brush.h"
#include "bsp-nodes.h"
#include "build-nodes.h"
#include "cell-volume.h"
#include "compile/solid.h"
#include "compile/tree.h"
#include "scenes.h"
#include "trace/node.h"
#include "union-faces.h"

/* The test's settings for the compiler's callbacks, and counts of their calls. */
typedef struct {
    const BspSolid *solids[2];
    guint n_asked, n_told, tell_until;
    double last_told;
    gulong sleep; /* microseconds, for each call */
    gboolean all_empty, alternate;
    double ring; /* solid within this radius of the z axis */
} Host;

static gboolean is_solid(guint space, BspVec p, Host *host)
{
    host->n_asked++;
    if (host->sleep)
        g_usleep(host->sleep);
    if (host->all_empty)
        return FALSE;
    if (host->alternate)
        return ((long)floor(p.z) & 1) != 0;
    if (host->ring > 0)
        return p.x * p.x + p.y * p.y < host->ring * host->ring;
    return brushes_contain(host->solids[space], p);
}

static BspOccupancy occupancy(guint space, const BspCell *cell, BspPlane *plane, gpointer user_data)
{
    Host *host = user_data;
    const BspSolid *solid = host->solids[space];
    gboolean one = is_solid(space, bsp_cell_interior_point(cell), host);
    if (!solid || host->all_empty)
        return one ? BSP_CELL_SOLID : BSP_CELL_EMPTY;
    g_autoptr(BspSolidity) matter = bsp_solidity_new(solid);
    return bsp_solidity_in_cell(matter, cell, plane);
}

static guint leaf_value(const guint64 *solid, gpointer user_data)
{
    (void)user_data;
    return (guint)solid[0];
}

static gboolean told(double done, gpointer user_data)
{
    Host *host = user_data;
    cr_assert(done >= host->last_told && done <= 1 + 1e-9, "%g after %g", done, host->last_told);
    host->last_told = done;
    return ++host->n_told < host->tell_until;
}

static BspBuildNode *compile(Host *host, guint n_spaces, gboolean keep_cells,
                             const BspSplitWeights *weights, GError **error)
{
    g_autoptr(BspJob) job = bsp_job_new(1, told, host); /* one thread, because the host counts
                                                         * without locks */
    GArray *spaces[2] = { NULL, NULL };
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < n_spaces; i++) {
        spaces[i] = union_faces(host->solids[i]);
        bsp_bounds_add(&all, &host->solids[i]->bounds);
    }
    BspCompileOptions options = { .n_spaces = n_spaces,
                                  .bounds = bsp_tree_region(&all),
                                  .weights =
                                      weights ? *weights : bsp_split_weights(BSP_SPLIT_LIKELY),
                                  .keep_cells = keep_cells ? G_MAXUINT32 : 0,
                                  .occupancy = occupancy,
                                  .leaf = leaf_value,
                                  .occupancy_data = host,
                                  .user_data = host,
                                  .part = { job, 1 } };
    BspBuildNode *root = bsp_compile(spaces, &options, error);
    for (guint i = 0; i < n_spaces; i++)
        cr_assert_null(spaces[i], "the faces are taken");
    return root;
}

static void visit(const BspBuildNode *node, double *volume, guint *leaves)
{
    if (!bsp_build_node_is_leaf(node)) {
        cr_assert(fabs(bsp_vec_length(node->plane.normal) - 1) < 1e-12);
        cr_assert(!node->cell && node->tag == 0);
        const BspBuildNode *front = node->child[0], *back = node->child[1];
        cr_assert(front && back);
        cr_assert(!bsp_build_node_is_leaf(front) || !bsp_build_node_is_leaf(back) ||
                      front->value != back->value,
                  "two equal leaves are not merged");
        visit(front, volume, leaves);
        visit(back, volume, leaves);
        return;
    }
    cr_assert(node->cell, "a leaf without its cell");
    *volume += bsp_cell_volume(node->cell);
    (*leaves)++;
}

/* Two spaces. The leaf at any point must be right about them, and the cells of the leaves must
 * fill the region. */
Test(compile, leaves_say_which_spaces_are_solid)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 25; seed++) {
            Random r = random_seeded(seed);
            BspShape box = scene_random_box(&r);
            g_autoptr(BspSolid) bare = scene_new((SceneKind)kind, seed, bsp_vec(0, 0, 0));
            g_autoptr(BspSolid) expanded = bsp_solid_expand(bare, &box.bounds, NULL);
            Host host = { .solids = { bare, expanded }, .tell_until = G_MAXUINT };
            g_autoptr(BspBuildNode) root = compile(&host, 2, TRUE, NULL, NULL);
            cr_assert(root);
            BspBounds all = bare->bounds;
            bsp_bounds_add(&all, &expanded->bounds);
            BspBounds region = bsp_tree_region(&all);
            BspVec size = bsp_vec_sub(region.maxs, region.mins);
            double volume = 0, whole = size.x * size.y * size.z;
            guint leaves = 0;
            visit(root, &volume, &leaves);
            cr_assert(fabs(volume - whole) < 1e-5 * whole, "cells hold %.17g of %.17g", volume,
                      whole);
            for (guint i = 0; i < 300; i++) {
                BspVec p = random_point(&r, &region);
                const BspBuildNode *leaf = build_leaf_at(root, p);
                for (guint space = 0; space < 2; space++)
                    if (brushes_clearance(host.solids[space], p) > 1e-3)
                        cr_assert((leaf->value >> space & 1) ==
                                  (guint)brushes_contain(host.solids[space], p));
                for (guint f = 0; f < leaf->cell->n_faces; f++)
                    cr_assert(bsp_plane_distance(&leaf->cell->faces[f].plane, p) < 1e-6);
            }
        }
    }
}

Test(compile, no_faces_make_one_leaf)
{
    g_autoptr(BspSolid) nothing = scene_solid(NULL, 0);
    Host host = { .solids = { nothing }, .tell_until = G_MAXUINT };
    g_autoptr(BspBuildNode) root = compile(&host, 1, FALSE, NULL, NULL);
    cr_assert(root && bsp_build_node_is_leaf(root) && root->value == 0 && !root->cell);
}

/* Equal leaves are merged up to the root, whatever the faces are. */
Test(compile, equal_leaves_are_merged)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_COPLANAR, 1, bsp_vec(0, 0, 0));
    Host host = { .solids = { solid }, .tell_until = G_MAXUINT, .all_empty = TRUE };
    g_autoptr(BspBuildNode) root = compile(&host, 1, TRUE, NULL, NULL);
    cr_assert(root && bsp_build_node_is_leaf(root));
    cr_assert(host.n_asked > 10 && root->cell && root->cell->n_faces == 6);
}

Test(compile, progress_is_told_and_can_cancel)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_COPLANAR, 2, bsp_vec(0, 0, 0));
    Host host = { .solids = { solid }, .tell_until = G_MAXUINT, .sleep = 60000 };
    /* A leaf takes longer than the time between two reports. */
    g_autoptr(BspBuildNode) whole = compile(&host, 1, FALSE, NULL, NULL);
    cr_assert(whole && host.n_told > 3 && host.last_told > 0.1);
    Host impatient = { .solids = { solid }, .tell_until = 2, .sleep = 60000 };
    g_autoptr(GError) error = NULL;
    cr_assert(!compile(&impatient, 1, TRUE, NULL, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED));
    cr_assert(impatient.n_told == 2 && impatient.n_asked < host.n_asked);
}

/* Storeys with unequal neighbours. If they are split off one by one from the top, each takes a
 * level of the tree. */
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
    Host host = { .alternate = TRUE };
    BspCompileOptions options = { .n_spaces = 1,
                                  .bounds = { bsp_vec(-8, -8, -4), bsp_vec(8, 8, 1600) },
                                  .weights = { .balance = -1, .max_candidates = 4 },
                                  .occupancy = occupancy,
                                  .leaf = leaf_value,
                                  .occupancy_data = &host,
                                  .user_data = &host };
    g_autoptr(GError) error = NULL;
    g_autoptr(BspBuildNode) root = bsp_compile(&space, &options, &error);
    cr_assert(root, "%s", error ? error->message : "");
    BspNodes nodes;
    bsp_nodes_init(&nodes, root, BSP_NODES_SHARE);
    cr_assert(nodes.depth <= BSP_MAX_DEPTH && nodes.depth > 100, "%u levels", nodes.depth);
    bsp_nodes_clear(&nodes);
    for (guint i = 0; i < 1499; i++)
        cr_assert(build_leaf_at(root, bsp_vec(0, 0, i + 0.5))->value == (i & 1));
}

/* The sides of a drum do not split one another, and each has all others behind it. Split off one
 * by one, they would make the tree deeper than the limit. */
Test(compile, a_drum_of_many_sides)
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
    Host host = { .ring = 899.9 };
    BspCompileOptions options = { .n_spaces = 1,
                                  .bounds = { bsp_vec(-1000, -1000, -8), bsp_vec(1000, 1000, 8) },
                                  .weights = bsp_split_weights(BSP_SPLIT_LIKELY),
                                  .occupancy = occupancy,
                                  .leaf = leaf_value,
                                  .occupancy_data = &host,
                                  .user_data = &host };
    g_autoptr(GError) error = NULL;
    g_autoptr(BspBuildNode) root = bsp_compile(&space, &options, &error);
    cr_assert(root, "%s", error ? error->message : "");
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

Test(compile, bits_in_sets_of_layers)
{
    guint64 words[3] = { 0, 0, 0 };
    cr_assert(bsp_bit_words(1) == 1 && bsp_bit_words(64) == 1 && bsp_bit_words(65) == 2);
    for (guint i = 0; i < 192; i += 7)
        bsp_set_bit(words, i);
    for (guint i = 0; i < 192; i++)
        cr_assert((bsp_bit(words, i) != 0) == (i % 7 == 0));
}
