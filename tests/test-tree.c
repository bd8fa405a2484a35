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

Test(tree, of_nothing_is_empty)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(BspTree) tree = tree_of(solid);
    cr_assert(tree->nodes.n_nodes == 0);
    cr_assert(!bsp_tree_point_is_solid(tree, bsp_vec(0, 0, 0)));
    BspTransition tr = bsp_tree_first_transition(tree, bsp_vec(0, 0, 0), bsp_vec(9, 9, 9), NULL);
    cr_assert(tr.type == BSP_EMPTY && tr.t == 1 && tr.point.x == 9);
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

/* --- Figure 1 of Golodetz 2013: two rooms and a corridor --- */

/* From above, with z from 0 to 16: rooms of width 64 on the left and right of x = +-32, and a
 * corridor of width 16. All walls are thinner by `less` on the sides that are not covered. */
static BspSolid *figure1(double less)
{
    const double k = less;
    const double walls[][6] = {
        /* the west, east, south and north wall */
        { -112 + k, -48 + k, 0, -96 - k, 48 - k, 16 },
        { 96 + k, -48 + k, 0, 112 - k, 48 - k, 16 },
        { -96, -48 + k, 0, 96, -32 - k, 16 },
        { -96, 32 + k, 0, 96, 48 - k, 16 },
        /* between the rooms, south and north of the corridor */
        { -32 + k, -32, 0, 32 - k, -8 - k, 16 },
        { -32 + k, 8 + k, 0, 32 - k, 32, 16 },
        /* the floor and the ceiling */
        { -112 + k, -48 + k, -16 + k, 112 - k, 48 - k, -k },
        { -112 + k, -48 + k, 16 + k, 112 - k, 48 - k, 32 - k },
    };
    return scene_boxes(walls, G_N_ELEMENTS(walls));
}

/* A point stops this far before a face; a box stops where it touches. */
static double stop_before(const BspTree *tree)
{
    return bsp_erosion(&tree->box) > 0 ? 0 : BSP_TOUCH;
}

/* `t` is when the mover is at the plane of `normal`, not before it. */
static void check_move(const BspTree *tree, BspVec from, BspVec to, BspTransitionClass type,
                       double t, BspVec normal)
{
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

static void check_moves(const BspTree *tree, const Move *moves, gsize n)
{
    for (gsize i = 0; i < n; i++)
        check_move(tree, moves[i].from, moves[i].to, (BspTransitionClass)moves[i].type, moves[i].t,
                   moves[i].normal);
}

/* The figure as a point meets it, or as a cube of two units meets thinner walls. */
static BspTree *figure1_tree(gboolean for_cube)
{
    g_autoptr(BspSolid) solid = figure1(for_cube ? 1 : 0);
    return for_cube ? map_tree_of(solid, &cube) : tree_of(solid);
}

static void check_figure1(gboolean for_cube)
{
    g_autoptr(BspTree) tree = figure1_tree(for_cube);
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
    check_moves(tree, moves, G_N_ELEMENTS(moves));
}

Test(tree, figure1_transitions)
{
    check_figure1(FALSE);
    check_figure1(TRUE);
}

/* --- on planes --- */

/* A box that touches is outside: a move along a face is empty where either side is (Listing 5's
 * coplanar case). */
Test(tree, a_box_on_a_plane_is_free_where_either_side_is)
{
    g_autoptr(BspTree) tree = figure1_tree(TRUE);
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
    check_moves(tree, moves, G_N_ELEMENTS(moves));
}

/* A point in the seam of two brushes is in solid. (On a face it may be in solid, too.) */
Test(tree, a_point_in_a_seam_is_in_solid)
{
    g_autoptr(BspTree) tree = figure1_tree(FALSE);
    static const Move moves[] = {
        { { { -20, 32, 8 } }, { { 20, 32, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { -20, 20, 0 } }, { { 20, 24, 0 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { 0, 32, 8 } }, { { 0, 32, 8 } }, SOLID, 0, { { 0, 0, 0 } } },
        { { { 0, 32, 16 } }, { { 20, 32, 16 } }, SOLID, 0, { { 0, 0, 0 } } },
    };
    for (guint i = 0; i < G_N_ELEMENTS(moves); i++)
        cr_assert(bsp_tree_point_is_solid(tree, moves[i].from), "move %u", i);
    check_moves(tree, moves, G_N_ELEMENTS(moves));
}

/* A box at rest on the floor is not stuck in it. Nor is a point where its moves end: BSP_TOUCH
 * above the floor. */
Test(tree, touching_is_not_colliding)
{
    const BspBounds box = { { { -3, -3, -4 } }, { { 3, 3, 5 } } };
    g_autoptr(BspSolid) solid = figure1(0);
    g_autoptr(BspTree) bare = tree_of(solid), fat = map_tree_of(solid, &box);
    for (guint i = 0; i < 2; i++) {
        const BspTree *tree = i ? fat : bare;
        double off = stop_before(tree), z = (i ? 4 : 0) + off, y = (i ? 29 : 32) - off;
        const Move moves[] = {
            { { { -60, 0, z } }, { { -50, 10, z } }, EMPTY, 1, { { 0, 0, 0 } } },
            { { { -60, 0, z } }, { { -60, 0, z + 2 } }, EMPTY, 1, { { 0, 0, 0 } } },
            { { { -60, 0, z + 2 } }, { { -50, 0, z } }, EMPTY, 1, { { 0, 0, 0 } } },
            { { { -60, y, z } }, { { -50, y, z } }, EMPTY, 1, { { 0, 0, 0 } } },
            { { { -60, y, z } }, { { -60, y - 1, z + 1 } }, EMPTY, 1, { { 0, 0, 0 } } },
            { { { -60, 0, z } }, { { -60, 0, z - 2 } }, EMPTY_TO_SOLID, off / 2, { { 0, 0, 1 } } },
            { { { -60, 0, z } }, { { -50, 3, z - 1 } }, EMPTY_TO_SOLID, off, { { 0, 0, 1 } } },
            { { { -60, y, z } }, { { -60, y + 1, z } }, EMPTY_TO_SOLID, off, { { 0, -1, 0 } } },
        };
        check_moves(tree, moves, G_N_ELEMENTS(moves));
    }
}

/* A point that comes almost along a face stops at most half the bracket before it, along the move,
 * and never behind it. */
Test(tree, a_grazing_point_stops_inside_the_bracket)
{
    g_autoptr(BspTree) tree = figure1_tree(FALSE);
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
            g_autoptr(BspSolid) solid = scene_nth(kind, seed);
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
