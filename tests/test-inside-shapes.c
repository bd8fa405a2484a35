/* test-inside-shapes: tests the brushes that spheres, cylinders, capsules and hulls overlap, and
 * the ways out. They are compared with the oracle's sums, and with a search for the best separating
 * plane.
 *
 * The search begins with the normals of the brush's faces and many other directions, and climbs
 * from the best of them. A shape's true depth is never larger than the search finds. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "oracle/sum.h"
#include "sanitized.h"
#include "scenes.h"
#include "shape/advance.h"
#include "shape/shape.h"
#include "table-move.h"
#include "table/brush-table.h"

#define DIRECTIONS 64
#define STARTS 4

typedef struct {
    const BspSolid *solid;
    BspVec round[DIRECTIONS];
} World;

static World world_new(const BspSolid *solid, Random *r)
{
    World w = { .solid = solid };
    for (guint i = 0; i < DIRECTIONS; i++)
        w.round[i] = random_direction(r);
    return w;
}

static const BspCell *cell_of(const World *w, guint brush)
{
    return bsp_solid_brush(w->solid, brush)->cell;
}

/* Returns the distance of the shape from the brush's supporting plane with this normal. */
static double gap(const World *w, const BspShape *shape, guint brush, BspVec at, BspVec normal)
{
    return bsp_vec_dot(normal, at) - bsp_cell_support(cell_of(w, brush), normal) -
           bsp_shape_offset(shape, normal);
}

typedef struct {
    double gap[STARTS];
    BspVec normal[STARTS];
} Best;

static void keep_largest(Best *best, double gap, BspVec normal)
{
    guint i = STARTS;
    for (; i > 0 && gap > best->gap[i - 1]; i--)
        if (i < STARTS) {
            best->gap[i] = best->gap[i - 1];
            best->normal[i] = best->normal[i - 1];
        }
    if (i < STARTS) {
        best->gap[i] = gap;
        best->normal[i] = normal;
    }
}

static Best look_round(const World *w, const BspShape *shape, guint brush, BspVec at)
{
    Best best;
    for (guint i = 0; i < STARTS; i++)
        best.gap[i] = -HUGE_VAL;
    for (guint f = 0; f < cell_of(w, brush)->n_faces; f++) {
        BspVec n = cell_of(w, brush)->faces[f].plane.normal;
        keep_largest(&best, gap(w, shape, brush, at, n), n);
    }
    for (guint i = 0; i < DIRECTIONS; i++)
        keep_largest(&best, gap(w, shape, brush, at, w->round[i]), w->round[i]);
    return best;
}

/* Returns the distance of the shape from the brush, up to the error of the search. It is negative
 * inside. */
static double outside(const World *w, const BspShape *shape, guint brush, BspVec at, Random *r)
{
    Best best = look_round(w, shape, brush, at);
    double most = -HUGE_VAL;
    for (guint i = 0; i < STARTS && best.gap[i] > -HUGE_VAL; i++) {
        for (double by = 0.5; by > 1e-9; by *= 0.7) {
            for (guint k = 0; k < 8; k++) {
                BspVec n = bsp_vec_mad(best.normal[i], by, random_direction(r));
                n = bsp_vec_scale(n, 1 / bsp_vec_length(n));
                double there = gap(w, shape, brush, at, n);
                if (there > best.gap[i]) {
                    best.gap[i] = there;
                    best.normal[i] = n;
                }
            }
        }
        most = fmax(most, best.gap[i]);
    }
    return most;
}

/* Returns whether the shape is nearer to the brush than `keep`, or, if `keep` is negative, whether
 * it is deeper than -keep. The sums of cylinders are not rounded, so for them a positive `keep`
 * counts as 0. */
static gboolean is_near(const World *w, const BspShape *shape, guint brush, BspVec at, double keep)
{
    double t;
    const BspBrush *b = bsp_solid_brush(w->solid, brush);
    if (keep > 0 && shape->kind == BSP_SHAPE_CYLINDER)
        keep = 0;
    g_autoptr(CompareSum) sum =
        keep > 0 ? compare_sum_new_round(b, shape, keep) : compare_sum_new(b, shape, keep);
    return compare_sum_enter(sum, at, bsp_vec(0, 0, 0), &t, NULL);
}

