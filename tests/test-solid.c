/* test-solid: unions of brushes and their visible faces; the contents of whole cells. */
#include <criterion/criterion.h>
#include <time.h>

#include "brush-by-brush.h"
#include "compile/solid.h"
#include "compile/tree.h"
#include "sanitized.h"
#include "scenes.h"
#include "union-faces.h"

static double area_of(const BspSolid *solid, guint *n)
{
    g_autoptr(GArray) faces = union_faces(solid);
    double area = 0;
    for (guint i = 0; i < faces->len; i++)
        area += bsp_polygon_area(g_array_index(faces, BspUnionFace, i).polygon);
    if (n)
        *n = faces->len;
    return area;
}

/* In both orders, because only one of two coincident faces is kept. */
static void check_area(const double (*boxes)[6], guint n, double wanted, const char *what)
{
    for (guint turn = 0; turn < 2; turn++) {
        BspBrush *brushes[16];
        for (guint i = 0; i < n; i++) {
            const double *b = boxes[turn ? n - 1 - i : i];
            brushes[i] = scene_box(b[0], b[1], b[2], b[3], b[4], b[5]);
        }
        g_autoptr(BspSolid) solid = scene_solid(brushes, n);
        double area = area_of(solid, NULL);
        cr_expect(fabs(area - wanted) < 1e-2, "%s: an area of %.17g, not %.17g", what, area,
                  wanted);
    }
}

