/* touch: how a shape that has hit something meets one brush. */
#include "trace/touch.h"

#include "trace/cast.h"
#include "trace/compiler.h"

/* --- the planes of a brush --- */

/* The move from the contact on, and the planes of a brush. */
typedef struct {
    double gap;          /* how far outside the brush the shape is, by the planes */
    double before;       /* the same by the planes that the move goes against, and ... */
    uint32_t last;       /* ... the plane that it is farthest before */
    double enter, leave; /* when it is past all planes that it is before, and when it first is no
                            deeper than touching behind one that it leaves by or goes along; from
                            the contact on */
    uint32_t touched;    /* the plane it is at that is most like the answer's: of those that the
                            move goes against, and of the others */
    uint32_t beside;
    double likeness, beside_likeness; /* of the normals, their product */
    uint32_t end_own;                 /* the brush's own planes end here */
    BspInPlane in_plane;
} Course;

/* Pure number. What two products of unit normals may differ by from rounding alone: of planes that
 * are as like, the first is meant, so that a brush's own go before those of its sum with boxes. */
#define AS_LIKE 1e-15

static inline void take_touched(uint32_t i, double likeness, uint32_t *touched, double *most)
{
    if (likeness > *most + AS_LIKE) {
        *most = likeness;
        *touched = i;
    }
}

/* A plane that is touched, and may be that of the answer, but for rounding. The brush's own planes
 * are sides, the others touch it at edges and corners. */
static inline void take_in_plane(const BspContact *contact, uint32_t i, Course *c)
{
    if (!bsp_same_normal(contact->sides->planes[i].normal, contact->answer->plane.normal))
        return;
    if (i < c->end_own)
        c->in_plane = BSP_SIDE_ON_PLANE;
    else if (c->in_plane == BSP_OFF_PLANE)
        c->in_plane = BSP_EDGE_IN_PLANE;
}

/* Divides only where it must. */
static inline void take_plane(const BspContact *contact, uint32_t i, Course *c)
{
    const BspPlane *plane = &contact->sides->planes[i];
    BspVec n = plane->normal;
    double d =
        bsp_vec_dot(n, contact->answer->point) - plane->dist - bsp_touch_offset(contact->shape, n);
    double v = bsp_vec_dot(n, contact->delta);
    c->gap = BSP_MAX(c->gap, d);
    if (v > 0 && -d - BSP_TOUCH < c->leave * v)
        c->leave = (-d - BSP_TOUCH) / v;
    if (v == 0 && d >= -BSP_TOUCH)
        c->leave = -1;
    if (v < 0 && d > 0)
        c->enter = BSP_MAX(c->enter, -d / v);
    if (v < 0 && d > c->before) {
        c->before = d;
        c->last = i;
    }
    if (fabs(d) > BSP_TOUCHED)
        return;
    double likeness = bsp_vec_dot(n, contact->answer->plane.normal);
    if (v < 0) {
        take_touched(i, likeness, &c->touched, &c->likeness);
        take_in_plane(contact, i, c);
    } else {
        take_touched(i, likeness, &c->beside, &c->beside_likeness);
    }
}

/* Whether the move, from the contact on, has a part in the brush that is longer than touching. */
static bool goes_into(const BspContact *contact, const Course *c)
{
    double part = c->leave - c->enter;
    return part > 0 &&
           part * part * bsp_vec_dot(contact->delta, contact->delta) > BSP_TOUCH * BSP_TOUCH;
}

/* --- shapes that are no boxes ---
 *
 * Of their sum with a brush the planes bound but a part: they may be at an edge, or past it. So the
 * shape itself is pushed against the brush, from before the contact to behind it. */

/* Units. What is thinner is pushed as if so thick: a brush is met where all of it but what is
 * nearer to its surface than BSP_TOUCH is. */
#define THICK (4 * BSP_TOUCH)

/* Units. How far is pushed, either way: as far as the contact may be off; and where the way may be
 * almost along the brush's surface. */
#define PUSH_IN (2 * BSP_BRACKET)
#define PUSH_TO_MIDDLE 0.1

/* Pure number. A brush that is met only when the shape has been pushed far through the plane of the
 * answer is another than was hit, however near to one of its sides the shape has come; but at that
 * plane the contact is known this much less well than across the side that is met. */
#define SLACK 0.1

/* The contact of a shape with a brush when pushed. */
typedef struct {
    double off; /* how far before or behind the contact that the answer tells */
    BspVec normal;
} Pushed;

