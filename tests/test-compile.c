/* test-compile: the choice of splitters, the compiler, and the layout of nodes. */
#include <criterion/criterion.h>
#include <string.h>

#include "build/lay-out.h"
#include "build/solid.h"
#include "build/tree.h"
#include "scenes.h"
#include "trace/hash.h"
#include "trace/node.h"

/* --- splitter --- */

typedef struct {
    BspPlane planes[64];
    BspCompileFace faces[64];
    guint n;
} Faces;

/* All that random_faces() makes lies in here. */
static const BspBounds around_faces = { { { -70, -70, -70 } }, { { 70, 70, 70 } } };

static void faces_add(Faces *f, const BspPlane *plane, BspVec centre, double half)
{
    f->planes[f->n] = *plane;
    BspPolygon *polygon = bsp_polygon_new_large(plane, centre, half);
    f->faces[f->n] = bsp_build_face(polygon, f->n, f->n % 4);
    f->n++;
}

static void faces_clear(Faces *f)
{
    for (guint i = 0; i < f->n; i++)
        g_free(f->faces[i].polygon);
    f->n = 0;
}

static void random_faces(Faces *f, SceneRandom *r)
{
    const BspBounds room = { bsp_vec(-50, -50, -50), bsp_vec(50, 50, 50) };
    f->n = 0;
    for (int i = scene_int(r, 1, 64); i > 0; i--) {
        BspPlane plane = { scene_direction(r), 0 };
        if (scene_int(r, 0, 1)) {
            plane.normal = bsp_vec(0, 0, 0);
            plane.normal.v[scene_int(r, 0, 2)] = scene_int(r, 0, 1) ? 1 : -1;
        }
        BspVec at = scene_point(r, &room);
        plane.dist = bsp_vec_dot(plane.normal, at);
        faces_add(f, &plane, at, scene_real(r, 1, 10));
    }
}

static double surface(const BspCell *cell)
{
    double area = 0;
    for (guint i = 0; i < cell->n_faces; i++) {
        g_autoptr(BspPolygon) face = bsp_cell_face_polygon(cell, i);
        area += bsp_polygon_area(face);
    }
    return area;
}

/* The likelihood of being in front, from the parts themselves. */
static double likelihood(const BspSplitWeights *w, const BspCell *cell, const BspPlane *plane)
{
    g_autoptr(BspCell) front = NULL;
    g_autoptr(BspCell) back = NULL;
    bsp_cell_split(cell, plane, 0, &front, &back);
    double area[2] = { front ? surface(front) : 0, back ? surface(back) : 0 };
    return (1 - w->volume) * area[0] / (area[0] + area[1]) +
           w->volume * (front ? bsp_cell_volume(front) : 0) / bsp_cell_volume(cell);
}

/* The number of spaces with a face on that side. */
static double spaces_on(const Faces *f, const BspPlane *plane, BspSide side)
{
    gboolean found[4] = { FALSE };
    for (guint i = 0; i < f->n; i++) {
        BspSide where = bsp_polygon_side(f->faces[i].polygon, plane, BSP_ON_PLANE);
        found[f->faces[i].space] |= where == side || where == BSP_SIDE_STRADDLE;
    }
    return found[0] + found[1] + found[2] + found[3];
}

static double n_spaces(const Faces *f)
{
    gboolean found[4] = { FALSE };
    for (guint i = 0; i < f->n; i++)
        found[f->faces[i].space] = TRUE;
    return found[0] + found[1] + found[2] + found[3];
}

static double score_of(const BspSplitWeights *w, const BspCell *cell, const Faces *f,
                       guint candidate)
{
    double on = 0, split = 0, front = 0, back = 0;
    const BspPlane *plane = &f->planes[candidate];
    for (guint i = 0; i < f->n; i++) {
        BspSide side = bsp_polygon_side(f->faces[i].polygon, plane, BSP_ON_PLANE);
        on += side == BSP_SIDE_ON;
        split += side == BSP_SIDE_STRADDLE;
        front += side == BSP_SIDE_FRONT;
        back += side == BSP_SIDE_BACK;
    }
    double p = likelihood(w, cell, plane), all = n_spaces(f);
    double live[2] = { spaces_on(f, plane, BSP_SIDE_FRONT) / all,
                       spaces_on(f, plane, BSP_SIDE_BACK) / all };
    double expected = p * (front + split) * (1 - w->spaces + w->spaces * live[0]) +
                      (1 - p) * (back + split) * (1 - w->spaces + w->spaces * live[1]);
    return w->on * on - w->split * split - w->balance * fabs(front - back) +
           (bsp_plane_axis(plane) >= 0 ? w->axial : 0) - w->likely * expected;
}

