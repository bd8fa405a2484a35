/* test-merge: M() and F() end when told, and two trees that are merged (Naylor 1998) agree with
 * each pair of brushes. test-aim judges shapes that are merged into a tree (Melax 2000, section 6).
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "bsp-brush-table.h"
#include "build-trees.h"
#include "oracle/turn.h"
#include "real-levels.h"
#include "sanitized.h"
#include "scenario/solid.h"
#include "scenes.h"
#include "shipped.h"
#include "tools/shift-merge.h"

/* --- M() and F() --- */

/* A func that returns FALSE ends the search. */
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
    BspShape cube = bsp_shape_box(bsp_vec(-256, -256, -256), bsp_vec(256, 256, 256));
    guint n = 0;
    shift_merge(tree, everything, stop, &n);
    cr_assert_eq(n, 1);
    shift_pass(tree, &cube, bsp_vec(0, 0, 0), stop, &n);
    cr_assert_eq(n, 2);
}

/* --- two trees --- */

/* Boxes {x0, y0, z0, x1, y1, z1} of solids that are not convex; the first box with no extent ends a
 * solid. */
static const double shapes[][6][6] = {
    { { 0, 0, 0, 8, 32, 16 }, { 0, 0, 0, 32, 8, 16 } },                                   /* L */
    { { -40, -4, 0, -33, 4, 60 }, { 33, -4, 0, 40, 4, 60 }, { -40, -4, 60, 40, 4, 68 } }, /* gate */
    { { -20, -20, 0, 20, 20, 4 }, { -2, -2, 4, 2, 2, 40 }, { -20, -20, 40, 20, 20, 44 } },
    { { 0, 0, 0, 16, 16, 8 }, { 16, 0, 0, 32, 16, 16 }, { 32, 0, 0, 48, 16, 24 } }, /* stairs */
    { { -32, -32, -32, 32, 32, -31.75 },
      { -32, -32, 31.75, 32, 32, 32 }, /* hollow */
      { -32, -32, -32, -31.75, 32, 32 },
      { 31.75, -32, -32, 32, 32, 32 },
      { -32, -32, -32, 32, -31.75, 32 },
      { -32, 31.75, -32, 32, 32, 32 } },
    { { -4, -4, 0, 4, 4, 8 }, { 60, 60, 0, 68, 68, 8 } }, /* two parts that are apart */
    { { -16, -1, -1, 16, 1, 1 }, { -1, -16, -1, 1, 16, 1 }, { -1, -1, -16, 1, 1, 16 } },
};

/* The other solids have brushes of a scene. */
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
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; i < scene->brushes->len && brushes->len < 6; i++) {
        BspBrush *brush = scene_moved(bsp_solid_brush(scene, i), bsp_vec(0, 0, 0));
        if (brush)
            g_ptr_array_add(brushes, brush);
    }
    return brushes;
}

static Body body_new(guint i)
{
    GPtrArray *brushes = i < G_N_ELEMENTS(shapes)
                             ? g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free)
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

/* The turns of a quarter about z, by numbers. */
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

/* Units by which a body is farther from a face than touching it. */
static const double offsets[] = {
    0,     1e-8,   -1e-8,   BSP_TOUCH / 2, -BSP_TOUCH / 2, 2e-6, -2e-6, 1e-4,
    -1e-4, 0.0015, -0.0015, 0.1,           -0.1,           1,    -1,    -30
};

/* A place where a corner of the body is near a point of a face of the level. */
static BspVec random_place(Random *r, const BspSolid *level, const Body *body, const BspTurn *turn)
{
    const BspCell *cell =
        bsp_brush_cell(bsp_solid_brush(level, random_below(r, level->brushes->len)));
    const BspCellFace *face = &cell->faces[random_below(r, cell->n_faces)];
    BspShape part = compare_solid_part(body->solid, random_below(r, body->solid->parts->len));
    BspFrame frame = compare_solid_frame(turn, bsp_vec(0, 0, 0));
    BspVec n = face->plane.normal, on_face = bsp_vec(0, 0, 0);
    double weights = 0;
    for (guint i = 0; i < face->n; i++) {
        double weight = random_real(r, 0.01, 1);
        weights += weight;
        on_face = bsp_vec_mad(on_face, weight, cell->vertices[cell->loop[face->first + i]]);
    }
    on_face = bsp_vec_scale(on_face, 1 / weights);
    BspVec own = bsp_frame_direction_in(&frame, bsp_vec_neg(n));
    BspVec corner = bsp_frame_direction_out(&frame, bsp_shape_support_point(&part, own));
    double offset = offsets[random_below(r, G_N_ELEMENTS(offsets))];
    return bsp_vec_mad(bsp_vec_sub(on_face, corner), offset, n);
}

