/* character: slides, climbing steps, and finding the ground. */
#include "bsp-character.h"

#include "body/contact.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/plane.h"

/* --- the part of a vector that goes into none of several planes ---
 *
 * The vectors that go into no plane form a convex cone, and the result is the projection of the
 * vector onto it. The nearest vector of the cone lies inside the cone, in one of its planes, or in
 * the crease of two planes, or is zero. In each case it is the projection onto that plane or
 * crease. The longest of these candidates that lies in the cone is the nearest, because a
 * projection p of v has |v - p|^2 = |v|^2 - |p|^2. */

typedef struct {
    const BspVec *normals;
    unsigned n;
    double slack; /* a vector that goes into a plane by at most this length counts as parallel to
                     the plane */
    BspVec best;
    double square; /* the square of the length of `best` */
} Cone;

static bool is_in_cone(const Cone *cone, BspVec p)
{
    for (unsigned i = 0; i < cone->n; i++)
        if (!(bsp_vec_dot(cone->normals[i], p) >= -cone->slack))
            return false;
    return true;
}

static void keep_if_longer(Cone *cone, BspVec p)
{
    double square = bsp_vec_dot(p, p);
    if (square > cone->square && is_in_cone(cone, p)) {
        cone->square = square;
        cone->best = p;
    }
}

static BspVec projected_onto(BspVec v, BspVec normal)
{
    return bsp_vec_mad(v, -bsp_vec_dot(v, normal), normal);
}

/* Keeps the projection of v onto the crease of two planes, if it is in the cone and longer than
 * `best`. */
static void keep_projection_on_crease(Cone *cone, BspVec v, BspVec a, BspVec b)
{
    BspVec crease = bsp_vec_cross(a, b);
    double square = bsp_vec_dot(crease, crease);
    if (square > 0)
        keep_if_longer(cone, bsp_vec_scale(crease, bsp_vec_dot(v, crease) / square));
}

/* Returns the vector of the cone nearest to v, which must be outside the cone. */
static BspVec nearest_in_cone(Cone *cone, BspVec v)
{
    for (unsigned i = 0; i < cone->n; i++)
        keep_if_longer(cone, projected_onto(v, cone->normals[i]));
    for (unsigned i = 0; i < cone->n; i++)
        for (unsigned k = 0; k < i; k++)
            keep_projection_on_crease(cone, v, cone->normals[k], cone->normals[i]);
    return cone->best;
}

/* Shortens p if rounding may have made it longer than v. */
static BspVec shortened(BspVec p, BspVec v)
{
    const double less = 1 - 0x1p-50;
    return bsp_vec_dot(p, p) > less * bsp_vec_dot(v, v) ? bsp_vec_scale(p, less) : p;
}

/* Returns a power of two that scales the vector so that squares neither underflow nor overflow. */
static double scale_of(BspVec v)
{
    double most = fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z));
    return most < 1e-100 ? 0x1p600 : most > 1e100 ? 0x1p-600 : 1;
}

BspVec bsp_slide_along(BspVec v, const BspVec *normals, unsigned n)
{
    double scale = scale_of(v);
    BspVec scaled = bsp_vec_scale(v, scale);
    Cone cone = { normals, n, BSP_SAME_NORMAL * bsp_vec_length(scaled), bsp_vec(0, 0, 0), 0 };
    if (is_in_cone(&cone, scaled))
        return v;
    return bsp_vec_scale(shortened(nearest_in_cone(&cone, scaled), scaled), 1 / scale);
}

/* --- a slide, in which a body moves as far as possible, then along the planes that it meets --- */

/* Calls the tracer, and counts the call. */
static BspSlideContact trace_contact(const BspTracer *tracer, BspVec from, BspVec to,
                                     unsigned *n_traces)
{
    BspSlideContact c;
    c.from = from;
    c.to = to;
    bsp_trace_begin(&c.answer, NULL);
    c.answer.tr = bsp_transition_empty(to);
    tracer->trace(tracer->data, from, to, &c.answer);
    ++*n_traces;
    return c;
}

static bool is_in_solid(const BspTransition *tr)
{
    return tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY;
}

/* The maximum number of planes at one position. Each trace adds one plane, or two at a slope that
 * the body may not climb. */
#define MAX_PLANES (2 * BSP_SLIDE_TRACES)

/* The planes that the body has met at its present position. Planes met at earlier positions are
 * dropped, since their extent is unknown. If the body is still at such a plane, it meets the plane
 * again. */
