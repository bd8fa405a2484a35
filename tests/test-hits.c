/* test-hits: a batch lookup of hits gives the same results as single lookups, bit for bit. */
#include <criterion/criterion.h>

#include "bsp-hull.h"
#include "build-shift.h"
#include "onion-build.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-tree.h"

/* more than one batch holds, with a remainder */
#define N 203

typedef struct {
    BspBrushTable *sides;
    guint n_brushes;
    BspHull *hulls[N];
    BspShape shapes[N];
    BspTransition answers[N];
    BspMove moves[N];
    guint n_hits;
} Asked;

/* Compares a batch of n queries with single queries. The answers must not depend on n. */
static void demand_same(Asked *asked, guint n)
{
    BspTrace many[N];
    memset(many, 0x5a, sizeof many);
    for (guint i = 0; i < n; i++)
        many[i].tr = asked->answers[i];
    bsp_brush_table_hits(asked->sides, asked->moves, many, n);
    for (guint i = 0; i < n; i++) {
        BspTrace one;
        memset(&one, 0x5a, sizeof one);
        one.tr = asked->answers[i];
        bool is_hit = bsp_brush_table_hit(asked->sides, &asked->moves[i], &one);
        asked->n_hits += is_hit;
        cr_assert(!is_hit || one.hit.brush < asked->n_brushes);
        cr_assert_eq(memcmp(&one.hit, &many[i].hit, sizeof one.hit), 0, "query %u of %u", i, n);
        cr_assert_eq(many[i].owner, asked->sides);
    }
    for (guint i = n; i < N; i++)
        cr_assert_eq(many[i].hit.brush, 0x5a5a5a5a, "query %u was not asked", i);
}

/* Adds moves of all kinds of shapes, with masks that leave out some or all brushes. */
static void ask(Asked *asked, Random *r, const BspSolid *solid, const ShiftTree *tree)
{
    for (guint i = 0; i < N; i++) {
        BspVec from, to;
        asked->hulls[i] = NULL;
        asked->shapes[i] = scene_random_shape(r, &asked->hulls[i]);
        scene_move(r, solid, &asked->shapes[i], &from, &to);
        asked->answers[i] = shift_tree_hit_check_exact(tree, &asked->shapes[i], 0, from, to, NULL);
        asked->moves[i] = (BspMove){ from, to, &asked->shapes[i], random_below(r, 3), 0 };
    }
}

static void asked_clear(Asked *asked)
{
    for (guint i = 0; i < N; i++)
        if (asked->hulls[i])
            bsp_hull_free(asked->hulls[i]);
    bsp_brush_table_free(asked->sides);
}

static guint check_solid(Random *r, const BspSolid *solid, guint flags)
{
    g_autoptr(ShiftTree) tree = build_shift(solid, EDGES_SPIKES_TOPS | SHIFT_BEVEL_BOX, TRUE);
    Asked asked = { .sides = bsp_brush_table_new(solid, flags), .n_brushes = solid->brushes->len };
    ask(&asked, r, solid, tree);
    demand_same(&asked, N);
    asked_clear(&asked);
    return asked.n_hits;
}

Test(hits, scenes)
{
    Random r = random_seeded(77);
    guint n_hits = 0;
    for (guint i = 0; i < (SHORT ? 2 : 6) * SCENE_KINDS; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, i);
        for (guint b = 0; b < solid->brushes->len; b++)
            bsp_brush_set_contents(solid->brushes->pdata[b], random_below(&r, 4));
        n_hits += check_solid(&r, solid, i % 3 ? BSP_TABLE_ALL_SHAPES : 0);
    }
    cr_expect_gt(n_hits, (SHORT ? 2u : 6u) * SCENE_KINDS * N / 8, "only %u hits", n_hits);
}

Test(hits, whatever_their_number)
{
    Random r = random_seeded(78);
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 78, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_BOX, TRUE);
    Asked asked = { .sides = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES),
                    .n_brushes = solid->brushes->len };
    ask(&asked, &r, solid, tree);
    for (guint n = 0; n <= N; n++)
        demand_same(&asked, n);
    asked_clear(&asked);
}

/* Sides of this many brushes coincide, so that the lookup searches all of them. */
Test(hits, where_many_coincide)
{
    Random r = random_seeded(79);
    g_autoptr(GPtrArray) brushes = g_ptr_array_new();
    for (guint i = 0; i < 100; i++) {
        double x = i % 10 / 5 * 64;
        g_ptr_array_add(brushes, scene_box(x, 0, 0, x + 64, 64, 64));
    }
    g_autoptr(BspSolid) solid = scene_solid((BspBrush **)brushes->pdata, brushes->len);
    cr_expect_gt(check_solid(&r, solid, 0) + check_solid(&r, solid, BSP_TABLE_ALL_SHAPES), N / 4);
}

/* A batch traces moves and looks up their hits in one call, for spaces with masks and for an
 * invalid space. */