/* --- pairs of brushes --- */

typedef struct {
    const BspSolid *level;
    CompareTurning move;
    double least; /* the least signed distance of a pair, in units */
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
    Pairs pairs = { level, { at, at, turn, NULL, 0 }, HUGE_VAL };
    BspFrame frame = compare_solid_frame(turn, at);
    for (guint i = 0; i < body->solid->parts->len; i++) {
        BspShape part = compare_solid_part(body->solid, i);
        BspBounds near = bsp_frame_bounds_out(&frame, &part.bounds);
        pairs.move.shape = &part;
        bsp_solid_overlapping(level, &near, measure_pair, &pairs);
    }
    return pairs.least;
}

/* Whether the brush table finds one of the body's brushes in solid. */
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

/* What the placements had. */
typedef struct {
    guint n, overlap, touch, apart;
} Had;

/* The trees are also merged the other way round: the level in the frame of the body. */
static void check_place(const BspSolid *level, const ShiftTree *tree, const BspBrushTable *table,
                        const Body *body, Random *r, Had *had)
{
    BspTurn turn = random_orientation(r);
    BspVec at = random_place(r, level, body, &turn);
    BspFrame frame = compare_solid_frame(&turn, at);
    double least = least_distance(level, body, &turn, at);
    guint called = 0;
    ShiftMergeCount count = shift_trees_merge(
        tree, body->tree, &frame, bsp_solid_bounds(body->solid->world->solid), count_pair, &called);
    gboolean in_table = is_in_table(table, body, &turn, at), merged = count.cells > 0;
    had->n++;
    had->overlap += least < -BSP_BRACKET;
    had->touch += fabs(least) <= 2 * BSP_TOUCH;
    had->apart += least > 2 * BSP_TOUCH;
    cr_assert_eq(called, count.cells);
    if (merged != in_table)
        fprintf(stderr, "DIFF merged %d table %d least %.9g\n", merged, in_table, least);
    if (merged ? least > BSP_TOUCH : least < -BSP_TOUCH)
        fprintf(stderr, "ORAC merged %d table %d least %.9g\n", merged, in_table, least);
}

static void check_level(const BspSolid *level, guint n, guint64 seed, Had *had)
{
    g_autoptr(ShiftTree) tree = build_shift(level, SHIFT_BEVEL_NONE, TRUE);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(level, BSP_TABLE_ALL_SHAPES);
    Random r = random_seeded(seed);
    Body bodies[N_BODIES];
    for (guint i = 0; i < N_BODIES; i++)
        bodies[i] = body_new(i);
    for (guint i = 0; i < n; i++)
        check_place(level, tree, table, &bodies[i % N_BODIES], &r, had);
    for (guint i = 0; i < N_BODIES; i++)
        body_clear(&bodies[i]);
}

Test(merge, two_trees_overlap_as_their_brushes_do)
{
    Had had = { 0 };
    for (guint i = 0; i < 2 * SCENE_KINDS; i++) {
        g_autoptr(BspSolid) level = scene_nth(i, 100 + i);
        check_level(level, SHORT ? 100 : 1000, i, &had);
    }
    g_autoptr(BspSolid) far = scene_new(SCENE_ROOMS, 3, bsp_vec(1048576, -1048576, 524288));
    check_level(far, SHORT ? 100 : 1000, 99, &had);
    fprintf(stderr, "n %u overlap %u touch %u apart %u\n", had.n, had.overlap, had.touch,
            had.apart);
}