Test(splitter, the_best_of_all_faces_wins)
{
    SceneRandom r = scene_random(1);
    const BspSplitWeights weights[] = {
        { .on = 5, .split = 5, .balance = 1, .axial = 5 },
        { .split = 4, .balance = 1 },
        { .on = 1 },
        { .axial = 1 },
        { .balance = 3 },
        { .likely = 1 },
        { .split = 1, .likely = 1, .volume = 0.5, .spaces = 0.9 },
        { .balance = 2, .likely = 0.5, .volume = 1, .spaces = 1 },
    };
    g_autoptr(BspCell) cell = bsp_cell_new_box(&around_faces);
    for (guint i = 0; i < 500; i++) {
        Faces f;
        random_faces(&f, &r);
        const BspSplitWeights *w = &weights[i % G_N_ELEMENTS(weights)];
        guint best = 0;
        for (guint k = 1; k < f.n; k++)
            if (score_of(w, cell, &f, k) > score_of(w, cell, &f, best))
                best = k;
        guint chosen = bsp_choose_splitter(w, cell, f.planes, f.faces, f.n);
        /* Likelihoods are found in two ways: nearly the same. */
        double lacks = score_of(w, cell, &f, best) - score_of(w, cell, &f, chosen);
        cr_assert(w->likely > 0 ? lacks < 1e-9 * f.n : chosen == best, "face %u, not %u of %u",
                  chosen, best, f.n);
        faces_clear(&f);
    }
}

Test(splitter, candidates_can_be_limited)
{
    SceneRandom r = scene_random(2);
    g_autoptr(BspCell) cell = bsp_cell_new_box(&around_faces);
    for (guint i = 0; i < 200; i++) {
        Faces f;
        random_faces(&f, &r);
        BspSplitWeights w = bsp_split_weights_default();
        w.max_candidates = 5;
        guint step = (f.n - 1) / 5 + 1;
        guint chosen = bsp_choose_splitter(&w, cell, f.planes, f.faces, f.n);
        cr_assert(chosen % step == 0 && chosen < f.n);
        faces_clear(&f);
    }
}

/* The bounds are a shortcut, and must not change the answer. */
Test(splitter, face_side_is_that_of_the_polygon)
{
    SceneRandom r = scene_random(3);
    for (guint i = 0; i < 300; i++) {
        Faces f;
        random_faces(&f, &r);
        for (guint k = 0; k < f.n; k++)
            for (guint p = 0; p < f.n; p++)
                cr_assert(bsp_build_face_side(&f.faces[k], f.planes, &f.planes[p], BSP_ON_PLANE) ==
                          bsp_polygon_side(f.faces[k].polygon, &f.planes[p], BSP_ON_PLANE));
        faces_clear(&f);
    }
}

/* An axial face with its bounds where no float is, and one corner or two off its plane by less than
 * floats tell. */
Test(splitter, what_is_too_near_for_rough_bounds_is_told_by_the_polygon)
{
    SceneRandom r = scene_random(4);
    guint n[4] = { 0 };
    for (guint i = 0; i < 3000; i++) {
        int axis = scene_int(&r, 0, 2), sign = scene_int(&r, 0, 1) ? 1 : -1;
        BspPlane planes[2] = { { bsp_vec(0, 0, 0), scene_real(&r, -2000, 2000) } };
        planes[0].normal.v[axis] = sign;
        g_autoptr(BspPolygon) polygon = bsp_polygon_new_large(&planes[0], bsp_vec(0, 0, 0), 4);
        for (guint k = 0; k < 2; k++)
            polygon->v[k].v[axis] += scene_real(&r, -3, 3) * BSP_ON_PLANE;
        planes[1] = planes[0];
        planes[1].dist += scene_int(&r, -2, 2) * BSP_ON_PLANE;
        BspCompileFace face = bsp_build_face(polygon, 0, 0);
        BspSide side = bsp_polygon_side(polygon, &planes[1], BSP_ON_PLANE);
        cr_assert(bsp_build_face_side(&face, planes, &planes[1], BSP_ON_PLANE) == side);
        n[side]++;
    }
    for (guint side = 0; side < 4; side++)
        cr_assert(n[side] > 100);
}

