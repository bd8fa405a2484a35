/* test-onion-boxes: boxes of empty space and cursors give the tree's answers, to the bit, and ask
 * the tree less. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-world.h"
#include "build/tree.h"
#include "onion-build.h"
#include "onion/boxes.h"
#include "real-levels.h"
#include "sanitized.h"
#include "scenes.h"

static const OnionSpace spaces[] = {
    { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
    { "box", { { { -3, -3, -5 } }, { { 3, 3, 7 } } }, 0 },
    { "big", { { { -9, -9, -9 } }, { { 9, 9, 9 } } }, 0 },
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

static OnionBoxes *boxes_of(const OnionTree *tree, const BspSolid *solid, double cell)
{
    GError *error = NULL;
    OnionBoxes *boxes = onion_boxes_new(tree, solid, cell, NULL, &error);
    cr_assert(boxes, "%s", error ? error->message : "");
    return boxes;
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
    const OnionBoxes *boxes;
    OnionCursor cursor;
    guint space;
    BspCounters plain, saved; /* what the tree counts, and the cursor */
    guint n_hits, n_known;    /* and those for which a box was enough */
} Walk;

static BspTransition step(Walk *w, BspVec from, BspVec to)
{
    BspTransition a = onion_tree_first_transition(w->tree, w->space, from, to, &w->plain);
    guint64 nodes = w->saved.nodes;
    BspTransition b = onion_cursor_first_transition(&w->cursor, from, to, &w->saved);
    cr_assert(same(&a, &b), "space %u: %.17g %.17g %.17g to %.17g %.17g %.17g: %d %.17g, %d %.17g",
              w->space, from.x, from.y, from.z, to.x, to.y, to.z, a.type, a.t, b.type, b.t);
    BspTransition c = onion_boxes_first_transition(w->boxes, w->space, from, to, NULL);
    cr_assert(same(&a, &c), "boxes, space %u: %.17g %.17g %.17g to %.17g %.17g %.17g", w->space,
              from.x, from.y, from.z, to.x, to.y, to.z);
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
    w->cursor = onion_cursor(w->boxes, w->space);
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

Test(onion_boxes, gives_the_answers_of_the_tree)
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
            g_autoptr(OnionBoxes) boxes = boxes_of(tree, solid, 8 << seed);
            w.tree = tree;
            w.boxes = boxes;
            for (guint i = 0; i < (SHORT ? 30 : 120); i++) {
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
Test(onion_boxes, gives_the_answers_of_the_tree_in_a_real_level)
{
    g_autofree char *path = real_level_bsp("oacmpdm5");
    GError *error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(path, &error);
    cr_assert(world, "%s", error ? error->message : "");
    g_autoptr(OnionTree) tree = build(world->solid, FALSE, ONION_PART_AT_FACES);
    Random r = random_seeded(5);
    g_autoptr(OnionBoxes) boxes = boxes_of(tree, world->solid, ONION_BOX_CELL);
    Walk w = { .tree = tree, .boxes = boxes };
    for (guint i = 0; i < (SHORT ? 1000 : 8000); i++) {
        BspVec start = g_array_index(world->starts, BspVec, i % world->starts->len);
        BspBounds near = bsp_bounds_grown(&(BspBounds){ start, start }, 64);
        w.space = i % 3;
        wander(&w, &r, &near, 300, i % 2 ? 64 : 16);
    }
    cr_assert_gt(w.n_known, w.n_hits / 5, "%u of %u hits", w.n_known, w.n_hits);
    cr_assert_lt(w.saved.nodes, w.plain.nodes / 4 * 3, "%lu of %lu nodes", w.saved.nodes,
                 w.plain.nodes);
}

/* What rests on a floor, or in a corner, is in the box over it. */
Test(onion_boxes, steps_along_a_floor_stay_in_the_box)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_ptr_array_add(brushes,
                    bsp_brush_new_box(bsp_vec(-100, -100, -8), bsp_vec(100, 100, 0), NULL));
    g_ptr_array_add(brushes, bsp_brush_new_box(bsp_vec(50, -100, 0), bsp_vec(60, 100, 100), NULL));
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    g_autoptr(OnionTree) tree = build(solid, FALSE, ONION_PART_AT_FACES);
    g_autoptr(OnionBoxes) boxes = boxes_of(tree, solid, ONION_BOX_CELL);
    Walk w = { .tree = tree, .boxes = boxes, .space = 1 };
    w.cursor = onion_cursor(boxes, 1);
    BspTransition tr = step(&w, bsp_vec(0, 0, 20), bsp_vec(0, 0, -20));
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    BspVec at = step(&w, tr.point, tr.point).point;
    guint64 nodes = w.saved.nodes;
    for (guint i = 0; i < 20; i++, at.x++)
        step(&w, at, bsp_vec(at.x + 1, at.y, at.z));
    cr_assert_eq(w.saved.nodes, nodes, "on the floor");
    tr = step(&w, at, bsp_vec(at.x + 40, at.y, at.z));
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    nodes = w.saved.nodes;
    at = tr.point;
    for (guint i = 0; i < 20; i++, at.y++)
        step(&w, at, bsp_vec(at.x, at.y + 1, at.z));
    cr_assert_eq(w.saved.nodes, nodes, "in the corner");
}

/* --- what is known of the boxes themselves --- */

static double between(Random *r, float least, float most)
{
    return random_real(r, (double)least, (double)most);
}

/* Nothing solid is in the box. */
static void check_inside(const OnionTree *tree, guint space, const BspEmptyBox *box, Random *r)
{
    for (guint i = 0; i < 20; i++) {
        BspVec p = bsp_vec(between(r, box->at[0], box->at[3]), between(r, box->at[1], box->at[4]),
                           between(r, box->at[2], box->at[5]));
        cr_assert_not(onion_tree_point_is_solid(tree, space, p), "%g %g %g", p.x, p.y, p.z);
    }
}

/* All is solid behind the rectangles of the face. */
static guint check_face(const OnionTree *tree, guint space, const BspEmptyBoxes *b,
                        const BspEmptyBox *box, guint face, Random *r)
{
    guint first = face ? box->end[face - 1] : 0, axis = face % 3;
    for (guint k = first; k < box->end[face]; k++) {
        const BspBoxRect *rect = &b->rects[box->rects + k];
        cr_assert(rect->least[0] <= rect->most[0] && rect->least[1] <= rect->most[1]);
        for (guint i = 0; i < 20; i++) {
            BspVec p;
            p.v[(axis + 1) % 3] = between(r, rect->least[0], rect->most[0]);
            p.v[(axis + 2) % 3] = between(r, rect->least[1], rect->most[1]);
            p.v[axis] = (double)box->at[face] + (face < 3 ? -BSP_BRACKET : BSP_BRACKET);
            cr_assert(onion_tree_point_is_solid(tree, space, p), "%g %g %g", p.x, p.y, p.z);
        }
    }
    return box->end[face] - first;
}

Test(onion_boxes, hold_nothing_solid_and_have_only_solid_behind_their_rectangles)
{
    guint n_boxes = 0, n_rects = 0;
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, 3, bsp_vec(0, 0, 0));
        g_autoptr(OnionTree) tree = build(solid, FALSE, ONION_PART_AT_FACES);
        g_autoptr(OnionBoxes) boxes = boxes_of(tree, solid, 16);
        Random r = random_seeded(kind);
        for (guint space = 0; space < G_N_ELEMENTS(spaces); space++) {
            const BspEmptyBoxes *b = &boxes->spaces[space];
            n_boxes += b->n_boxes - 1;
            for (guint i = 1; i < b->n_boxes; i++) {
                check_inside(tree, space, &b->boxes[i], &r);
                for (guint face = 0; face < 6; face++)
                    n_rects += check_face(tree, space, b, &b->boxes[i], face, &r);
            }
        }
    }
    cr_assert_gt(n_boxes, 200u, "%u", n_boxes);
    cr_assert_gt(n_rects, 200u, "%u", n_rects);
}

