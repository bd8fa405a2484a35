/* test-corner: tests which plane is named if several planes meet at a contact (bsp-move.h). Corners
 * are made by hand, or are random and compared with directions sampled around the contact. */
#include <criterion/criterion.h>
#include <string.h>

#include "body/corner.h"
#include "random.h"

static const BspVec origin = { { 0, 0, 0 } };

/* --- by hand --- */

typedef struct {
    const char *what;
    BspPlane planes[6]; /* normals of any length; the list ends with a normal of length 0 */
    uint64_t cones[3];  /* sets of these planes; the list ends with an empty set */
    BspVec delta;
    BspVec crossed; /* the normal of the plane that the move has crossed last */
    int named;      /* the plane that is named; -1 if none */
    double behind;  /* units that the body is below the contact */
} Hand;

/* clang-format off */
static const Hand hands[] = {
    { "a move away from all matter", { { { { 0, 0, 1 } }, 0 } }, { 1 }, { { 1, 0, 1 } }, { { 0, 0, 0 } }, -1, 0 },
    { "no move", { { { { 0, 0, 1 } }, 0 } }, { 1 }, { { 0, 0, 0 } }, { { 0, 0, 0 } }, -1, 0 },
    /* the top edge of a step, where the move can continue along the top, but not through the
     * riser */
    { "a convex edge, along its top", { { { { 0, 0, 1 } }, 0 }, { { { -1, 0, 0 } }, 0 } }, { 3 }, { { 5, 0, -1 } }, { { 0, 0, 0 } }, 0, 0 },
    { "a convex edge, down its side", { { { { 0, 0, 1 } }, 0 }, { { { -1, 0, 0 } }, 0 } }, { 3 }, { { 1, 0, -5 } }, { { 0, 0, 0 } }, 1, 0 },
    /* no part is left of a move along the face that it meets head on, although it crossed that face
     * last */
    { "a face met head on, and one that lets the move continue", { { { { -1, 0, 0 } }, 0 }, { { { -0.8, 0, 0.6 } }, 0 } }, { 3 }, { { 8, 0, 0 } }, { { -1, 0, 0 } }, 1, 0 },
    /* planes within touching come before planes farther away */
    { "a wall farther away, alone", { { { { -1, 0, 0 } }, -3e-6 } }, { 1 }, { { 1, 0, -1 } }, { { 0, 0, 1 } }, 0, 0 },
    { "a floor nearer than a wall", { { { { -1, 0, 0 } }, -3e-6 }, { { { 0, 0, 1 } }, 0 } }, { 1, 2 }, { { 1, 0, -1 } }, { { -1, 0, 0 } }, 1, 0 },
    /* a wall of three brushes. The middle one is a flat wedge, whose side is a step of 6e-7 behind the others. It
     * covers the underside of the top one. */
    { "a step lower than touching", { { { { -1, 0, 0 } }, -BSP_TOUCH }, { { { 0, 0, 1 } }, 0 }, { { { 1e-4, 0, -1 } }, 0 }, { { { -1, 0, 0 } }, -1.6e-6 }, { { { -1e-4, 0, 1 } }, 0 }, { { { 0, 0, -1 } }, 0 } }, { 3, 5, 56 }, { { 0.93, 0, 0.37 } }, { { 0, 0, 0 } }, 0, 0 },
    /* if the move slid along the wall that it meets at the smaller angle, it would run into the other */
    { "an obtuse corner, along the one wall", { { { { -1, 0, 0 } }, 0 }, { { { -0.5, -0.866, 0 } }, 0 } }, { 1, 2 }, { { 1, 0.1, 0 } }, { { 0, 0, 0 } }, 0, 0 },
    { "an obtuse corner, along the other", { { { { -1, 0, 0 } }, 0 }, { { { -0.5, -0.866, 0 } }, 0 } }, { 1, 2 }, { { 0.5, 1, 0 } }, { { 0, 0, 0 } }, 1, 0 },
    { "along a ramp, touching a block on it", { { { { 1, 0, 1 } }, 0 }, { { { -1, 0, 0 } }, 0 }, { { { 0, 1, 0 } }, 0 } }, { 1, 6 }, { { -1e-7, -1, -1e-7 } }, { { 0, 0, 0 } }, 0, 0 },
    /* the crossed plane is named although the other removes a little less of the move */
    { "the crossed plane of an edge", { { { { -1, 0, 0 } }, 0 }, { { { 0, 0, 1 } }, 0 } }, { 3 }, { { 0.75, 0, -0.66 } }, { { -1, 0, 0 } }, 0, 0 },
    { "the other plane, which takes much less", { { { { -1, 0, 0 } }, 0 }, { { { 0, 0, 1 } }, 0 } }, { 3 }, { { 0.9, 0, -0.4 } }, { { -1, 0, 0 } }, 1, 0 },
    /* the move can slide along neither wall, and the steeper one is not at a disadvantage because
     * it was crossed last */
    { "the steeper wall of a dead end", { { { { -0.9, 0.43, 0 } }, 0 }, { { { -0.9, -0.43, 0 } }, 0 } }, { 1, 2 }, { { 1, 0.05, 0 } }, { { -0.9, -0.43, 0 } }, 1, 0 },
    /* the order in which planes are found does not matter */
    { "walls that are equally good", { { { { -0.6, -0.8, 0 } }, 0 }, { { { -0.6, 0.8, 0 } }, 0 } }, { 1, 2 }, { { 1, 0, 0 } }, { { 0, 0, 0 } }, 0, 0 },
    { "the same, in the other order", { { { { -0.6, 0.8, 0 } }, 0 }, { { { -0.6, -0.8, 0 } }, 0 } }, { 1, 2 }, { { 1, 0, 0 } }, { { 0, 0, 0 } }, 1, 0 },
    { "the outer of two floors", { { { { 0, 0, 1 } }, 0 }, { { { 0, 0, 1 } }, 4e-7 } }, { 1, 2 }, { { 1, 0, -1 } }, { { 0, 0, 0 } }, 1, 0 },
    { "the same floors, in the other order", { { { { 0, 0, 1 } }, 4e-7 }, { { { 0, 0, 1 } }, 0 } }, { 1, 2 }, { { 1, 0, -1 } }, { { 0, 0, 0 } }, 0, 0 },
    /* two tiles. The body is below both tops by less than the touching tolerance. */
    { "along a floor that the body is behind", { { { { 0, 0, 1 } }, 0 }, { { { 1, 0, 0 } }, 0 }, { { { 0, 0, 1 } }, 4e-7 }, { { { -1, 0, 0 } }, 0 } }, { 3, 12 }, { { 1, 0, 0 } }, { { 0, 0, 0 } }, 2, 9e-7 },
};
/* clang-format on */

