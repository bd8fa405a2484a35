/* test-beyond: moves that start in solid, and keep a skin behind it. Tests are by hand, and against
 * the sums of all brushes one by one. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "oracle/oracle.h"
#include "oracle/sum.h"
#include "sanitized.h"
#include "scenes.h"

#define SKIN 0.125

static BspTrace beyond(const BspBrushTable *sides, const BspShape *shape, BspVec from, BspVec to,
                       double skin)
{
    BspTrace answer;
    bool named =
        bsp_brush_table_trace_beyond(sides, &(BspMove){ from, to, shape, 0, skin }, &answer);
    cr_expect_eq(named, answer.hit.brush != BSP_NO_BRUSH);
    return answer;
}

/* --- by hand --- */

/* A move along x, from 2, in the first of two walls, which are `gap` units apart. */
static void check_gap(const BspShape *shape, double gap, double stop)
{
    const double walls[][6] = { { 0, -8, -8, 4, 8, 8 }, { 4 + gap, -8, -8, 24, 8, 8 } };
    g_autoptr(BspBrushTable) sides = scene_sides(walls, 2, BSP_TABLE_ALL_SHAPES);
    double half = shape->bounds.maxs.x;
    BspTrace answer = beyond(sides, shape, bsp_vec(2, 0, 0), bsp_vec(34, 0, 0), SKIN);
    cr_assert(answer.tr.type == BSP_EMPTY_TO_SOLID && answer.hit.brush == 1 &&
              answer.hit.side == 1);
    cr_expect_float_eq(answer.free_at, (2 + half) / 32, 1e-8);
    cr_expect_float_eq(answer.tr.point.x, 4 + gap - half - stop, 1e-7, "gap %g: %g", gap,
                       answer.tr.point.x);
    cr_expect_float_eq(answer.tr.t, (answer.tr.point.x - 2) / 32, 1e-12);
    cr_expect_eq(answer.kept, stop);
    cr_expect_float_eq(answer.hit.plane.dist, half + stop - 4 - gap, 1e-12);
}

Test(beyond, gaps)
{
    const BspShape shapes[] = { bsp_shape_point(), scene_cube(1), bsp_shape_sphere(1),
                                bsp_shape_capsule(1, -2, 2), bsp_shape_cylinder(1, -2, 2) };
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        double wide = 2 * shapes[i].bounds.maxs.x;
        check_gap(&shapes[i], wide + 16, SKIN);
        check_gap(&shapes[i], wide + 2.01 * SKIN, SKIN);
        check_gap(&shapes[i], wide + 1.95 * SKIN, 0);
        check_gap(&shapes[i], wide + 0.5 * SKIN, 0);
    }
}

/* If the move starts free, the answer is that of bsp_brush_table_trace(). */
Test(beyond, starts_free_or_stays_in_solid)
{
    const double walls[][6] = { { 0, -8, -8, 4, 8, 8 }, { 8, -8, -8, 24, 8, 8 } };
    g_autoptr(BspBrushTable) sides = scene_sides(walls, 2, 0);
    BspShape point = bsp_shape_point();
    const double starts[] = { 4, 4.01, 4.5, 7.9, 8, 4 - BSP_TOUCH / 2 };
    for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
        BspMove move = { bsp_vec(starts[i], 0, 0), bsp_vec(12, 0, 0), &point, 0, SKIN };
        BspTrace answer = beyond(sides, &point, move.from, move.to, SKIN), same;
        bsp_brush_table_trace(sides, &move, &same);
        cr_expect(answer.free_at == 0 && answer.tr.type == BSP_EMPTY_TO_SOLID, "%u", i);
        cr_expect(answer.tr.t == same.tr.t && answer.kept == same.kept &&
                  answer.hit.plane.dist == same.hit.plane.dist);
    }
    BspTrace answer = beyond(sides, &point, bsp_vec(10, 0, 0), bsp_vec(20, 0, 0), SKIN);
    cr_expect(answer.tr.type == BSP_SOLID && answer.free_at == 2 && answer.hit.brush == 1 &&
              answer.kept == 0);
    const double skins[] = { -1, (double)NAN, HUGE_VAL };
    for (guint i = 0; i < G_N_ELEMENTS(skins); i++) {
        answer = beyond(sides, &point, bsp_vec(2, 0, 0), bsp_vec(20, 0, 0), skins[i]);
        cr_expect(answer.tr.type == BSP_SOLID && answer.free_at == 2);
    }
}

