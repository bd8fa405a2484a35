/* test-merge: tests that M() and F() end when the function that they call returns FALSE, and that
 * two merged trees (Naylor 1998) agree with a test of each pair of brushes. test-aim judges shapes
 * that are merged into a tree (Melax 2000, section 6). */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-brush-table.h"
#include "build-trees.h"
#include "oracle/turn.h"
#include "real-levels.h"
#include "sanitized.h"
#include "scenario/solid.h"
#include "scenes.h"
#include "shipped.h"
#include "table-move.h"
#include "tools/shift-merge.h"

/* --- M() and F() --- */

/* Counts the call, and returns FALSE, which ends the search. */
static gboolean stop(guint cell, gpointer user_data)
{
    (void)cell;
    ++*(guint *)user_data;
    return FALSE;
}

Test(merge, stops_when_told)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_ROOMS, 1, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_NONE, TRUE);
    g_autoptr(BspCell) everything = bsp_cell_new_box(&solid->bounds);
    BspShape cube = scene_cube(256);
    guint n = 0;
    shift_merge(tree, everything, stop, &n);
    cr_assert_eq(n, 1);
    shift_pass(tree, &cube, bsp_vec(0, 0, 0), stop, &n);
    cr_assert_eq(n, 2);
}

/* A round shape that reaches into several cells overlaps if a brush of any of them contains a part
 * of it. */
Test(merge, round_shapes_overlap_as_the_brushes_do)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_ROOMS, 1, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_NONE, TRUE);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    const BspShape round[] = { bsp_shape_sphere(3), bsp_shape_capsule(2, -6, 6),
                               bsp_shape_cylinder(2, -6, 6) };
    guint n_inside = 0;
    Random r = random_seeded(35);
    for (guint i = 0; i < 600; i++) {
        const BspShape *shape = &round[i % G_N_ELEMENTS(round)];
        BspVec at = random_point(&r, &solid->bounds);
        gboolean inside = table_move(table, shape, at, at).type == BSP_SOLID;
        cr_expect_eq(shift_shape_overlaps(tree, table, shape, at, NULL), inside, "%u", i);
        n_inside += inside ? 1 : 0;
    }
    cr_expect(n_inside > 60 && n_inside < 540, "%u are inside", n_inside);
}

/* --- two trees --- */

/* Boxes {x0, y0, z0, x1, y1, z1} of solids that are not convex. The first box with no extent ends a
 * solid. */
static const double shapes[][6][6] = {
    { { 0, 0, 0, 8, 32, 16 }, { 0, 0, 0, 32, 8, 16 } }, /* an L */
    /* A gate. */
    { { -40, -4, 0, -33, 4, 60 }, { 33, -4, 0, 40, 4, 60 }, { -40, -4, 60, 40, 4, 68 } },
    { { -20, -20, 0, 20, 20, 4 }, { -2, -2, 4, 2, 2, 40 }, { -20, -20, 40, 20, 20, 44 } },
    { { 0, 0, 0, 16, 16, 8 }, { 16, 0, 0, 32, 16, 16 }, { 32, 0, 0, 48, 16, 24 } }, /* stairs */
    { { -32, -32, -32, 32, 32, -31.75 },
      { -32, -32, 31.75, 32, 32, 32 }, /* the inside is hollow */
      { -32, -32, -32, -31.75, 32, 32 },
      { 31.75, -32, -32, 32, 32, 32 },
      { -32, -32, -32, 32, -31.75, 32 },
      { -32, 31.75, -32, 32, 32, 32 } },
    { { -4, -4, 0, 4, 4, 8 }, { 60, 60, 0, 68, 68, 8 } }, /* two parts that are apart */
    { { -16, -1, -1, 16, 1, 1 }, { -1, -16, -1, 1, 16, 1 }, { -1, -1, -16, 1, 1, 16 } },
};

/* These kinds of scenes give the brushes of the other solids. */
static const SceneKind kinds[] = { SCENE_SLIVERS, SCENE_SPIKES, SCENE_WEDGES };

