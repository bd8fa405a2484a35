/* corner: chooses the plane that a hit names if several planes meet at the contact. */
#include "body/corner.h"

#include <string.h>

#include "bsp-constants.h"
#include "trace/compiler.h"
#include "trace/plane.h"

/* Dimensionless. A direction lies in a plane if its product with the plane's normal is at most
 * this. This is far above the rounding of products of unit vectors, and far below BSP_SAME_NORMAL.
 */
#define IN_PLANE 1e-12

/* Radians. A sector of a plane narrower than this is no face, because within a unit of the contact
 * it is nowhere wider than a fifth of the bracket. Between planes that are meant to be one, but
 * differ by the rounding of their normals, there are sectors of 1e-4. */
#define NARROW 2e-4

/* A cosine. The position of the plane that the move crossed is more reliable than that of other
 * planes. Another plane is preferred only if the move goes into it less steeply, by more than this.
 * An example is the top of a step that the move meets at its edge. A smaller value would replace
 * reliable planes for a small gain; with a larger one, bodies would stick at such steps. */
#define MUCH_LESS 0.25

/* A cosine. The crossed plane itself precedes planes almost parallel to it (BSP_ALIKE), whose
 * cosines differ from its cosine by at most this value. */
#define ALIKE 0.01

/* A fraction of the move. If a slide along a face would keep less of the move than this, the face
 * stops the move. The oracle that judges planes has the same number. It is far above the rounding
 * of the products, and with less progress a body would need a million moves to get as far as one
 * move. */
#define PROGRESS 1e-6

/* A direction within a plane, in the plane's two axes. */
typedef struct {
    double x, y;
} Direction;

/* A plane of the corner that may be a face, and how the other planes cut it. */
typedef struct {
    const BspCorner *corner;
    BspVec across[2];                    /* unit vectors along the plane */
    Direction traces[BSP_CORNER_PLANES]; /* normals of all planes, projected onto this plane */
    double outward[BSP_CORNER_PLANES]; /* cosines between the normals of all planes and this plane's
                                          normal */
    unsigned n_cuts; /* number of `cuts`, which are rays from the contact along which other planes
                        cut this plane */
    Direction cuts[2 * BSP_CORNER_PLANES];
} Face;

/* --- collecting --- */

uint64_t bsp_corner_plane(BspCorner *corner, const BspPlane *plane)
{
    BSP_ASSERT(bsp_plane_is_unit(plane));
    for (unsigned i = 0; i < corner->n_planes; i++)
        if (bsp_are_same_plane(&corner->planes[i], plane))
            return UINT64_C(1) << i;
    if (corner->n_planes == BSP_CORNER_PLANES)
        return 0;
    corner->planes[corner->n_planes] = *plane;
    corner->out[corner->n_planes] = bsp_plane_distance(plane, corner->at);
    return UINT64_C(1) << corner->n_planes++;
}

bool bsp_corner_cone(BspCorner *corner, uint64_t planes)
{
    BSP_ASSERT(corner->n_planes == BSP_CORNER_PLANES || planes >> corner->n_planes == 0);
    for (unsigned i = 0; i < corner->n_cones; i++)
        if ((corner->cones[i] & planes) == corner->cones[i])
            return true; /* the new cone lies in a known cone */
    if (corner->n_cones == BSP_CORNER_CONES)
        return false;
    corner->cones[corner->n_cones++] = planes;
    return true;
}

/* --- directions along a face --- */

static double dot(Direction a, Direction b)
{
    return a.x * b.x + a.y * b.y;
}

/* Returns the angle from the first axis, as a number from 0 to 4 that increases with the angle. */
static double angle_of(Direction d)
{
    double part = d.y / (fabs(d.x) + fabs(d.y));
    return d.x < 0 ? 2 - part : part < 0 ? 4 + part : part;
}

static Direction quarter_turn(Direction d)
{
    return (Direction){ -d.y, d.x };
}

/* Returns a direction between a and b. b is at most half a turn after a. */
static Direction bisector(Direction a, Direction b)
{
    BSP_ASSERT(a.x * b.y - a.y * b.x >= -NARROW);
    if (dot(a, b) < 0) {
        a = quarter_turn(a);
        b = quarter_turn((Direction){ -b.x, -b.y });
    }
    return (Direction){ a.x + b.x, a.y + b.y };
}

/* Inserts a ray. Rays are sorted by angle. */
static void add_cut(Face *face, Direction cut)
{
    unsigned i = face->n_cuts++;
    BSP_ASSERT(i < 2 * BSP_CORNER_PLANES);
    for (; i > 0 && angle_of(face->cuts[i - 1]) > angle_of(cut); i--)
        face->cuts[i] = face->cuts[i - 1];
    face->cuts[i] = cut;
}

