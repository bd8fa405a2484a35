/* test-tree: the plain BSP: solid points, and the first hits of moves. */
#include <criterion/criterion.h>
#include <string.h>

#include "brush-by-brush.h"
#include "compile/tree.h"
#include "scenes.h"

static BspTree *tree_of(const BspSolid *solid)
{
    BspBuildOptions options = { 0 };
    BspTree *tree = bsp_tree_new(solid, &options, NULL);
    cr_assert(tree);
    return tree;
}

static const BspBounds cube = { { { -1, -1, -1 } }, { { 1, 1, 1 } } };

/* The tree of the solid as a box meets it. */
static BspTree *map_tree_of(const BspSolid *solid, const BspBounds *box)
{
    BspBuildOptions options = { 0 };
    BspTree *tree = bsp_tree_new_map(solid, box, &options, NULL);
    cr_assert(tree);
    return tree;
}

/* --- solidity --- */

static void check_solidity(const BspSolid *solid, const BspTree *tree, guint64 seed, double margin)
{
    Random r = random_seeded(seed);
    BspBounds room = bsp_bounds_grown(&solid->bounds, 10);
    for (guint i = 0; i < 500; i++) {
        BspVec p = random_point(&r, &room);
        if (i % 2) { /* slightly off a brush */
            guint b = (guint)random_int(&r, 0, (int)solid->brushes->len - 1);
            const BspCell *cell = bsp_solid_brush(solid, b)->cell;
            BspVec v = cell->vertices[random_int(&r, 0, (int)cell->n_vertices - 1)];
            BspVec w = cell->vertices[random_int(&r, 0, (int)cell->n_vertices - 1)];
            p = bsp_vec_mad(bsp_vec_lerp(v, w, random_real(&r, 0, 1)), random_real(&r, 0, 0.02),
                            random_direction(&r));
        }
        if (brushes_clearance(solid, p) > margin)
            cr_assert(bsp_tree_point_is_solid(tree, p) == (brushes_depth(solid, p) >= 0),
                      "seed %" G_GUINT64_FORMAT " at %.17g %.17g %.17g, %g from all surfaces", seed,
                      p.x, p.y, p.z, brushes_clearance(solid, p));
    }
}

Test(tree, leaves_are_solid_where_brushes_are)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 150; seed++) {
            g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, seed, bsp_vec(0, 0, 0));
            g_autoptr(BspTree) tree = tree_of(solid);
            check_solidity(solid, tree, seed, 1e-3);
        }
    }
}

/* Item 10 of users' complaints: the precision far from the origin. */
Test(tree, leaves_are_solid_where_brushes_are_far_from_the_origin)
{
    for (int power = 10; power <= 20; power += 2) {
        double far = ldexp(1, power);
        for (guint kind = 0; kind < SCENE_KINDS; kind++) {
            for (guint64 seed = 0; seed < 12; seed++) {
                g_autoptr(BspSolid) solid =
                    scene_new((SceneKind)kind, seed, bsp_vec(far, -far, far));
                g_autoptr(BspTree) tree = tree_of(solid);
                check_solidity(solid, tree, seed, 1e-3);
            }
        }
    }
}

Test(tree, many_brushes)
{
    Random r = random_seeded(1);
    const BspBounds where = { bsp_vec(-500, -500, -500), bsp_vec(500, 500, 500) };
    BspBrush *brushes[600];
    for (guint i = 0; i < 600; i++) {
        BspVec c = random_point(&r, &where);
        double x = random_real(&r, 1, 40), y = random_real(&r, 1, 40), z = random_real(&r, 1, 40);
        brushes[i] = scene_box(c.x - x, c.y - y, c.z - z, c.x + x, c.y + y, c.z + z);
    }
    g_autoptr(BspSolid) solid = scene_solid(brushes, 600);
    g_autoptr(BspTree) tree = tree_of(solid);
    for (guint64 seed = 0; seed < 20; seed++)
        check_solidity(solid, tree, seed, 1e-3);
    cr_assert(tree->nodes.depth < 100);
}

