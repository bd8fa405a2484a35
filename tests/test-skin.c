/* test-skin: moves that stop short of obstacles, by hand and against all brushes one by one. */
#include <criterion/criterion.h>

#include "box-distance.h"
#include "box-sums.h"
#include "bsp-brush-table.h"
#include "bsp-inspect.h"
#include "generate/aim.h"
#include "onion-build.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-build.h"
#include "trace/corner.h"

#define SKIN 0.125

/* --- by hand --- */

static BspTransition ask(const BspBrushTable *sides, const BspShape *shape, BspVec from, BspVec to,
                         double skin, BspHit *hit)
{
    BspTrace answer;
    if (bsp_brush_table_trace(sides, &(BspMove){ from, to, shape, 0, skin }, &answer) && hit)
        *hit = answer.hit;
    return answer.tr;
}

static const double floor_and_wall[][6] = { { -64, -64, -8, 64, 64, 0 },
                                            { 32, -64, 0, 40, 64, 64 } };

Test(skin, stops_short_and_names)
{
    g_autoptr(BspBrushTable) sides = scene_sides(floor_and_wall, 2, 0);
    BspShape box = bsp_shape_box(bsp_vec(-1, -1, -2), bsp_vec(1, 1, 2));
    BspHit hit;
    BspTransition tr = ask(sides, &box, bsp_vec(0, 0, 10), bsp_vec(0, 0, -10), SKIN, &hit);
    cr_assert(tr.type == BSP_EMPTY_TO_SOLID && hit.brush == 0 && hit.side == 4);
    cr_expect_float_eq(tr.point.z, 2 + SKIN, 1e-12);
    cr_expect(tr.plane.normal.z == 1 && tr.plane.dist == 2 + SKIN && hit.plane.dist == 2 + SKIN);
    tr = ask(sides, &box, tr.point, bsp_vec(60, 0, tr.point.z), SKIN, &hit);
    cr_assert(tr.type == BSP_EMPTY_TO_SOLID && hit.brush == 1 && hit.side == 1);
    cr_expect_float_eq(tr.point.x, 31 - SKIN, 1e-12);
}

Test(skin, a_hair_inside_is_free)
{
    g_autoptr(BspBrushTable) sides = scene_sides(floor_and_wall, 2, 0);
    BspShape point = bsp_shape_point();
    for (guint i = 0; i < 40; i++) {
        double hair = (i % 2 ? 1 : -1) * pow(10, -13 + 0.23 * i);
        BspVec from = bsp_vec(0, 0, SKIN + hair), along = bsp_vec(20, 20, SKIN + hair * 0.9);
        cr_expect_eq(ask(sides, &point, from, along, SKIN, NULL).type, BSP_EMPTY, "%g", hair);
        BspTransition tr = ask(sides, &point, from, bsp_vec(5, 0, -1), SKIN, NULL);
        cr_expect(tr.type == BSP_EMPTY_TO_SOLID && tr.plane.normal.z == 1);
        cr_expect(fabs(tr.point.z - MIN(from.z, SKIN)) < 1e-12, "%g: %.17g", hair, tr.point.z);
    }
}

/* A move that begins deeper in the skin keeps its initial distance, across all seams. */
Test(skin, deep_in_the_skin_nothing_sticks)
{
    const double tiles[][6] = { { 0, 0, -8, 16, 16, 0 },
                                { 16, 0, -8, 32, 16, 0 },
                                { 32, 0, -9, 48, 16, -1e-4 },
                                { 48, 0, -8, 64, 16, 0.01 } };
    g_autoptr(BspBrushTable) sides = scene_sides(tiles, 4, 0);
    BspShape box = bsp_shape_box(bsp_vec(-1, -1, -2), bsp_vec(1, 1, 2));
    for (double above = 0; above < SKIN; above += 0.01) {
        BspVec from = bsp_vec(2, 8, 2 + above), to = bsp_vec(45, 9, 2 + above);
        cr_expect_eq(ask(sides, &box, from, to, SKIN, NULL).type, BSP_EMPTY, "%g", above);
        to.z -= 1e-9;
        BspTransition tr = ask(sides, &box, from, to, SKIN, NULL);
        cr_expect(tr.type == BSP_EMPTY_TO_SOLID && tr.t == 0, "%g", above);
        to = bsp_vec(60, 9, 2 + above);
        tr = ask(sides, &box, from, to, SKIN, NULL);
        double over = fmax(above - 0.01, 0), apart = sqrt(above * above - over * over);
        if (above < SKIN - bsp_skin_slack(SKIN)) /* the last tile is higher */
            cr_expect(tr.type == BSP_EMPTY_TO_SOLID && fabs(tr.point.x - (47 - apart)) < 1e-9);
    }
}