Test(splitter, rough_bounds_hold_what_they_are_made_from)
{
    SceneRandom r = scene_random(5);
    for (guint i = 0; i < 1000; i++) {
        double size = pow(10, scene_real(&r, -6, 6));
        BspBounds b = { bsp_vec(0, 0, 0), bsp_vec(0, 0, 0) };
        for (guint k = 0; k < 3; k++) {
            b.mins.v[k] = scene_real(&r, -size, size);
            b.maxs.v[k] = b.mins.v[k] + scene_real(&r, 0, size);
        }
        BspFloatBounds rough = bsp_float_bounds(&b);
        BspBounds wide = bsp_bounds_of_float(&rough);
        for (guint k = 0; k < 3; k++) {
            cr_assert(wide.mins.v[k] <= b.mins.v[k] && wide.maxs.v[k] >= b.maxs.v[k]);
            cr_assert(b.mins.v[k] - wide.mins.v[k] < BSP_FLOAT_STEP * fabs(wide.mins.v[k]));
            cr_assert(wide.maxs.v[k] - b.maxs.v[k] < BSP_FLOAT_STEP * fabs(wide.maxs.v[k]));
        }
    }
}

/* --- compile --- */

/* What a test tells the compiler, and what it noted. */
typedef struct {
    const BspSolid *solids[3];
    guint n_asked, n_told, tell_until;
    double last_told;
    gulong sleep; /* microseconds, at every question */
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
    return bsp_solid_contains(host->solids[space], p);
}

static BspContents contents(guint space, const BspCell *cell, BspPlane *plane, gpointer user_data)
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
    g_autoptr(BspJob) job = bsp_job_new(1, told, host); /* one thread, since the host counts */
    GArray *spaces[2] = { NULL, NULL };
    BspBounds all = bsp_bounds_empty();
    for (guint i = 0; i < n_spaces; i++) {
        spaces[i] = bsp_solid_union_faces(host->solids[i]);
        bsp_bounds_add(&all, &host->solids[i]->bounds);
    }
    BspCompileOptions options = { .n_spaces = n_spaces,
                                  .bounds = bsp_tree_region(&all),
                                  .weights = weights ? *weights : bsp_split_weights_default(),
                                  .keep_cells = keep_cells ? G_MAXUINT32 : 0,
                                  .contents = contents,
                                  .leaf = leaf_value,
                                  .user_data = host,
                                  .part = { job, 1 } };
    BspBuildNode *root = bsp_compile(spaces, &options, error);
    for (guint i = 0; i < n_spaces; i++)
        cr_assert_null(spaces[i], "the faces are taken");
    return root;
}

static const BspBuildNode *find(const BspBuildNode *node, BspVec p)
{
    while (!bsp_build_node_is_leaf(node))
        node = node->child[bsp_plane_distance(&node->plane, p) <= 0];
    return node;
}