#define N_BODIES (G_N_ELEMENTS(shapes) + G_N_ELEMENTS(kinds))

/* A solid, and its tree. */
typedef struct {
    CompareSolid *solid;
    ShiftTree *tree;
} Body;

static GPtrArray *brushes_of_scene(SceneKind kind)
{
    g_autoptr(BspSolid) scene = scene_new(kind, 7, bsp_vec(0, 0, 0));
    GPtrArray *brushes = scene_copies(scene->brushes, bsp_vec(0, 0, 0));
    g_ptr_array_set_size(brushes, MIN((gint)brushes->len, 6));
    return brushes;
}

static Body body_new(guint i)
{
    GPtrArray *brushes = i < G_N_ELEMENTS(shapes)
                             ? scene_no_brushes()
                             : brushes_of_scene(kinds[i - G_N_ELEMENTS(shapes)]);
    for (guint k = 0; i < G_N_ELEMENTS(shapes) && k < 6; k++) {
        const double *b = shapes[i][k];
        if (b[0] < b[3])
            g_ptr_array_add(brushes, scene_box(b[0], b[1], b[2], b[3], b[4], b[5]));
    }
    Body body = { compare_solid_new(bsp_world_new("body", brushes, NULL), NULL), NULL };
    cr_assert_not_null(body.solid);
    body.tree =
        build_shift(body.solid->world->solid, i % 2 ? SHIFT_BEVEL_NONE : SHIFT_BEVEL_BOX, TRUE);
    return body;
}

static void body_clear(Body *body)
{
    compare_solid_unref(body->solid);
    shift_tree_free(body->tree);
}

/* --- placements --- */

/* Quarter turns about z, by their number. */
static const double quarters[][4] = { { 1, 0, 0, 0 },
                                      { G_SQRT2 / 2, 0, 0, G_SQRT2 / 2 },
                                      { 0, 0, 0, 1 } };

static BspTurn random_orientation(Random *r)
{
    BspTurn turn = bsp_turn_of(bsp_vec(0, 0, 1), 0);
    guint kind = random_below(r, 4);
    if (kind < 2)
        memcpy(turn.orientation, quarters[random_below(r, G_N_ELEMENTS(quarters))],
               sizeof turn.orientation);
    if (kind < 2)
        return turn;
    turn.axis = random_direction(r);
    turn.degrees = kind == 2 ? pow(10, random_real(r, -8, -1)) : random_real(r, -180, 180);
    turn = bsp_turn_after(&turn, 1);
    turn.degrees = 0;
    return turn;
}

/* The distances of a body from a face, in units. Negative ones are overlaps. */
static const double offsets[] = {
    0,     1e-8,   -1e-8,   BSP_TOUCH / 2, -BSP_TOUCH / 2, 2e-6, -2e-6, 1e-4,
    -1e-4, 0.0015, -0.0015, 0.1,           -0.1,           1,    -1,    -30
};

/* Returns a position at which a corner of the body is near a point of a face of the level. */
static BspVec random_place(Random *r, const BspSolid *level, const Body *body, const BspTurn *turn)
{
    const BspCell *cell =
        bsp_brush_cell(bsp_solid_brush(level, random_below(r, level->brushes->len)));
    const BspCellFace *face = &cell->faces[random_below(r, cell->n_faces)];
    BspShape part = compare_solid_part(body->solid, random_below(r, body->solid->parts->len));
    BspFrame frame = compare_solid_frame(turn, bsp_vec(0, 0, 0));
    g_autofree BspVec *corners = g_new(BspVec, face->n);
    for (guint i = 0; i < face->n; i++)
        corners[i] = cell->vertices[cell->loop[face->first + i]];
    BspVec n = face->plane.normal, on_face = random_point_among(r, corners, face->n);
    BspVec own = bsp_frame_direction_in(&frame, bsp_vec_neg(n));
    BspVec corner = bsp_frame_direction_out(&frame, bsp_shape_support_point(&part, own));
    double offset = offsets[random_below(r, G_N_ELEMENTS(offsets))];
    return bsp_vec_mad(bsp_vec_sub(on_face, corner), offset, n);
}