Test(hits, of_a_batch)
{
    Random r = random_seeded(80);
    g_autoptr(BspSolid) solid = scene_new(SCENE_ROOMS, 80, bsp_vec(0, 0, 0));
    for (guint b = 0; b < solid->brushes->len; b++)
        bsp_brush_set_contents(solid->brushes->pdata[b], random_below(&r, 4));
    OnionSpace spaces[] = { { "all", { { { -2, -2, -2 } }, { { 2, 2, 2 } } }, 0 },
                            { "some", { { { -4, -4, -1 } }, { { 4, 4, 7 } } }, 2 } };
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, 2, NULL, NULL);
    g_autoptr(OnionBatch) batch = onion_batch_new(tree, 0);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    BspShape shapes[2];
    OnionMove moves[N];
    BspTrace answers[N];
    guint n_hits = 0;
    for (guint k = 0; k < 2; k++)
        shapes[k] = bsp_shape_box(spaces[k].box.mins, spaces[k].box.maxs);
    for (guint i = 0; i < N; i++) {
        moves[i].space = i % 3;
        scene_move(&r, solid, &shapes[i % 2], &moves[i].from, &moves[i].to);
    }
    onion_batch_trace(batch, sides, moves, N, answers);
    for (guint i = 0; i < N; i++) {
        const OnionMove *m = &moves[i];
        BspTrace one;
        one.tr = onion_tree_first_transition(tree, m->space, m->from, m->to, NULL);
        one.hit.brush = BSP_NO_BRUSH;
        cr_assert_eq(one.tr.type, answers[i].tr.type);
        cr_assert_eq(memcmp(&one.tr.plane, &answers[i].tr.plane, sizeof one.tr.plane), 0);
        cr_assert_eq(answers[i].owner, tree);
        if (m->space < 2) {
            BspMove move = { m->from, m->to, &shapes[m->space], spaces[m->space].mask, 0 };
            if (bsp_brush_table_hit(sides, &move, &one))
                n_hits += memcmp(&one.hit, &answers[i].hit, sizeof one.hit) == 0;
        }
        cr_assert_eq(one.hit.brush, answers[i].hit.brush, "move %u", i);
    }
    cr_expect_gt(n_hits, N / 8, "only %u hits", n_hits);
}

/* One call for the trace and the hit gives the same as two calls. */
Test(hits, of_an_onion)
{
    Random r = random_seeded(81);
    g_autoptr(BspSolid) solid = scene_new(SCENE_ROOMS, 81, bsp_vec(0, 0, 0));
    for (guint b = 0; b < solid->brushes->len; b++)
        bsp_brush_set_contents(solid->brushes->pdata[b], random_below(&r, 4));
    OnionSpace spaces[] = { { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
                            { "some", { { { -4, -4, -1 } }, { { 4, 4, 7 } } }, 2 } };
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, 2, NULL, NULL);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    guint n_hits = 0;
    for (guint i = 0; i < 10 * N; i++) {
        guint space = i % 3;
        const OnionSpace *in = &spaces[space % 2];
        const BspShape shape = bsp_shape_box(in->box.mins, in->box.maxs);
        BspVec from, to;
        scene_move(&r, solid, &shape, &from, &to);
        BspTransition tr = onion_tree_first_transition(tree, space, from, to, NULL);
        BspMove of_box = { from, to, NULL, 0, 0 }, of_shape = { from, to, &shape, in->mask, 0 };
        BspCounters counters = { 0 }, as_one = { 0 };
        BspTrace one, two;
        memset(&one, 0, sizeof one);
        memset(&two, 0, sizeof two);
        two.tr = tr;
        onion_tree_first_transition(tree, space, from, to, &counters);
        gboolean is_hit = bsp_brush_table_hit(sides, &of_shape, &two);
        cr_assert_eq(onion_tree_trace(tree, space, sides, &of_box, &one, &as_one), is_hit);
        cr_assert(one.tr.type == tr.type && one.tr.t == tr.t && one.owner == tree &&
                  memcmp(&one.tr.point, &tr.point, sizeof tr.point) == 0);
        cr_assert_eq(memcmp(&one.tr.plane, &tr.plane, sizeof tr.plane), 0, "move %u", i);
        cr_assert_eq(memcmp(&one.hit, &two.hit, sizeof one.hit), 0, "move %u", i);
        cr_assert_eq(as_one.nodes, counters.nodes);
        n_hits += is_hit ? 1 : 0;
    }
    cr_expect_gt(n_hits, 10 * N / 8, "only %u hits", n_hits);
}

/* Lookups with invalid moves and answers do no harm. */
Test(hits, nonsense)
{
    const double odd[] = { (double)NAN, HUGE_VAL, -1e300, 0 };
    for (guint empty = 0; empty < 2; empty++) {
        g_autoptr(BspSolid) solid =
            empty ? scene_solid(NULL, 0) : scene_new(SCENE_BOXES, 5, bsp_vec(0, 0, 0));
        Asked asked = { .sides = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES),
                        .n_brushes = solid->brushes->len };
        for (guint i = 0; i < N; i++) {
            BspVec at = bsp_vec(odd[i % 4], odd[i / 4 % 4], odd[i / 16 % 4]);
            asked.hulls[i] = NULL;
            asked.shapes[i] = i & 64 ? bsp_shape_sphere(odd[i / 3 % 4]) : bsp_shape_point();
            asked.answers[i] = (BspTransition){
                (BspTransitionClass)(i / 5 % 4), odd[i / 7 % 4], at, { at, at.x }
            };
            asked.moves[i] = (BspMove){ bsp_vec(0, 0, 0), at, &asked.shapes[i], 0, 0 };
        }
        demand_same(&asked, N);
        asked_clear(&asked);
    }
}
