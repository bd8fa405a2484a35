/* touch: how a shape that has hit a solid touches one brush. */
#include "body/touch.h"

#include "trace/compiler.h"

/* --- the planes of a brush --- */

/* The rest of the move, after the contact, relative to the planes of one brush. */
typedef struct {
    double gap;          /* the largest signed distance from the brush's planes */
    double before;       /* the largest distance from planes that the move goes against ... */
    uint32_t last;       /* ... and the plane with that distance */
    double enter, leave; /* times since the contact. `enter`: the move is behind all planes that it
                            starts in front of. `leave`: for the first time, it is no deeper than
                            touching behind a plane that it leaves through or moves along */
    uint32_t touched; /* the touched plane most similar to the answer's: `touched` among planes that
                         the move goes against, `beside` among the others */
    uint32_t beside;
    double likeness, beside_likeness; /* products of their normals with the answer's */
    uint32_t n_own;                   /* number of planes of the brush's sides */
    BspInPlane in_plane;
} Course;

/* Pure number. Two products of unit normals may differ by this due to rounding. If several planes
 * are equally similar, the first is used. So the planes of the brush's sides precede the planes of
 * its sum with boxes. */
#define AS_LIKE 1e-15

static inline void update_touched(uint32_t i, double likeness, uint32_t *touched, double *most)
{
    if (likeness > *most + AS_LIKE) {
        *most = likeness;
        *touched = i;
    }
}

/* Sets c->in_plane if the touched plane equals the answer's, within rounding. The brush's own
 * planes are sides; at any other plane the shape touches an edge or a corner of the brush. */
static inline void classify_plane(const BspContact *contact, uint32_t i, BspVec normal, Course *c)
{
    if (!bsp_same_normal(normal, contact->answer->plane.normal))
        return;
    if (i < c->n_own)
        c->in_plane = BSP_SIDE_ON_PLANE;
    else if (c->in_plane == BSP_OFF_PLANE)
        c->in_plane = BSP_EDGE_IN_PLANE;
}

/* Updates the course by one plane; divides only if necessary. */
static inline void add_plane_to_course(const BspContact *contact, const BspPlane *plane, uint32_t i,
                                       Course *c)
{
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
        update_touched(i, likeness, &c->touched, &c->likeness);
        classify_plane(contact, i, n, c);
    } else {
        update_touched(i, likeness, &c->beside, &c->beside_likeness);
    }
}

/* Whether the rest of the move runs inside the brush for more than BSP_TOUCH units. */
static bool goes_into(const BspContact *contact, const Course *c)
{
    double part = c->leave - c->enter;
    return part > 0 &&
           part * part * bsp_vec_dot(contact->delta, contact->delta) > BSP_TOUCH * BSP_TOUCH;
}

/* --- shapes other than boxes ---
 *
 * The planes of a brush bound only parts of its Minkowski sum with such a shape: at edges the sum
 * is smaller. So a cast pushes the shape itself against the brush, from a position before the
 * contact to one behind it. */

/* Units. A thinner shape is made this thick before it is pushed, because casts report a hit only if
 * the shape meets the brush eroded by BSP_TOUCH. */
#define THICK (4 * BSP_TOUCH)

/* Units. How far the shape is pushed before and behind the contact. PUSH_IN exceeds the error of
 * the contact. PUSH_TO_MIDDLE is for pushes that may run almost along the brush's surface. */
#define PUSH_IN (2 * BSP_BRACKET)
#define PUSH_TO_MIDDLE 0.1

/* Pure number. A brush that is met after a push counts as at least SLACK times as far off as the
 * shape was pushed through the answer's plane, even if one of its sides is nearer. */
#define SLACK 0.1

/* The contact of a pushed shape with a brush. */
typedef struct {
    double off; /* distance, in units, from the reported contact, before or behind it */
    BspVec normal;
} Pushed;

static bool push_shape(const BspContact *contact, const BspCastBody *body, BspVec way, double by,
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
    if (!bsp_cast(body, &thick, &(BspCastPath){ from, delta, 0, 1 }, &cast, NULL) || cast.overlap)
        return false;
    double square = bsp_vec_dot(cast.normal, delta);
    double across = bsp_vec_dot(contact->answer->plane.normal, delta);
    pushed->off = fabs(cast.t - 0.5) * BSP_MAX(fabs(square), fabs(across) * SLACK);
    pushed->normal = cast.normal;
    return true;
}

