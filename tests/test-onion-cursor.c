/* test-onion-cursor: a cursor gives the tree's answers, to the bit, and asks the tree less. */
#include <criterion/criterion.h>
#include <string.h>

#include "onion-cursor.h"
#include "scenes.h"

static const OnionSpace spaces[] = {
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } } },
    { "box", { { { -3, -3, -5 } }, { { 3, 3, 7 } } } },
    { "big", { { { -9, -9, -9 } }, { { 9, 9, 9 } } } },
};

static OnionTree *build(const BspSolid *solid, gboolean plain)
{
    OnionOptions options = onion_options_default();
    options.layers.plain = plain;
    GError *error = NULL;
    OnionTree *tree = onion_tree_build(solid, spaces, G_N_ELEMENTS(spaces), &options, &error);
    cr_assert(tree, "%s", error ? error->message : "");
    return tree;
}

static gboolean same(const BspTransition *a, const BspTransition *b)
{
    return a->type == b->type && a->t == b->t &&
           memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
           memcmp(&a->plane, &b->plane, sizeof a->plane) == 0;
}

/* The rest of the move after a hit, along the plane. */
static BspVec slid(const BspTransition *tr, BspVec to)
{
    BspVec rest = bsp_vec_sub(to, tr->point);
    double into = bsp_vec_dot(rest, tr->plane.normal);
    return bsp_vec_mad(bsp_vec_add(tr->point, rest), -into, tr->plane.normal);
}

typedef struct {
    const OnionTree *tree;
    OnionCursor cursor;
    guint space;
    BspCounters plain, saved; /* what the tree counts, and the cursor */
    guint n_hits;
} Walk;

static BspTransition step(Walk *w, BspVec from, BspVec to)
{
    BspTransition a = onion_tree_first_transition(w->tree, w->space, from, to, &w->plain);
    BspTransition b = onion_cursor_first_transition(&w->cursor, from, to, &w->saved);
    cr_assert(same(&a, &b), "space %u: %.17g %.17g %.17g to %.17g %.17g %.17g: %d %.17g, %d %.17g",
              w->space, from.x, from.y, from.z, to.x, to.y, to.z, a.type, a.t, b.type, b.t);
    w->n_hits += a.type == BSP_EMPTY_TO_SOLID;
    return a;
}

/* A walk of steps and slides, along the axes as often as not, and now and then a jump elsewhere. */
static void wander(Walk *w, SceneRandom *r, const BspBounds *room, double longest)
{
    onion_cursor_init(&w->cursor, w->tree, w->space);
    BspVec at = scene_point(r, room);
    for (guint i = 0; i < 300; i++) {
        if (scene_int(r, 0, 50) == 0)
            at = scene_point(r, room);
        BspVec direction = scene_direction(r);
        if (scene_int(r, 0, 1)) {
            direction = bsp_vec(0, 0, 0);
            direction.v[scene_int(r, 0, 2)] = scene_int(r, 0, 1) ? 1 : -1;
        }
        BspVec to = bsp_vec_mad(at, scene_real(r, 0, longest), direction);
        BspTransition tr = step(w, at, to);
        if (tr.type == BSP_EMPTY_TO_SOLID) {
            to = slid(&tr, to);
            at = tr.point;
            tr = step(w, at, to);
        }
        at = tr.point;
    }
}

Test(onion_cursor, gives_the_answers_of_the_tree)
{
    Walk w = { .n_hits = 0 };
    guint64 plain = 0, saved = 0; /* nodes of short steps */
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 4; seed++) {
            g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, seed, bsp_vec(0, 0, 0));
            g_autoptr(OnionTree) tree = build(solid, seed % 2);
            SceneRandom r = scene_random(seed);
            BspBounds room = bsp_tree_region(&solid->bounds);
            w.tree = tree;
            for (guint i = 0; i < 30; i++) {
                w.space = i % 3;
                w.plain.nodes = w.saved.nodes = 0;
                wander(&w, &r, &room, i % 2 ? 100 : 5);
                plain += i % 2 ? 0 : w.plain.nodes;
                saved += i % 2 ? 0 : w.saved.nodes;
            }
        }
    }
    cr_assert_gt(w.n_hits, 10000);
    cr_assert_lt(saved, plain / 2, "%lu of %lu nodes", saved, plain);
}

/* What rests on a floor, or in a corner, is in the cell over it. */
Test(onion_cursor, steps_along_a_floor_stay_in_the_cell)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_ptr_array_add(brushes,
                    bsp_brush_new_box(bsp_vec(-100, -100, -8), bsp_vec(100, 100, 0), NULL));
    g_ptr_array_add(brushes, bsp_brush_new_box(bsp_vec(50, -100, 0), bsp_vec(60, 100, 100), NULL));
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    g_autoptr(OnionTree) tree = build(solid, FALSE);
    Walk w = { .tree = tree, .space = 1 };
    onion_cursor_init(&w.cursor, tree, 1);
    BspTransition tr = step(&w, bsp_vec(0, 0, 20), bsp_vec(0, 0, -20));
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    guint64 nodes = w.saved.nodes;
    BspVec at = tr.point;
    for (guint i = 0; i < 20; i++, at.x++)
        step(&w, at, bsp_vec(at.x + 1, at.y, at.z));
    cr_assert_eq(w.saved.nodes, nodes, "on the floor");
    tr = step(&w, at, bsp_vec(at.x + 100, at.y, at.z));
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    nodes = w.saved.nodes;
    at = tr.point;
    for (guint i = 0; i < 20; i++, at.y++)
        step(&w, at, bsp_vec(at.x, at.y + 1, at.z));
    cr_assert_eq(w.saved.nodes, nodes, "in the corner");
}