/* A gap narrower than two skins. */
Test(skin, narrow_gaps_can_be_walked)
{
    const double walls[][6] = { { 0, 0, 0, 64, 8, 64 }, { 0, 8.2, 0, 64, 16, 64 } };
    g_autoptr(BspBrushTable) sides = scene_sides(walls, 2, 0);
    BspShape point = bsp_shape_point();
    BspVec from = bsp_vec(2, 8.05, 32);
    cr_expect_eq(ask(sides, &point, from, bsp_vec(60, 8.05, 50), SKIN, NULL).type, BSP_EMPTY);
    cr_expect_eq(ask(sides, &point, from, bsp_vec(60, 8.14, 50), SKIN, NULL).type, BSP_EMPTY);
    BspTransition tr = ask(sides, &point, from, bsp_vec(60, 8.19, 50), SKIN, NULL);
    cr_expect(tr.type == BSP_EMPTY_TO_SOLID && fabs(tr.point.y - 8.15) < 1e-12);
    tr = ask(sides, &point, bsp_vec(-10, 8.1, 32), bsp_vec(60, 8.1, 32), SKIN, NULL);
    cr_expect(tr.type == BSP_EMPTY_TO_SOLID && fabs(tr.point.x + sqrt(SKIN * SKIN - 0.01)) < 1e-12);
}

Test(skin, starts_in_solid)
{
    const double boxes[][6] = { { 0, 0, 0, 8, 8, 8 },
                                { 8, 0, 0, 16, 8, 8 },
                                { -9, -9, -9, 64, 64, 0 } };
    g_autoptr(BspBrushTable) sides = scene_sides(boxes, 3, 0);
    BspShape box = bsp_shape_box(bsp_vec(-1, -1, -1), bsp_vec(1, 1, 1)), point = bsp_shape_point();
    BspHit hit;
    BspTransition tr = ask(sides, &box, bsp_vec(4, 4, 1), bsp_vec(40, 4, 1), SKIN, &hit);
    cr_expect(tr.type == BSP_SOLID_TO_EMPTY && fabs(tr.point.x - 17) < 1e-12 &&
              tr.plane.normal.x == 1 && tr.plane.dist == 17 && hit.brush == 0);
    tr = ask(sides, &point, bsp_vec(4, 4, 1), bsp_vec(40, 4, 1), SKIN, &hit);
    cr_expect(tr.type == BSP_SOLID_TO_EMPTY && fabs(tr.point.x - 16) < 1e-12);
    tr = ask(sides, &point, bsp_vec(12, 4, 1), bsp_vec(1, 4, 1), SKIN, &hit);
    cr_expect(tr.type == BSP_SOLID && hit.brush == 1 && hit.side == 5);
    tr = ask(sides, &point, bsp_vec(12, 4, 1), bsp_vec(12, 4, 1), SKIN, &hit);
    cr_expect_eq(tr.type, BSP_SOLID);
}

/* Two boxes of different contents. */
static BspSolid *two_contents(void)
{
    BspBrush *brushes[] = { scene_box(0, 0, 0, 8, 8, 8), scene_box(16, 0, 0, 24, 8, 8) };
    bsp_brush_set_contents(brushes[0], 0x10000);
    return scene_solid(brushes, 2);
}

/* Some masks, and the x at which each stops a point that moves from -9 to 40. */
static const guint32 masks[] = { 0, 1, 0x10000, 0x10001, 2 };
static const double stops[] = { -SKIN, 16 - SKIN, -SKIN, -SKIN, 40 };