/* Returns TRUE only if the position is certainly free. */
static gboolean is_surely_free(const World *w, const BspShape *shape, BspVec at, double keep)
{
    for (guint b = 0; b < w->solid->brushes->len; b++)
        if (look_round(w, shape, b, at).gap[0] < keep)
            return FALSE;
    return TRUE;
}

typedef struct {
    guint n_in_solid;           /* the number of brushes that contain a shape */
    guint n_deeper;             /* the number of these with a depth that is larger than needed */
    guint n_found, n_not_found; /* the numbers of ways out that the query found, and did not find */
    guint n_proved_shortest;    /* the number of ways that the query says are the shortest */
    guint n_beaten;             /* the number of ways for which the test found a shorter one */
} Counts;

/* Returns whether depths of this kind of shape are exact, so that ways out can be proved to be the
 * shortest. */
static gboolean is_exact(BspShapeKind kind)
{
    return kind == BSP_SHAPE_SPHERE || kind == BSP_SHAPE_CAPSULE;
}

static void check_inside(const World *w, const BspBrushTable *sides, const BspShape *shape,
                         BspVec at, Random *r, const char *what, Counts *counts)
{
    BspInside in[64];
    guint n = bsp_brush_table_inside(sides, shape, 0, at, in, 64);
    for (guint b = 0; b < w->solid->brushes->len; b++) {
        double there = outside(w, shape, b, at, r);
        guint i = 0;
        while (i < n && in[i].hit.brush != b)
            i++;
        if (i == n) {
            cr_assert_not(is_near(w, shape, b, at, -2 * BSP_TOUCH), "brush %u, %s", b, what);
            continue;
        }
        counts->n_in_solid++;
        cr_assert_lt(there, 1e-9, "brush %u, %s", b, what);
        cr_assert_float_eq(gap(w, shape, b, at, in[i].hit.plane.normal), -in[i].depth, 1e-9, "%s",
                           what);
        cr_assert_float_eq(bsp_plane_distance(&in[i].hit.plane, at), -in[i].depth, 1e-9);
        if (is_exact(shape->kind))
            cr_assert_lt(in[i].depth, -there + 1e-7, "%g, brush %u, %s", there, b, what);
        else if (in[i].depth > -there * 1.01 + 1e-6)
            counts->n_deeper++;
    }
}

static void check_way(const World *w, const BspBrushTable *sides, const BspShape *shape, BspVec at,
                      double keep, Random *r, const char *what, Counts *counts)
{
    BspWayOut way;
    if (!bsp_brush_table_way_out(sides, &(BspStuck){ shape, 0, at, keep, 1000, NULL, NULL },
                                 &way)) {
        counts->n_not_found++;
        return;
    }
    cr_assert_float_eq(bsp_vec_length(bsp_vec_sub(way.to, at)), way.distance, 1e-9);
    for (guint b = 0; b < w->solid->brushes->len; b++)
        cr_assert_not(is_near(w, shape, b, way.to, keep - 2 * BSP_TOUCH), "brush %u, %s", b, what);
    if (way.distance == 0)
        return;
    counts->n_found++;
    counts->n_proved_shortest += way.is_shortest ? 1 : 0;
    gboolean beaten = FALSE;
    double part = way.is_shortest ? 1 - 1e-6 : 0.95;
    for (guint i = 0; i < 60 && !beaten; i++) {
        double by = way.distance * part * cbrt(random_real(r, 0, 1));
        beaten = is_surely_free(w, shape, bsp_vec_mad(at, by, random_direction(r)), keep);
    }
    cr_assert(!beaten || !way.is_shortest, "%s", what);
    counts->n_beaten += beaten ? 1 : 0;
}

