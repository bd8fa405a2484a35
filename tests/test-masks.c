/* test-masks: tests spaces that share a tree, and the contents of points. test-property compares
 * moves under masks with the oracle. */
#include <criterion/criterion.h>

#include "brush-by-brush.h"
#include "bsp-brush-table.h"
#include "build-trees.h"
#include "scenes.h"

enum { SOLID = 1, LAVA = 8, WATER = 0x20, PLAYERCLIP = 0x10000 };

/* Returns a scene whose brushes have contents of one kind, of none or of two. */
static BspSolid *mixed_scene(Random *r, SceneKind kind, guint64 seed)
{
    static const guint32 mixture[] = { SOLID, SOLID, SOLID,         LAVA,      WATER,
                                       WATER, 0,     SOLID | WATER, PLAYERCLIP };
    BspSolid *solid = scene_new(kind, seed, bsp_vec(0, 0, 0));
    for (guint i = 0; i < solid->brushes->len; i++)
        bsp_brush_set_contents(solid->brushes->pdata[i],
                               mixture[random_below(r, G_N_ELEMENTS(mixture))]);
    return solid;
}

/* --- onions --- */

static void count_note(const BspFillNote *note, gpointer n_notes)
{
    ((guint *)n_notes)[note->space[0] - 'a']++;
}

/* Equal spaces are made once, but the outcome of filling is reported for each. */
Test(masks, equal_spaces_each_report_their_filling)
{
    Random r = random_seeded(2216);
    g_autoptr(BspSolid) solid = mixed_scene(&r, (SceneKind)0, 2316);
    OnionSpace spaces[4];
    for (guint i = 0; i < 4; i++)
        spaces[i] = three_spaces[i == 2 ? 0 : 1];
    spaces[0].mask = spaces[3].mask = SOLID | PLAYERCLIP;
    spaces[1].mask = spaces[0].mask | 0x400000; /* no brush has these contents */
    spaces[2].mask = WATER;
    static char names[][2] = { "a", "b", "c", "d" };
    guint n_notes[4] = { 0 };
    for (guint i = 0; i < 4; i++)
        spaces[i].name = names[i];
    g_autoptr(GArray) starts = scene_starts(NULL, 0);
    const OnionOptions options = { .build = { .fill = BSP_FILL_AUTO,
                                              .starts = starts,
                                              .filled = count_note,
                                              .filled_data = n_notes } };
    g_autoptr(OnionTree) tree = build_onion_with(solid, spaces, 4, &options);
    cr_assert_eq(onion_tree_n_spaces(tree), 4u);
    for (guint i = 0; i < 4; i++)
        cr_expect_eq(n_notes[i], 1u, "%s: %u", names[i], n_notes[i]);
}

static ShiftTree *masked_shift(const BspSolid *solid, guint32 mask)
{
    const ShiftOptions options = { .bevels = SHIFT_BEVEL_BOX | SHIFT_BEVEL_EDGES,
                                   .bevel_angle = 60,
                                   .mask = mask };
    return build_shift_with(solid, &options);
}

/* --- contents --- */

/* Units. Far more than BSP_TOUCH, and far less than the size of a brush. */
#define NEAR_BY 1e-3

/* Returns the contents of the brushes in which p is deeper than `depth`. */
static guint32 brushes_contents(const BspSolid *solid, BspVec p, double depth)
{
    guint32 contents = 0;
    for (guint b = 0; b < solid->brushes->len; b++)
        if (cell_depth(bsp_solid_brush(solid, b)->cell, p) > depth)
            contents |= bsp_solid_brush(solid, b)->contents;
    return contents;
}

/* Returns the contents that all sampled points around p share. */
static guint32 contents_round(const BspSolid *solid, BspVec p, Random *r)
{
    guint32 contents = G_MAXUINT32;
    for (guint i = 0; i < 64 && contents; i++) {
        BspVec way = random_direction(r);
        if (i < 8) /* around axial faces these directions cover all cases */
            way = bsp_vec(i & 1 ? 0.7 : -0.7, i & 2 ? 0.6 : -0.6, i & 4 ? 0.5 : -0.5);
        contents &= brushes_contents(solid, bsp_vec_mad(p, NEAR_BY, way), -BSP_TOUCH);
    }
    return contents;
}

/* Returns a random point, which is a corner of a brush, the middle between two, a point on the
 * grid, or any point. */
static BspVec choose_point(const BspSolid *solid, Random *r, guint i)
{
    const BspCell *cell = bsp_solid_brush(solid, random_below(r, solid->brushes->len))->cell;
    BspVec a = cell->vertices[random_below(r, cell->n_vertices)];
    BspVec b = cell->vertices[random_below(r, cell->n_vertices)];
    BspBounds all = bsp_bounds_grown(&solid->bounds, 4);
    BspVec p = random_point(r, &all);
    for (guint k = 0; k < 3 && i % 4 == 2; k++)
        p.v[k] = random_flag(r) ? 8 * round(p.v[k] / 8) : p.v[k];
    return i % 4 == 0 ? a : i % 4 == 1 ? bsp_vec_lerp(a, b, 0.5) : p;
}

typedef struct {
    guint n_asked, n_in, n_on_seams;
} Points;

