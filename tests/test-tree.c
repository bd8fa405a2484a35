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

Test(tree, a_map_tree_is_that_of_the_expanded_solid)
{
    Random r = random_seeded(11);
    BspBuildOptions options = { 0 };
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        BspShape box = scene_random_box(&r);
        g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, 3, bsp_vec(0, 0, 0));
        g_autoptr(BspSolid) expanded = bsp_solid_expand(solid, &box.bounds, NULL);
        g_autoptr(BspTree) tree = tree_of(expanded);
        g_autoptr(BspTree) map = bsp_tree_new_map(solid, &box.bounds, &options, NULL);
        cr_assert(bsp_nodes_hash(&map->nodes) == bsp_nodes_hash(&tree->nodes), "%s",
                  scene_name((SceneKind)kind));
        cr_assert(memcmp(&map->bounds, &tree->bounds, sizeof map->bounds) == 0);
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
 * corridor of width 16. */
static BspSolid *figure1(BspVec at)
{
    double x = at.x, y = at.y, z = at.z;
    BspBrush *brushes[] = {
        scene_box(x - 112, y - 48, z, x - 96, y + 48, z + 16), /* west wall */
        scene_box(x + 96, y - 48, z, x + 112, y + 48, z + 16), /* east wall */
        scene_box(x - 96, y - 48, z, x + 96, y - 32, z + 16),  /* south wall */
        scene_box(x - 96, y + 32, z, x + 96, y + 48, z + 16),  /* north wall */
        scene_box(x - 32, y - 32, z, x + 32, y - 8, z + 16),   /* between the rooms, south ... */
        scene_box(x - 32, y + 8, z, x + 32, y + 32, z + 16),   /* ... and north of the corridor */
        scene_box(x - 112, y - 48, z - 16, x + 112, y + 48, z),
        scene_box(x - 112, y - 48, z + 16, x + 112, y + 48, z + 32),
    };
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

static void check_move(const BspTree *tree, BspVec at, BspVec from, BspVec to,
                       BspTransitionClass type, double t, BspVec normal)
{
    from = bsp_vec_add(from, at);
    to = bsp_vec_add(to, at);
    BspCounters counters = { 0 };
    BspTransition tr = bsp_tree_first_transition(tree, from, to, &counters);
    cr_assert(tr.type == type, "(%g %g %g) to (%g %g %g): %s, not %s", from.x, from.y, from.z, to.x,
              to.y, to.z, bsp_transition_class_name(tr.type), bsp_transition_class_name(type));
    cr_assert(fabs(tr.t - t) < 1e-9, "t %.17g, not %.17g", tr.t, t);
    BspVec p = bsp_vec_lerp(from, to, t);
    cr_assert(bsp_vec_length(bsp_vec_sub(p, tr.point)) < 1e-6);
    cr_assert(bsp_vec_length(bsp_vec_sub(normal, tr.plane.normal)) < 1e-12,
              "normal %g %g %g, not %g %g %g", tr.plane.normal.x, tr.plane.normal.y,
              tr.plane.normal.z, normal.x, normal.y, normal.z);
    if (bsp_vec_length(normal) > 0)
        cr_assert(fabs(bsp_plane_distance(&tr.plane, p)) < 1e-6);
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

static void check_figure1(BspVec at)
{
    g_autoptr(BspSolid) solid = figure1(at);
    g_autoptr(BspTree) tree = tree_of(solid);
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
    check_figure1(bsp_vec(0, 0, 0));
}

Test(tree, figure1_transitions_far_from_the_origin)
{
    for (int power = 10; power <= 20; power++)
        check_figure1(bsp_vec(ldexp(1, power), -ldexp(3, power - 2), ldexp(1, power - 1)));
}

Test(tree, the_outside_is_empty)
{
    g_autoptr(BspSolid) solid = figure1(none);
    g_autoptr(BspTree) tree = tree_of(solid);
    cr_assert(!bsp_tree_point_is_solid(tree, bsp_vec(5000, 0, 0)));
    check_move(tree, none, bsp_vec(5000, 0, 8), bsp_vec(-3000, 0, 8), BSP_EMPTY_TO_SOLID,
               4888 / 8000.0, bsp_vec(1, 0, 0));
}

/* --- on planes --- */

/* Listing 5's coplanar case: the segment is empty if either side is. */
Test(tree, a_segment_on_a_plane_is_empty_where_either_side_is)
{
    g_autoptr(BspSolid) solid = figure1(none);
    g_autoptr(BspTree) tree = tree_of(solid);
    static const Move moves[] = {
        /* Along the wall of the room, in the plane of its face. */
        { { { -90, 32, 8 } }, { { -40, 32, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { -32, 10, 8 } }, { { -32, 30, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { -60, 8, 8 } }, { { 60, 8, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        /* in the corner of wall and floor, on two planes at once */
        { { { -90, 32, 0 } }, { { -40, 32, 0 } }, EMPTY, 1, { { 0, 0, 0 } } },
        /* in the seam of two brushes that touch: solid on both sides */
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

Test(tree, moves_of_no_length)
{
    g_autoptr(BspSolid) solid = figure1(none);
    g_autoptr(BspTree) tree = tree_of(solid);
    static const Move moves[] = {
        { { { -60, 0, 8 } }, { { -60, 0, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { 0, 20, 8 } }, { { 0, 20, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { -60, 32, 8 } }, { { -60, 32, 8 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { -60, 32, 0 } }, { { -60, 32, 0 } }, EMPTY, 1, { { 0, 0, 0 } } },
        { { { 0, 32, 8 } }, { { 0, 32, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
    };
    check_moves(tree, none, moves, G_N_ELEMENTS(moves));
}

/* A point at rest on the floor is not stuck in it. */
static void check_touching(BspVec at)
{
    g_autoptr(BspSolid) solid = figure1(at);
    BspBounds box = { bsp_vec(-3, -3, -4), bsp_vec(3, 3, 5) };
    g_autoptr(BspSolid) expanded = bsp_solid_expand(solid, &box, NULL);
    g_autoptr(BspTree) bare = tree_of(solid);
    g_autoptr(BspTree) fat = tree_of(expanded);
    for (guint i = 0; i < 2; i++) {
        const BspTree *tree = i ? fat : bare;
        double z = i ? 4 : 0, y = i ? 29 : 32;
        check_move(tree, at, bsp_vec(-60, 0, z), bsp_vec(-50, 10, z), BSP_EMPTY, 1, none);
        check_move(tree, at, bsp_vec(-60, 0, z), bsp_vec(-60, 0, z + 2), BSP_EMPTY, 1, none);
        check_move(tree, at, bsp_vec(-60, 0, z), bsp_vec(-60, 0, z - 2), BSP_EMPTY_TO_SOLID, 0,
                   bsp_vec(0, 0, 1));
        check_move(tree, at, bsp_vec(-60, 0, z), bsp_vec(-50, 3, z - 1), BSP_EMPTY_TO_SOLID, 0,
                   bsp_vec(0, 0, 1));
        check_move(tree, at, bsp_vec(-60, 0, z + 2), bsp_vec(-50, 0, z), BSP_EMPTY, 1, none);
        check_move(tree, at, bsp_vec(-60, y, z), bsp_vec(-50, y, z), BSP_EMPTY, 1, none);
        check_move(tree, at, bsp_vec(-60, y, z), bsp_vec(-60, y + 1, z), BSP_EMPTY_TO_SOLID, 0,
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

/* At rest on a slope, rounding puts the start on either side of it. */
Test(tree, touching_a_slope_is_not_colliding)
{
    Random r = random_seeded(11);
    for (guint i = 0; i < 200; i++) {
        double high = random_real(&r, 1, 90), wide = random_real(&r, 20, 90);
        BspVec ramp[6] = { { { 0, -50, 0 } },   { { wide, -50, 0 } },    { { 0, 50, 0 } },
                           { { wide, 50, 0 } }, { { wide, -50, high } }, { { wide, 50, high } } };
        BspBrush *brushes[] = { scene_hull_brush(ramp, 6), scene_box(-50, -50, -10, 100, 50, 0) };
        g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
        g_autoptr(BspTree) tree = tree_of(solid);
        BspVec n = bsp_vec_unit(bsp_vec(-high, 0, wide));
        for (guint k = 0; k < 20; k++) {
            BspVec from = bsp_vec_lerp(ramp[0], ramp[4], random_real(&r, 0.1, 0.9));
            BspVec to = bsp_vec_lerp(ramp[0], ramp[4], random_real(&r, 0.1, 0.9));
            from.y = random_real(&r, -40, 40);
            to.y = random_real(&r, -40, 40);
            check_move(tree, none, from, to, BSP_EMPTY, 1, none);
            check_move(tree, none, from, bsp_vec_mad(from, 3, n), BSP_EMPTY, 1, none);
            BspVec into = bsp_vec_mad(from, -0.5, n);
            BspTransition tr = bsp_tree_first_transition(tree, from, into, NULL);
            cr_assert(tr.type == BSP_EMPTY_TO_SOLID && tr.t < 1e-6);
            cr_assert(bsp_vec_dot(tr.plane.normal, n) > 0.999999);
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
        g_autoptr(BspTree) tree = tree_of(solid);
        for (guint i = 0; i < 50; i++) {
            BspVec from =
                bsp_vec(x0 + random_real(&r, 0, 5 * size), random_real(&r, 0, 5 * size), 0);
            BspVec to = bsp_vec(x0 + random_real(&r, 0, 5 * size), random_real(&r, 0, 5 * size), 0);
            check_move(tree, none, from, to, BSP_EMPTY, 1, none);
            from.z = to.z = -1;
            check_move(tree, none, from, to, BSP_EMPTY, 1, none);
            from.z = -0.25;
            to.z = -0.75;
            check_move(tree, none, from, to, BSP_SOLID, 0, none);
        }
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

/* At the edge of four quarters, a point is free if any of them is free. The walk must change
 * between quarters as often as necessary. */
Test(tree, a_segment_on_an_edge_goes_wherever_it_is_free)
{
    Random r = random_seeded(77);
    guint found[4] = { 0 };
    for (guint i = 0; i < 20000; i++) {
        guint empty[4], any = 0;
        for (guint k = 0; k < 4; k++)
            any |= empty[k] = (guint)random_int(&r, 0, (1 << SLABS) - 1) &
                              (guint)random_int(&r, 0, (1 << SLABS) - 1);
        g_autoptr(BspTree) tree = quarters_new(empty);
        gboolean backwards = random_int(&r, 0, 1);
        BspVec ends[2] = { { { 5, 0, 0 } }, { { 10 * SLABS - 5, 0, 0 } } };
        BspTransition tr = bsp_tree_first_transition(tree, ends[backwards], ends[!backwards], NULL);
        guint n = 0; /* the number of slabs up to the first change */
        guint start = backwards ? SLABS - 1 : 0;
        while (n < SLABS && (any >> (backwards ? SLABS - 1 - n : n) & 1) == (any >> start & 1))
            n++;
        gboolean starts_empty = any >> start & 1;
        BspTransitionClass expected = n == SLABS     ? (starts_empty ? BSP_EMPTY : BSP_SOLID)
                                      : starts_empty ? BSP_EMPTY_TO_SOLID
                                                     : BSP_SOLID_TO_EMPTY;
        cr_assert_eq(tr.type, expected, "%u: %x %x %x %x", i, empty[0], empty[1], empty[2],
                     empty[3]);
        if (n < SLABS)
            cr_assert_float_eq(tr.t, (10 * n - 5.0) / (10 * SLABS - 10), 1e-6);
        found[tr.type]++;
    }
    for (guint k = 0; k < 4; k++)
        cr_assert_gt(found[k], 0);
}
