/* test-skin-shapes: moves with a skin, of spheres, capsules, cylinders and hulls. They are
 * tested by hand and against all brushes one by one. The oracle's sums decide when a shape is
 * too near. There is no sum of a cylinder with a skin, so a search finds the nearest point of
 * each brush. */
#include <criterion/criterion.h>

#include "brush-by-brush.h"
#include "bsp-brush-table.h"
#include "bsp-character.h"
#include "bsp-hull.h"
#include "oracle/sum.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-build.h"
#include "trace/shape.h"

#define SKIN 0.125

/* --- by hand --- */

static const double floor_and_wall[][6] = { { -64, -64, -8, 64, 64, 0 },
                                            { 32, -64, 0, 40, 64, 64 } };

static BspTransition ask(const BspBrushTable *sides, const BspShape *shape, BspVec from, BspVec to,
                         double skin, BspHit *hit)
{
    BspTrace answer;
    if (bsp_brush_table_trace(sides, &(BspMove){ from, to, shape, 0, skin }, &answer) && hit)
        *hit = answer.hit;
    return answer.tr;
}

Test(skin_shapes, stop_short_and_name)
{
    g_autoptr(BspBrushTable) sides = scene_sides(floor_and_wall, 2, BSP_TABLE_ALL_SHAPES);
    const BspShape shapes[] = { bsp_shape_sphere(2), bsp_shape_capsule(1, -2, 2),
                                bsp_shape_cylinder(1, -2, 2) };
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        const BspShape *shape = &shapes[i];
        BspHit hit;
        BspTransition tr = ask(sides, shape, bsp_vec(0, 0, 10), bsp_vec(0, 0, -10), SKIN, &hit);
        cr_assert(tr.type == BSP_EMPTY_TO_SOLID && hit.brush == 0 && hit.side == 4);
        cr_expect_float_eq(tr.point.z, 2 + SKIN, 1e-8);
        cr_expect(tr.plane.normal.z == 1 && fabs(tr.plane.dist - 2 - SKIN) < 1e-12);
        tr = ask(sides, shape, tr.point, bsp_vec(60, 1, tr.point.z), SKIN, &hit);
        cr_assert(tr.type == BSP_EMPTY_TO_SOLID && hit.brush == 1 && hit.side == 1);
        cr_expect_float_eq(tr.point.x, 32 - SKIN - shape->radius, 1e-8);
    }
}

/* A ball rolls around an edge at the distance of its skin. A box has corners there. */
Test(skin_shapes, edges_are_round)
{
    const double block[][6] = { { -8, -8, -8, 0, 8, 0 } };
    g_autoptr(BspBrushTable) sides = scene_sides(block, 1, BSP_TABLE_ALL_SHAPES);
    BspShape ball = bsp_shape_sphere(1);
    BspHit hit;
    double aside = (1 + SKIN) * sqrt(0.5);
    BspTransition tr = ask(sides, &ball, bsp_vec(aside, 0, 9), bsp_vec(aside, 0, -9), SKIN, &hit);
    cr_assert(tr.type == BSP_EMPTY_TO_SOLID && hit.brush == 0 && hit.side == -1 && hit.tag == 0);
    cr_expect_float_eq(tr.point.z, aside, 1e-8);
    cr_expect_float_eq(tr.plane.normal.x, sqrt(0.5), 1e-6);
    cr_expect_float_eq(bsp_plane_distance(&hit.plane, tr.point), 0, 1e-8);
    tr = ask(sides, &ball, bsp_vec(1 + SKIN, 0, 9), bsp_vec(1 + SKIN, 0, -9), SKIN, NULL);
    cr_expect_eq(tr.type, BSP_EMPTY, "it only passes by");
}