Test(skin, masks)
{
    g_autoptr(BspSolid) solid = two_contents();
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    BspShape point = bsp_shape_point();
    for (guint i = 0; i < G_N_ELEMENTS(masks); i++) {
        BspTrace answer;
        bsp_brush_table_trace(
            sides, &(BspMove){ bsp_vec(-9, 4, 4), bsp_vec(40, 4, 4), &point, masks[i], SKIN },
            &answer);
        cr_expect_float_eq(answer.tr.point.x, stops[i], 1e-12);
    }
}

/* A space with other contents, or of a smaller box, cannot be used as a filter. */
Test(skin, only_spaces_that_know_filter)
{
    g_autoptr(BspSolid) solid = two_contents();
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    BspShape point = bsp_shape_point();
    BspBounds grown = bsp_skin_box(&point.bounds, SKIN);
    OnionSpace spaces[] = { { "solid", grown, 1 },
                            { "both", grown, 0x10001 },
                            { "all", grown, 0 },
                            { "bare", point.bounds, 0 } };
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, 4, NULL, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(masks) * 5; i++) {
        BspTrace answer;
        onion_tree_trace(
            tree, i % 5, sides,
            &(BspMove){ bsp_vec(-9, 4, 4), bsp_vec(40, 4, 4), &point, masks[i / 5], SKIN }, &answer,
            NULL);
        cr_expect_float_eq(answer.tr.point.x, stops[i / 5], 1e-12, "%u", i);
        onion_tree_trace(tree, i % 5, sides,
                         &(BspMove){ bsp_vec(-9, 4, 8 + SKIN / 2), bsp_vec(40, 4, 8 + SKIN / 2),
                                     &point, masks[i / 5], SKIN },
                         &answer, NULL);
        double beside = i / 5 < 4 ? SKIN * (1 - sqrt(0.75)) : 0; /* half a skin above the edge */
        cr_expect_float_eq(answer.tr.point.x, stops[i / 5] + beside, 1e-12, "%u", i);
    }
}

Test(skin, nonsense)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 5, bsp_vec(0, 0, 0));
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    const double odd[] = { (double)NAN, HUGE_VAL, -1e300, 1e38, 1e-310, 0 };
    for (guint i = 0; i < 6 * 6 * 6 * 2; i++) {
        BspVec at = bsp_vec(odd[i % 6], odd[i / 6 % 6], odd[i / 36 % 6]);
        BspShape shape = i & 1 ? bsp_shape_box(bsp_vec(-1, -1, -1), at) : bsp_shape_point();
        BspTrace answer;
        if (bsp_brush_table_trace(sides, &(BspMove){ bsp_vec(0, 0, 0), at, &shape, 0, fabs(at.y) },
                                  &answer))
            cr_expect_lt(answer.hit.brush, solid->brushes->len);
        cr_expect(answer.tr.t >= 0 && answer.tr.t <= 1);
        cr_expect(bsp_vec_finite(at) || answer.tr.type == BSP_SOLID);
    }
    BspShape point = bsp_shape_point();
    cr_expect_eq(ask(sides, &point, bsp_vec(0, 0, 999), bsp_vec(1, 0, 999), -1, NULL).type,
                 BSP_SOLID);
    g_autoptr(BspSolid) none = bsp_solid_new(g_ptr_array_new());
    g_autoptr(BspBrushTable) empty = bsp_brush_table_new(none, 0);
    cr_expect_eq(ask(empty, &point, bsp_vec(0, 0, 0), bsp_vec(1, 0, 0), 1, NULL).type, BSP_EMPTY);
}

static void expect_solid(gboolean named, const BspTransition *tr)
{
    cr_expect(!named && tr->type == BSP_SOLID && tr->t == 0, "%d, type %d, t %g", named, tr->type,
              tr->t);
}