static void init_face(Face *face, const BspCorner *corner, unsigned plane)
{
    BSP_ASSERT(plane < corner->n_planes && (corner->used >> plane & 1));
    BspVec n = corner->planes[plane].normal;
    int axis = fabs(n.x) <= fabs(n.y) && fabs(n.x) <= fabs(n.z) ? 0
               : fabs(n.y) <= fabs(n.z)                         ? 1
                                                                : 2;
    face->corner = corner;
    face->across[0] = bsp_vec_unit(bsp_vec_cross(n, bsp_vec_axis(axis)));
    face->across[1] = bsp_vec_cross(n, face->across[0]);
    face->n_cuts = 0;
    for (unsigned i = 0; i < corner->n_planes; i++) {
        BspVec m = corner->planes[i].normal;
        Direction trace = { bsp_vec_dot(m, face->across[0]), bsp_vec_dot(m, face->across[1]) };
        double length = sqrt(dot(trace, trace));
        bool is_parallel = bsp_same_normal(m, n) || bsp_same_normal(m, bsp_vec_neg(n));
        face->traces[i] = is_parallel ? (Direction){ 0, 0 } : trace;
        face->outward[i] = bsp_vec_dot(m, n);
        if (is_parallel || !(corner->used >> i & 1))
            continue;
        Direction cut = quarter_turn((Direction){ trace.x / length, trace.y / length });
        add_cut(face, cut);
        add_cut(face, (Direction){ -cut.x, -cut.y });
    }
}

/* Returns whether a direction along the face leads into solid. It starts an infinitesimal step to
 * one side (the sign of `aside`), and a still smaller step off the face, in front of it (side 1) or
 * behind it (side -1). So it does not enter a wall that it only touches, although the wall leans
 * over the face. */
static bool leads_into_cone(const Face *face, Direction way, double side, double aside)
{
    const BspCorner *corner = face->corner;
    uint64_t in_front = 0;
    for (unsigned i = 0; i < corner->n_planes; i++) {
        double out = dot(face->traces[i], way);
        if (fabs(out) <= IN_PLANE)
            out = aside * dot(face->traces[i], quarter_turn(way));
        if (fabs(out) <= IN_PLANE)
            out = side * face->outward[i];
        if (out >= -IN_PLANE)
            in_front |= UINT64_C(1) << i;
    }
    for (unsigned i = 0; i < corner->n_cones; i++)
        if (!(corner->cones[i] & in_front))
            return true;
    return false;
}

/* Returns whether the direction leads into solid on either side of it. A direction along the border
 * of two cones is in solid only if both sides are solid. */
static bool leads_into_solid(const Face *face, Direction way, double side)
{
    return leads_into_cone(face, way, side, 1) && leads_into_cone(face, way, side, -1);
}

static bool bounds_solid(const Face *face, Direction way)
{
    double length = sqrt(dot(way, way));
    way = (Direction){ way.x / length, way.y / length };
    return !leads_into_solid(face, way, 1) && leads_into_solid(face, way, -1);
}

/* Returns whether the plane is a face. The other planes cut it into sectors. It is a face if any
 * sector has empty space in front and solid behind. */
static bool is_face(const Face *face)
{
    if (face->n_cuts == 0)
        return bounds_solid(face, (Direction){ 1, 0 });
    for (unsigned i = 0; i < face->n_cuts; i++) {
        Direction a = face->cuts[i], b = face->cuts[(i + 1) % face->n_cuts];
        bool is_wide = fabs(a.x * b.y - a.y * b.x) > NARROW || dot(a, b) < 0;
        if (is_wide && bounds_solid(face, bisector(a, b)))
            return true;
    }
    return false;
}

/* Returns whether a part of the move is left after its projection onto the face, and that part
 * leads into no solid. */
static bool can_slide_on(const Face *face, BspVec delta)
{
    Direction way = { bsp_vec_dot(delta, face->across[0]), bsp_vec_dot(delta, face->across[1]) };
    double length = sqrt(dot(way, way));
    return length > PROGRESS &&
           !leads_into_solid(face, (Direction){ way.x / length, way.y / length }, 1);
}

/* --- choosing --- */

typedef struct {
    const BspPlane *plane;
    bool goes_on;
    double into; /* the cosine between the move and the reversed normal, so how steeply the move
                    goes into the plane */
    double rank; /* `into`, reduced for the plane that was crossed; for a move along the plane, the
                    distance of the contact in front of the plane */
} Choice;

/* Orders two equally good planes by the components of their normals, so that the result does not
 * depend on the order in which the planes were found. The outer of two parallel
 * planes comes first. */
static bool comes_first(const BspPlane *p, const BspPlane *q)
{
    BspVec a = p->normal, b = q->normal;
    if (bsp_same_normal(a, b))
        return p->dist > q->dist;
    for (int i = 0; i < 2; i++)
        if (fabs(a.v[i] - b.v[i]) > BSP_SAME_NORMAL)
            return a.v[i] < b.v[i];
    return a.z < b.z;
}