Test(tree, of_nothing_is_empty)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(BspTree) tree = tree_of(solid);
    cr_assert(tree->nodes.n_nodes == 0);
    cr_assert(!bsp_tree_point_is_solid(tree, bsp_vec(0, 0, 0)));
    BspTransition tr = bsp_tree_first_transition(tree, bsp_vec(0, 0, 0), bsp_vec(9, 9, 9), NULL);
    cr_assert(tr.type == BSP_EMPTY && tr.t == 1 && tr.point.x == 9);
}

Test(tree, is_the_same_every_time)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        guint64 hashes[3];
        for (guint i = 0; i < 3; i++) {
            g_autoptr(BspSolid) solid =
                scene_new((SceneKind)kind, i == 2 ? 8 : 7, bsp_vec(0, 0, 0));
            g_autoptr(BspTree) tree = tree_of(solid);
            hashes[i] = bsp_nodes_hash(&tree->nodes);
        }
        cr_assert(hashes[0] == hashes[1], "%s", scene_name((SceneKind)kind));
        cr_assert(hashes[0] != hashes[2], "%s", scene_name((SceneKind)kind));
    }
}

/* A box with volume meets brushes that are eroded, a point or a flat box brushes that are not. */
Test(tree, a_map_tree_is_that_of_the_expanded_solid)
{
    Random r = random_seeded(11);
    guint n_eroded = 0;
    for (guint i = 0; i < 4 * SCENE_KINDS; i++) {
        SceneKind kind = (SceneKind)(i % SCENE_KINDS);
        BspShape box = scene_random_box(&r);
        BspVec size = bsp_vec_sub(box.bounds.maxs, box.bounds.mins);
        gboolean is_flat = fmin(fmin(size.x, size.y), size.z) < 8 * BSP_TOUCH;
        g_autoptr(BspSolid) solid = scene_new(kind, 3, bsp_vec(0, 0, 0));
        g_autoptr(BspSolid) expanded = bsp_solid_expand_part(
            solid, &box.bounds, is_flat ? 0 : BSP_TOUCH, bsp_job_part_none(), NULL);
        g_autoptr(BspTree) tree = tree_of(expanded);
        g_autoptr(BspTree) map = map_tree_of(solid, &box.bounds);
        cr_assert(bsp_nodes_hash(&map->nodes) == bsp_nodes_hash(&tree->nodes), "%s",
                  scene_name(kind));
        cr_assert(memcmp(&map->bounds, &tree->bounds, sizeof map->bounds) == 0);
        n_eroded += !is_flat;
    }
    cr_assert(n_eroded > 0 && n_eroded < 4 * SCENE_KINDS);
}

/* An eroded brush has each plane BSP_TOUCH behind that of the brush. */
Test(tree, an_eroded_brush_is_smaller_by_touch)
{
    g_autoptr(BspSolid) solid = scene_boxes((const double[1][6]){ { 0, 0, 0, 8, 8, 8 } }, 1);
    g_autoptr(BspTree) map = map_tree_of(solid, &cube);
    const double inside = BSP_TOUCH + 1e-9, outside = BSP_TOUCH - 1e-9;
    for (int axis = 0; axis < 3; axis++)
        for (guint side = 0; side < 2; side++) {
            BspVec p = bsp_vec(4, 4, 4);
            p.v[axis] = side ? 9 - inside : -1 + inside;
            cr_assert(bsp_tree_point_is_solid(map, p));
            p.v[axis] = side ? 9 - outside : -1 + outside;
            cr_assert_not(bsp_tree_point_is_solid(map, p));
        }
}

Test(tree, a_map_tree_outside_the_world_is_an_error)
{
    const BspBounds huge = { { { -2 * BSP_WORLD_HALF, -1, -1 } }, { { 1, 1, 1 } } };
    BspBuildOptions options = { 0 };
    g_autoptr(BspSolid) solid = scene_new((SceneKind)0, 3, bsp_vec(0, 0, 0));
    g_autoptr(GError) error = NULL;
    cr_assert(!bsp_tree_new_map(solid, &huge, &options, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_GEOMETRY));
}

static gboolean refuse(double done, gpointer user_data)
{
    (void)done;
    ++*(guint *)user_data;
    return FALSE;
}