Test(skin_shapes, deep_in_the_skin_nothing_sticks)
{
    const double tiles[][6] = { { 0, 0, -8, 16, 16, 0 },
                                { 16, 0, -8, 32, 16, 0 },
                                { 32, 0, -9, 48, 16, -1e-4 } };
    g_autoptr(BspBrushTable) sides = scene_sides(tiles, 3, BSP_TABLE_ALL_SHAPES);
    const BspShape shapes[] = { bsp_shape_sphere(2), bsp_shape_capsule(1, -2, 2),
                                bsp_shape_cylinder(1, -2, 2) };
    for (guint i = 0; i < 3 * 13; i++) {
        const BspShape *shape = &shapes[i % 3];
        double above = 0.01 * (i / 3);
        BspVec from = bsp_vec(3, 8, 2 + above), to = bsp_vec(45, 9, 2 + above);
        cr_expect_eq(ask(sides, shape, from, to, SKIN, NULL).type, BSP_EMPTY, "%g", above);
        to.z -= 1e-5;
        BspTransition tr = ask(sides, shape, from, to, SKIN, NULL);
        if (above > 0.001)
            cr_expect(tr.type == BSP_EMPTY_TO_SOLID && tr.t == 0, "%g", above);
    }
}

Test(skin_shapes, start_in_solid)
{
    const double boxes[][6] = { { 0, 0, 0, 8, 8, 8 },
                                { 8, 0, 0, 16, 8, 8 },
                                { -9, -9, -9, 64, 64, 0 } };
    g_autoptr(BspBrushTable) sides = scene_sides(boxes, 3, BSP_TABLE_ALL_SHAPES);
    const BspShape shapes[] = { bsp_shape_sphere(1), bsp_shape_capsule(1, -2, 2),
                                bsp_shape_cylinder(1, -2, 2) };
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        const BspShape *shape = &shapes[i];
        BspHit hit;
        BspVec from = bsp_vec(5, 4, 4);
        BspTransition tr = ask(sides, shape, from, bsp_vec(40, 4, 4), SKIN, &hit);
        cr_expect(tr.type == BSP_SOLID_TO_EMPTY && fabs(tr.point.x - 17) < 1e-8);
        cr_expect(tr.plane.normal.x == 1 && fabs(tr.plane.dist - 17) < 1e-8 && hit.brush == 0);
        tr = ask(sides, shape, from, bsp_vec(1, 4, 4), SKIN, &hit);
        cr_expect(tr.type == BSP_SOLID && hit.brush == 0);
        BspTrace answer;
        cr_expect(bsp_brush_table_trace_beyond(
            sides, &(BspMove){ from, bsp_vec(30, 4, -6), shape, 0, 0 }, &answer));
        cr_expect(answer.tr.type == BSP_SOLID && answer.free_at == 2 && answer.hit.brush == 0,
                  "on into the floor");
        cr_expect(bsp_brush_table_trace_beyond(
            sides, &(BspMove){ bsp_vec(14, 4, 4), bsp_vec(30, 4, -3), shape, 0, 0 }, &answer));
        cr_expect(answer.tr.type == BSP_EMPTY_TO_SOLID && answer.hit.brush == 2 &&
                  answer.free_at > 0 && answer.free_at < answer.tr.t);
    }
}

Test(skin_shapes, nonsense)
{
    g_autoptr(BspBrushTable) sides = scene_sides(floor_and_wall, 2, BSP_TABLE_ALL_SHAPES);
    g_autoptr(BspBrushTable) of_boxes = scene_sides(floor_and_wall, 2, 0);
    const double odd[] = { (double)NAN, HUGE_VAL, -1e300, 1e38, 1e-310, 0 };
    for (guint i = 0; i < 6 * 6 * 6; i++) {
        BspVec at = bsp_vec(odd[i % 6], odd[i / 6 % 6], odd[i / 36 % 6]);
        BspShape ball = bsp_shape_sphere(i % 2 ? 4 : fabs(at.x));
        BspTransition tr = ask(sides, &ball, bsp_vec(0, 0, 9), at, fabs(at.y), NULL);
        cr_expect(tr.t >= 0 && tr.t <= 1);
        cr_expect(bsp_vec_finite(at) || tr.type == BSP_SOLID);
    }
    BspShape ball = bsp_shape_sphere(1);
    BspTransition tr = ask(of_boxes, &ball, bsp_vec(0, 0, 9), bsp_vec(0, 0, 8), 0, NULL);
    cr_expect_eq(tr.type, BSP_SOLID, "a table of boxes");
}