Test(solid, areas_of_boxes)
{
    static const struct {
        const char *what;
        double area;
        guint n;
        double boxes[3][6]; /* mins and maxs */
    } cases[] = {
        { "apart", 12, 2, { { 0, 0, 0, 1, 1, 1 }, { 1.001, 0, 0, 2.001, 1, 1 } } },
        { "a gap as wide as the bracket stays",
          48,
          2,
          { { 0, 0, 0, 2, 2, 2 }, { 2 + BSP_BRACKET, 0, 0, 4, 2, 2 } } },
        { "overlapping at a corner: 24 + 24 - 6",
          42,
          2,
          { { 0, 0, 0, 2, 2, 2 }, { 1, 1, 1, 3, 3, 3 } } },
        { "one inside the other", 6 * 81, 2, { { 0, 0, 0, 9, 9, 9 }, { 1, 1, 1, 3, 3, 3 } } },
        { "equal", 24, 3, { { 0, 0, 0, 2, 2, 2 }, { 0, 0, 0, 2, 2, 2 }, { 0, 0, 0, 2, 2, 2 } } },
        { "coplanar sides that overlap", 56, 2, { { 0, 0, 0, 4, 2, 2 }, { 2, 0, 0, 6, 2, 2 } } },
        { "inside, with a common top", 96, 2, { { 0, 0, 0, 4, 4, 4 }, { 1, 1, 1, 3, 3, 4 } } },
        { "touching at equal faces", 40, 2, { { 0, 0, 0, 2, 2, 2 }, { 2, 0, 0, 4, 2, 2 } } },
        { "touching at a part of a face", 112, 2, { { 0, 0, 0, 4, 4, 4 }, { 4, 1, 1, 6, 3, 3 } } },
        { "touching at an edge", 48, 2, { { 0, 0, 0, 2, 2, 2 }, { 2, 2, 0, 4, 4, 2 } } },
        { "touching at a corner", 48, 2, { { 0, 0, 0, 2, 2, 2 }, { 2, 2, 2, 4, 4, 4 } } },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        check_area(cases[i].boxes, cases[i].n, cases[i].area, cases[i].what);
}

/* A gap narrower than BSP_ON_PLANE is closed. */
Test(solid, narrow_gaps_are_closed)
{
    for (guint i = 0; i < 10; i++) {
        double boxes[][6] = { { 0, 0, 0, 2, 2, 2 }, { 2 + BSP_ON_PLANE * i / 10, 0, 0, 4, 2, 2 } };
        check_area(boxes, 2, 40, "a narrow gap");
    }
}

/* Two boxes and a wedge that fill a larger box. */
Test(solid, slanted_faces_that_touch_vanish)
{
    BspVec low[] = { { { 0, 0, 0 } }, { { 4, 0, 0 } }, { { 0, 4, 0 } },
                     { { 4, 4, 0 } }, { { 4, 0, 4 } }, { { 4, 4, 4 } } };
    BspVec high[] = { { { 0, 0, 0 } }, { { 0, 4, 0 } }, { { 0, 0, 4 } },
                      { { 0, 4, 4 } }, { { 4, 0, 4 } }, { { 4, 4, 4 } } };
    for (guint turn = 0; turn < 2; turn++) {
        BspBrush *wedges[] = { scene_hull_brush(turn ? high : low, 6),
                               scene_hull_brush(turn ? low : high, 6) };
        g_autoptr(BspSolid) solid = scene_solid(wedges, 2);
        cr_expect_float_eq(area_of(solid, NULL), 96, 1e-2);
    }
}

/* The distance from p, on the polygon's plane, to the nearest edge; negative outside. */
static double within(const BspUnionFace *face, BspVec p)
{
    double least = HUGE_VAL;
    for (guint i = 0; i < face->polygon->n; i++) {
        BspVec a = face->polygon->v[i], b = face->polygon->v[(i + 1) % face->polygon->n];
        BspVec inward = bsp_vec_cross(face->plane.normal, bsp_vec_sub(b, a));
        double length = bsp_vec_length(inward);
        if (length > 0)
            least = fmin(least, bsp_vec_dot(inward, bsp_vec_sub(p, a)) / length);
    }
    return least;
}

/* Just in front of a face, p must be empty within the tolerance; just behind, it must be solid. */
static void check_sides(const BspSolid *solid, const GArray *faces, Random *r)
{
    for (guint i = 0; i < faces->len; i++) {
        const BspUnionFace *face = &g_array_index(faces, BspUnionFace, i);
        BspPlane plane = face->plane;
        cr_assert(face->brush < solid->brushes->len);
        cr_assert(bsp_polygon_side(face->polygon, &plane, 2e-7) == BSP_SIDE_ON);
        for (guint k = 0; k < 4; k++) {
            BspVec p = random_point_among(r, face->polygon->v, face->polygon->n);
            BspVec front = bsp_vec_mad(p, 2 * BSP_ON_PLANE, plane.normal);
            for (guint b = 0; b < solid->brushes->len; b++)
                cr_assert(cell_depth(bsp_solid_brush(solid, b)->cell, front) < 1.01 * BSP_ON_PLANE,
                          "in front of a face is brush %u, %g deep", b,
                          cell_depth(bsp_solid_brush(solid, b)->cell, front));
            BspVec back = bsp_vec_mad(p, -1e-6, plane.normal);
            cr_assert(cell_depth(bsp_solid_brush(solid, face->brush)->cell, back) > -2e-7);
        }
    }
}

/* Points of the brushes' faces. One piece must cover each visible point, and none may cover a
 * hidden point. */
static void check_cover(const BspSolid *solid, const GArray *faces, Random *r, guint count[2])
{
    for (guint b = 0; b < solid->brushes->len; b++) {
        const BspCell *cell = bsp_solid_brush(solid, b)->cell;
        for (guint f = 0; f < cell->n_faces; f++) {
            g_autoptr(BspPolygon) polygon = bsp_cell_face_polygon(cell, f);
            BspPlane plane = cell->faces[f].plane;
            BspVec p = random_point_among(r, polygon->v, polygon->n);
            BspVec front = bsp_vec_mad(p, 2 * BSP_ON_PLANE, plane.normal);
            double deepest = -HUGE_VAL, nearest = HUGE_VAL;
            for (guint o = 0; o < solid->brushes->len; o++)
                deepest = fmax(deepest, cell_depth(bsp_solid_brush(solid, o)->cell, front));
            guint covers = 0;
            for (guint i = 0; i < faces->len; i++) {
                const BspUnionFace *face = &g_array_index(faces, BspUnionFace, i);
                if (bsp_vec_dot(face->plane.normal, plane.normal) < 0.999999 ||
                    fabs(bsp_plane_distance(&face->plane, p)) > BSP_ON_PLANE)
                    continue;
                double d = within(face, p);
                nearest = fmin(nearest, fabs(d));
                covers += d > 0;
            }
            if (nearest < 1e-3)
                continue; /* at the edge of a piece, zero or two pieces may contain the point */
            if (deepest > 1e-3) {
                cr_assert(covers == 0, "a hidden face shows");
                count[0]++;
            } else if (deepest < -BSP_ON_PLANE) {
                cr_assert(covers == 1, "a face that shows is covered %u times", covers);
                count[1]++;
            }
        }
    }
}

Test(solid, faces_of_random_unions_have_empty_in_front_and_solid_behind)
{
    guint count[2] = { 0, 0 };
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 100; seed++) {
            g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, seed, bsp_vec(0, 0, 0));
            g_autoptr(GArray) faces = union_faces(solid);
            Random r = random_seeded(seed + 300);
            check_sides(solid, faces, &r);
            for (guint i = 0; i < 10; i++)
                check_cover(solid, faces, &r, count);
        }
    }
    cr_assert(count[0] > 10000 && count[1] > 10000, "%u hidden, %u showing", count[0], count[1]);
}