/* --- pairs of brushes --- */

typedef struct {
    const BspSolid *level;
    CompareTurning move;
    double least; /* the smallest signed distance of a pair of brushes so far, in units */
} Pairs;

static gboolean measure_pair(guint i, gpointer pairs)
{
    Pairs *p = pairs;
    double distance = compare_turn_distance(bsp_solid_brush(p->level, i), &p->move, 0, NULL);
    p->least = fmin(p->least, distance);
    return TRUE;
}

static double least_distance(const BspSolid *level, const Body *body, const BspTurn *turn,
                             BspVec at)
{
    Pairs pairs = { level, { at, at, turn, NULL, 0, 0 }, HUGE_VAL };
    BspFrame frame = compare_solid_frame(turn, at);
    for (guint i = 0; i < body->solid->parts->len; i++) {
        BspShape part = compare_solid_part(body->solid, i);
        BspBounds near = bsp_frame_bounds_out(&frame, &part.bounds);
        pairs.move.shape = &part;
        bsp_solid_overlapping(level, &near, measure_pair, &pairs);
    }
    return pairs.least;
}

/* Returns whether the brush table finds one of the body's brushes in solid. */
static gboolean is_in_table(const BspBrushTable *table, const Body *body, const BspTurn *turn,
                            BspVec at)
{
    for (guint i = 0; i < body->solid->parts->len; i++) {
        BspShape part = compare_solid_part(body->solid, i);
        BspMove move = { at, at, &part, 0, 0 };
        BspTrace answer;
        bsp_brush_table_trace_turning(table, &move, turn, &answer);
        if (answer.tr.type == BSP_SOLID)
            return TRUE;
    }
    return FALSE;
}

static gboolean count_pair(guint a, guint b, gpointer user_data)
{
    (void)a, (void)b;
    ++*(guint *)user_data;
    return TRUE;
}

/* The number of placements of each kind. */
typedef struct {
    guint overlap, touch, apart;
} Had;

/* In units. If an overlap is at most this deep, trees and brushes may give different answers. The
 * planes of trees are within BSP_ON_PLANE of faces, and an overlap as thin as BSP_TOUCH is deeper
 * at a corner. */
#define BEYOND_TOUCHING 4e-6

static BspFrame inverse_of(const BspFrame *frame)
{
    BspFrame inverse = bsp_frame_at(bsp_vec_neg(bsp_frame_direction_in(frame, frame->origin)));
    for (int i = 0; i < 3; i++)
        inverse.axis[i] = bsp_frame_direction_in(frame, bsp_vec_axis(i));
    return inverse;
}

static void check_place(const BspSolid *level, const ShiftTree *tree, const BspBrushTable *table,
                        const Body *body, Random *r, Had *had)
{
    BspTurn turn = random_orientation(r);
    BspVec at = random_place(r, level, body, &turn);
    BspFrame frame = compare_solid_frame(&turn, at), inverse = inverse_of(&frame);
    const BspSolid *own = body->solid->world->solid;
    double least = least_distance(level, body, &turn, at);
    gboolean in_table = is_in_table(table, body, &turn, at);
    guint called = 0;
    guint pairs =
        shift_trees_merge(tree, body->tree, &frame, &own->bounds, count_pair, &called).cells;
    guint turned_round =
        shift_trees_merge(body->tree, tree, &inverse, &level->bounds, NULL, NULL).cells;
    cr_assert_eq(called, pairs);
    cr_assert(pairs ? least <= BSP_TOUCH : least >= -BEYOND_TOUCHING, "%u pairs, %.17g units apart",
              pairs, least);
    cr_assert(((pairs > 0) == in_table && (turned_round > 0) == in_table) ||
                  fabs(least) <= BEYOND_TOUCHING,
              "%u pairs, %u turned round, in the table %d: %.17g units apart", pairs, turned_round,
              in_table, least);
    had->overlap += least < -BSP_BRACKET;
    had->touch += fabs(least) <= BSP_TOUCH;
    had->apart += least > BSP_TOUCH;
}