/* --- building --- */

static gboolean equal(const BspEmptyBoxes *a, const BspEmptyBoxes *b)
{
    return a->n_boxes == b->n_boxes && a->n_rects == b->n_rects &&
           memcmp(a->n, b->n, sizeof a->n) == 0 &&
           memcmp(a->cells, b->cells, bsp_empty_boxes_n_cells(a) * sizeof *a->cells) == 0 &&
           memcmp(a->boxes, b->boxes, a->n_boxes * sizeof *a->boxes) == 0 &&
           memcmp(a->rects, b->rects, a->n_rects * sizeof *a->rects) == 0;
}

Test(onion_boxes, do_not_depend_on_threads)
{
    g_autoptr(BspSolid) solid = scene_new((SceneKind)0, 1, bsp_vec(0, 0, 0));
    g_autoptr(OnionTree) tree = build(solid, FALSE, ONION_PART_AT_FACES);
    BspBuildOptions options = bsp_build_options_default();
    options.n_threads = 1;
    g_autoptr(OnionBoxes) one = onion_boxes_new(tree, solid, 16, &options, NULL);
    options.n_threads = 3;
    g_autoptr(OnionBoxes) three = onion_boxes_new(tree, solid, 16, &options, NULL);
    for (guint space = 0; space < G_N_ELEMENTS(spaces); space++)
        cr_expect(equal(&one->spaces[space], &three->spaces[space]), "space %u", space);
}