/* How far p is from the surface of every brush. */
static double clearance(const BspSolid *solid, BspVec p)
{
    double least = HUGE_VAL;
    for (guint b = 0; b < solid->brushes->len; b++) {
        const BspCell *cell = bsp_solid_brush(solid, b)->cell;
        double depth = HUGE_VAL;
        for (guint f = 0; f < cell->n_faces; f++)
            depth = fmin(depth, -bsp_plane_distance(&cell->faces[f].plane, p));
        least = fmin(least, fabs(depth));
    }
    return least;
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

/* Two spaces: the leaf of any point says where it is solid; leaves' cells fill the region. */
Test(compile, leaves_say_which_spaces_are_solid)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 25; seed++) {
            SceneRandom r = scene_random(seed);
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
                BspVec p = scene_point(&r, &region);
                const BspBuildNode *leaf = find(root, p);
                for (guint space = 0; space < 2; space++)
                    if (clearance(host.solids[space], p) > 1e-3)
                        cr_assert((leaf->value >> space & 1) ==
                                  (guint)bsp_solid_contains(host.solids[space], p));
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

/* Whatever the faces say, equal leaves are merged up to the root. */
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

/* Levels with unequal neighbours, cut one by one from the top: each takes a level of the tree. */
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

/* Weights that peel face after face off: the compiler balances in time, and no tree is too deep. */
Test(compile, peeling_weights_do_not_exhaust_the_depth)
{
    GArray *space = storeys(1500);
    Host host = { .alternate = TRUE };
    BspCompileOptions options = { .n_spaces = 1,
                                  .bounds = { bsp_vec(-8, -8, -4), bsp_vec(8, 8, 1600) },
                                  .weights = { .balance = -1, .max_candidates = 4 },
                                  .contents = contents,
                                  .leaf = leaf_value,
                                  .user_data = &host };
    g_autoptr(GError) error = NULL;
    g_autoptr(BspBuildNode) root = bsp_compile(&space, &options, &error);
    cr_assert(root, "%s", error ? error->message : "");
    BspNodes nodes;
    bsp_nodes_init(&nodes, root, BSP_NODES_SHARE);
    cr_assert(nodes.depth <= BSP_MAX_DEPTH && nodes.depth > 100, "%u levels", nodes.depth);
    bsp_nodes_clear(&nodes);
    for (guint i = 0; i < 1499; i++)
        cr_assert(find(root, bsp_vec(0, 0, i + 0.5))->value == (i & 1));
}

/* The sides of a drum do not split one another, and each has all others behind it: peeled off one
 * by one they would be deeper than any tree may be. */
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
                                  .weights = bsp_split_weights_default(),
                                  .contents = contents,
                                  .leaf = leaf_value,
                                  .user_data = &host };
    g_autoptr(GError) error = NULL;
    g_autoptr(BspBuildNode) root = bsp_compile(&space, &options, &error);
    cr_assert(root, "%s", error ? error->message : "");
    for (guint i = 0; i < n; i++) {
        double a = 2 * G_PI * (i + 0.5) / n;
        cr_assert_eq(find(root, bsp_vec(899 * cos(a), 899 * sin(a), 0))->value, 1);
        cr_assert_eq(find(root, bsp_vec(901 * cos(a), 901 * sin(a), 0))->value, 0);
    }
}