static void check_level(const BspSolid *level, guint n, guint64 seed, Had *had)
{
    g_autoptr(ShiftTree) tree = build_shift(level, SHIFT_BEVEL_NONE, TRUE);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(level, 0);
    Random r = random_seeded(seed);
    Body bodies[N_BODIES];
    for (guint i = 0; i < N_BODIES; i++)
        bodies[i] = body_new(i);
    for (guint i = 0; i < n; i++)
        check_place(level, tree, table, &bodies[i % N_BODIES], &r, had);
    for (guint i = 0; i < N_BODIES; i++)
        body_clear(&bodies[i]);
}

static void check_had(Had had)
{
    guint n = had.overlap + had.touch + had.apart;
    cr_expect(had.overlap > n / 4 && had.touch > n / 20 && had.apart > n / 20,
              "%u overlap, %u touch, %u are apart", had.overlap, had.touch, had.apart);
}

Test(merge, two_trees_overlap_as_their_brushes_do)
{
    Had had = { 0 };
    guint n = SHORT ? 100 : 1000;
    for (guint i = 0; i < 2 * SCENE_KINDS; i++) {
        g_autoptr(BspSolid) level = scene_nth(i, 100 + i);
        check_level(level, n, i, &had);
    }
    g_autoptr(BspSolid) far = scene_new(SCENE_ROOMS, 3, bsp_vec(1048576, -1048576, 524288));
    check_level(far, n, 99, &had);
    check_had(had);
}

Test(merge, two_trees_in_real_levels)
{
    Had had = { 0 };
    guint n_levels = real_levels_archive() ? N_REAL_LEVELS : 0, n = SHORT ? 50 : 2000;
    for (guint i = 0; i < n_levels; i += SHORT ? 12 : 3) {
        g_autoptr(CompareScenario) s = real_level_scenario(real_levels[i].name);
        check_level(s->world->solid, n, i, &had);
    }
    if (n_levels)
        check_had(had);
}

/* --- two trees, by hand --- */

/* Returns the number of pairs of solid cells that overlap if b stands at `at`, turned by `yaw`
 * about z. */
static guint n_pairs(const BspSolid *a, const BspSolid *b, BspVec at, double yaw)
{
    g_autoptr(ShiftTree) tree_a = build_shift(a, SHIFT_BEVEL_NONE, TRUE),
                         tree_b = build_shift(b, SHIFT_BEVEL_NONE, TRUE);
    BspFrame frame = bsp_frame_turned(at, 0, yaw, 0);
    return shift_trees_merge(tree_a, tree_b, &frame, &b->bounds, NULL, NULL).cells;
}

Test(merge, touching_solids_do_not_overlap)
{
    g_autoptr(BspSolid) outer = scene_one_box(-64, -64, -64, 64, 64, 64);
    g_autoptr(BspSolid) inner = scene_one_box(-4, -8, -4, 4, 8, 4);
    BspVec none = bsp_vec(0, 0, 0);
    cr_assert_eq(n_pairs(outer, inner, none, 0), 1);
    cr_assert_eq(n_pairs(inner, outer, none, 0), 1);
    cr_assert_eq(n_pairs(outer, outer, none, 90), 1);
    cr_assert_eq(n_pairs(outer, inner, bsp_vec(68, 0, 0), 0), 0, "flush faces");
    cr_assert_eq(n_pairs(outer, inner, bsp_vec(68 - BSP_TOUCH / 2, 0, 0), 0), 0, "touching");
    cr_assert_eq(n_pairs(outer, inner, bsp_vec(68.001, 0, 0), 0), 0);
    cr_assert_eq(n_pairs(outer, inner, bsp_vec(67.999, 0, 0), 0), 1);
    cr_assert_eq(n_pairs(outer, inner, bsp_vec(68, 72, 0), 0), 0, "a shared edge");
    cr_assert_eq(n_pairs(outer, inner, bsp_vec(68, 72, 68), 0), 0, "a shared corner");
    cr_assert_eq(n_pairs(outer, inner, bsp_vec(72, 0, 0), 90), 0, "turned");
    cr_assert_eq(n_pairs(outer, inner, bsp_vec(71.999, 0, 0), 90), 1, "turned");
    cr_assert_eq(n_pairs(outer, inner, bsp_vec(71.999, 0, 0), 0), 0, "not turned");
}