typedef struct {
    BspVec normals[MAX_PLANES];
    double dists[MAX_PLANES]; /* distances of the planes for the reference point */
    unsigned n;
} Planes;

static void add_plane(Planes *planes, BspVec normal, double dist)
{
    BSP_ASSERT(planes->n < MAX_PLANES);
    planes->normals[planes->n] = normal;
    planes->dists[planes->n] = dist;
    planes->n++;
}

/* Returns BspPlane.dist of the plane to slide along. Usually that plane passes through the body's
 * reference point. But if rounding has put the body slightly behind the contact plane, the contact
 * plane itself is used. So the body is led back to it, and rounding does not accumulate. The limit
 * is the slack of a skin, which exceeds the distance of touching, because a tracer with a skin
 * names the plane at the full distance of the skin. */
static double dist_at(const BspTransition *tr)
{
    double at = bsp_vec_dot(tr->plane.normal, tr->point), behind = tr->plane.dist - at;
    return behind > 0 && behind <= BSP_SKIN_SLACK ? tr->plane.dist : at;
}

/* Adds the plane of a contact, unless rounding has let the body meet the same plane again. If v
 * would climb a slope that is not walkable, an upright plane is also added, as a wall. */
static void add_contact(Planes *planes, const BspTransition *tr, BspVec v, double walkable)
{
    BspVec n = tr->plane.normal;
    for (unsigned i = 0; i < planes->n; i++)
        if (bsp_same_normal(planes->normals[i], n))
            return;
    add_plane(planes, n, dist_at(tr));
    if (!(n.z > 0 && n.z < walkable) || bsp_slide_along(v, &n, 1).z <= 0)
        return;
    BspVec wall = bsp_vec_unit(bsp_vec(n.x, n.y, 0));
    add_plane(planes, wall, bsp_vec_dot(wall, tr->point));
}

/* Units. A body is led back by at most this distance. In an acute crease of two planes, the way
 * back is longer than the distance behind either plane. At four times the slack, it reaches out of
 * creases of 29 degrees and more. Without a limit, a body in a needle would jump. */
#define MOST_BACK (4 * BSP_SKIN_SLACK)

/* Returns the displacement that leads a point in front of two planes. a and b are their unit
 * normals; behind_a and behind_b are the distances of the point behind them. The result is not
 * finite if the planes are parallel. */
static BspVec displacement_out_of_both(BspVec a, double behind_a, BspVec b, double behind_b)
{
    double c = bsp_vec_dot(a, b), square = 1 - c * c;
    double along_a = (behind_a - c * behind_b) / square,
           along_b = (behind_b - c * behind_a) / square;
    return bsp_vec_add(bsp_vec_scale(a, along_a), bsp_vec_scale(b, along_b));
}

/* Returns whether p is behind no plane by more than `most`. */
static bool is_in_front(const Planes *planes, BspVec p, double most)
{
    for (unsigned i = 0; i < planes->n; i++)
        if (!(bsp_vec_dot(planes->normals[i], p) - planes->dists[i] >= -most))
            return false;
    return true;
}

/* Returns the shortest displacement from p that leads in front of all planes. Only displacements
 * out of one plane or out of two planes are considered. Returns zero if no displacement is shorter
 * than MOST_BACK. */
static BspVec shortest_way_back(const Planes *planes, BspVec p)
{
    BspVec best = bsp_vec(0, 0, 0);
    double least = MOST_BACK;
    for (unsigned i = 0; i < planes->n; i++)
        for (unsigned k = 0; k <= i; k++) {
            double behind_i = planes->dists[i] - bsp_vec_dot(planes->normals[i], p);
            double behind_k = planes->dists[k] - bsp_vec_dot(planes->normals[k], p);
            BspVec way = i == k ? bsp_vec_scale(planes->normals[i], behind_i)
                                : displacement_out_of_both(planes->normals[i], behind_i,
                                                           planes->normals[k], behind_k);
            if (bsp_vec_length(way) < least &&
                is_in_front(planes, bsp_vec_add(p, way), BSP_TOUCH / 64)) {
                least = bsp_vec_length(way);
                best = way;
            }
        }
    return best;
}

/* Returns the position at the end of the displacement `rest`, led back in front of the planes. */
static BspVec led_back_end(const Planes *planes, BspVec at, BspVec rest)
{
    BspVec to = bsp_vec_add(at, rest);
    return is_in_front(planes, to, 0) ? to : bsp_vec_add(to, shortest_way_back(planes, to));
}

