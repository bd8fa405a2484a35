/* corner: the right plane if several planes meet at a contact (bsp-move.h). Corners are
 * made by hand, or are random and compared with directions sampled around the contact. */
#include <criterion/criterion.h>

#include "body/corner.h"
#include "random.h"

static const BspVec origin = { { 0, 0, 0 } };

static BspPlane through_origin(double x, double y, double z)
{
    return (BspPlane){ bsp_vec_unit(bsp_vec(x, y, z)), 0 };
}

/* Adds a cone of n planes, three numbers each. */
static void add_cone(BspCorner *corner, unsigned n, const double *normals)
{
    uint64_t planes = 0;
    for (unsigned i = 0; i < n; i++) {
        BspPlane plane = through_origin(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]);
        planes |= bsp_corner_plane(corner, &plane);
    }
    cr_assert(bsp_corner_cone(corner, planes));
}

static void expect(const BspCorner *corner, BspVec delta, double x, double y, double z)
{
    const BspPlane *plane = bsp_corner_choose(corner, delta, origin);
    cr_assert_not_null(plane);
    BspVec want = bsp_vec_unit(bsp_vec(x, y, z)), n = plane->normal;
    cr_assert(bsp_vec_length(bsp_vec_sub(n, want)) < 1e-9, "(%g, %g, %g), not (%g, %g, %g)", n.x,
              n.y, n.z, want.x, want.y, want.z);
}

Test(corner, one_face)
{
    BspCorner c;
    bsp_corner_init(&c, origin);
    add_cone(&c, 1, (double[]){ 0, 0, 1 });
    expect(&c, bsp_vec(1, 0, -1), 0, 0, 1);
}

Test(corner, a_move_away_from_all_matter_has_no_plane)
{
    BspCorner c;
    bsp_corner_init(&c, origin);
    add_cone(&c, 1, (double[]){ 0, 0, 1 });
    cr_assert_null(bsp_corner_choose(&c, bsp_vec(1, 0, 1), origin));
    cr_assert_null(bsp_corner_choose(&c, bsp_vec(0, 0, 0), origin));
}

/* The top edge of a step, hit exactly. The move can continue along the top, not through the
 * riser. */
Test(corner, a_convex_edge_is_passed_on_the_face_that_takes_less)
{
    BspCorner c;
    bsp_corner_init(&c, origin);
    add_cone(&c, 2, (double[]){ 0, 0, 1, -1, 0, 0 });
    expect(&c, bsp_vec(5, 0, -1), 0, 0, 1);
    expect(&c, bsp_vec(1, 0, -5), -1, 0, 0);
}

/* Nothing is left of a move along the face that it meets head on, although it crossed that one
 * last. */
Test(corner, a_face_that_is_met_head_on_yields_to_one_that_lets_the_move_continue)
{
    const BspVec front = bsp_vec(-1, 0, 0), delta = bsp_vec(8, 0, 0);
    BspCorner c;
    bsp_corner_init(&c, origin);
    add_cone(&c, 2, (double[]){ -1, 0, 0, -0.8, 0, 0.6 });
    cr_expect_eq(bsp_corner_choose(&c, delta, front), &c.planes[1]);
    cr_expect_eq(bsp_corner_choose(&c, delta, front), &c.planes[1]);
}

/* Planes within touching come before planes farther away. */
Test(corner, near_faces_come_first)
{
    const BspVec delta = bsp_vec(1, 0, -1);
    BspPlane wall = { bsp_vec(-1, 0, 0), -3e-6 }, low = { bsp_vec(0, 0, 1), 0 };
    BspCorner c;
    bsp_corner_init(&c, origin);
    bsp_corner_cone(&c, bsp_corner_plane(&c, &wall));
    cr_expect_eq(bsp_corner_choose(&c, delta, low.normal), &c.planes[0]);
    bsp_corner_cone(&c, bsp_corner_plane(&c, &low));
    cr_expect_eq(bsp_corner_choose(&c, delta, wall.normal), &c.planes[1]);
}

/* A wall of three brushes. The middle one is a flat wedge, whose side is a step of 6e-7 behind the
 * others. It covers the underside of the top one. */
