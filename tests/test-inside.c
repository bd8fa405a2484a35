/* test-inside: tests the brushes that a shape or a box overlaps, and the way out. Tests are by hand
 * and against all brushes one by one. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "guard-rows.h"
#include "scenes.h"

#define SKIN 0.125 /* units, the distance that engines keep from planes */

/* --- by hand --- */

static const double cross[][6] = { { -8, -2, -8, 8, 2, 8 }, { -2, -8, -8, 2, 8, 8 } };

Test(inside, tells_brushes_and_depths)
{
    g_autoptr(BspBrushTable) sides = scene_sides(cross, 2, 0);
    BspShape box = scene_cube(1);
    BspInside in[2];
    cr_assert_eq(bsp_brush_table_inside(sides, &box, 0, bsp_vec(5, 1, 0), in, 2), 1u);
    cr_expect(in[0].hit.brush == 0 && in[0].hit.side == 2 && in[0].depth == 2);
    cr_expect(in[0].hit.plane.normal.y == 1 && in[0].hit.plane.dist == 3);
    cr_expect_eq(bsp_brush_table_inside(sides, &box, 0, bsp_vec(2, 1, 0), in, 2), 2u);
    cr_expect_eq(bsp_brush_table_inside(sides, &box, 0, bsp_vec(2, 1, 0), in, 1), 2u);
    cr_expect_eq(bsp_brush_table_inside(sides, &box, 0, bsp_vec(2, 1, 0), NULL, 0), 2u);
    cr_expect_eq(bsp_brush_table_inside(sides, &box, 2, bsp_vec(2, 1, 0), in, 2), 0u);
    cr_expect_eq(bsp_brush_table_inside(sides, &box, 0, bsp_vec(9, 0, 0), in, 2), 0u, "it touches");
    cr_expect_eq(bsp_brush_table_inside(sides, &box, 0, bsp_vec((double)NAN, 0, 0), in, 2), 0u);
}

/* A list that is too short gets some of the numbers. Invalid bounds overlap nothing. */
Test(inside, overlaps_of_boxes_are_counted)
{
    static const double three[][6] = { { 0, 0, 0, 10, 10, 10 },
                                       { 10, 0, 0, 20, 10, 10 },
                                       { 5, 5, 5, 30, 30, 30 } };
    static const struct {
        BspBounds box;
        guint32 mask;
        guint n;
    } cases[] = { { { { { -5, -5, -5 } }, { { 40, 40, 40 } } }, 0, 3 },
                  { { { { -5, -5, -5 } }, { { 40, 40, 40 } } }, 2, 1 },
                  { { { { -5, -5, -5 } }, { { 40, 40, 40 } } }, 4, 0 },
                  { { { { 5, 5, 5 } }, { { 4, 8, 8 } } }, 0, 0 },
                  { { { { (double)NAN, 0, 0 } }, { { 9, 9, 9 } } }, 0, 0 },
                  { { { { 0, 0, 0 } }, { { 9, HUGE_VAL, 9 } } }, 0, 0 },
                  { { { { 0, -HUGE_VAL, 0 } }, { { 9, 9, 9 } } }, 0, 0 },
                  { { { { -1e300, -1e300, -1e300 } }, { { 1e300, 1e300, 1e300 } } }, 0, 3 } };
    g_autoptr(BspSolid) solid = scene_boxes(three, 3);
    bsp_brush_set_contents(solid->brushes->pdata[1], 2);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint32 found[2] = { 77, 77 };
        guint n = bsp_brush_table_overlap(sides, &cases[i].box, cases[i].mask, found, 1);
        cr_expect_eq(n, cases[i].n, "case %u: %u", i, n);
        cr_expect(found[1] == 77 && (found[0] < 3) == (n > 0), "case %u", i);
    }
}