static void check_points(const BspSolid *solid, gboolean stands_along_axes, Random *r, Points *n)
{
    static const guint32 bits[] = { SOLID, LAVA, WATER, PLAYERCLIP };
    OnionSpace spaces[G_N_ELEMENTS(bits)];
    for (guint i = 0; i < G_N_ELEMENTS(bits); i++)
        spaces[i] = (OnionSpace){ "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, bits[i] };
    g_autoptr(OnionTree) tree = build_onion_with(solid, spaces, G_N_ELEMENTS(bits), NULL);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    g_autoptr(ShiftTree) solids = masked_shift(solid, SOLID);
    g_autoptr(ShiftTree) water = masked_shift(solid, WATER);
    for (guint i = 0; i < 300; i++) {
        BspVec p = choose_point(solid, r, i);
        guint32 contents = bsp_brush_table_contents(sides, p),
                in = brushes_contents(solid, p, BSP_TOUCH);
        cr_assert_eq(contents & in, in);
        if (!brushes_are_clear(solid, p, 0.5 * BSP_TOUCH, 4 * NEAR_BY))
            continue;
        guint32 round = contents_round(solid, p, r);
        cr_assert_eq(contents & ~round, 0u, "%x, not %x, at (%.17g, %.17g, %.17g) in %s", contents,
                     round, p.x, p.y, p.z, scene_describe(solid, NULL, p, p));
        n->n_asked++;
        n->n_in += contents != 0;
        n->n_on_seams += contents != in;
        if (!stands_along_axes)
            continue;
        cr_assert_eq(contents, round);
        /* In a tree, a point on a face may count as in solid. */
        guint32 touched = brushes_contents(solid, p, -BSP_TOUCH);
        for (guint k = 0; k < G_N_ELEMENTS(bits); k++) {
            bool is_in = onion_tree_point_is_solid(tree, k, p);
            cr_assert(((is_in ? touched : ~contents) & bits[k]) != 0);
        }
        bool in_solids = shift_tree_point_is_solid(solids, p);
        bool in_water = shift_tree_point_is_solid(water, p);
        cr_assert(((in_solids ? touched : ~contents) & SOLID) != 0);
        cr_assert(((in_water ? touched : ~contents) & WATER) != 0);
    }
}

Test(masks, contents_of_points_agree_with_all_brushes)
{
    Random r = random_seeded(2216);
    Points n = { 0 };
    for (guint i = 0; i < 12 * SCENE_KINDS; i++) {
        SceneKind kind = (SceneKind)(i % SCENE_KINDS);
        g_autoptr(BspSolid) solid = mixed_scene(&r, kind, 2400 + i);
        check_points(solid, kind == SCENE_BOXES || kind == SCENE_COPLANAR || kind == SCENE_TILES,
                     &r, &n);
    }
    cr_expect_gt(n.n_asked, 15000u);
    cr_expect_gt(n.n_in, 2000u);
    cr_expect_gt(n.n_on_seams, 100u);
    cr_log_info("%u points, %u in matter, %u on seams", n.n_asked, n.n_in, n.n_on_seams);
}

/* Returns the n slices of a cake, without those before `first`. */
static BspBrushTable *cake(guint n, guint first)
{
    GPtrArray *slices = scene_no_brushes();
    for (guint i = first; i < n; i++) {
        double a = 2 * G_PI * i / n, b = 2 * G_PI * (i + 1) / n;
        BspVec points[6];
        for (guint k = 0; k < 6; k++) {
            double angle = k % 3 == 1 ? a : b, far = k % 3 ? 64 : 0;
            points[k] = bsp_vec(far * cos(angle), far * sin(angle), k < 3 ? -8 : 8);
        }
        g_ptr_array_add(slices, scene_hull_brush(points, 6));
        bsp_brush_set_contents(slices->pdata[slices->len - 1], WATER);
    }
    return scene_table(bsp_solid_new(slices), BSP_TABLE_BOXES);
}

/* Many brushes meet at a point. If there are more than 64, the point counts as in all of them. */
Test(masks, contents_where_many_meet_are_all_of_them)
{
    for (guint n = 40; n <= 200; n += 80)
        for (guint missing = 0; missing < 2; missing++) {
            g_autoptr(BspBrushTable) sides = cake(n, missing);
            const guint32 there = missing && n <= 64 ? 0 : WATER;
            cr_expect_eq(bsp_brush_table_contents(sides, bsp_vec(0, 0, 0)), there, "%u", n);
            cr_expect_eq(bsp_brush_table_contents(sides, bsp_vec(-32, 0, 0)), (guint32)WATER);
            if (n <= 64)
                cr_expect_eq(bsp_brush_table_contents(sides, bsp_vec(0, 0, 8)), 0u);
        }
}

Test(masks, contents_of_no_point_are_everything)
{
    g_autoptr(BspBrushTable) empty = scene_table(scene_solid(NULL, 0), BSP_TABLE_BOXES);
    g_autoptr(BspBrushTable) sides =
        scene_table(scene_one_box(-1, -1, -1, 1, 1, 1), BSP_TABLE_BOXES);
    cr_expect_eq(bsp_brush_table_contents(sides, bsp_vec((double)NAN, 0, 0)), G_MAXUINT32);
    cr_expect_eq(bsp_brush_table_contents(sides, bsp_vec(0, HUGE_VAL, 0)), G_MAXUINT32);
    cr_expect_eq(bsp_brush_table_contents(sides, bsp_vec(1e300, 0, 0)), 0u);
    cr_expect_eq(bsp_brush_table_contents(sides, bsp_vec(0, 0, 1)), 0u);
    cr_expect_eq(bsp_brush_table_contents(sides, bsp_vec(0, 0, 0.5)), 1u);
    cr_expect_eq(bsp_brush_table_contents(empty, bsp_vec(0, 0, 0)), 0u);
}
