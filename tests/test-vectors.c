/* test-vectors: tests the code of the brush table that has a version for each width of vectors. All
 * versions must give the same answers, to the last bit, and must leave out no brush. */
#include <criterion/criterion.h>

#include "sanitized.h"
#include "scenes.h"
#include "table/pass.h"
#include "table/vectors.h"

static const guint widths[] = { 64, 32, 16, 0 };

/* --- whole answers --- */

static gboolean are_equal(const BspTrace *a, const BspTrace *b)
{
    if (a->tr.type != b->tr.type || a->tr.t != b->tr.t || a->hit.brush != b->hit.brush ||
        a->kept != b->kept || memcmp(&a->tr.point, &b->tr.point, sizeof a->tr.point) != 0 ||
        (a->tr.type == BSP_EMPTY_TO_SOLID &&
         memcmp(&a->tr.plane, &b->tr.plane, sizeof a->tr.plane) != 0))
        return FALSE;
    return a->hit.brush == BSP_NO_BRUSH ||
           (a->hit.side == b->hit.side &&
            memcmp(&a->hit.plane, &b->hit.plane, sizeof a->hit.plane) == 0);
}

static BspShape random_shape(Random *r)
{
    return random_below(r, 5) ? scene_random_box(r) : bsp_shape_sphere(random_real(r, 0.5, 8));
}

/* Returns a move of any length, sometimes from very far away. In half of the moves the coordinates
 * along x are whole numbers, in half of these also along y, and in half of those also along z. So
 * boxes often touch brushes, many of which have whole coordinates, too. */
static BspMove random_move(Random *r, const BspBounds *around, const BspShape *shape)
{
    const double skins[] = { 0, 0.125, 2 };
    double length = exp(random_real(r, log(0.01), log(1000)));
    BspVec from = random_point(r, around);
    BspVec to = bsp_vec_mad(from, length, random_direction(r));
    if (random_below(r, 50) == 0)
        from = bsp_vec_mad(from, random_real(r, 1e4, 1e9), random_direction(r));
    for (guint k = 0; k < 3 && random_flag(r); k++) {
        from.v[k] = rint(from.v[k]);
        to.v[k] = rint(to.v[k]);
    }
    return (BspMove){ from, to, shape, 0, skins[random_below(r, 3)] };
}

static BspBoxTrace is_not_usual(const BspBrushTable *table, const BspMove *move,
                                const BspShape *shape, BspTrace *answer, BspMet *met,
                                BspCounters *counters)
{
    (void)table, (void)move, (void)shape, (void)answer, (void)met, (void)counters;
    return BSP_BOX_OTHER;
}

static void begin_in_plain_c(BspPass *p)
{
    const BspSweep *s = p->sweep;
    const BspPath path = { &s->shape->bounds, p->far, s->from, s->delta, 0, 1 };
    bsp_wide(0)->begin(p);
    bsp_near_begin(p->near, &s->table->hierarchy, &path);
}

static void list_too_many(BspPass *p)
{
    p->near->n_visited = 0;
    p->met.n = BSP_MET_MOST + 1;
}

/* Traces the move with all widths, and compares the answers with a reference, which is the code for
 * unusual moves that meet more brushes than a survey can list. That code does more work, so
 * counters are compared with those of width 0. */
static BspTrace trace_by_all(BspBrushTable *table, const BspMove *move, guint i)
{
    BspWide general = *bsp_wide(0);
    BspTrace plain, answer;
    BspCounters work = { 0 };
    general.trace_box = is_not_usual;
    general.begin = begin_in_plain_c;
    general.survey = list_too_many;
    table->wide = &general;
    bsp_brush_table_trace(table, move, &plain);
    for (guint w = G_N_ELEMENTS(widths); w-- > 0;) {
        if (!bsp_vectors_can_use(widths[w]))
            continue;
        BspCounters same = { 0 };
        bsp_brush_table_use_vectors(table, widths[w]);
        bsp_brush_table_trace_counted(table, move, &answer, &same);
        if (widths[w] == 0)
            work = same;
        cr_assert_eq(memcmp(&work, &same, sizeof work), 0, "move %u, %u bytes", i, widths[w]);
        cr_assert(are_equal(&plain, &answer), "move %u, %u bytes: t %.17g and %.17g", i, widths[w],
                  plain.tr.t, answer.tr.t);
    }
    return plain;
}

