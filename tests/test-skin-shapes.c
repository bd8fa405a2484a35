/* test-skin-shapes: compares moves of all shapes with a skin with all brushes one by one. In some
 * tests a tree filters free moves. The oracle's sums decide when a shape is too near. A cylinder
 * with a skin has no sum, so a search finds where a move is nearest to each brush. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "generate/aim.h"
#include "oracle/sum.h"
#include "oracle/turn.h"
#include "sanitized.h"
#include "scenes.h"
#include "shape/shape.h"

/* --- the nearest point of a move, for cylinders --- */

typedef double (*Convex)(gpointer data, double x);

/* Returns the minimum of a convex function on [0, 1]. */
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

/* --- against all brushes --- */

/* In units. The errors of closed forms, of closed forms for boxes, and of the search. */
#define OFF 1e-7
#define OFF_OF_BOXES 1e-8
#define OFF_BY_SEARCH 2e-6

typedef struct {
    const BspSolid *solid;
    BspShape shape;
    BspVec from, to;
    double skin;
    BspTransition tr;
    BspHit hit;
    double kept; /* the distance that the answer says it keeps */
    const char *what;
} Asked;

static const BspBrush *brush_of(const Asked *a, guint b)
{
    return bsp_solid_brush(a->solid, b);
}

/* Returns whether the shape's bounding box comes within `by` of the brush. If it does not, the
 * shape itself stays farther away, too. */
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

static double distance_at(const Asked *a, guint b, BspVec at)
{
    const BspTurn none = { .orientation = { 1 } };
    const CompareTurning still = { at, at, &none, &a->shape, 0, 0 };
    return compare_turn_distance(brush_of(a, b), &still, 0, NULL);
}

typedef struct {
    const Asked *asked;
    guint brush;
    BspVec from, to;
} Way;

static double distance_along(gpointer data, double t)
{
    const Way *way = data;
    return distance_at(way->asked, way->brush, bsp_vec_lerp(way->from, way->to, t));
}