/* Boxes with a common corner. Each is wider than the one before and less deep. */
static BspSolid *stairs_of(guint n)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 1; i <= n; i++)
        g_ptr_array_add(brushes,
                        bsp_brush_new_box(bsp_vec(0, 0, 0), bsp_vec(i, n + 1 - i, 1), NULL));
    return bsp_solid_new(brushes);
}

/* Processor seconds, the least of some trials. */
static double time_to_unite(const BspSolid *solid)
{
    double least = HUGE_VAL;
    for (guint i = 0; i < 4; i++) {
        struct timespec before, after;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
        GArray *faces = union_faces(solid);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
        g_array_unref(faces);
        least = fmin(least, (double)(after.tv_sec - before.tv_sec) +
                                1e-9 * (double)(after.tv_nsec - before.tv_nsec));
    }
    return least;
}

/* All n boxes overlap every face, and each cuts a strip off it, so the work is n * n. With eight
 * times as many boxes the time must grow about 64 times, not 512 times as with n * n * n. */
Test(solid, a_face_that_many_brushes_whittle_down_takes_time_in_proportion)
{
    guint times = SHORT ? 4 : 8;
    g_autoptr(BspSolid) few = stairs_of(75), many = stairs_of(75 * times);
    double ratio = time_to_unite(many) / time_to_unite(few);
    cr_assert_lt(ratio, 2 * times * times, "%u times as many boxes take %g times as long", times,
                 ratio);
}

Test(solid, a_brush_that_cannot_be_expanded_is_named)
{
    BspBrush *far[] = { scene_box(0, 0, 0, 1, 1, 1), scene_box(4e6, 0, 0, 4.1e6, 1, 1) };
    g_autoptr(BspSolid) solid = scene_solid(far, 2);
    g_autoptr(GError) error = NULL;
    BspBounds box = { bsp_vec(-5e6, 0, 0), bsp_vec(5e6, 0, 0) };
    cr_assert(!bsp_solid_expand(solid, &box, &error));
    cr_assert(error && g_str_has_prefix(error->message, "brush 0, expanded: the box reaches"));
}

/* --- the contents of a whole cell, against brushes and points --- */

static BspCell *random_cell(Random *r, const BspBounds *bounds)
{
    double half = random_real(r, 0.01, 8);
    BspVec p = random_point(r, bounds);
    BspBounds box = { p, p };
    box = bsp_bounds_grown(&box, half);
    BspCell *cell = bsp_cell_new_box(&box);
    for (int i = random_int(r, 0, 2); i > 0; i--) {
        BspPlane plane = { random_direction(r), 0 };
        BspCell *back;
        plane.dist = bsp_vec_dot(plane.normal, p) + 0.3 * half;
        bsp_cell_split(cell, &plane, 0, NULL, &back);
        bsp_cell_free(cell);
        cell = back;
    }
    return cell;
}

/* A random point of the cell: a weighted mean of its vertices. */
static BspVec point_in(Random *r, const BspCell *cell)
{
    BspVec sum = bsp_vec(0, 0, 0);
    double all = 0;
    for (guint i = 0; i < cell->n_vertices; i++) {
        double weight = random_real(r, 0, 1);
        weight *= weight * weight;
        sum = bsp_vec_mad(sum, weight, cell->vertices[i]);
        all += weight;
    }
    return bsp_vec_scale(sum, 1 / all);
}

static void check_points(Random *r, const BspSolid *solid, const BspCell *cell,
                         BspOccupancy occupancy)
{
    for (guint i = 0; i < 40; i++) {
        double d = brushes_depth(solid, point_in(r, cell));
        if (occupancy == BSP_CELL_EMPTY)
            cr_assert_lt(d, BSP_TOUCH + 1e-6, "matter %g units deep in an empty cell", d);
        else
            cr_assert_gt(d, -BSP_TOUCH - 1e-6, "a hole %g units off in a solid cell", -d);
    }
}

