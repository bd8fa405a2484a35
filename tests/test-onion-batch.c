/* test-onion-batch: many moves at once give the answers of one at a time. */
#include <criterion/criterion.h>
#include <string.h>

#include "onion-tree.h"
#include "scenes.h"

#define N 5000

static OnionTree *build(void)
{
    static const OnionSpace spaces[] = {
        { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } } },
        { "box", { { { -3, -3, -5 } }, { { 3, 3, 7 } } } },
    };
    g_autoptr(BspSolid) solid = scene_new(SCENE_PRISMS, 7, bsp_vec(0, 0, 0));
    GError *error = NULL;
    OnionTree *tree = onion_tree_build(solid, spaces, 2, NULL, &error);
    cr_assert(tree, "%s", error ? error->message : "");
    return tree;
}

static OnionMove *random_moves(void)
{
    OnionMove *moves = g_new(OnionMove, N);
    SceneRandom r = scene_random(11);
    for (guint i = 0; i < N; i++) {
        moves[i].space = i % 2;
        for (int k = 0; k < 3; k++) {
            moves[i].from.v[k] = scene_real(&r, -100, 100);
            moves[i].to.v[k] = scene_real(&r, -100, 100);
        }
    }
    return moves;
}

Test(onion_batch, same_answers_for_any_number_of_threads)
{
    g_autoptr(OnionTree) tree = build();
    g_autofree OnionMove *moves = random_moves();
    g_autofree BspTransition *out = g_new(BspTransition, N);
    guint n_hits = 0;
    for (guint threads = 0; threads <= 8; threads++) {
        memset(out, 0xff, N * sizeof *out);
        onion_tree_first_transitions(tree, moves, N, threads, out);
        for (guint i = 0; i < N; i++) {
            BspTransition one =
                onion_tree_first_transition(tree, moves[i].space, moves[i].from, moves[i].to, NULL);
            cr_assert(one.type == out[i].type && one.t == out[i].t &&
                          one.plane.dist == out[i].plane.dist,
                      "move %u with %u threads", i, threads);
            n_hits += one.type == BSP_EMPTY_TO_SOLID;
        }
    }
    cr_assert(n_hits > 1000);
}

Test(onion_batch, few_and_none)
{
    g_autoptr(OnionTree) tree = build();
    g_autofree OnionMove *moves = random_moves();
    BspTransition out[3] = { { .t = -1 }, { .t = -1 }, { .t = -1 } };
    onion_tree_first_transitions(tree, moves, 0, 4, out);
    cr_assert(out[0].t == -1, "nothing was asked");
    onion_tree_first_transitions(tree, moves, 2, 4, out);
    cr_assert(out[0].t >= 0 && out[1].t >= 0 && out[2].t == -1);
}