/* Compares the answers of all widths to n moves. Returns the number of moves that hit. */
static guint compare_answers(BspBrushTable *table, Random *r, guint n)
{
    const BspBounds all = bsp_brush_table_bounds(table), around = bsp_bounds_grown(&all, 20);
    guint n_hits = 0;
    for (guint i = 0; i < n; i++) {
        BspShape shape = random_shape(r);
        BspMove move = random_move(r, &around, &shape);
        n_hits += trace_by_all(table, &move, i).tr.type == BSP_EMPTY_TO_SOLID;
    }
    return n_hits;
}

Test(vectors, all_widths_give_the_same_answers)
{
    Random r = random_seeded(46);
    guint n_hits = 0;
    for (guint i = 0; i < 40; i++) {
        g_autoptr(BspBrushTable) table = scene_table(scene_nth(i, 1), 0);
        n_hits += compare_answers(table, &r, SANITIZED ? 100 : 1000);
    }
    cr_expect_gt(n_hits, SANITIZED ? 200u : 2000u);
}

/* Returns boxes on a coarse grid, many of which are flush, and wedges between them. Some are moved,
 * sheared or warped by `off` units, so that planes are nearly equal. */
static BspSolid *random_tiles(Random *r, double off)
{
    BspBrush *brushes[48];
    for (guint i = 0; i < G_N_ELEMENTS(brushes); i++) {
        double lean = i % 4 == 0 ? 8.0 * random_below(r, 3) : 0, warp = i % 4 == 1 ? off : 0;
        double move = i % 4 == 2 ? off : 0, shear = i % 4 == 3 ? random_real(r, 0, off / 16) : 0;
        BspBounds box;
        for (guint k = 0; k < 3; k++) {
            box.mins.v[k] = 16.0 * random_below(r, 8) - 64 + random_real(r, -move, move);
            box.maxs.v[k] = box.mins.v[k] + 16.0 * (1 + random_below(r, 3));
        }
        BspVec corners[8];
        for (guint k = 0; k < 8; k++) {
            corners[k] = bsp_bounds_corner(&box, k);
            corners[k].z += shear * corners[k].x + random_real(r, -warp, warp);
            if (k & 4 && !(k & 1))
                corners[k].x -= lean;
        }
        brushes[i] = scene_hull_brush(corners, 8);
    }
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

/* Lets a body walk n moves. Each move begins where the last one ended, and every other move goes
 * along the surface that stopped the body. Such moves begin at faces, end at seams, and run into
 * corners. */
static guint walk_by_all(BspBrushTable *table, Random *r, guint n)
{
    const BspShape shapes[] = { bsp_shape_point(), scene_random_box(r),
                                bsp_shape_box(bsp_vec(-4, -4, -8), bsp_vec(4, 4, 8)) };
    const BspShape *shape = &shapes[random_below(r, 3)];
    const double skins[] = { 0, 0, 0.125, 1 };
    const double skin = skins[random_below(r, 4)];
    BspVec at = bsp_vec(0, 0, 0), normal = at;
    guint n_hits = 0, left = 0;
    for (guint i = 0; i < n; i++) {
        BspVec way = bsp_vec_scale(random_direction(r), random_real(r, 1, 40));
        if (left-- == 0) {
            const BspBounds all = bsp_brush_table_bounds(table);
            at = random_point(r, &all);
            for (guint k = 0; k < 3; k++)
                at.v[k] = rint(at.v[k] / 4) * 4;
            left = 1 + random_below(r, 30);
        }
        if (random_below(r, 16) == 0)
            way = bsp_vec_scale(way, 1e8);
        if (random_flag(r))
            way.v[random_below(r, 3)] = 0;
        if (random_flag(r))
            way = bsp_vec_mad(way, -bsp_vec_dot(way, normal), normal);
        BspMove move = { at, bsp_vec_add(at, way), shape, 0, skin };
        BspTrace answer = trace_by_all(table, &move, i);
        at = answer.tr.point;
        normal = bsp_vec(0, 0, 0);
        if (answer.tr.type == BSP_EMPTY_TO_SOLID) {
            normal = answer.tr.plane.normal;
            n_hits++;
        }
    }
    return n_hits;
}

Test(vectors, a_box_that_walks_over_tiles_gets_one_answer)
{
    const double offs[] = { 0, 0, 1e-8, 1e-6, 1e-4 };
    Random r = random_seeded(59);
    guint n_hits = 0;
    for (guint i = 0; i < (SANITIZED ? 10u : 100u); i++) {
        g_autoptr(BspBrushTable) table =
            scene_table(i % 4 ? random_tiles(&r, offs[i % 5]) : scene_nth(i, 1), 0);
        n_hits += walk_by_all(table, &r, 400);
    }
    cr_expect_gt(n_hits, SANITIZED ? 500u : 5000u);
}

/* In a long move, distances are rounded by more than BSP_TOUCH. */
Test(vectors, a_long_move_out_of_solid_leaves_it)
{
    const BspShape cube = scene_cube(4);
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-64, -64, -16, 64, 64, 0), 0);
    for (guint skin = 0; skin < 2; skin++) {
        BspMove move = { bsp_vec(0, 0, 4 - 4e-6), bsp_vec(0, 0, 1e9), &cube, 0, skin };
        cr_expect_eq(trace_by_all(table, &move, skin).tr.type, BSP_SOLID_TO_EMPTY);
    }
}

