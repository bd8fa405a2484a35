/* test-onion-cursor: a cursor gives the tree's answers, to the bit, and asks the tree less. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-world.h"
#include "onion-cursor.h"
#include "real-levels.h"
#include "scenes.h"

static const OnionSpace spaces[] = {
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } } },
    { "box", { { { -3, -3, -5 } }, { { 3, 3, 7 } } } },
    { "big", { { { -9, -9, -9 } }, { { 9, 9, 9 } } } },
};

static OnionTree *build(const BspSolid *solid, gboolean plain, guint part_at_faces)
{
    OnionOptions options = onion_options_default();
    options.build.plain = plain;
    options.part_at_faces = part_at_faces;
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
    guint n_hits, n_known;    /* and those for which the cell was enough */
} Walk;

static BspTransition step(Walk *w, BspVec from, BspVec to)
{
    BspTransition a = onion_tree_first_transition(w->tree, w->space, from, to, &w->plain);
    guint64 nodes = w->saved.nodes;
    BspTransition b = onion_cursor_first_transition(&w->cursor, from, to, &w->saved);
    cr_assert(same(&a, &b), "space %u: %.17g %.17g %.17g to %.17g %.17g %.17g: %d %.17g, %d %.17g",
              w->space, from.x, from.y, from.z, to.x, to.y, to.z, a.type, a.t, b.type, b.t);
    w->n_hits += a.type == BSP_EMPTY_TO_SOLID;
    w->n_known += a.type == BSP_EMPTY_TO_SOLID && w->saved.nodes == nodes;
    return a;
}

/* A touch off the plane it has come to rest on: on either side, and in and out of every band and
 * margin that the tree and the cursor have. */
static BspVec nudged(Random *r, const BspTransition *tr)
{
    double by = random_int(r, 0, 1) ? 0 : BSP_TOUCH / 8 * random_int(r, -12, 48);
    return bsp_vec_mad(tr->point, by, tr->plane.normal);
}

/* Steps and slides, along the axes as often as not, and now and then a jump elsewhere, some of them
 * over and back again. */
static void wander(Walk *w, Random *r, const BspBounds *room, guint n, double longest)
{
    onion_cursor_init(&w->cursor, w->tree, w->space);
    BspVec at = random_point(r, room), last = at;
    for (guint i = 0; i < n; i++) {
        if (random_int(r, 0, 50) == 0)
            at = random_point(r, room);
        BspVec direction = random_direction(r);
        if (random_int(r, 0, 1)) {
            direction = bsp_vec(0, 0, 0);
            direction.v[random_int(r, 0, 2)] = random_int(r, 0, 1) ? 1 : -1;
        }
        double length = random_int(r, 0, 20) ? random_real(r, 0, longest) : 0;
        BspVec to = random_int(r, 0, 9) ? bsp_vec_mad(at, length, direction) : last;
        BspTransition tr = step(w, at, to);
        last = at;
        for (guint bends = 0; bends < 3 && tr.type == BSP_EMPTY_TO_SOLID; bends++) {
            to = slid(&tr, to);
            at = nudged(r, &tr);
            tr = step(w, at, to);
        }
        at = tr.type == BSP_EMPTY_TO_SOLID ? nudged(r, &tr) : tr.type == BSP_SOLID ? to : tr.point;
    }
}

Test(onion_cursor, gives_the_answers_of_the_tree)
{
    static const guint part_at_faces[] = { 2, 0, ONION_PART_AT_FACES,
                                           8 }; /* small worlds part at once */
    Walk w = { .n_hits = 0 };
    guint64 plain = 0, saved = 0; /* nodes of short steps */
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 4; seed++) {
            g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, seed, bsp_vec(0, 0, 0));
            g_autoptr(OnionTree) tree = build(solid, seed == 1, part_at_faces[seed]);
            Random r = random_seeded(seed);
            BspBounds room = bsp_tree_region(&solid->bounds);
            w.tree = tree;
            for (guint i = 0; i < 120; i++) {
                w.space = i % 3;
                w.plain.nodes = w.saved.nodes = 0;
                wander(&w, &r, &room, 300, i % 2 ? 100 : 5);
                plain += i % 2 ? 0 : w.plain.nodes;
                saved += i % 2 ? 0 : w.saved.nodes;
            }
        }
    }
    cr_assert_gt(w.n_known, w.n_hits / 16, "%u of %u hits", w.n_known, w.n_hits);
    cr_assert_lt(saved, plain / 4 * 3, "%lu of %lu nodes", saved, plain);
}

/* Where the world's planes are as level editors leave them. */
Test(onion_cursor, gives_the_answers_of_the_tree_in_a_real_level)
{
    g_autofree char *path = real_level_bsp("oacmpdm5");
    GError *error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(path, &error);
    cr_assert(world, "%s", error ? error->message : "");
    g_autoptr(OnionTree) tree = build(world->solid, FALSE, ONION_PART_AT_FACES);
    Random r = random_seeded(5);
    Walk w = { .tree = tree };
    for (guint i = 0; i < 8000; i++) {
        BspVec start = g_array_index(world->starts, BspVec, i % world->starts->len);
        BspBounds near = bsp_bounds_grown(&(BspBounds){ start, start }, 64);
        w.space = i % 3;
        wander(&w, &r, &near, 300, i % 2 ? 64 : 16);
    }
    cr_assert_gt(w.n_known, w.n_hits / 5, "%u of %u hits", w.n_known, w.n_hits);
    cr_assert_lt(w.saved.nodes, w.plain.nodes / 4 * 3, "%lu of %lu nodes", w.saved.nodes,
                 w.plain.nodes);
}

/* What rests on a floor, or in a corner, is in the cell over it. */
Test(onion_cursor, steps_along_a_floor_stay_in_the_cell)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_ptr_array_add(brushes,
                    bsp_brush_new_box(bsp_vec(-100, -100, -8), bsp_vec(100, 100, 0), NULL));
    g_ptr_array_add(brushes, bsp_brush_new_box(bsp_vec(50, -100, 0), bsp_vec(60, 100, 100), NULL));
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    g_autoptr(OnionTree) tree = build(solid, FALSE, ONION_PART_AT_FACES);
    Walk w = { .tree = tree, .space = 1 };
    onion_cursor_init(&w.cursor, tree, 1);
    BspTransition tr = step(&w, bsp_vec(0, 0, 20), bsp_vec(0, 0, -20));
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    BspVec at = step(&w, tr.point, tr.point).point;
    guint64 nodes = w.saved.nodes;
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