/* The tip of a needle that is 2000 times as long as thick is 0.001 unit deep in a wall. There the
 * needle is thinner than BSP_TOUCH. */
Test(merge, the_tip_of_a_needle_overlaps)
{
    const BspVec points[] = { { { 0, 0, 0 } },
                              { { 1, 1, 4000 } },
                              { { -1, 1, 4000 } },
                              { { 1, -1, 4000 } },
                              { { -1, -1, 4000 } } };
    g_autoptr(BspSolid) needle = scene_one(scene_hull_brush(points, G_N_ELEMENTS(points)));
    g_autoptr(BspSolid) wall = scene_one_box(-64, -64, -8, 64, 64, 0);
    cr_assert_eq(n_pairs(wall, needle, bsp_vec(3, 5, -BSP_BRACKET), 0), 1);
    cr_assert_eq(n_pairs(needle, wall, bsp_vec(3, 5, BSP_BRACKET), 0), 1);
    cr_assert_eq(n_pairs(wall, needle, bsp_vec(3, 5, 0), 0), 0);
}

Test(merge, an_empty_solid_overlaps_nothing)
{
    g_autoptr(BspSolid) empty = scene_solid(NULL, 0), box = scene_one_box(0, 0, 0, 8, 8, 8);
    g_autoptr(ShiftTree) tree = build_shift(box, SHIFT_BEVEL_NONE, TRUE),
                         none = build_shift(empty, SHIFT_BEVEL_NONE, TRUE);
    BspFrame frame = bsp_frame_at(bsp_vec(0, 0, 0));
    ShiftMergeCount count = shift_trees_merge(tree, none, &frame, &empty->bounds, NULL, NULL);
    cr_assert_eq(count.cells, 0);
    cr_assert_eq(count.nodes, 0, "its bounds are infinite, so no plane slices them");
    cr_assert_eq(n_pairs(empty, box, bsp_vec(0, 0, 0), 0), 0);
}

Test(merge, a_tree_has_the_brushes_of_its_mask)
{
    BspBrush *water = scene_box(0, 0, 0, 8, 8, 8);
    bsp_brush_set_contents(water, BSP_CONTENTS_WATER);
    g_autoptr(BspSolid) pool = scene_one(water);
    const ShiftOptions options[] = { { .mask = BSP_CONTENTS_SOLID },
                                     { .mask = BSP_CONTENTS_WATER } };
    BspFrame frame = bsp_frame_at(bsp_vec(4, 4, 4));
    for (guint i = 0; i < 2; i++) {
        g_autoptr(ShiftTree) tree = build_shift_with(pool, &options[i]);
        g_autoptr(ShiftTree) body = build_shift(pool, SHIFT_BEVEL_NONE, FALSE);
        cr_assert_eq(shift_trees_merge(tree, body, &frame, &pool->bounds, NULL, NULL).cells, i);
    }
}

static gboolean stop_at_pair(guint a, guint b, gpointer user_data)
{
    (void)a, (void)b;
    ++*(guint *)user_data;
    return FALSE;
}

Test(merge, two_trees_stop_when_told)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_ROOMS, 1, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_NONE, TRUE);
    BspFrame frame = bsp_frame_at(bsp_vec(0, 0, 0));
    guint n = 0;
    shift_trees_merge(tree, tree, &frame, &solid->bounds, stop_at_pair, &n);
    cr_assert_eq(n, 1);
}
