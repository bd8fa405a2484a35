/* crowd: bodies that walk at once, each on its side of the planes between them. */
#include "body/crowd.h"
#include "body/contact.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/reach.h"

/* The maximum number of planes that are not axial. Three layers of equal round bodies around one
 * body have fewer. If there are more, as around a giant, limits along the axes replace them. */
#define MOST_OBLIQUE 32

/* A plane that a body does not pass. */
typedef struct {
    BspVec normal;    /* unit vector towards the other body */
    double limit;     /* units; the body may move by this displacement along the normal */
    bool is_at_other; /* the plane is at the other body, not in the gap between the two */
    const BspCrowdItem *other;
} Side;

/* The planes around a body. A body needs only the nearest of all planes with one normal. So a box
 * has at most six planes, however many boxes are around it. */
typedef struct {
    Side axes[6]; /* planes along each axis, down and up; `other` is NULL if there is no such plane
                   */
    Side oblique[MOST_OBLIQUE];
    Side narrow[6];     /* the limits that replace the oblique planes if there are too many */
    unsigned n_oblique; /* number of oblique planes; if it exceeds MOST_OBLIQUE, `narrow` counts
                           instead of `oblique` */
} Sides;

/* A body that walks. */
typedef struct {
    const BspCrowd *crowd;
    const BspCrowdItem *item;
    BspVec start;
    Side sides[6 + MOST_OBLIQUE]; /* the planes that the body does not pass */
    unsigned n_sides;
    BspTracer level;
} Walker;

/* A body among its neighbours: the planes between them, and how it must give way. */
typedef struct {
    const BspCrowd *crowd;
    const BspCrowdItem *item;
    Sides sides;
    /* The depths of overlapping bodies in this body, along each axis, down and up. */
    double depth[6];
    Side pusher; /* the body that walks into this body fastest; pusher.limit is minus the length of
                    the push */
} Meeting;

/* --- which planes --- */

/* Orders two sides. The order depends on the positions of bodies, and on their indices only if two
 * bodies are at one position. */
static bool comes_first(const Side *a, const Side *b)
{
    for (int k = 0; k < 3; k++)
        if (a->normal.v[k] != b->normal.v[k])
            return a->normal.v[k] < b->normal.v[k];
    for (int k = 0; k < 3; k++)
        if (a->other->centre.v[k] != b->other->centre.v[k])
            return a->other->centre.v[k] < b->other->centre.v[k];
    return a->other->body < b->other->body;
}

/* Keeps in *best the side with the lower limit. */
static void keep_lower(Side *best, const Side *side)
{
    if (!best->other || side->limit < best->limit ||
        (side->limit == best->limit && comes_first(side, best)))
        *best = *side;
}

/* Replaces a side by limits of the displacement along each axis of its normal. Together they imply
 * the side's limit. Each axis gets an equal part of the limit. Along an axis that is nearly in the
 * plane, this part allows a long displacement. */
static void limit_axes(Side axes[6], const Side *side)
{
    BspVec n = side->normal;
    double count = (n.x != 0) + (n.y != 0) + (n.z != 0);
    for (int k = 0; k < 3; k++) {
        Side along = { bsp_vec(0, 0, 0), side->limit, false, side->other };
        if (n.v[k] == 0)
            continue;
        along.normal.v[k] = n.v[k] < 0 ? -1 : 1;
        if (side->limit > 0)
            along.limit = side->limit / (count * fabs(n.v[k]));
        keep_lower(&axes[2 * k + (n.v[k] > 0)], &along);
    }
}

static void add_side(Sides *sides, const Side *side, int axis)
{
    if (axis != BSP_CROWD_OBLIQUE) {
        keep_lower(&sides->axes[2 * axis + (side->normal.v[axis] > 0)], side);
        return;
    }
    limit_axes(sides->narrow, side);
    if (sides->n_oblique < MOST_OBLIQUE)
        sides->oblique[sides->n_oblique] = *side;
    sides->n_oblique++;
}