/* A hull's bounds do not contain its radius. */
Test(skin_shapes, a_radius_that_is_no_number)
{
    g_autoptr(BspBrushTable) sides = scene_sides(floor_and_wall, 2, BSP_TABLE_ALL_SHAPES);
    Random r = random_seeded(2401);
    BspHull *hull = scene_random_hull(&r);
    const double radii[] = { (double)NAN, HUGE_VAL, 1e308 };
    for (guint i = 0; i < G_N_ELEMENTS(radii); i++) {
        BspShape shape = bsp_shape_hull(hull);
        shape.radius = radii[i];
        BspTransition tr = ask(sides, &shape, bsp_vec(0, 0, 40), bsp_vec(0, 0, -9), SKIN, NULL);
        cr_expect(tr.type == BSP_SOLID || (tr.type == BSP_SOLID_TO_EMPTY && i == 2));
        cr_expect(bsp_vec_finite(tr.plane.normal));
    }
    bsp_hull_free(hull);
}

/* Moves with almost no push at edges. A touching shape may be slightly deeper at an edge than at
 * a face. This must not count as a start in solid. */
Test(skin_shapes, nothing_sticks_at_edges)
{
    const double block[][6] = { { 0, 0, 0, 16, 16, 16 } };
    g_autoptr(BspBrushTable) sides = scene_sides(block, 1, BSP_TABLE_ALL_SHAPES);
    Random r = random_seeded(2402);
    guint n_contacts = 0;
    for (guint i = 0; i < (SHORT ? 40 : 400); i++) {
        BspHull *hull = NULL;
        BspShape shape = scene_random_shape(&r, &hull);
        BspSkinMover mover = { sides, &shape, 0, i % 2 ? 0 : 1e-6 };
        BspTracer tracer = bsp_skin_mover_tracer(&mover);
        BspVec middle = bsp_vec_sub(bsp_vec(8, 8, 8), bsp_bounds_centre(&shape.bounds));
        BspTrace answer;
        BspVec at = bsp_vec_mad(middle, 200, random_direction(&r));
        bsp_brush_table_trace(sides, &(BspMove){ at, middle, &shape, 0, 1e-3 }, &answer);
        at = answer.tr.point;
        for (guint k = 0; k < 200; k++) {
            BspVec way = bsp_vec_sub(bsp_vec_add(middle, random_point_within(&r, 8)), at);
            double by = pow(10, random_real(&r, -7, -2)), aside = pow(10, random_real(&r, -7, -2));
            BspVec delta = bsp_vec_scale(way, by / bsp_vec_length(way));
            BspSlide slide;
            bsp_slide_move(&tracer, at, bsp_vec_mad(delta, aside, random_direction(&r)), &slide);
            cr_assert_not(slide.stuck, "%s: body %u, slide %u", bsp_shape_kind_name(shape.kind), i,
                          k);
            n_contacts += slide.n_contacts;
            at = slide.point;
        }
        g_clear_pointer(&hull, bsp_hull_free);
    }
    cr_expect_gt(n_contacts, SHORT ? 1000u : 10000u);
}

/* A contact just beside a side does not name that side. Moves along the reported plane are free. */
Test(skin_shapes, a_hair_beside_a_side)
{
    const double block[][6] = { { 0, 0, 0, 16, 16, 16 } };
    g_autoptr(BspBrushTable) sides = scene_sides(block, 1, BSP_TABLE_ALL_SHAPES);
    BspHit hit;
    for (double radius = 0.01; radius < 2000; radius *= 10) {
        BspShape ball = bsp_shape_sphere(radius);
        double apart = radius + 0.05, below = 0.5 * sqrt(2 * BSP_TOUCH * apart);
        BspVec at = bsp_vec(16 + sqrt(apart * apart - below * below), 8, -below);
        BspTransition tr = ask(sides, &ball, at, bsp_vec(at.x - 1, 8, at.z), SKIN, &hit);
        cr_assert(tr.type == BSP_EMPTY_TO_SOLID && hit.side == -1);
        BspVec along = bsp_vec(-tr.plane.normal.z, 0, tr.plane.normal.x);
        for (int way = -1; way <= 1; way += 2)
            cr_expect_eq(ask(sides, &ball, at, bsp_vec_mad(at, way, along), SKIN, NULL).type,
                         BSP_EMPTY, "radius %g, %d", radius, way);
    }
}

/* --- a search for the nearest point, for cylinders --- */

/* The distance of a point of the brush from a cylinder at `at`. */
static double to_cylinder(const BspShape *shape, BspVec at, BspVec p)
{
    BspVec from = bsp_vec_sub(p, at);
    double aside = fmax(0, hypot(from.x, from.y) - shape->radius);
    double above = fmax(0, fmax(from.z - shape->top, shape->bottom - from.z));
    return hypot(aside, above);
}