Test(solidity, cells_are_what_their_points_are)
{
    guint count[3] = { 0 };
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < 30; seed++) {
            g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, seed, bsp_vec(0, 0, 0));
            g_autoptr(BspSolidity) matter = bsp_solidity_new(solid);
            Random r = random_seeded(seed);
            for (guint i = 0; i < 60; i++) {
                g_autoptr(BspCell) cell = random_cell(&r, &solid->bounds);
                BspPlane plane;
                BspOccupancy occupancy = bsp_solidity_in_cell(matter, cell, &plane);
                count[occupancy]++;
                if (occupancy == BSP_CELL_MIXED)
                    cr_assert_eq(bsp_cell_side(cell, &plane, BSP_TOUCH), BSP_SIDE_STRADDLE);
                else
                    check_points(&r, solid, cell, occupancy);
            }
        }
    }
    for (guint i = 0; i < 3; i++)
        cr_assert_gt(count[i], 500, "only %u cells are of kind %u", count[i], i);
}

/* Three bricks meet at the cell's middle, and rounding puts it in none of them. */
Test(solidity, no_seam_makes_a_cell_empty)
{
    const double third = 1.0 / 3;
    BspBrush *bricks[] = { scene_box(-9, -9, -9, third, 9, 9),
                           scene_box(third + 1e-9, -9, -9, 9, third, 9),
                           scene_box(third + 1e-9, third + 1e-9, -9, 9, 9, 9) };
    g_autoptr(BspSolid) solid = scene_solid(bricks, 3);
    g_autoptr(BspSolidity) matter = bsp_solidity_new(solid);
    BspVec seam = bsp_vec(third + 5e-10, third + 5e-10, 0);
    BspBounds box = { seam, seam };
    box = bsp_bounds_grown(&box, 1);
    g_autoptr(BspCell) cell = bsp_cell_new_box(&box);
    BspPlane plane;
    cr_assert_eq(bsp_solidity_in_cell(matter, cell, &plane), BSP_CELL_SOLID);
}

Test(solidity, nothing_is_in_nothing)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(BspSolidity) matter = bsp_solidity_new(solid);
    BspBounds box = { bsp_vec(-1, -1, -1), bsp_vec(1, 1, 1) };
    g_autoptr(BspCell) cell = bsp_cell_new_box(&box);
    BspPlane plane;
    cr_assert_eq(bsp_solidity_in_cell(matter, cell, &plane), BSP_CELL_EMPTY);
    cr_assert_not(bsp_solidity_reaches(matter, cell, &plane));
}

/* A gap is narrower than any tolerance at the wall where it ends, and opens to a tenth of a
 * unit. The part of the wall's face in the gap is too narrow to be kept. The wall must be solid
 * even so. */
Test(solidity, a_wall_at_the_end_of_a_narrow_gap_stays)
{
    for (double opening = 1e-4; opening < 1; opening *= 10) {
        BspPlane lid[6] = { { bsp_vec(0, 0, 1), 20 }, { bsp_vec(0, 0, -1), 0 },
                            { bsp_vec(1, 0, 0), 0 },  { bsp_vec(-1, 0, 0), 100 },
                            { bsp_vec(0, 1, 0), 50 }, { bsp_vec(0, -1, 0), 50 } };
        lid[1].normal = bsp_vec_unit(bsp_vec(-opening / 100, 0, -1));
        BspBrush *brushes[] = { scene_box(-100, -50, -20, 0, 50, 0),
                                bsp_brush_new_planes(lid, 6, NULL),
                                scene_box(0, -50, -20, 30, 50, 20) };
        g_autoptr(BspSolid) solid = scene_solid(brushes, 3);
        BspBuildOptions options = { 0 };
        g_autoptr(BspTree) tree = bsp_tree_new(solid, &options, NULL);
        for (double z = 0; z <= 0.9e-6; z += 1e-7) {
            BspTransition tr =
                bsp_tree_first_transition(tree, bsp_vec(-120, 0.3, z), bsp_vec(40, 0.3, z), NULL);
            cr_assert(tr.type == BSP_EMPTY_TO_SOLID && tr.point.x < 1e-3,
                      "opening %g, height %g: through the wall to %g", opening, z, tr.point.x);
        }
    }
}