static void check_row(const GuardRow *row)
{
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(row->solid, 0);
    const BspStuck stuck = {
        &row->shape, 0, row->from, guard_number(row, "keep"), guard_number(row, "reach"), NULL, NULL
    };
    double distance, most = guard_number(row, "at most");
    BspWayOut way;
    bool found = bsp_brush_table_way_out(table, &stuck, &way);
    cr_expect_eq(found, guard_says(row, "found", "true"), "%s", row->what);
    cr_expect(!guard_says(row, "shortest", "true") || way.is_shortest, "%s", row->what);
    if (!found)
        return;
    if (guard_numbers(row, "distance", &distance, 1) == 1)
        cr_expect_float_eq(way.distance, distance, 1e-9, "%s: %.17g", row->what, way.distance);
    else if (most == 0 && isfinite(stuck.reach))
        cr_expect(bsp_vec_length(bsp_vec_sub(way.to, row->to)) < 1e-5, "%s", row->what);
    cr_expect(most == 0 || way.distance <= most, "%s: %.17g", row->what, way.distance);
}

Test(inside, ways_out_are_those_of_the_rows)
{
    guard_rows("ways.ini", "keep, reach, found, shortest, distance, at most", check_row);
}

static bool is_west(BspVec to, const void *x)
{
    return to.x <= *(const double *)x;
}

/* The box starts in a wall of two brushes, nearer to its eastern side than to the western one. */
Test(inside, the_way_out_to_a_place_that_will_do_is_found)
{
    const double wall[][6] = { { 0, -90, -90, 4, 0, 90 }, { 0, 0, -90, 4, 90, 90 } };
    g_autoptr(BspBrushTable) sides = scene_sides(wall, 2, 0);
    BspShape box = scene_cube(1), point = bsp_shape_point();
    BspWayOut way;
    double any = 1000, west = 2;
    cr_assert(bsp_brush_table_way_out(
        sides, &(BspStuck){ &box, 0, bsp_vec(3, 0, 0), 0, 100, is_west, &any }, &way));
    cr_expect(way.is_shortest && way.to.x == 5 && way.distance == 2);
    cr_assert(bsp_brush_table_way_out(
        sides, &(BspStuck){ &box, 0, bsp_vec(3, 0, 0), 0.125, 100, is_west, &west }, &way));
    cr_expect(!way.is_shortest && way.to.x == -1.125 && way.to.y == 0 && way.distance == 4.125);
    cr_expect_not(bsp_brush_table_way_out(
        sides, &(BspStuck){ &box, 0, bsp_vec(3, 0, 0), 0, 4, is_west, &west }, &way));
    cr_expect_not(way.is_shortest, "some were refused");
    cr_assert(bsp_brush_table_way_out(
        sides, &(BspStuck){ &point, 0, bsp_vec(-1, 0, 0), 0, 100, is_west, &west }, &way));
    cr_expect(way.is_shortest && way.distance == 0);
    cr_expect_not(bsp_brush_table_way_out(
        sides, &(BspStuck){ &point, 0, bsp_vec(5, 0, 0), 0, 100, is_west, &west }, &way));
    cr_expect_not(way.is_shortest);
}

/* --- against all brushes --- */

/* The planes of the sums of all brushes with the shape. Brush i has the planes from first[i] on. */
typedef struct {
    BspPlane *planes;
    guint n;
    guint first[64];
    guint n_brushes;
} World;

static World world_new(const BspSolid *solid, const BspShape *shape, double keep)
{
    World world = { .n_brushes = solid->brushes->len };
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    for (guint b = 0; b < solid->brushes->len; b++) {
        guint n;
        g_autofree BspPlane *planes = bsp_cell_box_planes(bsp_solid_brush(solid, b)->cell, &n);
        world.first[b] = all->len;
        for (guint i = 0; i < n; i++)
            planes[i].dist += bsp_shape_offset(shape, planes[i].normal) + keep;
        g_array_append_vals(all, planes, n);
    }
    world.first[world.n_brushes] = world.n = all->len;
    world.planes = g_memdup2(all->data, all->len * sizeof(BspPlane));
    return world;
}

static double outside(const World *w, guint brush, BspVec p)
{
    double most = -HUGE_VAL;
    for (guint i = w->first[brush]; i < w->first[brush + 1]; i++)
        most = fmax(most, bsp_plane_distance(&w->planes[i], p));
    return most;
}