Test(corner, a_step_lower_than_touching_opens_no_gap)
{
    const BspPlane side = { bsp_vec(-1, 0, 0), -BSP_TOUCH }, step = { bsp_vec(-1, 0, 0), -1.6e-6 },
                   top = through_origin(0, 0, 1), under = through_origin(1e-4, 0, -1),
                   wedge_top = through_origin(-1e-4, 0, 1), wedge_under = through_origin(0, 0, -1);
    BspCorner c;
    bsp_corner_init(&c, origin);
    uint64_t side_bit = bsp_corner_plane(&c, &side);
    bsp_corner_cone(&c, side_bit | bsp_corner_plane(&c, &top));
    bsp_corner_cone(&c, side_bit | bsp_corner_plane(&c, &under));
    bsp_corner_cone(&c, bsp_corner_plane(&c, &step) | bsp_corner_plane(&c, &wedge_top) |
                            bsp_corner_plane(&c, &wedge_under));
    cr_expect_eq(bsp_corner_choose(&c, bsp_vec(0.93, 0, 0.37), origin), &c.planes[0]);
}

/* An obtuse corner of two walls. If the move slid along the wall that it meets at the smaller
 * angle, it would run into the other. */
Test(corner, a_concave_corner_is_left_along_the_steeper_wall)
{
    BspCorner c;
    bsp_corner_init(&c, origin);
    add_cone(&c, 1, (double[]){ -1, 0, 0 });
    add_cone(&c, 1, (double[]){ -0.5, -0.866, 0 });
    expect(&c, bsp_vec(1, 0.1, 0), -1, 0, 0);
    expect(&c, bsp_vec(0.5, 1, 0), -0.5, -0.866, 0);
}

/* The move goes on along a ramp, although it touches the side of a block that stands on it. */
Test(corner, a_slide_along_the_side_of_a_block_touches_it)
{
    BspCorner c;
    bsp_corner_init(&c, origin);
    add_cone(&c, 1, (double[]){ 1, 0, 1 });
    add_cone(&c, 2, (double[]){ -1, 0, 0, 0, 1, 0 });
    expect(&c, bsp_vec(-1e-7, -1, -1e-7), 1, 0, 1);
}

/* The crossed plane is named although the other takes a little less of the move. */
Test(corner, the_crossed_plane_of_an_edge)
{
    const BspVec front = bsp_vec(-1, 0, 0);
    BspCorner c;
    bsp_corner_init(&c, origin);
    add_cone(&c, 2, (double[]){ -1, 0, 0, 0, 0, 1 });
    cr_expect_eq(bsp_corner_choose(&c, bsp_vec(0.75, 0, -0.66), front), &c.planes[0]);
    cr_expect_eq(bsp_corner_choose(&c, bsp_vec(0.9, 0, -0.4), front), &c.planes[1]);
}

/* The move can slide along neither wall. That it crossed the steeper one last does not count
 * against it. */
Test(corner, the_steeper_wall_of_a_dead_end)
{
    BspCorner c;
    const BspVec steeper = bsp_vec_unit(bsp_vec(-0.9, -0.43, 0));
    bsp_corner_init(&c, origin);
    add_cone(&c, 1, (double[]){ -0.9, 0.43, 0 });
    add_cone(&c, 1, (double[]){ -0.9, -0.43, 0 });
    cr_expect_eq(bsp_corner_choose(&c, bsp_vec(1, 0.05, 0), steeper), &c.planes[1]);
}

/* The order in which planes are found does not matter. */
Test(corner, planes_that_are_equally_good)
{
    const BspPlane walls[] = { { { { -0.6, -0.8, 0 } }, 0 }, { { { -0.6, 0.8, 0 } }, 0 } };
    const BspPlane floors[] = { { { { 0, 0, 1 } }, 0 }, { { { 0, 0, 1 } }, 4e-7 } };
    for (unsigned first = 0; first < 2; first++) {
        BspCorner c, tiles;
        bsp_corner_init(&c, origin);
        bsp_corner_init(&tiles, origin);
        for (unsigned i = 0; i < 2; i++) {
            bsp_corner_cone(&c, bsp_corner_plane(&c, &walls[i ^ first]));
            bsp_corner_cone(&tiles, bsp_corner_plane(&tiles, &floors[i ^ first]));
        }
        cr_expect_lt(bsp_corner_choose(&c, bsp_vec(1, 0, 0), origin)->normal.y, 0);
        cr_expect_eq(bsp_corner_choose(&tiles, bsp_vec(1, 0, -1), origin)->dist, 4e-7, "the outer");
    }
}