/* Returns the part of `wanted` that goes into none of the planes. `wanted` is the displacement with
 * which the body came to its position. In a blunt corner, clipping it by all planes at once gives
 * zero. Clipping it by one plane after the other would leave a part along the second wall. The
 * result never goes against delta, because otherwise a body led around a corner would return and
 * never rest. */
static BspVec remaining_along(BspVec wanted, BspVec delta, const Planes *planes)
{
    BspVec normals[MAX_PLANES + 1];
    BspVec left = bsp_slide_along(wanted, planes->normals, planes->n);
    if (bsp_vec_dot(left, delta) >= 0)
        return left;
    for (unsigned i = 0; i < planes->n; i++)
        normals[i] = planes->normals[i];
    BSP_ASSERT(planes->n <= MAX_PLANES);
    normals[planes->n] = bsp_vec_unit(delta);
    return bsp_slide_along(wanted, normals, planes->n + 1);
}

static bool has_met(const BspSlide *slide, const BspPlane *plane)
{
    for (unsigned i = 0; i < slide->n_contacts; i++) {
        const BspPlane *met = &slide->contacts[i].answer.tr.plane;
        if (bsp_same_normal(met->normal, plane->normal) &&
            fabs(met->dist - plane->dist) <= BSP_TOUCHED)
            return true;
    }
    return false;
}

/* Does the same as bsp_slide_move(), but the body does not climb planes whose normal.z is above 0
 * and below walkable. If walkable is 0, the body climbs every plane. */
static void slide_walking(const BspTracer *tracer, BspVec from, BspVec delta, double walkable,
                          BspSlide *slide)
{
    Planes planes = { .n = 0 };
    BspVec wanted = delta;
    double left = 1;
    slide->point = from;
    slide->delta = delta;
    slide->climbed = 0;
    slide->stuck = false;
    slide->n_traces = slide->n_contacts = 0;
    while (slide->n_traces < BSP_SLIDE_TRACES) {
        BspVec to = led_back_end(&planes, slide->point, bsp_vec_scale(slide->delta, left));
        BspSlideContact c = trace_contact(tracer, slide->point, to, &slide->n_traces);
        if (is_in_solid(&c.answer.tr)) {
            slide->stuck = slide->n_traces == 1;
            slide->delta = bsp_vec(0, 0, 0);
            return;
        }
        slide->point = c.answer.tr.point;
        if (c.answer.tr.type == BSP_EMPTY)
            return;
        left *= 1 - c.answer.tr.t;
        if (bsp_vec_length(bsp_vec_sub(c.answer.tr.point, c.from)) > BSP_TOUCHED) {
            /* Keep all planes if the body comes back to a plane that it has met. It is then in a
             * wedge of this plane and the latest plane. In an acute wedge it would go from one
             * plane to the other without an end. */
            if (!has_met(slide, &c.answer.tr.plane))
                planes.n = 0;
            wanted = slide->delta;
        }
        BSP_ASSERT(slide->n_contacts < BSP_SLIDE_TRACES);
        slide->contacts[slide->n_contacts++] = c;
        add_contact(&planes, &c.answer.tr, slide->delta, walkable);
        slide->delta = remaining_along(wanted, delta, &planes);
        if (bsp_vec_dot(slide->delta, slide->delta) == 0)
            return;
    }
}

void bsp_slide_move(const BspTracer *tracer, BspVec from, BspVec delta, BspSlide *slide)
{
    slide_walking(tracer, from, delta, 0, slide);
}

/* --- the ground that a body stands on --- */

/* Sets ground->face, the face that supports the body. If the contact is at an edge, tracer->face()
 * finds the face; else it is the contact plane. Returns whether the face is walkable. On level
 * ground tracer->face() is not called, because that would double the time of a probe. */
static bool find_supporting_face(const BspTracer *tracer, double walkable, BspGround *ground)
{
    const BspPlane *plane = &ground->contact.answer.tr.plane;
    ground->face = *plane;
    if (plane->normal.z > 0 && plane->normal.z < 1 - BSP_SAME_NORMAL && tracer->face)
        tracer->face(tracer->data, &ground->contact, &ground->face);
    return ground->face.normal.z >= walkable;
}

/* Units. Ground at the foot of a steep plane counts as below the body if the plane leads the body
 * aside by at most this distance. The side of a step may be not quite upright, and a player does
 * not see the difference. */
#define ASIDE 0.25

/* Returns whether p, to which the body can get down, is straight below the body. */
static bool is_below(const BspGround *ground, BspVec p, double bottom)
{
    BspVec way = bsp_vec_sub(p, ground->point);
    return p.z >= bottom && hypot(way.x, way.y) <= ASIDE;
}