/* The top of a vast floor is not exactly axial. Beyond its higher end, a body is farther in front
 * of the floor's bounds than of any of its planes. */
Test(vectors, bounds_that_are_no_planes_stop_a_body)
{
    const BspShape cube = scene_cube(2);
    BspVec corners[8];
    for (guint k = 0; k < 8; k++) {
        corners[k] = bsp_vec(k & 1 ? 4096 : -4096, k & 2 ? 64 : -64, k & 4 ? 0 : -16);
        corners[k].z += 5e-10 * corners[k].x;
    }
    g_autoptr(BspBrushTable) table = scene_table(scene_one(scene_hull_brush(corners, 8)), 0);
    cr_assert_lt(bsp_brush_table_n_axial(&table->brushes[0]), 6u);
    for (guint i = 0; i < 32; i++) {
        BspVec from = bsp_vec(4096 + i / 8.0, 0, 2.5);
        BspMove move = { from, bsp_vec(4090, 0, -8), &cube, 0, 1 };
        cr_assert_eq(trace_by_all(table, &move, i).tr.type, BSP_EMPTY_TO_SOLID);
    }
}

/* A bar falls on the seam of two floors, one of which leans a little and meets the other
 * under the bar or beside it. */
Test(vectors, a_bar_on_the_seam_of_floors_that_lean_is_stopped)
{
    const BspShape bar = bsp_shape_box(bsp_vec(0, -4, -2), bsp_vec(0, 4, 2));
    const double leans[] = { 1e-8, 1e-7, 1e-6, 1e-5, 1e-4 };
    for (guint i = 0; i < 2 * G_N_ELEMENTS(leans); i++) {
        BspVec corners[8];
        const BspBounds box = { bsp_vec(-64, 0, -16), bsp_vec(64, 64, 0) };
        for (guint k = 0; k < 8; k++) {
            corners[k] = bsp_bounds_corner(&box, k);
            corners[k].z += leans[i / 2] * corners[k].x;
        }
        BspBrush *flat = scene_box(-64, -64, -16, 64, 0, 0),
                 *leaning = scene_hull_brush(corners, 8);
        BspBrush *brushes[] = { i % 2 ? flat : leaning, i % 2 ? leaning : flat };
        g_autoptr(BspBrushTable) table = scene_table(scene_solid(brushes, 2), 0);
        for (int x = -40; x <= 40; x++) {
            BspMove move = { bsp_vec(x / 16.0, 0, 8), bsp_vec(x / 16.0 + 1, 0, -8), &bar, 0, 0 };
            cr_assert_eq(trace_by_all(table, &move, i).tr.type, BSP_EMPTY_TO_SOLID);
        }
    }
}

/* --- many moves in one call --- */

Test(vectors, many_moves_have_the_answers_of_single_moves)
{
    Random r = random_seeded(49);
    g_autoptr(BspBrushTable) table = scene_table(scene_nth(3, 1), 0);
    const BspBounds all = bsp_brush_table_bounds(table), around = bsp_bounds_grown(&all, 20);
    BspShape shapes[100];
    BspMove moves[100];
    BspTrace answers[101], one;
    for (guint i = 0; i < 100; i++) {
        shapes[i] = random_shape(&r);
        moves[i] = random_move(&r, &around, &shapes[i]);
        moves[i].skin -= i % 10 == 0 ? 3 : 0; /* an invalid move */
    }
    memset(&answers[100], 77, sizeof one);
    one = answers[100];
    bsp_brush_table_trace_many(table, moves, 100, answers);
    cr_assert_eq(memcmp(&one, &answers[100], sizeof one), 0);
    for (guint i = 0; i < 100; i++) {
        gboolean is_named = bsp_brush_table_trace(table, &moves[i], &one);
        cr_assert(are_equal(&one, &answers[i]), "move %u", i);
        cr_assert_eq(is_named, answers[i].hit.brush != BSP_NO_BRUSH);
    }
}

/* --- the brushes near a path --- */