/* --- against the sums of all brushes --- */

/* The distances that are compared: skin - slack and skin, each with the error of distances taken
 * off or added. */
typedef enum { LIMIT_LEAST, LIMIT_MOST, SKIN_LEAST, SKIN_MOST, N_DISTANCES } Distance;

#define OFF 1e-7

typedef struct {
    const BspSolid *solid;
    BspShape shape;
    double skin;
    CompareOracle *oracle;
    CompareSum **sums; /* N_DISTANCES for each brush */
    BspVec from, to;
    const char *what;
} Asked;

static void make_sums(Asked *a)
{
    double limit = a->skin - bsp_skin_slack(a->skin);
    const double distances[N_DISTANCES] = { limit - OFF, limit + OFF, a->skin - OFF,
                                            a->skin + OFF };
    guint n = a->solid->brushes->len * N_DISTANCES;
    a->sums = g_new(CompareSum *, n);
    for (guint i = 0; i < n; i++)
        a->sums[i] = compare_sum_new_round(bsp_solid_brush(a->solid, i / N_DISTANCES), &a->shape,
                                           distances[i % N_DISTANCES]);
}

static void free_sums(Asked *a)
{
    for (guint i = 0; i < a->solid->brushes->len * N_DISTANCES; i++)
        compare_sum_free(a->sums[i]);
    g_free(a->sums);
}

/* The times between which the shape is no farther from the brush. Returns FALSE if it never is. */
static gboolean near_times(const Asked *a, guint brush, Distance by, double *enter, double *leave)
{
    double back;
    const CompareSum *sum = a->sums[brush * N_DISTANCES + by];
    if (!compare_sum_enter(sum, a->from, bsp_vec_sub(a->to, a->from), enter, NULL) ||
        !compare_sum_enter(sum, a->to, bsp_vec_sub(a->from, a->to), &back, NULL))
        return FALSE;
    *leave = back > 0 ? 1 - back : 2;
    return TRUE;
}

/* The time from which on the move can keep its skin, by the definition in bsp-brush-table.h. */
static double clear_from(const Asked *a, double t, Distance limit, Distance skin)
{
    double before, enter, leave, far, unused;
    do {
        before = t;
        for (guint b = 0; b < a->solid->brushes->len; b++)
            if (near_times(a, b, limit, &enter, &leave) && enter <= before && before < leave)
                t = fmax(t, near_times(a, b, skin, &unused, &far) ? far : leave);
    } while (t > before && t <= 1);
    return t;
}

/* Whether the shape is no farther from the brush at some time from t to u. */
static gboolean comes_near(const Asked *a, guint brush, Distance by, double t, double u)
{
    double enter, leave;
    return near_times(a, brush, by, &enter, &leave) && enter <= u && leave >= t;
}

typedef struct {
    guint n_left, n_touching, n_kept, n_clear, n_sides;
} Counts;

static void check_kept(const Asked *a, const BspTrace *answer, double clear)
{
    double t = answer->tr.t;
    guint hit = answer->hit.brush;
    gboolean hits = answer->tr.type == BSP_EMPTY_TO_SOLID;
    for (guint b = 0; b < a->solid->brushes->len; b++)
        cr_assert_not(comes_near(a, b, LIMIT_LEAST, clear, hits ? t : 1), "brush %u, %s", b,
                      a->what);
    if (hits)
        cr_assert(comes_near(a, hit, SKIN_MOST, t, t) && comes_near(a, hit, LIMIT_MOST, t, 1), "%s",
                  a->what);
}

/* The named plane is the side's own plane, moved out for the shape and by `kept`. */
static void check_plane(const Asked *a, const BspBrushTable *sides, const BspTrace *answer,
                        Counts *counts)
{
    BspPlane side;
    if (answer->hit.side < 0)
        return;
    cr_assert(bsp_brush_table_side(sides, answer->hit.brush, answer->hit.side, &side));
    double dist = side.dist + bsp_shape_offset(&a->shape, side.normal) + answer->kept;
    cr_assert_float_eq(dist, answer->hit.plane.dist, 1e-9, "%s", a->what);
    counts->n_sides++;
}