Test(onion_boxes, of_no_cells_are_refused)
{
    g_autoptr(BspSolid) solid = scene_new((SceneKind)0, 1, bsp_vec(0, 0, 0));
    g_autoptr(OnionTree) tree = build(solid, FALSE, ONION_PART_AT_FACES);
    const double cells[] = { 0, -8, 5e-324, (double)NAN };
    for (guint i = 0; i < G_N_ELEMENTS(cells); i++) {
        g_autoptr(GError) error = NULL;
        cr_expect_null(onion_boxes_new(tree, solid, cells[i], NULL, &error));
        cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
    }
}

Test(onion_boxes, end_at_their_limits)
{
    g_autoptr(BspSolid) solid = scene_new((SceneKind)0, 1, bsp_vec(0, 0, 0));
    g_autoptr(OnionTree) tree = build(solid, FALSE, ONION_PART_AT_FACES);
    BspBuildOptions options = bsp_build_options_default();
    options.max_seconds = 1e-9;
    g_autoptr(GError) error = NULL;
    cr_assert_null(onion_boxes_new(tree, solid, 16, &options, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT), "%s", error->message);
}

/* Small cells of a large world become larger; a world of nothing has a grid, too. */
Test(onion_boxes, have_few_cells)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_autoptr(BspSolid) nothing = bsp_solid_new(brushes);
    brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    double far = BSP_WORLD_HALF - 100;
    g_ptr_array_add(brushes, scene_box(-far, -far, -far, 100 - far, 100 - far, 100 - far));
    g_ptr_array_add(brushes, scene_box(far - 100, far - 100, far - 100, far, far, far));
    g_autoptr(BspSolid) far_apart = bsp_solid_new(brushes);
    const BspSolid *const worlds[] = { nothing, far_apart };
    for (guint i = 0; i < 2; i++) {
        g_autoptr(OnionTree) tree = build(worlds[i], FALSE, ONION_PART_AT_FACES);
        g_autoptr(OnionBoxes) boxes = boxes_of(tree, worlds[i], 1);
        cr_expect_leq(bsp_empty_boxes_n_cells(&boxes->spaces[0]), 4096u);
        Walk w = { .tree = tree, .boxes = boxes };
        w.cursor = onion_cursor(boxes, 0);
        BspTransition tr = step(&w, bsp_vec(0, 0, 0), bsp_vec(10, 10, 10));
        cr_expect_eq(tr.type, BSP_EMPTY);
    }
}