/* Every region is said to be mixed, and a slice of a hundredth to be cut off it. */
static BspContents ever_mixed(guint space, const BspCell *cell, BspPlane *plane, gpointer user_data)
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
                                  .weights = bsp_split_weights_default(),
                                  .contents = ever_mixed,
                                  .leaf = leaf_value };
    g_autoptr(GError) error = NULL;
    cr_assert(!bsp_compile(&space, &options, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_assert(strstr(error->message, "1024"));
}

/* --- going on from a tree --- */

static BspBuildNode *branch(BspVec normal, double dist, BspBuildNode *front, BspBuildNode *back)
{
    BspBuildNode *node = g_new0(BspBuildNode, 1);
    *node = (BspBuildNode){ .plane = { normal, dist }, .child = { front, back } };
    return node;
}

static BspBuildNode *leaf_of(guint value)
{
    BspBuildNode *leaf = g_new0(BspBuildNode, 1);
    leaf->value = value;
    return leaf;
}

static void describe(guint value, guint64 *solid, gpointer user_data)
{
    (void)user_data;
    solid[0] |= value;
}

/* The tree of a space that is solid where x > 0 and y < 7. Planes in it that miss their region
 * have other leaves behind them, which nobody may come to. */
static BspBuildNode *half_space(void)
{
    BspVec x = bsp_vec(1, 0, 0), y = bsp_vec(0, 1, 0), z = bsp_vec(0, 0, 1);
    BspBuildNode *right = branch(x, -5, leaf_of(1), branch(z, 0, leaf_of(0), leaf_of(1)));
    BspBuildNode *low = branch(x, 0, right, leaf_of(0));
    return branch(y, 7, leaf_of(0), branch(y, 8, branch(z, 1, leaf_of(1), leaf_of(0)), low));
}

Test(compile, goes_on_from_a_tree)
{
    BspBrush *brush = scene_box(-20, -20, -20, 20, 20, 20);
    g_autoptr(BspSolid) solid = scene_solid(&brush, 1);
    Host host = { .solids = { NULL, solid }, .tell_until = G_MAXUINT };
    GArray *spaces[2] = { NULL, bsp_solid_union_faces(solid) };
    BspCompileOptions options = { .n_spaces = 2,
                                  .bounds = bsp_tree_region(&solid->bounds),
                                  .weights = bsp_split_weights_default(),
                                  .contents = contents,
                                  .leaf = leaf_value,
                                  .user_data = &host,
                                  .existing = half_space(),
                                  .n_existing = 1,
                                  .describe = describe };
    g_autoptr(BspBuildNode) root = bsp_compile(spaces, &options, NULL);
    cr_assert(root);
    SceneRandom r = scene_random(3);
    for (guint i = 0; i < 2000; i++) {
        BspVec p = scene_point(&r, &options.bounds);
        guint old = p.x > 0 && p.y < 7 ? 1 : 0, new = bsp_solid_contains(solid, p) ? 2 : 0;
        cr_assert_eq(find(root, p)->value, old + new, "at %g %g %g", p.x, p.y, p.z);
    }
}

/* Layers that part, both solid where y < 7. */
static BspBuildNode *space_node_of_two(void)
{
    BspBuildNode *node = g_new0(BspBuildNode, 1);
    node->value = 2;
    node->by_space = g_new(BspBuildNode *, 2);
    for (guint i = 0; i < 2; i++)
        node->by_space[i] = branch(bsp_vec(0, 1, 0), 7, leaf_of(0), leaf_of(3));
    return node;
}

/* Whatever a leaf of two spaces that are both solid is called, one of three is called otherwise. */
static void check_third_space(const BspSolid *solid)
{
    BspBrush *brush = scene_box(-20, -20, -20, 20, 20, 20);
    g_autoptr(BspSolid) box = scene_solid(&brush, 1);
    Host host = { .solids = { NULL, NULL, solid }, .tell_until = G_MAXUINT };
    GArray *spaces[3] = { NULL, NULL, bsp_solid_union_faces(solid) };
    BspCompileOptions options = { .n_spaces = 3,
                                  .bounds = bsp_tree_region(&box->bounds),
                                  .weights = bsp_split_weights_default(),
                                  .contents = contents,
                                  .leaf = leaf_value,
                                  .user_data = &host,
                                  .existing = space_node_of_two(),
                                  .n_existing = 2,
                                  .describe = describe };
    g_autoptr(BspBuildNode) root = bsp_compile(spaces, &options, NULL);
    cr_assert(root && root->by_space && root->value == 3);
    SceneRandom r = scene_random(4);
    for (guint i = 0; i < 1000; i++) {
        BspVec p = scene_point(&r, &options.bounds);
        for (guint space = 0; space < 3; space++) {
            gboolean is = space < 2 ? p.y < 7 : bsp_solid_contains(solid, p);
            cr_assert_eq(find(root->by_space[space], p)->value, is ? 7 : 0);
        }
    }
}

Test(compile, goes_on_from_a_space_node)
{
    BspBrush *brush = scene_box(-10, -10, -10, 10, 10, 10);
    g_autoptr(BspSolid) solid = scene_solid(&brush, 1);
    g_autoptr(BspSolid) nothing = scene_solid(NULL, 0);
    check_third_space(solid);
    check_third_space(nothing);
}

/* What no new face reaches stays as it is, whatever it is. */
Test(compile, leaves_a_tree_alone_where_nothing_is_new)
{
    g_autoptr(BspSolid) nothing = scene_solid(NULL, 0);
    Host host = { .solids = { NULL, nothing }, .tell_until = G_MAXUINT };
    GArray *spaces[2] = { NULL, bsp_solid_union_faces(nothing) };
    g_autoptr(BspBuildNode) before = half_space();
    BspNodes a, b;
    bsp_nodes_init(&a, before, BSP_NODES_SHARE);
    BspCompileOptions options = { .n_spaces = 2,
                                  .bounds = bsp_tree_region(&nothing->bounds),
                                  .weights = bsp_split_weights_default(),
                                  .contents = contents,
                                  .leaf = leaf_value,
                                  .user_data = &host,
                                  .existing = half_space(),
                                  .n_existing = 1,
                                  .describe = describe };
    g_autoptr(BspBuildNode) after = bsp_compile(spaces, &options, NULL);
    bsp_nodes_init(&b, after, BSP_NODES_SHARE);
    cr_assert_eq(bsp_nodes_hash(&a), bsp_nodes_hash(&b));
    cr_assert_eq(host.n_asked, 1, "once, at the root");
    bsp_nodes_clear(&a);
    bsp_nodes_clear(&b);
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

/* --- nodes --- */

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

/* Nodes are numbered in the order in which a walk in preorder comes upon them first. */
static guint check_order(const BspNodes *nodes, gint32 at, guint *next, guint *depth)
{
    if (at < 0)
        return 0;
    if (depth[at])
        return depth[at];
    cr_assert(at == (gint32)*next);
    ++*next;
    guint front = check_order(nodes, nodes->nodes[at].child[0], next, depth);
    guint back = check_order(nodes, nodes->nodes[at].child[1], next, depth);
    return depth[at] = 1 + MAX(front, back);
}

static void check_layout(const BspNodes *nodes, const BspBuildNode *root)
{
    guint next = 0, leaves = 0;
    g_autofree guint *depth = g_new0(guint, nodes->n_nodes + 1);
    cr_assert(nodes->root == 0 && nodes->n_nodes > 0 && nodes->n_nodes <= count_nodes(root));
    cr_assert(check_order(nodes, 0, &next, depth) == nodes->depth);
    cr_assert(next == nodes->n_nodes && nodes->depth <= depth_of(root));
    for (guint i = 0; i < nodes->n_nodes; i++) {
        const BspNode *node = &nodes->nodes[i];
        cr_assert(bsp_node_plane(nodes, node) < nodes->n_planes);
        cr_assert(bsp_node_normal(nodes, node) < nodes->n_normals);
        cr_assert((bsp_node_plane(nodes, node) < nodes->n_oblique) ==
                  (bsp_node_axis(node) == BSP_NODE_OBLIQUE));
        cr_assert(node->child[0] != node->child[1], "node %u decides nothing", i);
        leaves += (node->child[0] < 0 ? 1U : 0U) + (node->child[1] < 0 ? 1U : 0U);
        for (guint k = 0; k < i; k++)
            cr_assert(memcmp(node, &nodes->nodes[k], sizeof *node) != 0,
                      "nodes %u and %u are equal, and so are all below them", k, i);
    }
    cr_assert(leaves == nodes->n_leaves);
}

static void check_normals(const BspNodes *nodes)
{
    for (guint k = 0; k < 9; k++)
        cr_assert(nodes->normals[k / 3].v[k % 3] == (k / 3 == k % 3 ? 1 : 0));
    for (guint i = 0; i < nodes->n_normals; i++) {
        BspVec n = nodes->normals[i];
        cr_assert(n.x > 0 || (n.x == 0 && (n.y > 0 || (n.y == 0 && n.z > 0))));
        for (guint k = 0; k < i; k++)
            cr_assert(memcmp(&nodes->normals[i], &nodes->normals[k], sizeof(BspVec)) != 0);
    }
}

static void check_planes(const BspNodes *nodes)
{
    for (guint i = 0; i < nodes->n_nodes; i++) {
        const BspNode *a = &nodes->nodes[i];
        for (guint k = 0; k < i; k++) {
            const BspNode *b = &nodes->nodes[k];
            gboolean same = bsp_node_normal(nodes, a) == bsp_node_normal(nodes, b) &&
                            bsp_node_dist(nodes, a) == bsp_node_dist(nodes, b);
            cr_assert(same == (bsp_node_plane(nodes, a) == bsp_node_plane(nodes, b)));
        }
    }
}

Test(node, layout_keeps_what_the_tree_says)
{
    guint shared = 0;
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 10; seed++) {
            g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, seed, bsp_vec(0, 0, 0));
            Host host = { .solids = { solid }, .tell_until = G_MAXUINT };
            g_autoptr(BspBuildNode) root = compile(&host, 1, FALSE, NULL, NULL);
            BspNodes nodes;
            bsp_nodes_init(&nodes, root, BSP_NODES_SHARE);
            cr_assert(bsp_nodes_bytes(&nodes) == nodes.n_nodes * 12 + nodes.n_planes * 8 +
                                                     nodes.n_oblique * 4 + nodes.n_normals * 24);
            cr_assert(nodes.n_built == count_nodes(root));
            check_layout(&nodes, root);
            check_normals(&nodes);
            check_planes(&nodes);
            BspNodes plain;
            bsp_nodes_init(&plain, root, 0);
            cr_assert(plain.n_nodes == count_nodes(root));
            shared += count_nodes(root) - nodes.n_nodes;
            SceneRandom r = scene_random(kind);
            BspBounds room = bsp_tree_region(&solid->bounds);
            for (guint i = 0; i < 1000; i++) {
                BspVec p = scene_point(&r, &room);
                cr_assert(bsp_nodes_find_leaf(&nodes, 0, p) == find(root, p)->value);
                cr_assert(bsp_nodes_find_leaf(&plain, 0, p) == find(root, p)->value);
            }
            bsp_nodes_clear(&plain);
            bsp_nodes_clear(&nodes);
        }
    }
    cr_assert(shared > 100, "only %u nodes were shared", shared);
}