static void check(const Asked *a, const BspBrushTable *sides, Counts *counts)
{
    BspTrace bare = beyond(sides, &a->shape, a->from, a->to, 0),
             answer = beyond(sides, &a->shape, a->from, a->to, a->skin);
    if (answer.tr.type == BSP_EMPTY_TO_SOLID)
        check_plane(a, sides, &answer, counts);
    if (!(bare.free_at > 0 && bare.free_at < 1))
        return;
    CompareTruth truth = compare_oracle_move(a->oracle, &a->shape, 0, a->from, a->to);
    counts->n_left++;
    cr_assert(bare.free_at >= truth.leave_lo && bare.free_at <= truth.leave_hi, "%s", a->what);
    cr_assert_eq(answer.free_at, bare.free_at, "%s", a->what);
    double least = clear_from(a, bare.free_at, LIMIT_LEAST, SKIN_LEAST),
           most = clear_from(a, bare.free_at, LIMIT_MOST, SKIN_MOST);
    double hit = bare.tr.type == BSP_EMPTY_TO_SOLID ? bare.tr.t : 1;
    gboolean is_bare = answer.kept == 0 && answer.tr.t == bare.tr.t &&
                       answer.tr.type == bare.tr.type && answer.hit.brush == bare.hit.brush;
    if (least > hit) {
        cr_assert(is_bare, "clear at %.17g, hit at %.17g, %s", least, hit, a->what);
        counts->n_touching += bare.tr.type == BSP_EMPTY_TO_SOLID ? 1 : 0;
    } else if (most < hit) {
        check_kept(a, &answer, most);
        if (answer.tr.type == BSP_EMPTY_TO_SOLID)
            counts->n_kept++;
        else
            counts->n_clear++;
    }
}

static void check_shapes(BspShapeKind kind, guint n_worlds, guint n_moves, Counts *counts)
{
    static const double skins[] = { 0.03125, 0.125, 1, 4 };
    Random r = random_seeded(3705 + (guint64)kind);
    for (guint i = 0; i < n_worlds; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, 3700 + i);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
        BspHull *hull = NULL;
        Asked a = { .solid = solid,
                    .oracle = oracle,
                    .shape = scene_random_shape_of(&r, kind, &hull),
                    .skin = skins[random_below(&r, G_N_ELEMENTS(skins))] };
        make_sums(&a);
        for (guint k = 0; k < n_moves; k++) {
            const BspBrush *brush = bsp_solid_brush(solid, random_below(&r, solid->brushes->len));
            a.from = random_point(&r, &brush->bounds);
            a.to = bsp_vec_mad(a.from, random_real(&r, 1, 100), random_direction(&r));
            g_autofree char *move = scene_describe(solid, &a.shape, a.from, a.to);
            g_autofree char *what = g_strdup_printf("skin %g, %s", a.skin, move);
            a.what = what;
            check(&a, sides, counts);
        }
        free_sums(&a);
        bsp_hull_free(hull);
    }
}

/* There is no sum of a cylinder with a skin. */
Test(beyond, against_all_brushes)
{
    const BspShapeKind kinds[] = { BSP_SHAPE_POINT, BSP_SHAPE_BOX, BSP_SHAPE_SPHERE,
                                   BSP_SHAPE_CAPSULE, BSP_SHAPE_HULL };
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        Counts c = { 0 };
        check_shapes(kinds[i], SHORT ? 4 * SCENE_KINDS : 20 * SCENE_KINDS, 25, &c);
        cr_log_info("%s: %u left solid: %u hit, %u hit near, %u hit nothing; %u sides",
                    bsp_shape_kind_name(kinds[i]), c.n_left, c.n_kept, c.n_touching, c.n_clear,
                    c.n_sides);
        cr_expect_gt(c.n_kept, SHORT ? 20u : 100u, "%s", bsp_shape_kind_name(kinds[i]));
        cr_expect(c.n_touching > 0 && c.n_clear > 20, "%s", bsp_shape_kind_name(kinds[i]));
    }
}