/* Looks for a floor if the body is at a plane that is too steep. A body may be at several planes at
 * once, but an answer names only one of them. This function traces down along the steep plane, at
 * most to the height `bottom`. So it finds a floor that the body is at, too, or the ground at the
 * foot of a steep step. */
static BspGroundKind look_down_along(const BspTracer *tracer, BspVec down, double bottom,
                                     double walkable, BspGround *ground)
{
    BspVec normals[BSP_GROUND_TRACES], at = ground->point;
    unsigned n = 0;
    normals[n++] = ground->contact.answer.tr.plane.normal;
    while (ground->n_traces < BSP_GROUND_TRACES) {
        BspVec way = bsp_slide_along(down, normals, n);
        if (bsp_vec_length(way) <= BSP_SAME_NORMAL * bsp_vec_length(down)) {
            ground->point = at;
            return BSP_GROUND_WEDGED;
        }
        BspGround next;
        next.contact = trace_contact(tracer, at, bsp_vec_add(at, way), &ground->n_traces);
        at = next.contact.answer.tr.point;
        if (next.contact.answer.tr.type != BSP_EMPTY_TO_SOLID || !is_below(ground, at, bottom))
            return BSP_GROUND_STEEP;
        normals[n++] = next.contact.answer.tr.plane.normal;
        if (!find_supporting_face(tracer, walkable, &next))
            continue;
        ground->point = at;
        ground->contact = next.contact;
        ground->face = next.face;
        return BSP_GROUND_WALKABLE;
    }
    return BSP_GROUND_STEEP;
}

void bsp_ground_probe(const BspTracer *tracer, BspVec p, double depth, double walkable,
                      BspGround *ground)
{
    static const BspSlideContact none;
    BspVec down = bsp_vec(0, 0, depth > 0 ? -depth : 0);
    ground->point = p;
    ground->n_traces = 0;
    ground->contact = trace_contact(tracer, p, bsp_vec_add(p, down), &ground->n_traces);
    if (ground->contact.answer.tr.type != BSP_EMPTY_TO_SOLID) {
        ground->kind = is_in_solid(&ground->contact.answer.tr) ? BSP_GROUND_SOLID : BSP_GROUND_NONE;
        ground->contact = none;
        ground->face = none.answer.tr.plane;
        return;
    }
    ground->point = ground->contact.answer.tr.point;
    ground->kind = find_supporting_face(tracer, walkable, ground)
                       ? BSP_GROUND_WALKABLE
                       : look_down_along(tracer, down, p.z + down.z, walkable, ground);
    if (ground->kind != BSP_GROUND_WALKABLE)
        ground->face = none.answer.tr.plane;
}

/* --- a slide that climbs steps, by going up, along, and down again --- */

/* A walking body that tries to climb a step. `below` is its slide without climbing, which meets the
 * step. */
typedef struct {
    const BspTracer *tracer;
    const BspStepping *stepping;
    BspVec from, delta;
    const BspSlide *below;
} Climb;

/* Returns whether the body may climb over the obstacle at the contact. */
static bool may_climb(const Climb *c, const BspSlideContact *met)
{
    return met->answer.tr.plane.normal.z < c->stepping->walkable &&
           (!c->tracer->climb || c->tracer->climb(c->tracer->data, met));
}

/* Returns whether the slide `below` meets a plane that the body may climb and that the slide
 * `above` does not meet. Without this test, a body that walks up a ramp beside a wall would get
 * farther above the ramp, although there is no step. */
static bool is_step(const Climb *c, const BspSlide *above)
{
    for (unsigned i = 0; i < c->below->n_contacts; i++) {
        const BspSlideContact *met = &c->below->contacts[i];
        if (may_climb(c, met) && !has_met(above, &met->answer.tr.plane))
            return true;
    }
    return false;
}

/* Returns the horizontal distance of p from `from` in the direction of delta. */
static double progress(BspVec p, BspVec from, BspVec delta)
{
    BspVec way = bsp_vec(delta.x, delta.y, 0);
    double length = bsp_vec_length(way);
    return length > 0 ? bsp_vec_dot(bsp_vec_sub(p, from), way) / length : 0;
}

/* Adds the ground to the contacts. Clips the remaining displacement by the planes of all contacts
 * that the body is still at, and by the face of the ground. */