Test(node, a_lone_leaf_has_no_nodes)
{
    BspBuildNode leaf = { .value = 5 };
    BspNodes nodes;
    bsp_nodes_init(&nodes, &leaf, BSP_NODES_SHARE);
    cr_assert(nodes.n_nodes == 0 && nodes.n_leaves == 1 && nodes.depth == 0);
    cr_assert(bsp_nodes_find_leaf(&nodes, 0, bsp_vec(1, 2, 3)) == 5);
    bsp_nodes_clear(&nodes);
}

/* A plane that looks down an axis is stored looking up it, its children exchanged. */
Test(node, planes_look_up_their_axes)
{
    BspBuildNode over = { .value = 1 }, under = { .value = 2 };
    BspBuildNode root = { .plane = { bsp_vec(0, -1, 0), -7 },
                          .child = { &over, &under },
                          .tag = 9 };
    BspNodes nodes;
    bsp_nodes_init(&nodes, &root, BSP_NODES_SHARE);
    const BspNode *node = &nodes.nodes[0];
    cr_assert(bsp_node_axis(node) == 1 && bsp_node_dist(&nodes, node) == 7);
    cr_assert(bsp_node_tag(&nodes, node) == 9 && nodes.tag_bits == 4);
    cr_assert(nodes.n_normals == 3);
    cr_assert(bsp_nodes_find_leaf(&nodes, 0, bsp_vec(0, 6, 0)) == 1);
    cr_assert(bsp_nodes_find_leaf(&nodes, 0, bsp_vec(0, 8, 0)) == 2);
    BspPlane plane = bsp_nodes_plane(&nodes, 0);
    cr_assert(plane.normal.y == 1 && plane.dist == 7);
    bsp_nodes_clear(&nodes);
}