static void check_kind(BspShapeKind kind, guint n_worlds)
{
    Random r = random_seeded(2311 + (guint64)kind);
    Counts counts = { 0 };
    for (guint i = 0; i < n_worlds; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, 2300 + i);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
        World w = world_new(solid, &r);
        g_autoptr(BspHull) hull = NULL;
        BspShape shape = scene_random_shape_of(&r, kind, &hull);
        for (guint k = 0; k < 6; k++) {
            const BspBrush *brush = bsp_solid_brush(solid, random_below(&r, solid->brushes->len));
            BspBounds near = bsp_bounds_grown(&brush->bounds, random_real(&r, 0, 8));
            BspVec at = random_point(&r, &near);
            g_autofree char *what = scene_describe(solid, &shape, at, at);
            check_inside(&w, sides, &shape, at, &r, what, &counts);
            check_way(&w, sides, &shape, at, k % 2 ? 0.125 : 0, &r, what, &counts);
        }
    }
    cr_log_info("in %u, %u deeper than need be; %u ways, %u proved, %u beaten, %u not found",
                counts.n_in_solid, counts.n_deeper, counts.n_found, counts.n_proved_shortest,
                counts.n_beaten, counts.n_not_found);
    cr_expect(counts.n_in_solid > n_worlds && counts.n_found > n_worlds);
    cr_expect_lt(counts.n_deeper, counts.n_in_solid / (kind == BSP_SHAPE_CYLINDER ? 100 : 16));
    cr_expect_lt(counts.n_beaten, counts.n_found / 50);
    cr_expect(!is_exact(kind) || counts.n_proved_shortest > counts.n_found / 2);
}

#define WORLDS ((SHORT ? 2u : 12u) * SCENE_KINDS)

#define SHAPES(id, kind, number)                                                                   \
    Test(inside_shapes, id)                                                                        \
    {                                                                                              \
        check_kind(kind, number);                                                                  \
    }

SHAPES(spheres, BSP_SHAPE_SPHERE, WORLDS)
SHAPES(capsules, BSP_SHAPE_CAPSULE, WORLDS)
SHAPES(cylinders, BSP_SHAPE_CYLINDER, WORLDS)
SHAPES(hulls, BSP_SHAPE_HULL, WORLDS)

/* Returns a random hull of this thickness, some 20 units wide. */
static BspHull *flat_hull(Random *r, double thickness)
{
    BspVec points[10];
    for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
        BspVec d = random_direction(r);
        points[i] = bsp_vec(20 * d.x, 15 * d.y, thickness / 2 * d.z);
    }
    return bsp_hull_new(points, G_N_ELEMENTS(points), NULL);
}

/* A hull moves from outside to slightly deeper than contact. The reported depth must not be larger,
 * even at contacts of two edges, where the separating plane belongs to neither body. */
Test(inside_shapes, hulls_that_have_just_come_in_are_not_deep)
{
    Random r = random_seeded(2312);
    const double depth = 1e-3, thick[] = { 0.2, 1, 20 };
    guint n_in = 0;
    for (guint i = 0; i < WORLDS; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, 2312 + i);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
        g_autoptr(BspHull) hull = flat_hull(&r, thick[i % 3]);
        BspShape shape = bsp_shape_hull(hull);
        for (guint k = 0; k < 40; k++) {
            guint b = random_below(&r, solid->brushes->len);
            BspCastBody body = bsp_brush_table_body(sides, b);
            const BspCell *cell = bsp_solid_brush(solid, b)->cell;
            BspVec to = random_point_among(&r, cell->vertices, cell->n_vertices);
            BspVec from = bsp_vec_mad(to, 3000, random_direction(&r));
            BspMotion motion;
            BspMeeting hit;
            BspInside in[64];
            bsp_motion_init_straight(&motion, &shape, from, bsp_vec_sub(to, from));
            if (!bsp_cast(&body, &motion, 0, 0, 1, &hit))
                continue;
            BspVec at = bsp_vec_mad(from, hit.t, bsp_vec_sub(to, from));
            at = bsp_vec_mad(at, -depth, hit.normal);
            guint n = bsp_brush_table_inside(sides, &shape, 0, at, in, 64);
            for (guint j = 0; j < MIN(n, 64); j++) {
                cr_expect(in[j].hit.brush != b || in[j].depth < 2 * depth, "%g, world %u, %u",
                          in[j].depth, i, k);
                n_in += in[j].hit.brush == b;
            }
        }
    }
    cr_expect_gt(n_in, WORLDS * 30u);
}