static bool push(const BspContact *contact, const BspCastBody *body, BspVec way, double by,
                 Pushed *pushed)
{
    double length = bsp_vec_length(way);
    if (!(length > 0))
        return false;
    way = bsp_vec_scale(way, by / length);
    BspVec from = bsp_vec_sub(contact->answer->point, way), delta = bsp_vec_scale(way, 2);
    BspShape thick = *contact->shape;
    if (bsp_shape_thickness(contact->shape) < THICK)
        thick = bsp_shape_thickened(contact->shape, THICK);
    BspCastHit cast;
    if (!bsp_cast(body, &thick, from, delta, 0, 1, &cast, NULL) || cast.overlap)
        return false;
    double square = bsp_vec_dot(cast.normal, delta);
    double across = bsp_vec_dot(contact->answer->plane.normal, delta);
    pushed->off = fabs(cast.t - 0.5) * BSP_MAX(fabs(square), fabs(across) * SLACK);
    pushed->normal = cast.normal;
    return true;
}

/* Half way between the move's own direction, which may graze, and straight through the plane of the
 * answer, which may go past an edge that the move meets. */
static bool push_in(const BspContact *contact, const BspCastBody *body, Pushed *pushed)
{
    BspVec ahead = bsp_vec_scale(contact->delta, 1 / bsp_vec_length(contact->delta));
    return push(contact, body, bsp_vec_sub(ahead, contact->answer->plane.normal), PUSH_IN, pushed);
}

/* Towards the middle of the brush: what touches it at all meets it on that way. */
static bool push_to_middle(const BspContact *contact, const BspCastBody *body, Pushed *pushed)
{
    BspVec middle = bsp_vec(0, 0, 0);
    for (unsigned i = 0; i < body->n; i++)
        middle = bsp_vec_mad(middle, 1.0 / body->n, body->vertices[i]);
    middle = bsp_vec_sub(middle, bsp_bounds_centre(&contact->shape->bounds));
    return push(contact, body, bsp_vec_sub(middle, contact->answer->point), PUSH_TO_MIDDLE, pushed);
}

BspPlane bsp_touch_supporting(const BspCastBody *body, const BspShape *shape, BspVec normal)
{
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < body->n; i++)
        most = BSP_MAX(most, bsp_vec_dot(normal, body->vertices[i]));
    return (BspPlane){ normal, most + bsp_touch_offset(shape, normal) };
}

static bool is_at(const BspContact *contact, const BspPlane *plane)
{
    return fabs(bsp_plane_distance(plane, contact->answer->point)) <= BSP_TOUCHED;
}

/* Names the plane of the answer where the brush lies behind it, else that of the contact. */
static void name_support(const BspContact *contact, const BspCastBody *body, const Pushed *pushed,
                         BspTouched *met)
{
    met->plane = BSP_NO_PLANE;
    met->supports = bsp_touch_supporting(body, contact->shape, contact->answer->plane.normal);
    met->in_plane = is_at(contact, &met->supports) ? BSP_EDGE_IN_PLANE : BSP_OFF_PLANE;
    if (met->in_plane == BSP_OFF_PLANE)
        met->supports = bsp_touch_supporting(body, contact->shape, pushed->normal);
    met->faced = is_at(contact, &met->supports);
}

/* What the planes leave open of a brush that they say is met. */
static bool meet_itself(const BspContact *contact, BspTouched *met)
{
    BspCastBody body = bsp_cast_body(contact->sides->vertices, contact->sides->first, met->brush);
    Pushed pushed;
    met->entered = push_in(contact, &body, &pushed);
    if (!met->entered && !push_to_middle(contact, &body, &pushed))
        return false;
    met->near = pushed.off <= BSP_TOUCHED;
    met->faced &= met->near;
    if (!met->faced)
        name_support(contact, &body, &pushed, met);
    return pushed.off <= BSP_BRACKET;
}

/* --- one brush, of any shape --- */

/* false where the shape is not at the brush. */
bool bsp_touch_brush(const BspContact *contact, uint32_t brush, BspTouched *met)
{
    const BspSidesBrush *b = &contact->sides->brushes[brush];
    Course c = { .gap = -HUGE_VAL,
                 .before = -HUGE_VAL,
                 .last = BSP_NO_PLANE,
                 .leave = 1 - contact->answer->t,
                 .touched = BSP_NO_PLANE,
                 .beside = BSP_NO_PLANE,
                 .likeness = -2,
                 .beside_likeness = -2,
                 .end_own = b->first + b->n_own };
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        take_plane(contact, i, &c);
        if (c.gap > BSP_BRACKET)
            return false;
    }
    met->brush = brush;
    met->faced = c.touched != BSP_NO_PLANE;
    met->plane = met->faced ? c.touched : c.beside != BSP_NO_PLANE ? c.beside : c.last;
    met->near = fabs(c.gap) <= BSP_TOUCHED;
    met->entered = goes_into(contact, &c);
    met->in_plane = c.in_plane;
    return bsp_shape_is_box(contact->shape) ? met->plane != BSP_NO_PLANE
                                            : meet_itself(contact, met);
}