Test(node, a_plane_that_decides_nothing_is_in_no_table)
{
    BspVec y = bsp_vec(0, 1, 0);
    BspBuildNode *sides[2] = { branch(y, 7, leaf_of(0), leaf_of(1)),
                               branch(y, 7, leaf_of(0), leaf_of(1)) };
    g_autoptr(BspBuildNode) root = branch(bsp_vec(0.6, 0.8, 0), 3, sides[0], sides[1]);
    BspNodes nodes;
    bsp_nodes_init(&nodes, root, BSP_NODES_SHARE);
    cr_assert(nodes.n_nodes == 1 && nodes.n_built == 3);
    cr_assert(nodes.n_planes == 1 && nodes.n_oblique == 0 && nodes.n_normals == 3);
    bsp_nodes_clear(&nodes);
}

Test(node, hash_sees_every_change)
{
    BspBuildNode over = { .value = 1 }, under = { .value = 2 };
    BspBuildNode root = { .plane = { bsp_vec(0.6, 0.8, 0), 7 }, .child = { &over, &under } };
    guint64 hashes[5];
    for (guint i = 0; i < 5; i++) {
        BspNodes nodes;
        over.value = i == 1 ? 3 : 1;
        root.plane.dist = i == 2 ? nextafter(7, 8) : 7;
        root.plane.normal.z = i == 3 ? 1e-300 : 0;
        bsp_nodes_init(&nodes, &root, BSP_NODES_SHARE);
        hashes[i] = bsp_nodes_hash(&nodes);
        bsp_nodes_clear(&nodes);
    }
    cr_assert(hashes[0] == hashes[4]);
    for (guint i = 1; i < 4; i++)
        for (guint k = 0; k < i; k++)
            cr_assert(hashes[i] != hashes[k]);
    cr_assert(bsp_hash(BSP_HASH_START, "a", 1) == G_GUINT64_CONSTANT(0xaf63dc4c8601ec8c),
              "FNV-1a of \"a\"");
}