Test(tree, building_can_be_cancelled)
{
    Random r = random_seeded(5);
    const BspBounds where = { bsp_vec(-800, -800, -800), bsp_vec(800, 800, 800) };
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; i < 4000; i++) {
        BspVec c = random_point(&r, &where);
        BspVec half =
            bsp_vec(random_real(&r, 1, 30), random_real(&r, 1, 30), random_real(&r, 1, 30));
        g_ptr_array_add(brushes,
                        bsp_brush_new_box(bsp_vec_sub(c, half), bsp_vec_add(c, half), NULL));
    }
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    BspBuildOptions options = { 0 };
    guint n_told = 0;
    options.progress = refuse;
    options.progress_data = &n_told;
    g_autoptr(GError) error = NULL;
    cr_assert(!bsp_tree_new(solid, &options, &error));
    cr_assert(n_told == 1 && g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED));
}

/* --- Figure 1 of Golodetz 2013: two rooms and a corridor --- */

/* From above, with z from 0 to 16: rooms of width 64 on the left and right of x = +-32, and a
 * corridor of width 16. All walls are thinner by `less` on the sides that are not covered. */
static BspSolid *figure1(BspVec at, double less)
{
    double x = at.x, y = at.y, z = at.z, k = less;
    BspBrush *brushes[] = {
        /* the west, east, south and north wall */
        scene_box(x - 112 + k, y - 48 + k, z, x - 96 - k, y + 48 - k, z + 16),
        scene_box(x + 96 + k, y - 48 + k, z, x + 112 - k, y + 48 - k, z + 16),
        scene_box(x - 96, y - 48 + k, z, x + 96, y - 32 - k, z + 16),
        scene_box(x - 96, y + 32 + k, z, x + 96, y + 48 - k, z + 16),
        /* between the rooms, south and north of the corridor */
        scene_box(x - 32 + k, y - 32, z, x + 32 - k, y - 8 - k, z + 16),
        scene_box(x - 32 + k, y + 8 + k, z, x + 32 - k, y + 32, z + 16),
        /* the floor and the ceiling */
        scene_box(x - 112 + k, y - 48 + k, z - 16 + k, x + 112 - k, y + 48 - k, z - k),
        scene_box(x - 112 + k, y - 48 + k, z + 16 + k, x + 112 - k, y + 48 - k, z + 32 - k),
    };
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

/* A point stops this far before a face; a box stops where it touches. */
static double stop_before(const BspTree *tree)
{
    return bsp_erosion(&tree->box) > 0 ? 0 : BSP_TOUCH;
}

/* `t` is when the mover is at the plane of `normal`, not before it. */
static void check_move(const BspTree *tree, BspVec at, BspVec from, BspVec to,
                       BspTransitionClass type, double t, BspVec normal)
{
    from = bsp_vec_add(from, at);
    to = bsp_vec_add(to, at);
    BspCounters counters = { 0 };
    BspTransition tr = bsp_tree_first_transition(tree, from, to, &counters);
    cr_assert(tr.type == type, "(%.9g %.9g %.9g) to (%.9g %.9g %.9g): %s, not %s", from.x, from.y,
              from.z, to.x, to.y, to.z, bsp_transition_class_name(tr.type),
              bsp_transition_class_name(type));
    BspVec delta = bsp_vec_sub(to, from);
    double before = bsp_vec_length(normal) > 0 ? stop_before(tree) : 0;
    if (before > 0)
        t += before / bsp_vec_dot(normal, delta);
    cr_assert(fabs(tr.t - t) < 1e-9, "t %.17g, not %.17g", tr.t, t);
    BspVec p = bsp_vec_mad(from, t, delta);
    cr_assert(bsp_vec_length(bsp_vec_sub(p, tr.point)) < 1e-7);
    cr_assert(bsp_vec_length(bsp_vec_sub(normal, tr.plane.normal)) < 1e-12,
              "normal %g %g %g, not %g %g %g", tr.plane.normal.x, tr.plane.normal.y,
              tr.plane.normal.z, normal.x, normal.y, normal.z);
    if (bsp_vec_length(normal) > 0)
        cr_assert_float_eq(bsp_plane_distance(&tr.plane, tr.point), before, 1e-9);
    cr_assert(counters.leaves > 0 && counters.nodes > 0 && counters.planes == counters.nodes);
}

static const BspVec none = { { 0, 0, 0 } };

/* The short names of BspTransitionClass, for tables. */
enum {
    EMPTY = BSP_EMPTY,
    SOLID = BSP_SOLID,
    EMPTY_TO_SOLID = BSP_EMPTY_TO_SOLID,
    SOLID_TO_EMPTY = BSP_SOLID_TO_EMPTY
};

typedef struct {
    BspVec from, to;
    int type;
    double t;
    BspVec normal;
} Move;

static void check_moves(const BspTree *tree, BspVec at, const Move *moves, gsize n)
{
    for (gsize i = 0; i < n; i++)
        check_move(tree, at, moves[i].from, moves[i].to, (BspTransitionClass)moves[i].type,
                   moves[i].t, moves[i].normal);
}

/* The figure as a point meets it, or as a cube of two units meets thinner walls. */
static BspTree *figure1_tree(BspVec at, gboolean for_cube)
{
    g_autoptr(BspSolid) solid = figure1(at, for_cube ? 1 : 0);
    return for_cube ? map_tree_of(solid, &cube) : tree_of(solid);
}

static void check_figure1(BspVec at, gboolean for_cube)
{
    g_autoptr(BspTree) tree = figure1_tree(at, for_cube);
    static const Move moves[] = {
        /* From room to room through the corridor, and within a room. */
        { { { -60, 0, 8 } }, { { 60, 0, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { -90, -30, 8 } }, { { -40, 30, 2 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { -60, -4, 8 } }, { { 60, 4, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        /* Against the wall between the rooms, the outer walls and the floor. */
        { { { -60, 20, 8 } }, { { 60, 20, 8 } }, EMPTY_TO_SOLID, 28 / 120.0, { { -1, 0, 0 } } },
        { { { 60, -20, 8 } }, { { -60, -20, 8 } }, EMPTY_TO_SOLID, 28 / 120.0, { { 1, 0, 0 } } },
        { { { 60, 0, 8 } }, { { 60, 40, 8 } }, EMPTY_TO_SOLID, 0.8, { { 0, -1, 0 } } },
        { { { -60, 0, 8 } }, { { -60, 0, -8 } }, EMPTY_TO_SOLID, 0.5, { { 0, 0, 1 } } },
        /* Into the corridor and against its north wall. */
        { { { -40, 0, 8 } }, { { 24, 16, 8 } }, EMPTY_TO_SOLID, 0.5, { { 0, -1, 0 } } },
        /* Out of the wall between the rooms, into the corridor and into the east room. */
        { { { 0, 20, 8 } }, { { 60, 20, 8 } }, SOLID_TO_EMPTY, 32 / 60.0, { { 1, 0, 0 } } },
        { { { 0, 20, 8 } }, { { 0, -4, 8 } }, SOLID_TO_EMPTY, 0.5, { { 0, -1, 0 } } },
        /* Within the wall, and through the seams of three brushes. */
        { { { -10, 20, 8 } }, { { 10, 28, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { -20, 24, 8 } }, { { -104, 40, -8 } }, SOLID_TO_EMPTY, 1 / 7.0, { { -1, 0, 0 } } },
        { { { 0, 20, 8 } }, { { 104, 46, -10 } }, SOLID_TO_EMPTY, 4 / 13.0, { { 1, 0, 0 } } },
        { { { 0, 20, 8 } }, { { 100, 45, 24 } }, SOLID_TO_EMPTY, 0.32, { { 1, 0, 0 } } },
        { { { 0, 20, 8 } }, { { 24, 44, -8 } }, SOLID, 0, { { 0, 0, 0 } } },
    };
    check_moves(tree, at, moves, G_N_ELEMENTS(moves));
}

Test(tree, figure1_transitions)
{
    check_figure1(none, FALSE);
    check_figure1(none, TRUE);
}

Test(tree, figure1_transitions_far_from_the_origin)
{
    for (int power = 10; power <= 20; power++)
        for (gboolean for_cube = 0; for_cube < 2; for_cube++)
            check_figure1(bsp_vec(ldexp(1, power), -ldexp(3, power - 2), ldexp(1, power - 1)),
                          for_cube);
}

Test(tree, the_outside_is_empty)
{
    g_autoptr(BspTree) tree = figure1_tree(none, FALSE);
    cr_assert(!bsp_tree_point_is_solid(tree, bsp_vec(5000, 0, 0)));
    check_move(tree, none, bsp_vec(5000, 0, 8), bsp_vec(-3000, 0, 8), BSP_EMPTY_TO_SOLID,
               4888 / 8000.0, bsp_vec(1, 0, 0));
}

/* --- on planes --- */

/* A box that touches is outside: a move along a face is empty where either side is (Listing 5's
 * coplanar case). */
Test(tree, a_box_on_a_plane_is_free_where_either_side_is)
{
    g_autoptr(BspTree) tree = figure1_tree(none, TRUE);
    static const Move moves[] = {
        /* Along the wall of the room, in the plane of its face. */
        { { { -90, 32, 8 } }, { { -40, 32, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { -32, 10, 8 } }, { { -32, 30, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { -60, 8, 8 } }, { { 60, 8, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        /* in the corner of wall and floor, on two planes at once */
        { { { -90, 32, 0 } }, { { -40, 32, 0 } }, EMPTY, 1, { { 0, 0, 0 } } },
        /* where one brush covers the face of another: solid on both sides */
        { { { -20, 32, 8 } }, { { 20, 32, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { -20, 20, 0 } }, { { 20, 24, 0 } }, SOLID, 0, { { 0, 0, 0 } } },
        /* along the face of the north wall, until the block between the rooms makes both sides
         * solid, and out again */
        { { { -60, 32, 8 } }, { { 60, 32, 8 } }, EMPTY_TO_SOLID, 28 / 120.0, { { -1, 0, 0 } } },
        { { { 0, 32, 8 } }, { { 60, 32, 8 } }, SOLID_TO_EMPTY, 32 / 60.0, { { 1, 0, 0 } } },
        { { { -60, 20, 0 } }, { { 60, 20, 0 } }, EMPTY_TO_SOLID, 28 / 120.0, { { -1, 0, 0 } } },
    };
    check_moves(tree, none, moves, G_N_ELEMENTS(moves));
}

/* A point in the seam of two brushes is in solid. (On a face it may be in solid, too.) */
Test(tree, a_point_in_a_seam_is_in_solid)
{
    g_autoptr(BspTree) tree = figure1_tree(none, FALSE);
    static const Move moves[] = {
        { { { -20, 32, 8 } }, { { 20, 32, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { -20, 20, 0 } }, { { 20, 24, 0 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { 0, 32, 8 } }, { { 0, 32, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { 0, 32, 16 } }, { { 20, 32, 16 } }, SOLID, 0, { { 0, 0, 0 } } },
    };
    for (guint i = 0; i < G_N_ELEMENTS(moves); i++)
        cr_assert(bsp_tree_point_is_solid(tree, moves[i].from), "move %u", i);
    check_moves(tree, none, moves, G_N_ELEMENTS(moves));
}

Test(tree, moves_of_no_length)
{
    static const Move moves[] = {
        { { { -60, 0, 8 } }, { { -60, 0, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { 0, 20, 8 } }, { { 0, 20, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { 0, 32, 8 } }, { { 0, 32, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
        /* on one face, and on two: only for the cube */
        { { { -60, 32, 8 } }, { { -60, 32, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { -60, 32, 0 } }, { { -60, 32, 0 } }, EMPTY, 1, { { 0, 0, 0 } } },
    };
    g_autoptr(BspTree) for_point = figure1_tree(none, FALSE);
    g_autoptr(BspTree) for_cube = figure1_tree(none, TRUE);
    check_moves(for_point, none, moves, 3);
    check_moves(for_cube, none, moves, G_N_ELEMENTS(moves));
}

/* A box at rest on the floor is not stuck in it. Nor is a point where its moves end: BSP_TOUCH
 * above the floor. */
static void check_touching(BspVec at)
{
    static const BspBounds box = { { { -3, -3, -4 } }, { { 3, 3, 5 } } };
    g_autoptr(BspSolid) solid = figure1(at, 0);
    g_autoptr(BspTree) bare = tree_of(solid);
    g_autoptr(BspTree) fat = map_tree_of(solid, &box);
    for (guint i = 0; i < 2; i++) {
        const BspTree *tree = i ? fat : bare;
        double off = stop_before(tree), z = (i ? 4 : 0) + off, y = (i ? 29 : 32) - off;
        /* check_move() takes the time at the plane itself */
        check_move(tree, at, bsp_vec(-60, 0, z), bsp_vec(-50, 10, z), BSP_EMPTY, 1, none);
        check_move(tree, at, bsp_vec(-60, 0, z), bsp_vec(-60, 0, z + 2), BSP_EMPTY, 1, none);
        check_move(tree, at, bsp_vec(-60, 0, z), bsp_vec(-60, 0, z - 2), BSP_EMPTY_TO_SOLID,
                   off / 2, bsp_vec(0, 0, 1));
        check_move(tree, at, bsp_vec(-60, 0, z), bsp_vec(-50, 3, z - 1), BSP_EMPTY_TO_SOLID, off,
                   bsp_vec(0, 0, 1));
        check_move(tree, at, bsp_vec(-60, 0, z + 2), bsp_vec(-50, 0, z), BSP_EMPTY, 1, none);
        check_move(tree, at, bsp_vec(-60, y, z), bsp_vec(-50, y, z), BSP_EMPTY, 1, none);
        check_move(tree, at, bsp_vec(-60, y, z), bsp_vec(-60, y + 1, z), BSP_EMPTY_TO_SOLID, off,
                   bsp_vec(0, -1, 0));
        check_move(tree, at, bsp_vec(-60, y, z), bsp_vec(-60, y - 1, z + 1), BSP_EMPTY, 1, none);
    }
}

Test(tree, touching_is_not_colliding)
{
    check_touching(none);
}

Test(tree, touching_is_not_colliding_far_from_the_origin)
{
    for (int power = 10; power <= 20; power++)
        check_touching(bsp_vec(-ldexp(1, power), ldexp(1, power), ldexp(1, power)));
}

/* At rest on a slope, rounding puts a box on either side of the slope's plane, and a point nearer
 * or farther than BSP_TOUCH. */
Test(tree, touching_a_slope_is_not_colliding)
{
    Random r = random_seeded(11);
    for (guint i = 0; i < 200; i++) {
        double high = random_real(&r, 1, 90), wide = random_real(&r, 20, 90);
        BspVec ramp[6] = { { { 0, -50, 0 } },   { { wide, -50, 0 } },    { { 0, 50, 0 } },
                           { { wide, 50, 0 } }, { { wide, -50, high } }, { { wide, 50, high } } };
        BspBrush *brushes[] = { scene_hull_brush(ramp, 6), scene_box(-50, -50, -10, 100, 50, 0) };
        g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
        BspVec n = bsp_vec_unit(bsp_vec(-high, 0, wide));
        for (gboolean for_cube = 0; for_cube < 2; for_cube++) {
            g_autoptr(BspTree) tree = for_cube ? map_tree_of(solid, &cube) : tree_of(solid);
            /* from the slope to the mover that rests on it; the cube rests on its lower edge */
            BspVec off = for_cube ? bsp_vec(-1, 0, 1) : bsp_vec_scale(n, BSP_TOUCH);
            for (guint k = 0; k < 20; k++) {
                BspVec from = bsp_vec_lerp(ramp[0], ramp[4], random_real(&r, 0.1, 0.9));
                BspVec to = bsp_vec_lerp(ramp[0], ramp[4], random_real(&r, 0.1, 0.9));
                from.y = random_real(&r, -40, 40);
                to.y = random_real(&r, -40, 40);
                from = bsp_vec_add(from, off);
                to = bsp_vec_add(to, off);
                check_move(tree, none, from, to, BSP_EMPTY, 1, none);
                check_move(tree, none, from, bsp_vec_mad(from, 3, n), BSP_EMPTY, 1, none);
                BspVec into = bsp_vec_mad(from, -0.5, n);
                BspTransition tr = bsp_tree_first_transition(tree, from, into, NULL);
                cr_assert(tr.type == BSP_EMPTY_TO_SOLID && tr.t < 1e-6);
                cr_assert(bsp_vec_dot(tr.plane.normal, n) > 0.999999);
            }
        }
    }
}

/* A seam between tiles is no edge. Moves along the floor cross many seams. */
Test(tree, seams_do_not_stop)
{
    for (guint64 seed = 0; seed < 100; seed++) {
        Random r = random_seeded(seed);
        BspBrush *tiles[25];
        double size = random_real(&r, 3, 9), x0 = random_real(&r, -99, 99);
        for (int i = 0; i < 25; i++)
            tiles[i] = scene_box(x0 + size * (i % 5), size * (i / 5), -1, x0 + size * (i % 5 + 1),
                                 size * (i / 5 + 1), 0);
        g_autoptr(BspSolid) solid = scene_solid(tiles, 25);
        for (gboolean for_cube = 0; for_cube < 2; for_cube++) {
            g_autoptr(BspTree) tree = for_cube ? map_tree_of(solid, &cube) : tree_of(solid);
            double off = for_cube ? 1 : BSP_TOUCH;
            for (guint i = 0; i < 50; i++) {
                BspVec from =
                    bsp_vec(x0 + random_real(&r, 0, 5 * size), random_real(&r, 0, 5 * size), off);
                BspVec to =
                    bsp_vec(x0 + random_real(&r, 0, 5 * size), random_real(&r, 0, 5 * size), off);
                check_move(tree, none, from, to, BSP_EMPTY, 1, none);
                from.z = to.z = -1 - off;
                check_move(tree, none, from, to, BSP_EMPTY, 1, none);
                from.z = -0.25;
                to.z = -0.75;
                check_move(tree, none, from, to, BSP_SOLID, 0, none);
            }
        }
    }
}

/* A point that comes almost along a face stops at most half the bracket before it, along the move,
 * and never behind it. */
Test(tree, a_grazing_point_stops_inside_the_bracket)
{
    g_autoptr(BspTree) tree = figure1_tree(none, FALSE);
    for (int power = 0; power >= -30; power--) {
        BspVec from = bsp_vec(-90, 0, ldexp(1, power)), to = bsp_vec(-40, 0, -ldexp(1, power));
        BspTransition tr = bsp_tree_first_transition(tree, from, to, NULL);
        cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "2^%d", power);
        double early = (0.5 - tr.t) * bsp_vec_length(bsp_vec_sub(to, from));
        cr_assert(early >= 0 && early <= BSP_BRACKET / 2 + 1e-9, "2^%d: %g units", power, early);
        tr = bsp_tree_first_transition(tree, tr.point, from, NULL);
        cr_assert_eq(tr.type, BSP_EMPTY, "2^%d: it stopped in solid", power);
    }
}

/* Listing 5 on moves away from all edges: steps along the segment give the expected class. */
Test(tree, classes_agree_with_sampling)
{
    guint seen[4] = { 0 };
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 25; seed++) {
            g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, seed, none);
            g_autoptr(BspTree) tree = tree_of(solid);
            Random r = random_seeded(seed + 9);
            for (guint i = 0; i < 60; i++) {
                BspBounds room = bsp_bounds_grown(&solid->bounds, 4);
                BspVec from = random_point(&r, &room);
                BspVec to = bsp_vec_mad(from, random_real(&r, 0, 40), random_direction(&r));
                BspTransition tr = bsp_tree_first_transition(tree, from, to, NULL);
                double end = tr.type == BSP_SOLID ? 1 : tr.t;
                seen[tr.type]++;
                gboolean starts_solid = tr.type == BSP_SOLID || tr.type == BSP_SOLID_TO_EMPTY;
                for (guint k = 0; k <= 200; k++) {
                    BspVec p = bsp_vec_lerp(from, to, end * k / 200);
                    if (brushes_clearance(solid, p) > 1e-3)
                        cr_assert((brushes_depth(solid, p) >= 0) == starts_solid);
                }
                if (end < 1) {
                    BspVec p = bsp_vec_mad(tr.point, 2e-3, bsp_vec_unit(bsp_vec_sub(to, from)));
                    if (brushes_clearance(solid, p) > 1e-3)
                        cr_assert((brushes_depth(solid, p) >= 0) != starts_solid);
                }
            }
        }
    }
    for (guint i = 0; i < 4; i++)
        cr_assert(seen[i] > 200, "only %u of class %u", seen[i], i);
}

Test(transition, class_names)
{
    cr_assert_str_eq(bsp_transition_class_name(BSP_EMPTY), "E");
    cr_assert_str_eq(bsp_transition_class_name(BSP_SOLID), "S");
    cr_assert_str_eq(bsp_transition_class_name(BSP_EMPTY_TO_SOLID), "E2S");
    cr_assert_str_eq(bsp_transition_class_name(BSP_SOLID_TO_EMPTY), "S2E");
}

/* --- segments on planes --- */

#define SLABS 6

/* Slabs of 10 units along x, solid or empty. Slab i is empty if bit i is set. */
static BspBuildNode *slabs_new(guint empty, guint first, guint last)
{
    BspBuildNode *node = g_new0(BspBuildNode, 1);
    if (first == last) {
        node->value = !(empty >> first & 1);
        return node;
    }
    guint middle = (first + last + 1) / 2;
    node->plane = (BspPlane){ bsp_vec(1, 0, 0), 10 * middle };
    node->child[0] = slabs_new(empty, middle, last);
    node->child[1] = slabs_new(empty, first, middle - 1);
    return node;
}

/* Four quarters of space around the x axis, each with its own slabs. */
static BspTree *quarters_new(const guint empty[4])
{
    BspBuildNode *half[2];
    for (guint k = 0; k < 2; k++) {
        half[k] = g_new0(BspBuildNode, 1);
        half[k]->plane.normal = bsp_vec(0, 0, 1);
        for (guint i = 0; i < 2; i++)
            half[k]->child[i] = slabs_new(empty[2 * k + i], 0, SLABS - 1);
    }
    g_autoptr(BspBuildNode) root = g_new0(BspBuildNode, 1);
    root->plane.normal = bsp_vec(0, 1, 0);
    root->child[0] = half[0];
    root->child[1] = half[1];
    BspTree *tree = g_new0(BspTree, 1);
    bsp_nodes_init(&tree->nodes, root, 0);
    return tree;
}

/* The plane of a node belongs to its front, so a segment on an edge of four quarters is in one of
 * them, whatever the others are. */
Test(tree, a_plane_belongs_to_its_front)
{
    Random r = random_seeded(77);
    guint found[4] = { 0 };
    for (guint i = 0; i < 20000; i++) {
        guint empty[4];
        for (guint k = 0; k < 4; k++)
            empty[k] = (guint)random_int(&r, 0, (1 << SLABS) - 1);
        g_autoptr(BspTree) tree = quarters_new(empty);
        gboolean backwards = random_int(&r, 0, 1);
        BspVec ends[2] = { { { 5, 0, 0 } }, { { 10 * SLABS - 5, 0, 0 } } };
        BspTransition tr = bsp_tree_first_transition(tree, ends[backwards], ends[!backwards], NULL);
        guint n = 0; /* the number of slabs up to the first change */
        guint start = backwards ? SLABS - 1 : 0, front = empty[0];
        while (n < SLABS && (front >> (backwards ? SLABS - 1 - n : n) & 1) == (front >> start & 1))
            n++;
        gboolean starts_empty = front >> start & 1;
        BspTransitionClass expected = n == SLABS     ? (starts_empty ? BSP_EMPTY : BSP_SOLID)
                                      : starts_empty ? BSP_EMPTY_TO_SOLID
                                                     : BSP_SOLID_TO_EMPTY;
        cr_assert_eq(tr.type, expected, "%u: %x %x %x %x", i, empty[0], empty[1], empty[2],
                     empty[3]);
        double off = starts_empty ? -BSP_TOUCH : BSP_TOUCH; /* the contact is outside the solid */
        if (n < SLABS)
            cr_assert_float_eq(tr.t, (10 * n - 5.0 + off) / (10 * SLABS - 10), 1e-9);
        found[tr.type]++;
    }
    for (guint k = 0; k < 4; k++)
        cr_assert_gt(found[k], 0);
}