/* Returns whether the move comes within `by` of the brush. */
static gboolean comes_near(const Asked *a, guint b, BspVec from, BspVec to, double by)
{
    double t;
    if (!may_be_near(a, b, from, to, fmax(by, 0)))
        return FALSE;
    if (a->shape.kind == BSP_SHAPE_CYLINDER && by > 0) {
        Way way = { a, b, from, to };
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

/* Returns the distance of the nearest brush from a cylinder at the start, at most `by`. */
static double nearest_by_search(const Asked *a, double by)
{
    for (guint b = 0; b < a->solid->brushes->len; b++)
        if (may_be_near(a, b, a->from, a->from, by))
            by = fmin(by, distance_at(a, b, a->from));
    return by;
}

/* Returns the distance of the nearest brush at the start, at most `by`. */
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

/* The clearance that a move must keep, in units. A brush stops a move that comes within `limit`, at
 * the point at which it comes within `keep`. Checks allow errors of `off`. */
typedef struct {
    double keep, limit, off;
    double named; /* the distance by which the reported plane is moved out of the brush */
} Kept;

/* Checks that the move, if it comes within the limit of brush b, is stopped no later than at the
 * first point within the clearance. */
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

/* Checks that the brush in the answer could stop the move at the reported point. If no distance is
 * kept, the answer may name any brush within BSP_TOUCHED of that point. */
static void check_named(const Asked *a, const Kept *k, Counts *counts)
{
    guint b = a->hit.brush;
    double near = k->keep + k->off;
    cr_assert(comes_near(a, b, a->from, a->to, k->limit + k->off), "%s", a->what);
    cr_assert(is_near(a, b, a->tr.point, a->kept > 0 ? near : fmax(near, BSP_TOUCHED)), "%s",
              a->what);
    cr_assert_lt(bsp_vec_dot(a->tr.plane.normal, bsp_vec_sub(a->to, a->from)), 0, "%s", a->what);
    counts->n_sides += a->hit.side >= 0 ? 1 : 0;
    if (a->tr.t > 0)
        cr_assert_float_eq(bsp_plane_distance(&a->hit.plane, a->tr.point), k->keep - k->named,
                           2 * BSP_TOUCH + k->off, "%s", a->what);
}

static void check_answer(const Asked *a, Counts *counts)
{
    gboolean is_box = bsp_shape_is_box(&a->shape);
    Kept k = { a->skin, a->skin - bsp_skin_slack(a->skin),
               a->shape.kind == BSP_SHAPE_CYLINDER ? OFF_BY_SEARCH
               : is_box                            ? OFF_OF_BOXES
                                                   : OFF,
               a->skin };
    double nearest = nearest_at_start(a, a->skin + 0.01);
    gboolean in_solid = a->tr.type == BSP_SOLID || a->tr.type == BSP_SOLID_TO_EMPTY;
    if (nearest > (is_box ? -0.98 : 2) * BSP_TOUCH)
        cr_assert_not(in_solid, "%g, %s", nearest, a->what);
    if (nearest < (is_box ? -1.02 : -3) * BSP_TOUCH)
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
    if (k.limit < 2 * BSP_TOUCH) { /* a touching body is stopped only if it would enter the brush
                                      deeper than BSP_TOUCH */
        k.limit = fmin(k.limit, 0);
        k.off = fmax(k.off, 4 * BSP_TOUCH);
    }
    for (guint b = 0; b < a->solid->brushes->len; b++) {
        check_way(a, b, &k);
        if (a->tr.type == BSP_EMPTY_TO_SOLID && a->hit.brush == b)
            check_named(a, &k, counts);
    }
}

/* Moves one end of most moves to the edge of the plane's skin, off by 1e-12 to 1e-3 units, or
 * into the skin. Half of the moves then run parallel to the plane. */
static void move_beside_skin(Random *r, const BspShape *shape, const BspPlane *plane, double skin,
                             BspVec *from, BspVec *to)
{
    BspVec *end = random_flag(r) ? from : to, *other = end == from ? to : from;
    double wanted[] = { skin, skin, skin - bsp_skin_slack(skin), skin * random_real(r, -0.1, 1) };
    int side = random_flag(r) ? 1 : -1;
    double beside = side * pow(10, random_real(r, -12, -3));
    double d = bsp_plane_distance(plane, *end) - bsp_shape_offset(shape, plane->normal);
    if (random_below(r, 4))
        *end = bsp_vec_mad(*end, wanted[random_below(r, 4)] + beside - d, plane->normal);
    double apart = bsp_vec_dot(plane->normal, bsp_vec_sub(*other, *end));
    if (random_flag(r)) /* along the plane */
        *other = bsp_vec_mad(*other, -apart, plane->normal);
}

/* Makes a random move. Both its ends or one end may be at the edge of some brush's skin, or the
 * move may go along a plane of the brush. */
static void next_move(Random *r, CompareAim *aim, Asked *a)
{
    CompareAimKind kind = (CompareAimKind)random_below(r, COMPARE_AIM_KINDS);
    compare_aim_set_shape(aim, &a->shape);
    CompareMove move = compare_aim_move(aim, kind);
    a->from = move.from;
    a->to = move.to;
    if (random_below(r, 4))
        scene_move(r, a->solid, &a->shape, &a->from, &a->to);
    const BspCell *cell = brush_of(a, random_below(r, a->solid->brushes->len))->cell;
    const BspPlane *plane = &cell->faces[random_below(r, cell->n_faces)].plane;
    move_beside_skin(r, &a->shape, plane, a->skin, &a->from, &a->to);
}

static void check_kind(BspShapeKind kind, guint n_worlds, guint n_moves)
{
    static const double skins[] = { 0, 0.03125, 0.125, 1, 4 };
    Random r = random_seeded(2411 + (guint64)kind);
    Counts c = { 0 };
    for (guint i = 0; i < n_worlds; i++) {
        double far = kind == BSP_SHAPE_BOX || kind == BSP_SHAPE_POINT ? 100000 : 1000;
        g_autoptr(BspSolid) solid =
            scene_new((SceneKind)(i % SCENE_KINDS), 2400 + i, bsp_vec(i % 3 ? 0 : far, 0, 0));
        g_autoptr(CompareAim) aim = compare_aim_new(solid, i);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
        g_autoptr(BspHull) hull = NULL;
        Asked a = { .solid = solid, .shape = scene_random_shape_of(&r, kind, &hull) };
        for (guint k = 0; k < n_moves; k++) {
            a.skin = skins[random_below(&r, G_N_ELEMENTS(skins))];
            next_move(&r, aim, &a);
            g_autofree char *move = scene_describe(solid, &a.shape, a.from, a.to);
            g_autofree char *what = g_strdup_printf("skin %g, %s", a.skin, move);
            a.what = what;
            BspTrace answer;
            gboolean named = bsp_brush_table_trace(
                sides, &(BspMove){ a.from, a.to, &a.shape, 0, a.skin }, &answer);
            a.tr = answer.tr;
            a.hit = answer.hit;
            a.kept = answer.kept;
            cr_assert_eq(named, a.tr.type != BSP_EMPTY);
            check_answer(&a, &c);
        }
    }
    cr_log_info("%u hits (%u at sides), %u free, %u in solid, %u too near", c.n_hits, c.n_sides,
                c.n_free, c.n_solid, c.n_too_near);
    guint n = n_worlds * n_moves;
    cr_expect(c.n_hits > n / 8 && c.n_free > n / 8 && c.n_too_near > n / 50 &&
              c.n_sides > c.n_hits / 8);
}

#define WORLDS ((SHORT ? 2u : 12u) * SCENE_KINDS)

#define SHAPES(name, KIND, n_worlds, n_moves)                                                      \
    Test(skin_shapes, name)                                                                        \
    {                                                                                              \
        check_kind(KIND, n_worlds, n_moves);                                                       \
    }

SHAPES(points, BSP_SHAPE_POINT, WORLDS, 40)
SHAPES(boxes, BSP_SHAPE_BOX, WORLDS, 80)
SHAPES(spheres, BSP_SHAPE_SPHERE, WORLDS, 40)
SHAPES(capsules, BSP_SHAPE_CAPSULE, WORLDS, 40)
SHAPES(hulls, BSP_SHAPE_HULL, WORLDS, 30)
SHAPES(cylinders, BSP_SHAPE_CYLINDER, SHORT ? 2 : SCENE_KINDS, 12)