/* Invalid arguments are rejected even if the tree finds that the move is free. */
Test(skin, nonsense_before_trees)
{
    g_autoptr(BspSolid) solid = scene_boxes(floor_and_wall, 2);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    const OnionSpace space = { "large", { bsp_vec(-9, -9, -9), bsp_vec(9, 9, 9) }, 0 };
    g_autoptr(OnionTree) onion = onion_tree_build(solid, &space, 1, NULL, NULL);
    g_autoptr(ShiftTree) shift = shift_tree_build(solid, NULL, NULL);
    const struct {
        BspShape shape;
        double skin;
    } cases[] = { { bsp_shape_point(), (double)NAN },
                  { bsp_shape_point(), HUGE_VAL },
                  { bsp_shape_point(), -1 },
                  { bsp_shape_sphere(4), SKIN } };
    BspVec from = bsp_vec(0, 0, 30), to = bsp_vec(9, 5, 40);
    BspTrace answer;
    cr_assert_eq(onion_tree_first_transition(onion, 0, from, to, NULL).type, BSP_EMPTY);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const BspShape *shape = &cases[i].shape;
        double skin = cases[i].skin;
        gboolean named = onion_tree_trace(onion, 0, sides, &(BspMove){ from, to, shape, 0, skin },
                                          &answer, NULL);
        expect_solid(named, &answer.tr);
        named =
            shift_tree_trace(shift, sides, &(BspMove){ from, to, shape, 0, skin }, &answer, NULL);
        expect_solid(named, &answer.tr);
    }
}

/* --- against all brushes --- */

/* The distance of a move's start from a plane, and its change over the move. */
typedef struct {
    long double d, v;
} Along;

static Along along(const BspPlane *plane, const BspShape *shape, BspVec from, BspVec to)
{
    long double sum = -(long double)plane->dist, v = 0;
    for (guint k = 0; k < 3; k++) {
        long double n = (long double)plane->normal.v[k];
        double corner = n > 0 ? shape->bounds.mins.v[k] : shape->bounds.maxs.v[k];
        sum += n * ((long double)from.v[k] + (long double)corner);
        v += n * ((long double)to.v[k] - (long double)from.v[k]);
    }
    return (Along){ sum, v };
}

/* A move near a brush, and all planes of their sum. */
typedef struct {
    const BspBrush *brush;
    const BspShape *shape;
    BspVec from, to;
    guint n;
    Along planes[256];
} Course;

static void set_course(Course *c, const BoxSums *sums, const BspSolid *solid, guint brush,
                       const BspShape *shape, BspVec from, BspVec to)
{
    const BspPlane *planes = box_sums_planes(sums, brush, &c->n);
    cr_assert_leq(c->n, G_N_ELEMENTS(c->planes));
    c->brush = bsp_solid_brush(solid, brush);
    c->shape = shape;
    c->from = from;
    c->to = to;
    for (guint i = 0; i < c->n; i++)
        c->planes[i] = along(&planes[i], shape, from, to);
}

typedef long double (*DistanceAt)(const Course *c, long double t);

/* The largest distance from a plane at time t. The true distance is not less. */
static long double plane_distance_at(const Course *c, long double t)
{
    long double most = -HUGE_VALL;
    for (guint i = 0; i < c->n; i++)
        most = fmaxl(most, c->planes[i].d + t * c->planes[i].v);
    return most;
}

/* The distance at time t, a convex function. */
static long double distance_at(const Course *c, long double t)
{
    long double by_planes = plane_distance_at(c, t);
    return by_planes > 0 ? box_distance_at(c->brush, c->shape, c->from, c->to, t) : by_planes;
}

/* The least value of either function over the move. */
static long double least_of(const Course *c, DistanceAt f)
{
    long double lo = 0, hi = 1, least = fminl(f(c, 0), f(c, 1));
    for (guint i = 0; i < 80; i++) {
        long double a = lo + (hi - lo) * 0.382L, b = lo + (hi - lo) * 0.618L;
        long double at_a = f(c, a), at_b = f(c, b);
        least = fminl(least, fminl(at_a, at_b));
        if (at_a <= at_b)
            hi = b;
        else
            lo = a;
    }
    return least;
}

/* The least distance over the move. If it is more than `far`, any number more than `far`. */
static long double least_distance(const Course *c, long double far)
{
    long double least = least_of(c, plane_distance_at);
    return least > far ? least : least_of(c, distance_at);
}

typedef struct {
    guint n_hits, n_free, n_solid, n_too_near, n_low, n_edges, n_doubtful;
} Counts;

/* Units. The rounding error of either computation. */
#define OFF 1e-9L

/* The arguments and the answer of a trace. */
typedef struct {
    const BspSolid *solid;
    BspShape shape;
    BspVec from, to;
    double skin;
    BspTransition tr;
    BspHit hit;
} Asked;