static gboolean is_free(const World *w, BspVec p)
{
    for (guint b = 0; b < w->n_brushes; b++)
        if (outside(w, b, p) < -BSP_TOUCH)
            return FALSE;
    return TRUE;
}

/* Accepts the positions of a half-space. */
static bool is_in_front(BspVec p, const void *plane)
{
    return bsp_plane_distance(plane, p) >= 0;
}

typedef struct {
    const World *world;
    const BspPlane *wanted; /* a half-space in which the position must be; NULL for anywhere */
    BspVec at;
    double least; /* the square of the smallest distance up to now */
} Nearest;

static void try_place(Nearest *n, BspVec by)
{
    double squared = bsp_vec_dot(by, by);
    BspVec to = bsp_vec_add(n->at, by);
    if (squared < n->least && (!n->wanted || is_in_front(to, n->wanted)) && is_free(n->world, to))
        n->least = squared;
}

static void try_corners(Nearest *n, const BspPlane *a, double da, const BspPlane *b, double db,
                        guint from)
{
    BspVec ab = bsp_vec_cross(a->normal, b->normal);
    for (guint k = from; k < n->world->n; k++) {
        const BspPlane *c = &n->world->planes[k];
        double det = bsp_vec_dot(ab, c->normal), dc = -bsp_plane_distance(c, n->at);
        if (fabs(det) < 1e-9 || dc * dc >= n->least)
            continue;
        BspVec p = bsp_vec_scale(bsp_vec_cross(b->normal, c->normal), da);
        p = bsp_vec_mad(p, db, bsp_vec_cross(c->normal, a->normal));
        try_place(n, bsp_vec_scale(bsp_vec_mad(p, dc, ab), 1 / det));
    }
}

/* Returns the distance of the nearest free position among all that lie on one, two or three
 * planes. */
static double shortest_way(const World *w, const BspPlane *wanted, BspVec at)
{
    Nearest n = { w, wanted, at, HUGE_VAL };
    for (guint i = 0; i < w->n; i++)
        try_place(&n, bsp_vec_scale(w->planes[i].normal, -bsp_plane_distance(&w->planes[i], at)));
    for (guint i = 0; i < w->n; i++) {
        const BspPlane *a = &w->planes[i];
        double da = -bsp_plane_distance(a, at);
        for (guint k = i + 1; k < w->n && da * da < n.least; k++) {
            const BspPlane *b = &w->planes[k];
            double db = -bsp_plane_distance(b, at), cosine = bsp_vec_dot(a->normal, b->normal);
            double sine = 1 - cosine * cosine;
            if (sine < 1e-12 || db * db >= n.least)
                continue;
            BspVec p = bsp_vec_scale(a->normal, (da - cosine * db) / sine);
            try_place(&n, bsp_vec_mad(p, (db - cosine * da) / sine, b->normal));
            try_corners(&n, a, da, b, db, k + 1);
        }
    }
    return sqrt(n.least);
}

typedef struct {
    guint n_in, n_ways, n_given_up, n_several;
    guint n_wanted, n_none, n_farther;
} Counts;

static void check_inside(const World *w, const BspBrushTable *sides, const BspShape *shape,
                         BspVec at, Counts *counts)
{
    BspInside in[64];
    guint n = bsp_brush_table_inside(sides, shape, 0, at, in, 64), expected = 0;
    for (guint b = 0; b < w->n_brushes; b++) {
        double deep = -outside(w, b, at);
        expected += deep > BSP_TOUCH ? 1 : 0;
        for (guint i = 0; i < n; i++)
            if (in[i].hit.brush == b)
                cr_assert(fabs(in[i].depth - deep) < 1e-9 &&
                          fabs(bsp_plane_distance(&in[i].hit.plane, at) + deep) < 1e-9);
    }
    cr_assert_eq(n, expected);
    BspBounds box = { bsp_vec_add(at, shape->bounds.mins), bsp_vec_add(at, shape->bounds.maxs) };
    cr_assert_eq(bsp_brush_table_overlap(sides, &box, 0, NULL, 0), expected);
    counts->n_in += n;
    counts->n_several += n > 1 ? 1 : 0;
}

