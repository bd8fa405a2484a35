/* test-onion-batch: a batch of moves gives the same answers as single moves, bit for bit. */
#include <criterion/criterion.h>
#include <string.h>

#include "onion-batch.h"
#include "onion-build.h"
#include "onion-check.h"
#include "scenes.h"

#define N 5000

static OnionTree *build(void)
{
    static const OnionSpace spaces[] = {
        { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
        { "box", { { { -3, -3, -5 } }, { { 3, 3, 7 } } }, 0 },
    };
    g_autoptr(BspSolid) solid = scene_new(SCENE_PRISMS, 7, bsp_vec(0, 0, 0));
    return build_onion_with(solid, spaces, 2, NULL);
}

static OnionMove *random_moves(void)
{
    OnionMove *moves = g_new(OnionMove, N);
    Random r = random_seeded(11);
    for (guint i = 0; i < N; i++) {
        moves[i].space = i % 2;
        for (int k = 0; k < 3; k++) {
            moves[i].from.v[k] = random_real(&r, -100, 100);
            moves[i].to.v[k] = random_real(&r, -100, 100);
        }
    }
    return moves;
}

static gboolean same_vec(BspVec a, BspVec b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static gboolean same(const BspTransition *a, const BspTransition *b)
{
    return a->type == b->type && memcmp(&a->t, &b->t, sizeof a->t) == 0 &&
           same_vec(a->point, b->point) && same_vec(a->plane.normal, b->plane.normal) &&
           memcmp(&a->plane.dist, &b->plane.dist, sizeof a->plane.dist) == 0;
}

/* Traces all moves one by one and in both kinds of batches, and counts the answers by class. */
static void assert_same(const OnionTree *tree, const OnionMove *moves, guint n, guint threads,
                        const char *what, guint *classes)
{
    for (guint flags = 0; flags <= ONION_BATCH_PORTABLE; flags++) {
        g_autoptr(OnionBatch) batch = onion_batch_new(tree, flags);
        g_autofree BspTransition *out = g_new(BspTransition, n + 1);
        memset(out, 0xff, (n + 1) * sizeof *out);
        BspTransition untouched = out[n];
        onion_batch_first_transitions_threaded(batch, moves, n, threads, out);
        for (guint i = 0; i < n; i++) {
            BspTransition one =
                onion_tree_first_transition(tree, moves[i].space, moves[i].from, moves[i].to, NULL);
            cr_assert(same(&one, &out[i]), "%s, move %u of %u%s: %s at %.17g, alone %s at %.17g",
                      what, i, n, onion_batch_is_wide(batch) ? ", wide" : "",
                      bsp_transition_class_name(out[i].type), out[i].t,
                      bsp_transition_class_name(one.type), one.t);
            classes[one.type]++;
        }
        cr_assert(memcmp(&untouched, &out[n], sizeof untouched) == 0, "wrote past the end");
    }
}

/* A tree for a point and two boxes. The seed decides the options of the build. */
static OnionTree *scene_tree(const BspSolid *solid, guint seed, BspShape *shapes, Random *r)
{
    OnionSpace spaces[3];
    shapes[0] = bsp_shape_point();
    shapes[1] = scene_random_box(r);
    shapes[2] = scene_random_box(r);
    for (guint i = 0; i < 3; i++)
        spaces[i] = (OnionSpace){ "space", shapes[i].bounds, 0 };
    OnionOptions options = onion_options_default();
    static const guint part_at_faces[] = { ONION_PART_AT_FACES, 1, 4 };
    options.build.plain = seed & 1;
    options.part_at_faces = part_at_faces[seed / 2 % G_N_ELEMENTS(part_at_faces)];
    return build_onion_with(solid, spaces, 3, &options);
}

/* Moves of all spaces in turn, aimed at faces, edges and contacts. Every fourth is horizontal,
 * so that it may lie in a face. */
static OnionMove *scene_moves(Random *r, const BspSolid *solid, const BspShape *shapes, guint n)
{
    OnionMove *moves = g_new(OnionMove, n);
    for (guint i = 0; i < n; i++) {
        moves[i].space = i % 3;
        scene_move(r, solid, &shapes[i % 3], &moves[i].from, &moves[i].to);
        if (i % 4 == 0)
            moves[i].to.z = moves[i].from.z;
    }
    return moves;
}

Test(onion_batch, same_bits_in_scenes_of_all_kinds)
{
    guint classes[4] = { 0 };
    for (guint kind = 0; kind < SCENE_KINDS; kind++)
        for (guint seed = 1; seed <= 12; seed++) {
            Random r = random_seeded(seed);
            BspShape shapes[3];
            g_autoptr(BspSolid) solid = scene_new(kind, seed, bsp_vec(0, 0, 0));
            g_autoptr(OnionTree) tree = scene_tree(solid, seed, shapes, &r);
            g_autofree OnionMove *moves = scene_moves(&r, solid, shapes, 400);
            assert_same(tree, moves, 400, 1, scene_name(kind), classes);
        }
    for (guint type = 0; type < 4; type++)
        cr_assert(classes[type] > 500, "%s: %u", bsp_transition_class_name(type), classes[type]);
}

Test(onion_batch, same_bits_whatever_their_number)
{
    static const guint numbers[] = { 0, 1, 2, 7, 8, 9, 63, 64, 65, 71, 72, 73, 127, 129, 500 };
    guint classes[4] = { 0 };
    g_autoptr(OnionTree) tree = build();
    g_autofree OnionMove *moves = random_moves();
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        assert_same(tree, moves + i, numbers[i], 1 + i % 4, "some", classes);
}

Test(onion_batch, same_bits_over_threads)
{
    guint classes[4] = { 0 };
    g_autoptr(OnionTree) tree = build();
    g_autofree OnionMove *moves = random_moves();
    for (guint threads = 0; threads <= 8; threads++)
        assert_same(tree, moves, N, threads, "threads", classes);
}

/* Blocks on a table, and blocks below it. The table is only a plane without thickness. A point
 * that slides along it is free as long as it is free on either side. */
Test(onion_batch, same_bits_between_two_sides_of_a_plane)
{
    guint classes[4] = { 0 };
    BspBrush *blocks[16];
    for (guint i = 0; i < 8; i++) {
        blocks[2 * i] = scene_box(12 * i, -10, 0, 12 * i + 5, 10, 20);
        blocks[2 * i + 1] = scene_box(12 * i + 6, -10, -20, 12 * i + 11, 10, 0);
    }
    g_autoptr(BspSolid) solid = scene_solid(blocks, 16);
    OnionSpace space = { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 };
    g_autoptr(OnionTree) tree = build_onion_with(solid, &space, 1, NULL);
    OnionMove moves[1000];
    Random r = random_seeded(3);
    for (guint i = 0; i < 1000; i++)
        moves[i] = (OnionMove){ 0, bsp_vec(random_int(&r, -2, 96), 0, 0),
                                bsp_vec(random_int(&r, -2, 96), random_int(&r, -9, 9), 0) };
    assert_same(tree, moves, 1000, 1, "slalom", classes);
    cr_assert(classes[BSP_EMPTY] > 1000, "it is free all along");
}

/* A column with 360 sides. A move past the column crosses more planes than the batch code can store
 * for one move. */
static BspBrush *column(double x)
{
    BspVec points[720];
    for (guint i = 0; i < 360; i++) {
        double a = i * G_PI / 180;
        points[2 * i] = bsp_vec(x + 30 * cos(a), 30 * sin(a), -50);
        points[2 * i + 1] = bsp_vec(x + 30 * cos(a), 30 * sin(a), 50);
    }
    return scene_hull_brush(points, 720);
}

Test(onion_batch, same_bits_where_many_planes_are_straddled)
{
    guint classes[4] = { 0 };
    BspShape shapes[3];
    Random r = random_seeded(5);
    BspBrush *columns[] = { column(-50), column(50) };
    g_autoptr(BspSolid) solid = scene_solid(columns, 2);
    g_autoptr(OnionTree) tree = scene_tree(solid, 0, shapes, &r);
    g_autofree OnionMove *moves = random_moves();
    for (guint i = 0; i < N; i++)
        moves[i].space = i % 3;
    assert_same(tree, moves, N, 1, "columns", classes);
    cr_assert(classes[BSP_EMPTY_TO_SOLID] > 1000);
}

/* In a tree without nodes, the search of every move in a batch starts at a leaf. */
Test(onion_batch, trees_without_a_node)
{
    guint classes[4] = { 0 };
    g_autoptr(BspSolid) nothing = scene_solid(NULL, 0);
    OnionSpace space = { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 };
    g_autoptr(OnionTree) tree = build_onion_with(nothing, &space, 1, NULL);
    g_autofree OnionMove *moves = random_moves();
    for (guint i = 0; i < N; i++)
        moves[i].space = 0;
    assert_same(tree, moves, 1000, 1, "nothing", classes);
    cr_assert(classes[BSP_EMPTY] == 2000);
}

Test(onion_batch, tells_its_memory)
{
    g_autoptr(OnionTree) tree = build();
    for (guint flags = 0; flags <= ONION_BATCH_PORTABLE; flags++) {
        g_autoptr(OnionBatch) batch = onion_batch_new(tree, flags);
        cr_assert(flags == 0 || !onion_batch_is_wide(batch), "portable was asked for");
        cr_assert_eq(onion_batch_is_wide(batch), onion_batch_bytes(batch) > 0);
    }
}