Test(corner, corners_by_hand_name_the_right_plane)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(hands); i++) {
        const Hand *hand = &hands[i];
        BspPlane planes[6];
        BspCorner c;
        bsp_corner_init(&c, bsp_vec(0, 0, -hand->behind));
        for (unsigned k = 0; k < 3 && hand->cones[k]; k++) {
            uint64_t cone = 0;
            for (unsigned p = 0; p < 6; p++) {
                if (!(hand->cones[k] >> p & 1))
                    continue;
                planes[p] = hand->planes[p];
                planes[p].normal = bsp_vec_unit(planes[p].normal);
                cone |= bsp_corner_plane(&c, &planes[p]);
            }
            cr_assert(bsp_corner_cone(&c, cone));
        }
        BspVec crossed = hand->crossed;
        if (bsp_vec_length(crossed) > 0)
            crossed = bsp_vec_unit(crossed);
        const BspPlane *plane = bsp_corner_choose(&c, hand->delta, crossed);
        cr_expect_eq(plane != NULL, hand->named >= 0, "%s", hand->what);
        if (plane && hand->named >= 0)
            cr_expect(memcmp(plane, &planes[hand->named], sizeof *plane) == 0,
                      "%s: (%g, %g, %g), %g", hand->what, plane->normal.x, plane->normal.y,
                      plane->normal.z, plane->dist);
    }
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

/* Returns whether, in any of many directions, the plane has solid just behind it and empty space
 * just in front of it. */
static bool looks_like_a_face(const BspCorner *c, BspVec n)
{
    BspVec u = bsp_vec_unit(bsp_vec_cross(n, fabs(n.x) < 0.7 ? bsp_vec_axis(0) : bsp_vec_axis(1)));
    BspVec v = bsp_vec_cross(n, u);
    for (unsigned i = 0; i < 3000; i++) {
        double a = (i + 0.377) * (2 * M_PI / 3000); /* the offset, with which no direction is
                                                       parallel to an axis */
        BspVec way = bsp_vec_add(bsp_vec_scale(u, cos(a)), bsp_vec_scale(v, sin(a)));
        if (is_in_matter(c, bsp_vec_mad(way, -1e-5, n)) &&
            !is_in_matter(c, bsp_vec_mad(way, 1e-5, n)))
            return true;
    }
    return false;
}

/* Makes a corner of one to four cones, each with one to four planes. The planes have only a few
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

/* A corner has each face that sampling finds, and reports a face that the move goes into. */
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

/* Makes a corner of upright walls and a floor or a ceiling, and returns a move along some of
 * them. */
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

/* The plane that a corner names turns with the corner, although rounding then tilts planes and
 * moves that were exactly parallel. Planes that are equally good are distinguished by their
 * directions. */
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