/* Pushes in a direction halfway between two directions: the direction of the move, which may graze,
 * and the direction straight through the answer's plane, which may miss an edge that the move
 * meets. */
static bool push_through_plane(const BspContact *contact, const BspCastBody *body, Pushed *pushed)
{
    BspVec ahead = bsp_vec_scale(contact->delta, 1 / bsp_vec_length(contact->delta));
    return push_shape(contact, body, bsp_vec_sub(ahead, contact->answer->plane.normal), PUSH_IN,
                      pushed);
}

/* Pushes towards the middle of the brush. A shape that touches the brush at all meets it on that
 * path. */
static bool push_to_middle(const BspContact *contact, const BspCastBody *body, Pushed *pushed)
{
    BspVec middle = bsp_vec(0, 0, 0);
    for (unsigned i = 0; i < body->n; i++)
        middle = bsp_vec_mad(middle, 1.0 / body->n, body->vertices[i]);
    middle = bsp_vec_sub(middle, bsp_bounds_centre(&contact->shape->bounds));
    return push_shape(contact, body, bsp_vec_sub(middle, contact->answer->point), PUSH_TO_MIDDLE,
                      pushed);
}

BspPlane bsp_touch_supporting(const BspCastBody *body, const BspShape *shape, BspVec normal)
{
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < body->n; i++)
        most = BSP_MAX(most, bsp_vec_dot(normal, body->vertices[i]));
    return (BspPlane){ normal, most + bsp_touch_offset(shape, normal) };
}

static bool is_at_contact(const BspContact *contact, const BspPlane *plane)
{
    return fabs(bsp_plane_distance(plane, contact->answer->point)) <= BSP_TOUCHED;
}

/* Sets the supporting plane of the contact: parallel to the answer's plane if the shape touches the
 * brush there, else perpendicular to the normal of the pushed contact. */
static void name_support(const BspContact *contact, const BspCastBody *body, const Pushed *pushed,
                         BspTouched *met)
{
    met->plane = BSP_NO_PLANE;
    met->supports = bsp_touch_supporting(body, contact->shape, contact->answer->plane.normal);
    met->in_plane = is_at_contact(contact, &met->supports) ? BSP_EDGE_IN_PLANE : BSP_OFF_PLANE;
    if (met->in_plane == BSP_OFF_PLANE)
        met->supports = bsp_touch_supporting(body, contact->shape, pushed->normal);
    met->faced = is_at_contact(contact, &met->supports);
}

/* Tests the shape itself against a brush that it touches according to the planes. */
static bool test_shape(const BspContact *contact, BspTouched *met)
{
    BspCastBody body = bsp_cast_body(contact->table->vertices, contact->table->first, met->brush);
    Pushed pushed;
    met->entered = push_through_plane(contact, &body, &pushed);
    if (!met->entered && !push_to_middle(contact, &body, &pushed))
        return false;
    met->near = pushed.off <= BSP_TOUCHED;
    met->faced &= met->near;
    if (!met->faced)
        name_support(contact, &body, &pushed, met);
    return pushed.off <= BSP_BRACKET;
}

/* --- one brush, of any shape --- */

/* Returns false if the shape does not touch the brush. */
bool bsp_touch_brush(const BspContact *contact, uint32_t brush, BspTouched *met)
{
    const BspTableBrush *b = &contact->table->brushes[brush];
    Course c = { .gap = -HUGE_VAL,
                 .before = -HUGE_VAL,
                 .last = BSP_NO_PLANE,
                 .leave = 1 - contact->answer->t,
                 .touched = BSP_NO_PLANE,
                 .beside = BSP_NO_PLANE,
                 .likeness = -2,
                 .beside_likeness = -2,
                 .n_own = bsp_brush_table_n_own(b) };
    for (uint32_t i = 0, n = bsp_brush_table_n_planes(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(contact->table, b, i);
        add_plane_to_course(contact, &plane, i, &c);
        if (c.gap > BSP_BRACKET)
            return false;
    }
    met->brush = brush;
    met->faced = c.touched != BSP_NO_PLANE;
    met->plane = met->faced ? c.touched : c.beside != BSP_NO_PLANE ? c.beside : c.last;
    met->near = fabs(c.gap) <= BSP_TOUCHED;
    met->entered = goes_into(contact, &c);
    met->in_plane = c.in_plane;
    return bsp_shape_is_box(contact->shape) ? met->plane != BSP_NO_PLANE : test_shape(contact, met);
}