/* Adds the plane between the body and a neighbour. */
static void meet(void *data, const BspCrowdItem *other)
{
    Meeting *m = (Meeting *)data;
    BspCrowdPlane plane = bsp_crowd_part(m->item, other);
    bool is_at_other = plane.gap - plane.allowed <= BSP_TOUCHED;
    Side side = { plane.normal, plane.allowed, is_at_other, other };
    add_side(&m->sides, &side, plane.axis);
    for (int k = 0; k < 3 && plane.gap < -BSP_TOUCH; k++) {
        double along = plane.normal.v[k] * -plane.gap, *depth = &m->depth[2 * k + (along > 0)];
        *depth = BSP_MAX(*depth, fabs(along));
    }
    /* Only bodies that would meet in this step push each other. */
    double push = m->crowd->bodies[m->item->body].push;
    double closing = bsp_vec_dot(plane.normal, bsp_vec_sub(m->item->wish, other->wish));
    side.limit = -push * closing / 2;
    if (plane.slack < 0 && plane.normal.z == 0 && side.limit < 0)
        keep_lower(&m->pusher, &side);
}

/* Lists the planes that remain after the nearest ones were kept. */
static void list_sides(Walker *w, const Sides *sides)
{
    Side axes[6];
    bool are_few = sides->n_oblique <= MOST_OBLIQUE;
    w->n_sides = 0;
    for (int k = 0; k < 6; k++) {
        axes[k] = sides->axes[k];
        if (!are_few && sides->narrow[k].other)
            keep_lower(&axes[k], &sides->narrow[k]);
        if (axes[k].other)
            w->sides[w->n_sides++] = axes[k];
    }
    for (unsigned i = 0; are_few && i < sides->n_oblique; i++)
        w->sides[w->n_sides++] = sides->oblique[i];
}

/* --- traces --- */

/* Returns the plane that the move meets first, and sets *t to the time. Returns NULL, and leaves *t
 * unchanged, if no plane is met before *t. */
static const Side *first_side(const Walker *w, BspVec from, BspVec to, double *t)
{
    const Side *first = NULL;
    BspVec a = bsp_vec_sub(from, w->start), b = bsp_vec_sub(to, w->start);
    for (unsigned i = 0; i < w->n_sides; i++) {
        const Side *side = &w->sides[i];
        double begin = bsp_vec_dot(side->normal, a), end = bsp_vec_dot(side->normal, b);
        if (end - side->limit <= BSP_CROWD_PAST || end <= begin)
            continue;
        double at = begin >= side->limit ? 0 : (side->limit - begin) / (end - begin);
        if (at < *t || (first && at == *t && comes_first(side, first))) {
            first = side;
            *t = at;
        }
    }
    return first;
}

static void trace_walker(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    const Walker *w = (const Walker *)data;
    BspTransition *tr = &answer->tr;
    w->level.trace(w->level.data, from, to, answer);
    if (tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY)
        return;
    double t = tr->type == BSP_EMPTY ? HUGE_VAL : tr->t;
    const Side *side = first_side(w, from, to, &t);
    if (!side)
        return;
    bsp_trace_begin(answer, &w->crowd->bodies[side->other->body]);
    tr->type = BSP_EMPTY_TO_SOLID;
    tr->t = t;
    tr->point = bsp_vec_lerp(from, to, t);
    tr->plane.normal = bsp_vec_neg(side->normal);
    tr->plane.dist = -(bsp_vec_dot(side->normal, w->start) + side->limit);
}

/* Returns whether the contact is with the level. Contacts with other bodies name no brush. */
static bool is_of_level(const BspSlideContact *contact)
{
    return contact->answer.hit.brush != BSP_NO_BRUSH;
}

static bool find_face(void *data, const BspSlideContact *contact, BspPlane *face)
{
    const Walker *w = (const Walker *)data;
    return is_of_level(contact) && w->level.face(w->level.data, contact, face);
}

static bool is_climbable(void *data, const BspSlideContact *contact)
{
    (void)data;
    return is_of_level(contact);
}

/* --- a step --- */

/* Returns the displacement out of the bodies that overlap this one, by half of the depth along each
 * axis.
 */
static BspVec way_out(const Meeting *m, double most)
{
    BspVec way;
    for (int k = 0; k < 3; k++)
        way.v[k] = (m->depth[2 * k] - m->depth[2 * k + 1]) / 2;
    double length = bsp_vec_length(way);
    return length > most ? bsp_vec_scale(way, most / length) : way;
}

/* Moves the body out of other bodies. If it overlaps none, it takes on speed from the body that
 * walks into it. A body with a bad velocity stays in place. */
