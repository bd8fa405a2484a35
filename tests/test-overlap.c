/* test-overlap: the brushes that overlap a box, by hand and by the distances of brushes and
 * boxes. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "oracle/oracle.h"
#include "sanitized.h"
#include "scenes.h"

static BspBounds box_of(double x0, double y0, double z0, double x1, double y1, double z1)
{
    return (BspBounds){ bsp_vec(x0, y0, z0), bsp_vec(x1, y1, z1) };
}

static const double three[][6] = { { 0, 0, 0, 10, 10, 10 },
                                   { 10, 0, 0, 20, 10, 10 },
                                   { 5, 5, 5, 30, 30, 30 } };

Test(overlap, touching_is_not_overlapping)
{
    g_autoptr(BspSolid) solid = scene_boxes(three, 3);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    static const struct {
        double box[6];
        guint n;
    } cases[] = { { { -5, -5, -5, 40, 40, 40 }, 3 },
                  { { -5, 0, 0, 0, 4, 4 }, 0 },
                  { { -5, 0, 0, 0.001, 4, 4 }, 1 },
                  { { 10, 0, 0, 10, 4, 4 }, 0 }, /* a flat box in the seam of two brushes */
                  { { 9, 1, 1, 11, 1, 1 }, 2 },  /* a line */
                  { { 12, 8, 8, 12, 8, 8 }, 2 }, /* a point */
                  { { 10, 10, 10, 12, 12, 12 }, 1 } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const double *b = cases[i].box;
        BspBounds box = box_of(b[0], b[1], b[2], b[3], b[4], b[5]);
        cr_expect_eq(bsp_brush_table_overlap(sides, &box, 0, NULL, 0), cases[i].n, "%u", i);
    }
}

Test(overlap, masks_and_room)
{
    g_autoptr(BspSolid) solid = scene_boxes(three, 3);
    for (guint i = 0; i < 3; i++)
        bsp_brush_set_contents(g_ptr_array_index(solid->brushes, i), i == 2 ? 0 : 1u << i);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    BspBounds all = box_of(-5, -5, -5, 40, 40, 40);
    guint32 found[3] = { 77, 77, 77 };
    cr_expect_eq(bsp_brush_table_overlap(sides, &all, 0, found, 1), 3u);
    cr_expect(found[0] < 3 && found[1] == 77);
    cr_expect_eq(bsp_brush_table_overlap(sides, &all, 2, found, 3), 1u);
    cr_expect(found[0] == 1 && found[1] == 77);
    cr_expect_eq(bsp_brush_table_overlap(sides, &all, 3, found, 3), 2u);
    cr_expect_eq(bsp_brush_table_overlap(sides, &all, 4, found, 3), 0u);
}

Test(overlap, nonsense)
{
    g_autoptr(BspSolid) solid = scene_boxes(three, 3);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    g_autoptr(BspSolid) none = bsp_solid_new(g_ptr_array_new());
    g_autoptr(BspBrushTable) empty = bsp_brush_table_new(none, 0);
    BspBounds all = box_of(-5, -5, -5, 40, 40, 40), inside_out = box_of(5, 5, 5, 4, 8, 8);
    cr_expect_eq(bsp_brush_table_overlap(empty, &all, 0, NULL, 0), 0u);
    cr_expect_eq(bsp_brush_table_overlap(sides, &inside_out, 0, NULL, 0), 0u);
    const double odd[] = { (double)NAN, HUGE_VAL, -HUGE_VAL };
    for (guint i = 0; i < 6 * 3; i++) {
        BspBounds box = all;
        (i % 2 ? &box.mins : &box.maxs)->v[i / 2 % 3] = odd[i / 6];
        cr_expect_eq(bsp_brush_table_overlap(sides, &box, 0, NULL, 0), 0u);
    }
    BspBounds huge = box_of(-1e300, -1e300, -1e300, 1e300, 1e300, 1e300);
    cr_expect_eq(bsp_brush_table_overlap(sides, &huge, 0, NULL, 0), 3u);
}

/* --- against the oracle, brush by brush --- */