typedef struct {
    const BspShape *shape;
    BspVec at, a, b, c; /* a triangle of the brush's surface */
    double s;
} Triangle;

typedef double (*Convex)(gpointer data, double x);

/* The least value of a convex function on [0, 1]. */
static double least_of(Convex f, gpointer data)
{
    const double part = (3 - sqrt(5)) / 2;
    double lo = 0, hi = 1, a = part, b = 1 - part, at_a = f(data, a), at_b = f(data, b);
    double least = fmin(f(data, 0), f(data, 1));
    while (hi - lo > 1e-9) {
        if (at_a <= at_b) {
            hi = b, b = a, at_b = at_a;
            a = lo + part * (hi - lo), at_a = f(data, a);
        } else {
            lo = a, a = b, at_a = at_b;
            b = hi - part * (hi - lo), at_b = f(data, b);
        }
        least = fmin(least, fmin(at_a, at_b));
    }
    return least;
}

static double along_line(gpointer data, double x)
{
    const Triangle *t = data;
    BspVec p = bsp_vec_lerp(t->a, t->b, t->s), q = bsp_vec_lerp(t->a, t->c, t->s);
    return to_cylinder(t->shape, t->at, bsp_vec_lerp(p, q, x));
}

static double across(gpointer data, double s)
{
    ((Triangle *)data)->s = s;
    return least_of(along_line, data);
}

static double cylinder_distance(const BspBrush *brush, const BspShape *shape, BspVec at)
{
    const BspCell *cell = brush->cell;
    double least = HUGE_VAL;
    if (cell_depth(cell, bsp_vec_add(at, bsp_vec(0, 0, (shape->top + shape->bottom) / 2))) >= 0)
        return 0;
    for (guint f = 0; f < cell->n_faces; f++) {
        const guint *loop = cell->loop + cell->faces[f].first;
        for (guint k = 2; k < cell->faces[f].n; k++) {
            Triangle t = { shape,
                           at,
                           cell->vertices[loop[0]],
                           cell->vertices[loop[k - 1]],
                           cell->vertices[loop[k]],
                           0 };
            least = fmin(least, least_of(across, &t));
        }
    }
    return least;
}

/* --- against all brushes --- */

/* Units. The error of either computation, and the error of a search. */
#define OFF 1e-7
#define OFF_BY_SEARCH 2e-6

typedef struct {
    const BspSolid *solid;
    BspShape shape;
    BspVec from, to;
    double skin;
    BspTransition tr;
    BspHit hit;
    const char *what;
} Asked;

static const BspBrush *brush_of(const Asked *a, guint b)
{
    return bsp_solid_brush(a->solid, b);
}

/* Whether the shape's bounding box comes within `by` of the brush. If it does not, neither does
 * the shape. */
static gboolean may_be_near(const Asked *a, guint b, BspVec from, BspVec to, double by)
{
    const BspCell *cell = brush_of(a, b)->cell;
    for (guint k = 0; k < 3; k++) {
        double lo = fmin(from.v[k], to.v[k]) + a->shape.bounds.mins.v[k] - by;
        double hi = fmax(from.v[k], to.v[k]) + a->shape.bounds.maxs.v[k] + by;
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (guint i = 0; i < cell->n_vertices; i++) {
            least = fmin(least, cell->vertices[i].v[k]);
            most = fmax(most, cell->vertices[i].v[k]);
        }
        if (lo > most || hi < least)
            return FALSE;
    }
    return TRUE;
}

typedef struct {
    const Asked *asked;
    guint brush;
} Way;

static double distance_along(gpointer data, double t)
{
    const Way *way = data;
    const Asked *a = way->asked;
    return cylinder_distance(brush_of(a, way->brush), &a->shape, bsp_vec_lerp(a->from, a->to, t));
}