/* The same corner as a tree has it: the floor below the walls bounds the cones of the walls. */
Test(corner, a_concave_corner_over_a_floor)
{
    BspCorner c;
    bsp_corner_init(&c, origin);
    add_cone(&c, 1, (double[]){ 0, 0, 1 });
    add_cone(&c, 2, (double[]){ -1, 0, 0, 0, 0, -1 });
    add_cone(&c, 3, (double[]){ -0.5, -0.866, 0, 1, 0, 0, 0, 0, -1 });
    expect(&c, bsp_vec(1, 0.1, 0), -1, 0, 0);
    expect(&c, bsp_vec(0.5, 1, 0), -0.5, -0.866, 0);
}

/* The tops of two tiles meet. The side of the second tile lies inside of the first. */
Test(corner, a_buried_side_is_no_face)
{
    BspCorner c;
    bsp_corner_init(&c, origin);
    add_cone(&c, 2, (double[]){ 0, 0, 1, 1, 0, 0 });
    add_cone(&c, 2, (double[]){ -1e-6, 0, 1, -1, 0, 0 });
    expect(&c, bsp_vec(1, 0, 0), -1e-6, 0, 1);
    expect(&c, bsp_vec(1, 0, -1), -1e-6, 0, 1);
}

/* A body moves along a floor of two tiles. It is below both tops by less than the touching
 * tolerance, so the higher top may be reported. */
Test(corner, a_floor_that_the_body_is_behind_may_be_named_though_it_moves_along)
{
    BspCorner c;
    BspPlane low = { bsp_vec(0, 0, 1), 0 }, high = { bsp_vec(0, 0, 1), 4e-7 };
    BspPlane ends = { bsp_vec(1, 0, 0), 0 }, begins = { bsp_vec(-1, 0, 0), 0 };
    bsp_corner_init(&c, bsp_vec(0, 0, -9e-7));
    uint64_t first = bsp_corner_plane(&c, &low) | bsp_corner_plane(&c, &ends);
    uint64_t second = bsp_corner_plane(&c, &high) | bsp_corner_plane(&c, &begins);
    bsp_corner_cone(&c, first);
    bsp_corner_cone(&c, second);
    expect(&c, bsp_vec(1, 0, 0), 0, 0, 1);
    cr_assert_eq(bsp_corner_choose(&c, bsp_vec(1, 0, 0), origin)->dist, 4e-7, "the higher one");
}

Test(corner, there_is_room_for_so_many_planes_and_cones)
{
    BspCorner c;
    bsp_corner_init(&c, origin);
    for (unsigned i = 0; i < BSP_CORNER_PLANES + 8; i++) {
        double a = 0.01 * i;
        BspPlane plane = { bsp_vec(cos(a), sin(a), 0), 0 };
        uint64_t bit = bsp_corner_plane(&c, &plane);
        cr_assert_eq(bit != 0, i < BSP_CORNER_PLANES);
        if (i < BSP_CORNER_CONES)
            cr_assert(bsp_corner_cone(&c, bit));
    }
    cr_assert(!bsp_corner_cone(&c, 0));
}

/* --- random corners --- */

static bool is_in_matter(const BspCorner *c, BspVec way)
{
    for (unsigned i = 0; i < c->n_cones; i++) {
        bool inside = true;
        for (unsigned k = 0; k < c->n_planes && inside; k++)
            inside = !(c->cones[i] >> k & 1) || bsp_vec_dot(c->planes[k].normal, way) < 0;
        if (inside)
            return true;
    }
    return false;
}

/* Whether the plane has solid just behind it and empty space just in front of it, in any of many
 * directions. */
static bool looks_like_a_face(const BspCorner *c, BspVec n)
{
    BspVec u = bsp_vec_unit(bsp_vec_cross(n, fabs(n.x) < 0.7 ? bsp_vec_axis(0) : bsp_vec_axis(1)));
    BspVec v = bsp_vec_cross(n, u);
    for (unsigned i = 0; i < 3000; i++) {
        double a = (i + 0.377) *
                   (2 * M_PI / 3000); /* an offset, so that no direction is parallel to an axis */
        BspVec way = bsp_vec_add(bsp_vec_scale(u, cos(a)), bsp_vec_scale(v, sin(a)));
        if (is_in_matter(c, bsp_vec_mad(way, -1e-5, n)) &&
            !is_in_matter(c, bsp_vec_mad(way, 1e-5, n)))
            return true;
    }
    return false;
}