/* The clearance to keep, by the definition. */
typedef struct {
    long double nearest; /* at the start */
    long double keep, limit;
    long double named; /* the distance by which planes are moved out */
    long double off;   /* units: the rounding error of either computation */
} Kept;

static Kept what_is_kept(const BoxSums *sums, const Asked *a, Counts *counts)
{
    Kept kept = { HUGE_VALL, (long double)a->skin,
                  (long double)a->skin - (long double)bsp_skin_slack(a->skin), (long double)a->skin,
                  OFF + 4e-14L * fabsl((long double)a->from.x) };
    for (guint b = 0; b < a->solid->brushes->len; b++) {
        Course c;
        set_course(&c, sums, a->solid, b, &a->shape, a->from, a->to);
        if (plane_distance_at(&c, 0) < kept.nearest)
            kept.nearest = fminl(kept.nearest, distance_at(&c, 0));
    }
    if (fabsl(kept.nearest - kept.limit) < kept.off) /* rounding decides which of the two applies */
        kept.off += kept.keep - kept.limit;
    if (kept.nearest < kept.limit) {
        counts->n_too_near++;
        kept.limit = fmaxl(kept.nearest, (long double)-BSP_TOUCH);
        kept.keep = kept.named = kept.nearest;
    } else if (kept.nearest < kept.keep && kept.limit > (long double)BSP_TOUCH) {
        counts->n_low++;
        kept.keep = kept.nearest;
    }
    return kept;
}

/* If the brush must stop the move, the move must have stopped before it came too near. */
static void check_stopped(const Course *c, const Asked *a, const Kept *kept, const char *what)
{
    cr_assert_eq(a->tr.type, BSP_EMPTY_TO_SOLID, "skin %g, %s", a->skin, what);
    for (guint i = 0; i <= 8; i++)
        cr_assert_gt(distance_at(c, (long double)a->tr.t * i / 8),
                     fminl(kept->keep, distance_at(c, 0)) - kept->off, "skin %g, %s", a->skin,
                     what);
}

/* The named brush must be able to stop the move at the reported place. */
static void check_named(const Course *c, const Asked *a, const Kept *kept, const char *what)
{
    long double d = distance_at(c, (long double)a->tr.t), off = kept->off;
    if (kept->keep <= 0) /* a plane that meets others there may be named */
        off += 2 * (long double)BSP_CORNER_NEAR;
    cr_assert_lt(least_distance(c, kept->keep + off), kept->limit + off, "skin %g, %s", a->skin,
                 what);
    cr_assert(a->tr.t == 0 ? d < kept->keep + off : fabsl(d - kept->keep) < off, "%Lg, skin %g, %s",
              d, a->skin, what);
    cr_assert_lt(bsp_vec_dot(a->tr.plane.normal, bsp_vec_sub(a->to, a->from)),
                 kept->keep > 0 ? 0 : 1e-9, "%s", what);
    cr_assert_float_eq(bsp_plane_distance(&a->hit.plane, a->tr.point), (double)(d - kept->named),
                       (double)off, "%g, %Lg, skin %g, named %Lg, start %Lg, side %d, %s",
                       bsp_plane_distance(&a->hit.plane, a->tr.point), d, a->skin, kept->named,
                       kept->nearest, a->hit.side, what);
}

static void check_answer(const BoxSums *sums, const Asked *a, Counts *counts)
{
    g_autofree char *what = scene_describe(a->solid, &a->shape, a->from, a->to);
    Kept kept = what_is_kept(sums, a, counts);
    gboolean in_solid = a->tr.type == BSP_SOLID || a->tr.type == BSP_SOLID_TO_EMPTY;
    if (fabsl(kept.nearest + (long double)BSP_TOUCH) > kept.off)
        cr_assert_eq(in_solid, kept.nearest < (long double)-BSP_TOUCH, "%Lg, %s", kept.nearest,
                     what);
    *(in_solid                  ? &counts->n_solid
      : a->tr.type == BSP_EMPTY ? &counts->n_free
                                : &counts->n_hits) += 1;
    for (guint b = 0; b < a->solid->brushes->len && !in_solid; b++) {
        Course c;
        set_course(&c, sums, a->solid, b, &a->shape, a->from, a->to);
        long double least = least_distance(&c, kept.keep + kept.off);
        counts->n_doubtful += fabsl(least - kept.limit) < kept.off ? 1 : 0;
        if (least < kept.limit - kept.off)
            check_stopped(&c, a, &kept, what);
        if (a->tr.type == BSP_EMPTY_TO_SOLID && a->hit.brush == b)
            check_named(&c, a, &kept, what);
        if (a->tr.type == BSP_EMPTY_TO_SOLID && a->hit.brush == b && kept.keep > 0)
            counts->n_edges += plane_distance_at(&c, (long double)a->tr.t) < kept.keep - 1e-6L;
    }
}