/* Whether the move comes within `by` of the brush. */
static gboolean comes_near(const Asked *a, guint b, BspVec from, BspVec to, double by)
{
    double t;
    if (!may_be_near(a, b, from, to, fmax(by, 0)))
        return FALSE;
    if (a->shape.kind == BSP_SHAPE_CYLINDER && by > 0) {
        Asked part = *a;
        Way way = { &part, b };
        part.from = from;
        part.to = to;
        return least_of(distance_along, &way) <= by;
    }
    g_autoptr(CompareSum) sum = by > 0 ? compare_sum_new_round(brush_of(a, b), &a->shape, by)
                                       : compare_sum_new(brush_of(a, b), &a->shape, by);
    return compare_sum_enter(sum, from, bsp_vec_sub(to, from), &t, NULL);
}

static gboolean is_near(const Asked *a, guint b, BspVec at, double by)
{
    return comes_near(a, b, at, at, by);
}

/* As nearest_at_start(), for a cylinder. */
static double nearest_by_search(const Asked *a, double by)
{
    for (guint b = 0; b < a->solid->brushes->len; b++)
        if (may_be_near(a, b, a->from, a->from, by))
            by = fmin(by, cylinder_distance(brush_of(a, b), &a->shape, a->from));
    return by;
}

/* The distance of the nearest brush at the start, at most `by`. */
static double nearest_at_start(const Asked *a, double by)
{
    if (a->shape.kind == BSP_SHAPE_CYLINDER)
        by = nearest_by_search(a, by);
    if (a->shape.kind == BSP_SHAPE_CYLINDER && by > 0)
        return by;
    double lo = -4 * BSP_TOUCH, hi = by;
    while (hi - lo > 1e-9) {
        double middle = (lo + hi) / 2;
        gboolean near = FALSE;
        for (guint b = 0; b < a->solid->brushes->len && !near; b++)
            near = is_near(a, b, a->from, middle);
        *(near ? &hi : &lo) = middle;
    }
    return hi;
}

typedef struct {
    guint n_hits, n_free, n_solid, n_too_near, n_sides;
} Counts;

static void check_in_solid(const Asked *a)
{
    if (a->tr.type != BSP_SOLID_TO_EMPTY)
        return;
    for (guint b = 0; b < a->solid->brushes->len; b++)
        cr_assert_not(is_near(a, b, a->tr.point, -3 * BSP_TOUCH), "brush %u, %s", b, a->what);
}

/* The clearance that a move must keep, in units. */
typedef struct {
    double keep, limit, off;
    double named; /* the distance by which planes are moved out */
} Kept;

/* If the brush must stop the move, the move must have stopped at the first place within the
 * clearance. */
static void check_way(const Asked *a, guint b, const Kept *k)
{
    if (!comes_near(a, b, a->from, a->to, k->limit - k->off))
        return;
    cr_assert_eq(a->tr.type, BSP_EMPTY_TO_SOLID, "brush %u, %s", b, a->what);
    if (is_near(a, b, a->from, k->keep - k->off))
        cr_assert_eq(a->tr.t, 0, "brush %u, %s", b, a->what);
    else
        cr_assert_not(comes_near(a, b, a->from, a->tr.point, k->keep - k->off), "brush %u, %s", b,
                      a->what);
}

/* The named brush must be able to stop the move at the reported place. */
static void check_named(const Asked *a, const Kept *k, Counts *counts)
{
    guint b = a->hit.brush;
    cr_assert(comes_near(a, b, a->from, a->to, k->limit + k->off), "%s", a->what);
    cr_assert(is_near(a, b, a->tr.point, k->keep + k->off), "%s", a->what);
    cr_assert_lt(bsp_vec_dot(a->tr.plane.normal, bsp_vec_sub(a->to, a->from)), 0, "%s", a->what);
    counts->n_sides += a->hit.side >= 0 ? 1 : 0;
    if (a->tr.t > 0)
        cr_assert_float_eq(bsp_plane_distance(&a->hit.plane, a->tr.point), k->keep - k->named,
                           2 * BSP_TOUCH, "%s", a->what);
}