/* A corner of one to four cones, each with one to four planes. The planes have only a few
 * directions, so that many are shared. */
static void make_corner(Random *r, BspCorner *c)
{
    BspVec normals[6];
    for (unsigned i = 0; i < 6; i++)
        normals[i] = random_flag(r) ? random_direction(r) : bsp_vec_axis((int)random_below(r, 3));
    bsp_corner_init(c, origin);
    for (int cones = random_int(r, 1, 4); cones > 0; cones--) {
        uint64_t planes = 0;
        for (int n = random_int(r, 1, 4); n > 0; n--) {
            BspVec normal = normals[random_below(r, 6)];
            if (random_flag(r))
                normal = bsp_vec_sub(origin, normal);
            planes |= bsp_corner_plane(c, &(BspPlane){ normal, 0 });
        }
        bsp_corner_cone(c, planes);
    }
}

/* A corner has each face that sampling finds, and reports one that the move goes into. */
Test(corner, random_corners_agree_with_sampling)
{
    Random r = random_seeded(7);
    unsigned named = 0;
    for (unsigned i = 0; i < 400; i++) {
        BspCorner c;
        make_corner(&r, &c);
        BspVec delta = random_direction(&r);
        const BspPlane *plane = bsp_corner_choose(&c, delta, origin);
        bool any = false;
        for (unsigned k = 0; k < c.n_planes; k++) {
            BspVec n = c.planes[k].normal;
            any |= bsp_vec_dot(n, delta) < -1e-9 && looks_like_a_face(&c, n);
        }
        cr_assert(plane || !any, "corner %u: there is a face, and none is named", i);
        if (!plane)
            continue;
        named++;
        cr_assert_lt(bsp_vec_dot(plane->normal, delta), 0);
        cr_assert(looks_like_a_face(&c, plane->normal), "corner %u: no face", i);
    }
    cr_assert_gt(named, 100, "too few corners to tell");
}

static BspVec turned(BspVec v, const BspVec turn[3])
{
    return bsp_vec(bsp_vec_dot(turn[0], v), bsp_vec_dot(turn[1], v), bsp_vec_dot(turn[2], v));
}

/* A corner of upright walls and a floor or a ceiling, and a move along some of them. */
static BspVec make_walls(Random *r, BspCorner *c)
{
    bsp_corner_init(c, origin);
    for (int cones = random_int(r, 1, 4); cones > 0; cones--) {
        uint64_t planes = 0;
        for (int n = random_int(r, 1, 3); n > 0; n--) {
            BspVec normal =
                bsp_vec(random_int(r, -1, 1), random_int(r, -2, 2), random_int(r, -1, 1));
            if (bsp_vec_length(normal) > 0)
                planes |= bsp_corner_plane(c, &(BspPlane){ bsp_vec_unit(normal), 0 });
        }
        if (planes)
            bsp_corner_cone(c, planes);
    }
    return bsp_vec(random_int(r, -3, 3), random_int(r, -2, 2), random_int(r, -1, 1));
}

/* The plane that a corner names turns with the corner, though rounding then tilts planes and moves
 * that lie in one another. Planes that are equally good are told apart by their directions. */
Test(corner, turned_corners_name_the_same_plane)
{
    Random r = random_seeded(11);
    unsigned n_named = 0;
    for (unsigned i = 0; i < 4000; i++) {
        BspCorner c, other;
        BspVec turn[3], delta = make_walls(&r, &c);
        random_turn(&r, turn);
        other = c;
        for (unsigned k = 0; k < c.n_planes; k++)
            other.planes[k].normal = turned(c.planes[k].normal, turn);
        const BspPlane *plane = bsp_corner_choose(&c, delta, origin);
        const BspPlane *same = bsp_corner_choose(&other, turned(delta, turn), origin);
        cr_assert_eq(!plane, !same, "corner %u", i);
        if (!plane)
            continue;
        double into = bsp_vec_dot(plane->normal, bsp_vec_unit(delta));
        double also = bsp_vec_dot(same->normal, bsp_vec_unit(turned(delta, turn)));
        cr_assert_lt(fabs(into - also), 1e-6, "corner %u: %g, %g", i, into, also);
        n_named++;
    }
    cr_assert_gt(n_named, 1000);
}