static bool is_better(const Choice *a, const Choice *b)
{
    if (!b->plane)
        return true;
    if (a->goes_on != b->goes_on)
        return a->goes_on;
    if (fabs(a->rank - b->rank) > BSP_SAME_NORMAL)
        return a->goes_on == (a->rank < b->rank);
    return comes_first(a->plane, b->plane);
}

/* Returns whether the plane is a candidate. The move must go into the plane or, if `along` is true,
 * along it. A move along a plane matters if rounding has put a body behind a floor. Then the next
 * floor in the same plane may stop the body, because the body is deeper there than touching. */
static bool is_candidate(double into, bool along)
{
    return along ? fabs(into) <= BSP_ALONG : into > BSP_ALONG;
}

static const BspPlane *choose_plane(const BspCorner *corner, BspVec way, BspVec crossed, bool along)
{
    Choice best = { .plane = NULL };
    for (unsigned i = 0; i < corner->n_planes; i++) {
        const BspPlane *plane = &corner->planes[i];
        Choice choice = { .plane = plane, .into = -bsp_vec_dot(plane->normal, way) };
        Face face;
        if (!(corner->used >> i & 1) || !is_candidate(choice.into, along))
            continue;
        init_face(&face, corner, i);
        if (!is_face(&face))
            continue;
        choice.goes_on = can_slide_on(&face, way);
        choice.rank = along ? corner->out[i] : choice.into;
        if (choice.goes_on && bsp_are_alike(plane->normal, crossed))
            choice.rank -= MUCH_LESS;
        if (choice.goes_on && bsp_same_normal(plane->normal, crossed))
            choice.rank -= ALIKE;
        if (is_better(&choice, &best))
            best = choice;
    }
    return best.plane;
}

/* Units. Two planes of a cone that are almost parallel, and meet farther than this from the
 * contact, do not both bound the solid there. With a shorter distance, planes that are meant to be
 * one, but differ by rounding, would count as different. Without this rule, 63 of 300 random chains
 * of nearly level floors stopped a sliding body. */
#define ELSEWHERE 1.0

/* Returns whether a plane of a cone is no part of the cone's surface near the contact. Such a plane
 * is in front of another plane there, the contact is behind that other plane, and the two planes
 * meet elsewhere. This happens on nearly level floors. */
static bool is_elsewhere(const BspCorner *corner, uint64_t cone, unsigned i)
{
    for (uint64_t bits = cone; bits; bits &= bits - 1) {
        unsigned k = bsp_lowest_bit(bits);
        BspVec a = corner->planes[i].normal, b = corner->planes[k].normal;
        double apart = corner->out[k] - corner->out[i], sine = bsp_vec_length(bsp_vec_cross(a, b));
        if (bsp_are_alike(a, b) && corner->out[k] <= 0 && apart > ELSEWHERE * sine)
            return true;
    }
    return false;
}

/* Sets *part to the cones at most about `reach` units from the contact, each with the planes that
 * the contact is at most `reach` units behind. Cones reach farther than planes, because the contact
 * may be BSP_TOUCH in front of a face, and a neighbour that covers the face's edge a small step
 * farther. A move that goes along all planes also needs the planes of is_elsewhere(). */
static void take_part(const BspCorner *corner, double reach, bool along, BspCorner *part)
{
    bsp_corner_init(part, corner->at);
    part->n_planes = corner->n_planes;
    memcpy(part->planes, corner->planes, corner->n_planes * sizeof *corner->planes);
    memcpy(part->out, corner->out, corner->n_planes * sizeof *corner->out);
    for (unsigned k = 0; k < corner->n_cones; k++) {
        uint64_t near = 0;
        double most = -HUGE_VAL;
        for (uint64_t bits = corner->cones[k]; bits; bits &= bits - 1) {
            unsigned i = bsp_lowest_bit(bits);
            bool is_near = corner->out[i] >= -reach;
            most = BSP_MAX(most, corner->out[i]);
            if (is_near && (along || !is_elsewhere(corner, corner->cones[k], i)))
                near |= bits & -bits;
        }
        if (most > reach + BSP_TOUCH / 2)
            continue;
        part->used |= near;
        bsp_corner_cone(part, near);
    }
}

const BspPlane *bsp_corner_choose(const BspCorner *corner, BspVec delta, BspVec crossed)
{
    static const struct {
        double reach;
        bool along;
    } looks[] = { { 1.5 * BSP_TOUCH, false },
                  { BSP_BRACKET, false },
                  { 1.5 * BSP_TOUCH, true },
                  { BSP_BRACKET, true },
                  { BSP_SAME_PLANE, false } };
    double length = bsp_vec_length(delta);
    if (!(length > 0))
        return NULL;
    BspVec way = bsp_vec_scale(delta, 1 / length);
    const BspPlane *plane = NULL;
    BspCorner part;
    for (unsigned i = 0; i < sizeof looks / sizeof *looks && !plane; i++) {
        take_part(corner, looks[i].reach, looks[i].along, &part);
        plane = choose_plane(&part, way, crossed, looks[i].along);
    }
    return plane ? &corner->planes[plane - part.planes] : NULL;
}