/* Without a skin the answers are those of the method that sweeps through the brushes. */
static void check_without_skin(const BspBrushes *brushes, const Asked *a)
{
    BspTransition tr = bsp_brushes_move(brushes, &a->shape, 0, a->from, a->to, NULL);
    g_autofree char *what = scene_describe(a->solid, &a->shape, a->from, a->to);
    double apart = bsp_vec_length(bsp_vec_sub(tr.point, a->tr.point));
    if (bsp_transition_blocking_time(&a->tr) > 0) /* a move that starts in solid leaves it
                                                   * slightly later */
        cr_assert_eq(tr.type, a->tr.type, "%s", what);
    if (tr.type == BSP_EMPTY_TO_SOLID)
        cr_assert_lt(apart, 1e-6, "%g, %s", apart, what);
}

/* Moves aimed at hard cases, with their ends or starts beside the skin of some brush. */
static void next_move(Random *r, CompareAim *aim, Asked *a)
{
    CompareAimKind kind = (CompareAimKind)random_below(r, COMPARE_AIM_KINDS);
    CompareMove move = compare_aim_move(aim, kind, &a->shape);
    a->from = move.from;
    a->to = move.to;
    if (random_flag(r))
        scene_move(r, a->solid, &a->shape, &a->from, &a->to);
    const BspBrush *brush = bsp_solid_brush(a->solid, random_below(r, a->solid->brushes->len));
    guint n;
    g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &n);
    scene_move_beside_skin(r, &a->shape, &planes[random_below(r, n)], a->skin, -12, &a->from,
                           &a->to);
}

static void check_scene(Random *r, guint i, Counts *counts)
{
    static const double skins[] = { 0, 0.03125, 0.125, 1, 4 };
    BspVec offset = bsp_vec(i % 3 ? 0 : 100000, 0, 0);
    g_autoptr(BspSolid) solid = scene_new((SceneKind)(i % SCENE_KINDS), 700 + i, offset);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    g_autoptr(CompareAim) aim = compare_aim_new(solid, i);
    BspBrushes *brushes = bsp_brushes_new(solid, NULL, NULL);
    BoxSums sums = box_sums_new(solid);
    for (guint k = 0; k < 100; k++) {
        Asked a = { .solid = solid, .shape = k % 3 ? scene_random_box(r) : bsp_shape_point() };
        a.skin = skins[random_below(r, G_N_ELEMENTS(skins))];
        next_move(r, aim, &a);
        BspTrace answer;
        gboolean named =
            bsp_brush_table_trace(sides, &(BspMove){ a.from, a.to, &a.shape, 0, a.skin }, &answer);
        a.tr = answer.tr;
        a.hit = answer.hit;
        cr_assert_eq(named, a.tr.type != BSP_EMPTY);
        check_answer(&sums, &a, counts);
        if (a.skin == 0)
            check_without_skin(brushes, &a);
    }
    box_sums_clear(&sums);
    bsp_brushes_free(brushes);
}

Test(skin, against_all_brushes)
{
    Random r = random_seeded(1415);
    Counts c = { 0 };
    for (guint i = 0; i < (SHORT ? 3 : 12) * SCENE_KINDS; i++)
        check_scene(&r, i, &c);
    cr_log_info("%u hits (%u beside edges), %u free, %u in solid, %u too near, %u low, %u doubtful",
                c.n_hits, c.n_edges, c.n_free, c.n_solid, c.n_too_near, c.n_low, c.n_doubtful);
    const guint share = SHORT ? 4 : 1;
    cr_expect(c.n_hits > 1000 / share && c.n_free > 1000 / share && c.n_too_near > 300 / share);
}