static gboolean overlaps_at_some_time(const BspBounds *bounds, const BspPath *path)
{
    double enter = path->begin, leave = path->end;
    for (guint k = 0; k < 3; k++) {
        double least = bounds->mins.v[k] - path->box->maxs.v[k] - path->by - path->from.v[k];
        double most = bounds->maxs.v[k] - path->box->mins.v[k] + path->by - path->from.v[k];
        double v = path->delta.v[k];
        if (v == 0 && (least > 0 || most < 0))
            return FALSE;
        if (v != 0) {
            enter = fmax(enter, fmin(least / v, most / v));
            leave = fmin(leave, fmax(least / v, most / v));
        }
    }
    return enter <= leave;
}

static void find_brushes(const BspBrushTable *table, const BspPath *path, guint8 *n_found)
{
    BspNear near;
    guint32 brush;
    bsp_near_begin(&near, &table->hierarchy, path);
    while (bsp_near_next(&near, path->end, &brush))
        n_found[brush]++;
}

static void expect_all_found(const BspSolid *solid, const BspBrushTable *table, const BspPath *path,
                             guint *n_near)
{
    g_autofree guint8 *n_found = g_new0(guint8, table->n_brushes);
    find_brushes(table, path, n_found);
    for (guint i = 0; i < table->n_brushes; i++) {
        gboolean is_near = overlaps_at_some_time(&solid->boxes[i], path);
        *n_near += is_near ? 1 : 0;
        cr_assert(n_found[i] <= 1 && n_found[i] >= is_near, "brush %u was found %u times", i,
                  n_found[i]);
    }
}

Test(vectors, no_brush_near_a_path_is_left_out)
{
    Random r = random_seeded(47);
    guint n_near = 0, n_paths = SANITIZED ? 200 : 4000;
    g_autoptr(BspSolid) solid = scene_grid(&r, 700);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    const BspBounds all = bsp_brush_table_bounds(table), around = bsp_bounds_grown(&all, 20);
    cr_assert_gt(table->hierarchy.n_nodes, 20u);
    for (guint i = 0; i < n_paths; i++) {
        BspShape shape = random_shape(&r);
        BspMove move = random_move(&r, &around, &shape);
        BspPath path = {
            &shape.bounds, move.skin, move.from, bsp_vec_sub(move.to, move.from), 0, 1
        };
        if (random_flag(&r))
            path.begin = path.end = random_real(&r, 0, 1);
        for (guint w = 0; w < G_N_ELEMENTS(widths); w++)
            if (bsp_vectors_can_use(widths[w])) {
                bsp_brush_table_use_vectors(table, widths[w]);
                expect_all_found(solid, table, &path, &n_near);
            }
    }
    cr_expect_gt(n_near, n_paths);
}

/* --- one brush --- */

/* A brush may have more planes than the 64 bits of a set of lanes. */
Test(vectors, a_brush_may_have_more_planes_than_lanes)
{
    enum { SIDES = 80 };
    BspVec points[2 * SIDES];
    for (guint i = 0; i < SIDES; i++) {
        double angle = 2 * G_PI * (i + 0.5) / SIDES;
        points[2 * i] = bsp_vec(100 * cos(angle), 100 * sin(angle), -10);
        points[2 * i + 1] = bsp_vec(100 * cos(angle), 100 * sin(angle), 10);
    }
    BspBrush *drum = scene_hull_brush(points, G_N_ELEMENTS(points));
    g_autoptr(BspBrushTable) table = scene_table(scene_one(drum), BSP_TABLE_BOXES);
    for (guint i = 0; i < SIDES; i++) {
        double angle = 2 * G_PI * i / SIDES;
        BspVec out = bsp_vec(cos(angle), sin(angle), 0);
        BspMove move = { .from = bsp_vec_scale(out, 120), .to = bsp_vec_scale(out, 80) };
        BspTrace answer;
        cr_assert(bsp_brush_table_trace(table, &move, &answer));
        cr_assert_float_eq(bsp_vec_dot(answer.hit.plane.normal, out), 1, 1e-9, "side %u", i);
    }
}

/* The environment's variable BSP_VECTORS limits the width, in bytes. Without it, the widest vectors
 * that the processor has are used. */
Test(vectors, a_variable_limits_their_width)
{
    static const char *const limits[] = { "64", "32", "16", "0" };
    unsetenv("BSP_VECTORS");
    unsigned widest = bsp_vectors_best(), last = widest;
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
        unsigned most = (unsigned)atoi(limits[i]);
        setenv("BSP_VECTORS", limits[i], 1);
        unsigned used = bsp_vectors_best();
        cr_expect(used <= MIN(most, last) && bsp_vectors_can_use(used), "%u of %u", used, most);
        if (bsp_vectors_can_use(most))
            cr_expect_eq(used, most);
        last = used;
    }
}