/* --- by hand --- */

/* A shape that only touches a brush at the end of a move is not inside of it. (Once, a hull at an
 * edge was reported to be more than a unit deep.) */
Test(inside_shapes, touching_is_not_inside)
{
    Random r = random_seeded(2399);
    guint n_touching = 0;
    for (guint i = 0; i < (SHORT ? 10 : 100) * SCENE_KINDS; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, 9999 + i);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
        for (guint k = 0; k < 100; k++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = scene_random_shape(&r, &hull);
            BspVec from, to;
            scene_move(&r, solid, &shape, &from, &to);
            BspTransition tr = table_move(sides, &shape, from, to);
            if (tr.type == BSP_EMPTY_TO_SOLID) {
                n_touching++;
                cr_assert_eq(bsp_brush_table_inside(sides, &shape, 0, tr.point, NULL, 0), 0u,
                             "%s, world %u, move %u", bsp_shape_kind_name(shape.kind), i, k);
                BspWayOut way;
                cr_expect(bsp_brush_table_way_out(
                              sides, &(BspStuck){ &shape, 0, tr.point, 0, 0, NULL, NULL }, &way) &&
                          way.distance == 0 && way.is_shortest);
                cr_expect(
                    bsp_brush_table_way_out(
                        sides, &(BspStuck){ &shape, 0, tr.point, 1e-12, 64, NULL, NULL }, &way) &&
                        way.distance < 1e-5,
                    "%s: %g", bsp_shape_kind_name(shape.kind), way.distance);
                tr = table_move(sides, &shape, tr.point, to);
                cr_assert(tr.type == BSP_EMPTY_TO_SOLID || tr.type == BSP_EMPTY);
            }
        }
    }
    cr_expect_gt(n_touching, SHORT ? 1000u : 10000u);
}

/* In an empty solid all shapes are free. A shape of an unknown kind is inside of nothing. */
Test(inside_shapes, empty_solids_and_unknown_shapes_are_inside_of_nothing)
{
    g_autoptr(BspBrushTable) nothing = scene_table(scene_solid(NULL, 0), 0);
    g_autoptr(BspBrushTable) sides = scene_table(scene_one_box(-8, -8, -8, 0, 0, 0), 0);
    BspShape ball = bsp_shape_sphere(10), odd = { .kind = (BspShapeKind)7 };
    BspWayOut way;
    cr_expect(bsp_brush_table_way_out(
        nothing, &(BspStuck){ &ball, 0, bsp_vec(1, 2, 3), 0, 0, NULL, NULL }, &way));
    cr_expect(way.is_shortest && way.distance == 0 && way.to.y == 2);
    cr_expect_eq(bsp_brush_table_inside(sides, &odd, 0, bsp_vec(-1, -1, -1), NULL, 0), 0u);
    cr_expect_not(bsp_brush_table_way_out(
        sides, &(BspStuck){ &odd, 0, bsp_vec(-1, -1, -1), 0, 100, NULL, NULL }, &way));
}

/* A table that was built for boxes only cannot answer for other shapes. */
Test(inside_shapes, tables_of_boxes_tell_nothing)
{
    g_autoptr(BspBrushTable) sides =
        scene_table(scene_one_box(-8, -8, -8, 0, 0, 0), BSP_TABLE_BOXES);
    BspShape ball = bsp_shape_sphere(10);
    BspWayOut way;
    cr_expect_eq(bsp_brush_table_inside(sides, &ball, 0, bsp_vec(-1, -1, -1), NULL, 0), 0u);
    cr_expect_not(bsp_brush_table_way_out(
        sides, &(BspStuck){ &ball, 0, bsp_vec(-1, -1, -1), 0, 100, NULL, NULL }, &way));
    cr_expect_not(way.is_shortest);
}