typedef struct {
    guint n_boxes, n_found, n_close, max_found;
} Tally;

/* Makes an oracle for each brush alone, which computes the depth of a box in that brush. */
static CompareOracle **oracles_of(const BspSolid *solid, BspSolid **alone)
{
    CompareOracle **oracles = g_new(CompareOracle *, solid->brushes->len);
    for (guint b = 0; b < solid->brushes->len; b++) {
        GPtrArray *one = g_ptr_array_new();
        g_ptr_array_add(one, g_ptr_array_index(solid->brushes, b));
        alone[b] = bsp_solid_new(one);
        oracles[b] = compare_oracle_new(alone[b]);
    }
    return oracles;
}

static void check_box(const BspBrushTable *sides, const BspSolid *solid, CompareOracle **oracles,
                      const BspBounds *box, Tally *tally)
{
    guint n = solid->brushes->len, brush;
    g_autofree guint32 *found = g_new(guint32, n);
    g_autofree guint8 *is_found = g_new0(guint8, n);
    guint n_found = bsp_brush_table_overlap(sides, box, 0, found, n);
    BspVec middle = bsp_bounds_centre(box);
    BspShape shape = bsp_shape_box(bsp_vec_sub(box->mins, middle), bsp_vec_sub(box->maxs, middle));
    for (guint i = 0; i < n_found; i++)
        cr_assert_eq(is_found[found[i]]++, 0, "once");
    for (guint b = 0; b < n; b++) {
        if (!is_found[b] && !bsp_bounds_overlap(&bsp_solid_brush(solid, b)->bounds, box))
            continue;
        double depth = compare_oracle_depth(oracles[b], &shape, 0, middle, &brush);
        if (fabs(depth - BSP_TOUCH) < 1e-9)
            continue;
        tally->n_close += depth > 0 && depth < 0.01 ? 1 : 0;
        cr_assert_eq(is_found[b], depth > BSP_TOUCH, "brush %u of %u, %g deep", b, n, depth);
    }
    tally->n_boxes++;
    tally->n_found += n_found;
    tally->max_found = MAX(tally->max_found, n_found);
}

static BspBounds random_box_at(Random *r, const BspBounds *bounds)
{
    BspVec a = random_point(r, bounds), half;
    for (guint k = 0; k < 3; k++) {
        half.v[k] = random_below(r, 6) ? random_real(r, 0, 24) : 0;
        if (random_flag(r))
            a.v[k] = round(a.v[k]), half.v[k] = round(half.v[k]);
    }
    return (BspBounds){ bsp_vec_sub(a, half), bsp_vec_add(a, half) };
}

static void check_solid(Random *r, const BspSolid *solid, guint n, Tally *tally)
{
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    g_autofree BspSolid **alone = g_new(BspSolid *, solid->brushes->len);
    g_autofree CompareOracle **oracles = oracles_of(solid, alone);
    for (guint i = 0; i < n; i++) {
        guint b = random_below(r, solid->brushes->len);
        BspBounds around = bsp_bounds_grown(&bsp_solid_brush(solid, b)->bounds, 16);
        BspBounds box = random_box_at(r, i % 2 ? &solid->bounds : &around);
        check_box(sides, solid, oracles, &box, tally);
    }
    for (guint b = 0; b < solid->brushes->len; b++) {
        compare_oracle_free(oracles[b]);
        bsp_solid_free(alone[b]);
    }
}

Test(overlap, random_worlds)
{
    Random r = random_seeded(6001);
    Tally tally = { 0 };
    for (guint i = 0; i < (SHORT ? 2 : 8) * SCENE_KINDS; i++) {
        g_autoptr(BspSolid) solid =
            scene_new((SceneKind)(i % SCENE_KINDS), 6000 + i, bsp_vec(i % 2 ? 70000 : 0, 0, 0));
        check_solid(&r, solid, 60, &tally);
    }
    cr_log_info("%u boxes, %u brushes found, %u of them hardly", tally.n_boxes, tally.n_found,
                tally.n_close);
    cr_expect_gt(tally.n_found, SHORT ? 750u : 3000u);
}