static void give_way(const Meeting *m, const BspTracer *tracer, BspBody *body)
{
    BspVec wish = bsp_vec_scale(body->velocity, m->crowd->seconds);
    if (!bsp_vec_is_in_reach(&wish))
        return;
    double most = bsp_crowd_yield(m->crowd);
    BspVec way = way_out(m, most);
    if (bsp_vec_length(way) > 0) {
        BspSlide slide;
        bsp_slide_move(tracer, body->at, way, &slide);
        body->at = slide.point;
    } else if (m->pusher.other && most > 0) {
        double pushed = BSP_MIN(-m->pusher.limit, most);
        BspVec delta = bsp_vec_mad(m->item->wish, -pushed, m->pusher.normal);
        body->velocity = bsp_vec_scale(delta, 1 / m->crowd->seconds);
    }
}

/* Returns whether the contact is with the plane in the gap between this body and another one. */
static bool is_in_gap(const Walker *w, const BspSlideContact *contact)
{
    for (unsigned i = 0; i < w->n_sides; i++)
        if (&w->crowd->bodies[w->sides[i].other->body] == contact->answer.owner)
            return !w->sides[i].is_at_other;
    return false;
}

/* Puts a body back into the air, to where the ground probe began, if the probe has put it on a
 * plane in a gap. Such a plane stops a body, but no body stands on it. */
static void leave_gap(const Walker *w, BspSlide *slide, BspBody *body)
{
    if (!body->on_ground || !is_in_gap(w, &slide->contacts[slide->n_contacts - 1]))
        return;
    body->at = slide->point = slide->contacts[--slide->n_contacts].from;
    if (w->crowd->seconds > 0)
        body->velocity = bsp_vec_scale(slide->delta, 1 / w->crowd->seconds);
    body->on_ground = false;
    body->stands_on = NULL;
}

static void find_sides(Walker *w, Meeting *m)
{
    m->crowd = w->crowd;
    m->item = w->item;
    m->pusher.other = NULL;
    m->sides.n_oblique = 0;
    for (int k = 0; k < 6; k++) {
        m->sides.axes[k].other = m->sides.narrow[k].other = NULL;
        m->depth[k] = 0;
    }
    bsp_crowd_find(w->crowd, w->item, meet, m);
    list_sides(w, &m->sides);
}

static void walk_one(const BspCrowd *crowd, const BspCrowdItem *item)
{
    const BspCrowdBody *before = &crowd->bodies[item->body];
    BspBody *after = &crowd->after[item->body];
    BspMover mover = { crowd->table, before->shape, before->mask,
                       crowd->skin,  crowd->doors,  crowd->n_doors };
    BspSlide own, *slide;
    Walker w;
    Meeting m;
    const BspTracer tracer = { trace_walker, &w, find_face, is_climbable };
    w.crowd = crowd;
    w.item = item;
    w.start = before->body.at;
    w.level = bsp_mover_tracer(&mover);
    find_sides(&w, &m);
    *after = before->body;
    give_way(&m, &tracer, after);
    slide = crowd->slides ? &crowd->slides[item->body] : &own;
    bsp_walk_by(&tracer, &crowd->stepping, crowd->seconds, after, slide);
    leave_gap(&w, slide, after);
}

/* Prefetches a body. Bodies lie anywhere in the caller's arrays. Prefetching begins three bodies
 * ahead, which takes about as long as an access to memory. */
static void prefetch(const BspCrowd *crowd, uint32_t s)
{
    if (s >= crowd->n)
        return;
    uint32_t i = bsp_crowd_sorted(crowd, s)->body;
    for (size_t k = 0; k < sizeof *crowd->bodies; k += 64)
        BSP_PREFETCH((const char *)&crowd->bodies[i] + k);
    for (size_t k = 0; k < sizeof *crowd->after; k += 64)
        BSP_PREFETCH((const char *)&crowd->after[i] + k);
}

void bsp_crowd_walk(const BspCrowd *crowd, uint32_t begin, uint32_t end)
{
    for (uint32_t s = begin; s < end && s < crowd->n; s++) {
        prefetch(crowd, s + 3);
        walk_one(crowd, bsp_crowd_sorted(crowd, s));
    }
}