/* --- hulls against all separating axes --- */

/* Draws points with whole numbers, so that many corners lie in a plane, or in a line along an
 * axis. */
static guint lattice_points(Random *r, BspVec *points)
{
    guint n = 4 + random_below(r, 5);
    for (guint i = 0; i < n; i++)
        points[i] = bsp_vec(random_int(r, -4, 4), random_int(r, -4, 4), random_int(r, -4, 4));
    return n;
}

static void separate_along(BspVec axis, const BspVec *a, guint n_a, const BspVec *b, guint n_b,
                           double *depth)
{
    double most_a = -HUGE_VAL, least_b = HUGE_VAL, length = bsp_vec_length(axis);
    if (length < 1e-9)
        return;
    for (guint i = 0; i < n_a; i++)
        most_a = fmax(most_a, bsp_vec_dot(axis, a[i]) / length);
    for (guint i = 0; i < n_b; i++)
        least_b = fmin(least_b, bsp_vec_dot(axis, b[i]) / length);
    *depth = fmin(*depth, most_a - least_b);
}

/* Returns the smallest overlap along the cross products of all pairs of lines through corners.
 * These include the normals of faces and the products of edges. */
static double depth_by_axes(const BspVec *a, guint n_a, const BspVec *b, guint n_b)
{
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(BspVec));
    double depth = HUGE_VAL;
    for (guint i = 0; i < n_a + n_b; i++)
        for (guint k = i < n_a ? 0 : n_a; k < i; k++) {
            BspVec line = i < n_a ? bsp_vec_sub(a[i], a[k]) : bsp_vec_sub(b[i - n_a], b[k - n_a]);
            g_array_append_val(lines, line);
        }
    for (guint i = 0; i < lines->len; i++)
        for (guint k = 0; k < i; k++) {
            BspVec axis =
                bsp_vec_cross(g_array_index(lines, BspVec, i), g_array_index(lines, BspVec, k));
            separate_along(axis, a, n_a, b, n_b, &depth);
            separate_along(bsp_vec_neg(axis), a, n_a, b, n_b, &depth);
        }
    return depth;
}

Test(inside_shapes, depths_of_hulls_with_whole_numbers_are_exact)
{
    Random r = random_seeded(587);
    guint n = 0, n_in = 0;
    while (n < (SANITIZED ? 300u : 3000u)) {
        BspVec a[8], b[8], at = bsp_vec(random_int(&r, -4, 4), random_int(&r, -4, 4), 0);
        guint n_a = lattice_points(&r, a), n_b = lattice_points(&r, b);
        BspBrush *brush = bsp_brush_new_points(a, n_a, NULL);
        g_autoptr(BspHull) hull = bsp_hull_new(b, n_b, NULL);
        if (!brush || !hull) {
            bsp_brush_free(brush);
            continue;
        }
        g_autoptr(BspBrushTable) table = scene_table(scene_one(brush), 0);
        BspShape shape = bsp_shape_hull(hull);
        at.z = random_real(&r, -4, 4);
        for (guint i = 0; i < n_b; i++)
            b[i] = bsp_vec_add(b[i], at);
        /* planes through one point meet in several vertices of the brush, 1e-7 unit apart */
        double depth = depth_by_axes(table->vertices, table->bodies[0].n, b, n_b);
        BspInside in;
        gboolean is_in = bsp_brush_table_inside(table, &shape, 0, at, &in, 1) > 0;
        cr_assert_eq(is_in, depth > 2 * BSP_TOUCH, "pair %u: depth %g", n, depth);
        cr_assert(!is_in || fabs(in.depth - depth) < 1e-8, "pair %u: %.12g and %.12g", n, in.depth,
                  depth);
        n_in += is_in ? 1 : 0;
        n++;
    }
    cr_expect_gt(n_in, n / 4);
}