static void land_on_ground(BspSlide *slide, const BspGround *ground)
{
    BspVec normals[BSP_SLIDE_TRACES + 1];
    unsigned n = 0;
    slide->point = ground->point;
    for (unsigned i = 0; i < slide->n_contacts; i++) {
        const BspTransition *tr = &slide->contacts[i].answer.tr;
        double left = bsp_vec_dot(tr->plane.normal, bsp_vec_sub(slide->point, tr->point));
        /* A body that is farther behind the plane than rounding explains has passed the plane's
         * end. */
        if (left <= BSP_TOUCHED && left >= -BSP_SKIN_SLACK)
            normals[n++] = tr->plane.normal;
    }
    normals[n++] = ground->face.normal;
    slide->contacts[slide->n_contacts++] = ground->contact;
    slide->delta = bsp_slide_along(slide->delta, normals, n);
}

/* Returns the height at which the body would stand on the face that supports it. At an edge this is
 * higher than the body's present height. */
static double height_on(const BspPlane *face, BspVec at)
{
    return (face->dist - face->normal.x * at.x - face->normal.y * at.y) / face->normal.z;
}

/* Returns whether the body, raised to a position, gets past the first plane of `below` that is too
 * steep to stand on. If the body pushes against a wall, this one trace saves a slide. */
static bool gets_past(const Climb *c, BspVec raised, unsigned *n_traces)
{
    const BspSlideContact *met = c->below->contacts;
    while (met->answer.tr.plane.normal.z >= c->stepping->walkable)
        met++; /* is_step() has found such a plane, so the loop ends */
    BspSlideContact along =
        trace_contact(c->tracer, raised, bsp_vec_add(raised, c->delta), n_traces);
    return progress(along.answer.tr.point, c->from, c->delta) >
           progress(met->answer.tr.point, c->from, c->delta) + BSP_TOUCHED;
}

/* Tries to move from a raised position along `delta`, and then down again. Returns false if the
 * path does not lead farther than `below`, or does not end on walkable ground. Sets over->n_traces
 * in either case. */
static bool go_over(const Climb *c, BspVec raised, double height, BspSlide *over)
{
    double walkable = c->stepping->walkable;
    BspGround ground;
    slide_walking(c->tracer, raised, c->delta, walkable, over);
    if (over->stuck || !is_step(c, over))
        return false;
    bsp_ground_probe(c->tracer, over->point, raised.z - c->from.z + height, walkable, &ground);
    over->n_traces += ground.n_traces;
    if (ground.kind != BSP_GROUND_WALKABLE ||
        height_on(&ground.face, ground.point) > c->from.z + height + BSP_SKIN_SLACK)
        return false;
    land_on_ground(over, &ground);
    over->climbed = over->point.z - c->from.z;
    return progress(over->point, c->from, c->delta) >
           progress(c->below->point, c->from, c->delta) + BSP_TOUCHED;
}

void bsp_step_move(const BspTracer *tracer, BspVec from, BspVec delta, const BspStepping *stepping,
                   BspSlide *slide)
{
    /* The fractions of `height` by which the body is raised, tried one after the other, because at
     * the full height it may meet a lintel. Halving finds a way over any step under a lintel that
     * leaves twice the step's height free. The last fraction is for ramps under a ceiling, which
     * have tiny steps where their brushes meet. */
    static const double parts[BSP_STEP_HEIGHTS] = { 1, 0.5, 0.25, 0.125, 0.015625 };
    const Climb climb = { tracer, stepping, from, delta, slide };
    BspSlide over = { .n_contacts = 0 };
    double height = BSP_MIN(stepping->height, 2 * BSP_WORLD_HALF);
    slide_walking(tracer, from, delta, stepping->walkable, slide);
    if (slide->stuck || !(height > 0) || !is_step(&climb, &over))
        return;
    unsigned n_traces = slide->n_traces;
    BspVec above = bsp_vec(from.x, from.y, from.z + height);
    BspSlideContact up = trace_contact(tracer, from, above, &n_traces);
    double most = is_in_solid(&up.answer.tr) ? 0 : up.answer.tr.point.z - from.z;
    bool arrives = false;
    for (unsigned i = 0; i < BSP_STEP_HEIGHTS && most * parts[i] > BSP_TOUCH && !arrives; i++) {
        BspVec raised = up.answer.tr.point;
        raised.z -= (1 - parts[i]) * most;
        if (i > 0 && !gets_past(&climb, raised, &n_traces))
            continue;
        arrives = go_over(&climb, raised, height, &over);
        n_traces += over.n_traces;
    }
    if (arrives)
        *slide = over;
    slide->n_traces = n_traces;
}