static void check_way(const World *w, const BspBrushTable *sides, const BspShape *shape, BspVec at,
                      double keep, const char *what, Counts *counts)
{
    BspWayOut way;
    double least = is_free(w, at) ? 0 : shortest_way(w, NULL, at);
    cr_assert(
        bsp_brush_table_way_out(sides, &(BspStuck){ shape, 0, at, keep, 1000, NULL, NULL }, &way),
        "%s", what);
    cr_assert(is_free(w, way.to), "%s", what);
    cr_assert_float_eq(bsp_vec_length(bsp_vec_sub(way.to, at)), way.distance, 1e-9);
    cr_assert_gt(way.distance, least - 1e-5, "%g, %s", least, what);
    counts->n_ways++;
    if (!way.is_shortest)
        counts->n_given_up++;
    else
        cr_assert_lt(way.distance, least + 1e-5, "%g, %s", least, what);
}

/* Checks a way out whose end must lie on one side of a plane through the start. */
static void check_way_to_a_side(const World *w, const BspBrushTable *sides, const BspShape *shape,
                                BspVec at, BspVec side, const char *what, Counts *counts)
{
    BspWayOut way;
    BspPlane wanted = { side, bsp_vec_dot(side, at) };
    double least = shortest_way(w, &wanted, at);
    if (is_free(w, at))
        return;
    counts->n_wanted++;
    if (!bsp_brush_table_way_out(sides, &(BspStuck){ shape, 0, at, 0, 1000, is_in_front, &wanted },
                                 &way)) {
        counts->n_none++;
        return;
    }
    cr_assert(is_free(w, way.to) && is_in_front(way.to, &wanted), "%s", what);
    cr_assert_float_eq(bsp_vec_length(bsp_vec_sub(way.to, at)), way.distance, 1e-9);
    cr_assert_gt(way.distance, least - 1e-5, "%g, %s", least, what);
    if (way.distance > least + 1e-5) {
        cr_assert(!way.is_shortest, "%g, %s", least, what);
        counts->n_farther++;
    }
}

Test(inside, against_all_brushes_it_agrees)
{
    Random r = random_seeded(1418);
    Counts counts = { 0 };
    for (guint i = 0; i < 24 * SCENE_KINDS; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, 800 + i);
        g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
        BspShape shape = i % 2 ? scene_random_box(&r) : bsp_shape_point();
        World world = world_new(solid, &shape, 0), kept = world_new(solid, &shape, SKIN);
        for (guint k = 0; k < 20; k++) {
            const BspBrush *brush = bsp_solid_brush(solid, random_below(&r, solid->brushes->len));
            BspVec at = random_point(&r, &brush->bounds),
                   to = bsp_vec_mad(at, random_real(&r, 1, 100), random_direction(&r));
            g_autofree char *what = scene_describe(solid, &shape, at, to);
            check_inside(&world, sides, &shape, at, &counts);
            if (k < 8)
                check_way(k % 2 ? &kept : &world, sides, &shape, at, k % 2 ? SKIN : 0, what,
                          &counts);
            if (k < 4)
                check_way_to_a_side(&world, sides, &shape, at, bsp_vec_unit(bsp_vec_sub(to, at)),
                                    what, &counts);
        }
        g_free(world.planes);
        g_free(kept.planes);
    }
    cr_log_info("in %u, several %u; %u ways, %u given up", counts.n_in, counts.n_several,
                counts.n_ways, counts.n_given_up);
    cr_log_info("%u to a side, %u not found, %u farther than need be", counts.n_wanted,
                counts.n_none, counts.n_farther);
    cr_expect(counts.n_several > 100 && counts.n_given_up < counts.n_ways / 20);
    cr_expect(counts.n_wanted > 500 && counts.n_none == 0 &&
              counts.n_farther < counts.n_wanted / 4);
}