static void check_answer(const Asked *a, Counts *counts)
{
    gboolean searched = a->shape.kind == BSP_SHAPE_CYLINDER;
    Kept k = { a->skin, a->skin - bsp_skin_slack(a->skin), searched ? OFF_BY_SEARCH : OFF,
               a->skin };
    double nearest = nearest_at_start(a, a->skin + 0.01);
    gboolean in_solid = a->tr.type == BSP_SOLID || a->tr.type == BSP_SOLID_TO_EMPTY;
    if (nearest > 2 * BSP_TOUCH)
        cr_assert_not(in_solid, "%g, %s", nearest, a->what);
    if (nearest < -3 * BSP_TOUCH)
        cr_assert(in_solid, "%g, %s", nearest, a->what);
    *(in_solid                  ? &counts->n_solid
      : a->tr.type == BSP_EMPTY ? &counts->n_free
                                : &counts->n_hits) += 1;
    if (in_solid) {
        check_in_solid(a);
        return;
    }
    if (fabs(nearest - k.limit) < k.off) /* rounding decides which of the two clearances applies */
        k.off += k.keep - k.limit;
    if (nearest < k.limit) {
        counts->n_too_near++;
        k.keep = k.named = k.limit = nearest;
    } else if (nearest < k.keep && k.limit > BSP_TOUCH) {
        k.keep = nearest;
    }
    if (k.limit < 2 * BSP_TOUCH) { /* only a brush deeper than the touching tolerance stops the
                                    * move */
        k.limit = fmin(k.limit, 0);
        k.off = fmax(k.off, 4 * BSP_TOUCH);
    }
    for (guint b = 0; b < a->solid->brushes->len; b++) {
        check_way(a, b, &k);
        if (a->tr.type == BSP_EMPTY_TO_SOLID && a->hit.brush == b)
            check_named(a, &k, counts);
    }
}

/* A move with an end or the start beside the skin of some brush, or along one of its planes. */
static void next_move(Random *r, Asked *a)
{
    scene_move(r, a->solid, &a->shape, &a->from, &a->to);
    const BspCell *cell = brush_of(a, random_below(r, a->solid->brushes->len))->cell;
    const BspPlane *plane = &cell->faces[random_below(r, cell->n_faces)].plane;
    scene_move_beside_skin(r, &a->shape, plane, a->skin, -9, &a->from, &a->to);
}

static void check_kind(BspShapeKind kind, guint n_worlds, guint n_moves)
{
    static const double skins[] = { 0, 0.03125, 0.125, 1, 4 };
    Random r = random_seeded(2411 + (guint64)kind);
    Counts c = { 0 };
    for (guint i = 0; i < n_worlds; i++) {
        g_autoptr(BspSolid) solid =
            scene_new((SceneKind)(i % SCENE_KINDS), 2400 + i, bsp_vec(i % 3 ? 0 : 1000, 0, 0));
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
        BspHull *hull = NULL;
        Asked a = { .solid = solid, .shape = scene_random_shape_of(&r, kind, &hull) };
        for (guint k = 0; k < n_moves; k++) {
            a.skin = skins[random_below(&r, G_N_ELEMENTS(skins))];
            next_move(&r, &a);
            g_autofree char *move = scene_describe(solid, &a.shape, a.from, a.to);
            g_autofree char *what = g_strdup_printf("skin %g, %s", a.skin, move);
            a.what = what;
            BspTrace answer;
            gboolean named = bsp_brush_table_trace(
                sides, &(BspMove){ a.from, a.to, &a.shape, 0, a.skin }, &answer);
            a.tr = answer.tr;
            a.hit = answer.hit;
            cr_assert_eq(named, a.tr.type != BSP_EMPTY);
            check_answer(&a, &c);
        }
        g_clear_pointer(&hull, bsp_hull_free);
    }
    cr_log_info("%u hits (%u at sides), %u free, %u in solid, %u too near", c.n_hits, c.n_sides,
                c.n_free, c.n_solid, c.n_too_near);
    guint n = n_worlds * n_moves;
    cr_expect(c.n_hits > n / 8 && c.n_free > n / 8 && c.n_too_near > n / 50 &&
              c.n_sides > c.n_hits / 8);
}

#define WORLDS ((SHORT ? 2u : 12u) * SCENE_KINDS)

Test(skin_shapes, spheres)
{
    check_kind(BSP_SHAPE_SPHERE, WORLDS, 40);
}

Test(skin_shapes, capsules)
{
    check_kind(BSP_SHAPE_CAPSULE, WORLDS, 40);
}

Test(skin_shapes, hulls)
{
    check_kind(BSP_SHAPE_HULL, WORLDS, 30);
}

Test(skin_shapes, cylinders)
{
    check_kind(BSP_SHAPE_CYLINDER, SHORT ? 2 : SCENE_KINDS, 12);
}
