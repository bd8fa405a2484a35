/* sides: which brush was hit, and by which side. */
#include "trace/sides.h"

#include <float.h>
#include <stdlib.h>

#include "trace/cast.h"
#include "trace/compiler.h"
#include "trace/shape.h"

/* A brush at the contact. */
typedef struct {
    uint32_t brush;
    bool near;         /* touched within BSP_TOUCHED, not just within the bracket */
    bool faced;        /* at a plane that the move goes against */
    bool entered;      /* the move goes into it */
    bool on_plane;     /* by a side on the plane of the answer */
    uint32_t plane;    /* by which it is met, one of sides->planes; or, where that is NO_PLANE: */
    BspPlane supports; /* the shape meets an edge or a corner */
} Met;

#define NO_PLANE UINT32_MAX

typedef struct {
    const BspSides *sides;
    const BspShape *shape;
    const BspTransition *answer;
    BspVec from, delta;
    bool found;
    Met best;
} Search;

/* How far a plane moves out. Few shapes are asked as often as boxes. */
static inline double offset_of(const BspShape *shape, BspVec n)
{
    if (shape->kind != BSP_SHAPE_BOX)
        return bsp_shape_offset(shape, n);
    const double *lo = shape->bounds.mins.v, *hi = shape->bounds.maxs.v;
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum -= n.v[i] > 0 ? n.v[i] * lo[i] : n.v[i] * hi[i];
    return sum;
}

/* --- the planes of a brush --- */

/* The move from the contact on, and the planes of a brush. */
typedef struct {
    double gap;          /* how far outside the brush the shape is, by the planes */
    double enter, leave; /* when it is past all planes that it enters by, at the first it leaves by;
                            from the contact on */
    uint32_t last;       /* the plane that it enters by last */
    uint32_t touched;    /* the plane it is at that is most like the answer's: of those that the
                            move goes against, and of the others */
    uint32_t beside;
    double likeness, beside_likeness; /* of the normals, their product */
} Course;

static inline void take_touched(uint32_t i, double likeness, uint32_t *touched, double *most)
{
    if (likeness > *most) {
        *most = likeness;
        *touched = i;
    }
}

static inline void take_plane(const Search *s, uint32_t i, Course *c)
{
    const BspPlane *plane = &s->sides->planes[i];
    BspVec n = plane->normal;
    double d = bsp_vec_dot(n, s->answer->point) - plane->dist - offset_of(s->shape, n);
    double v = bsp_vec_dot(n, s->delta);
    c->gap = BSP_MAX(c->gap, d);
    if (v > 0) {
        c->leave = BSP_MIN(c->leave, -d / v);
    } else if (v < 0) {
        double t = -d / v;
        if (t > c->enter) {
            c->enter = t;
            c->last = i;
        }
    }
    if (fabs(d) > BSP_TOUCHED)
        return;
    double likeness = bsp_vec_dot(n, s->answer->plane.normal);
    if (v < 0)
        take_touched(i, likeness, &c->touched, &c->likeness);
    else
        take_touched(i, likeness, &c->beside, &c->beside_likeness);
}

/* Whether they are one plane, but for rounding. */
static bool is_plane_of_answer(const Search *s, uint32_t plane)
{
    BspVec apart = bsp_vec_sub(s->sides->planes[plane].normal, s->answer->plane.normal);
    return bsp_vec_dot(apart, apart) <= BSP_SAME_PLANE * BSP_SAME_PLANE;
}

/* Whether the move, from the contact on, has a part in the brush that is longer than touching. */
static bool goes_into(const Search *s, const Course *c)
{
    double leave = BSP_MIN(c->leave, 1 - s->answer->t), enter = BSP_MAX(c->enter, 0);
    double part = leave - enter;
    return part > 0 && part * part * bsp_vec_dot(s->delta, s->delta) > BSP_TOUCH * BSP_TOUCH;
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
} Contact;

static bool push(const Search *s, const BspCastBody *body, BspVec way, double by, Contact *contact)
{
    double length = bsp_vec_length(way);
    if (!(length > 0))
        return false;
    way = bsp_vec_scale(way, by / length);
    BspVec from = bsp_vec_sub(s->answer->point, way), delta = bsp_vec_scale(way, 2);
    BspShape thick = *s->shape;
    if (bsp_shape_thickness(s->shape) < THICK)
        thick = bsp_shape_thickened(s->shape, THICK);
    BspCastHit cast;
    if (!bsp_cast(body, &thick, from, delta, 0, 1, &cast, NULL) || cast.overlap)
        return false;
    double square = bsp_vec_dot(cast.normal, delta);
    double across = bsp_vec_dot(s->answer->plane.normal, delta);
    contact->off = fabs(cast.t - 0.5) * BSP_MAX(fabs(square), fabs(across) * SLACK);
    contact->normal = cast.normal;
    return true;
}

/* Half way between the move's own direction, which may graze, and straight through the plane of the
 * answer, which may go past an edge that the move meets. */
static bool push_in(const Search *s, const BspCastBody *body, Contact *contact)
{
    BspVec ahead = bsp_vec_scale(s->delta, 1 / bsp_vec_length(s->delta));
    return push(s, body, bsp_vec_sub(ahead, s->answer->plane.normal), PUSH_IN, contact);
}

/* Towards the middle of the brush: what touches it at all meets it on that way. */
static bool push_to_middle(const Search *s, const BspCastBody *body, Contact *contact)
{
    BspVec middle = bsp_vec(0, 0, 0);
    for (unsigned i = 0; i < body->n; i++)
        middle = bsp_vec_mad(middle, 1.0 / body->n, body->vertices[i]);
    middle = bsp_vec_sub(middle, bsp_bounds_centre(&s->shape->bounds));
    return push(s, body, bsp_vec_sub(middle, s->answer->point), PUSH_TO_MIDDLE, contact);
}

/* The plane of the normal that the brush, moved out for the shape, lies behind. */
static BspPlane support_plane(const Search *s, const BspCastBody *body, BspVec normal)
{
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < body->n; i++)
        most = BSP_MAX(most, bsp_vec_dot(normal, body->vertices[i]));
    return (BspPlane){ normal, most + offset_of(s->shape, normal) };
}

static bool is_at(const Search *s, const BspPlane *plane)
{
    return fabs(bsp_plane_distance(plane, s->answer->point)) <= BSP_TOUCHED;
}

/* Names the plane of the answer where the brush lies behind it, else that of the contact. */
static void name_support(const Search *s, const BspCastBody *body, const Contact *contact, Met *met)
{
    met->plane = NO_PLANE;
    met->supports = support_plane(s, body, s->answer->plane.normal);
    met->on_plane = is_at(s, &met->supports);
    if (!met->on_plane)
        met->supports = support_plane(s, body, contact->normal);
    met->faced = is_at(s, &met->supports);
}

/* What the planes leave open of a brush that they say is met. */
static bool meet_itself(const Search *s, Met *met)
{
    BspCastBody body = bsp_cast_body(s->sides->vertices, s->sides->first, met->brush);
    Contact contact;
    met->entered = push_in(s, &body, &contact);
    if (!met->entered && !push_to_middle(s, &body, &contact))
        return false;
    met->near = contact.off <= BSP_TOUCHED;
    met->faced &= met->near;
    if (!met->faced)
        name_support(s, &body, &contact, met);
    return contact.off <= BSP_BRACKET;
}

/* --- one brush, of any shape --- */

/* false where the shape is not at the brush. */
static bool meet(const Search *s, uint32_t brush, Met *met)
{
    const BspSidesBrush *b = &s->sides->brushes[brush];
    Course c = { -HUGE_VAL, -HUGE_VAL, HUGE_VAL, NO_PLANE, NO_PLANE, NO_PLANE, -2, -2 };
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        take_plane(s, i, &c);
        if (c.gap > BSP_BRACKET)
            return false;
    }
    met->brush = brush;
    met->faced = c.touched != NO_PLANE;
    met->plane = met->faced ? c.touched : c.beside != NO_PLANE ? c.beside : c.last;
    met->near = fabs(c.gap) <= BSP_TOUCHED;
    met->entered = goes_into(s, &c);
    met->on_plane = met->faced && is_plane_of_answer(s, c.touched);
    return bsp_shape_is_box(s->shape) ? met->plane != NO_PLANE : meet_itself(s, met);
}

/* --- which of two --- */

static bool is_better(const Met *a, const Met *b)
{
    if (a->near != b->near)
        return a->near;
    if (a->faced != b->faced)
        return a->faced;
    if (a->entered != b->entered)
        return a->entered;
    if (a->on_plane != b->on_plane)
        return a->on_plane;
    return a->brush < b->brush;
}

static void look_at(Search *s, uint32_t brush)
{
    Met met;
    if (!meet(s, brush, &met) || (s->found && !is_better(&met, &s->best)))
        return;
    s->best = met;
    s->found = true;
}

/* --- all brushes at the contact --- */

/* Bit i: child i overlaps. */
static unsigned overlapping(const BspSidesNode *node, const float least[3], const float most[3])
{
    unsigned bits = 0;
    for (unsigned i = 0; i < BSP_SIDES_WIDE; i++) {
        bool apart = node->least[0][i] > most[0] || node->most[0][i] < least[0] ||
                     node->least[1][i] > most[1] || node->most[1][i] < least[1] ||
                     node->least[2][i] > most[2] || node->most[2][i] < least[2];
        bits |= (unsigned)!apart << i;
    }
    return bits;
}

static void look_at_all(Search *s)
{
    const BspSides *sides = s->sides;
    float least[3], most[3];
    for (int i = 0; i < 3; i++) {
        double at = s->answer->point.v[i];
        least[i] = (float)(at + s->shape->bounds.mins.v[i] - BSP_BRACKET);
        most[i] = (float)(at + s->shape->bounds.maxs.v[i] + BSP_BRACKET);
    }
    int32_t stack[BSP_SIDES_MAX_DEPTH * (BSP_SIDES_WIDE - 1) + 1];
    unsigned top = 0;
    if (sides->n_nodes > 0)
        stack[top++] = 0;
    while (top > 0) {
        const BspSidesNode *node = &sides->nodes[stack[--top]];
        unsigned bits = overlapping(node, least, most);
        for (unsigned i = 0; bits >> i; i++) {
            if (!(bits >> i & 1))
                continue;
            if (node->child[i] < 0)
                look_at(s, (uint32_t)~node->child[i]);
            else
                stack[top++] = node->child[i];
        }
    }
}

/* --- the answer --- */

void bsp_sides_free(BspSides *sides)
{
    if (!sides)
        return;
    free(sides->nodes);
    free(sides->brushes);
    free(sides->planes);
    free(sides->names);
    free(sides->vertices);
    free(sides->first);
    free(sides);
}

size_t bsp_sides_bytes(const BspSides *sides)
{
    size_t bytes = sizeof *sides + sides->n_nodes * sizeof *sides->nodes +
                   sides->n_brushes * sizeof *sides->brushes +
                   sides->n_planes * (sizeof *sides->planes + sizeof *sides->names);
    if (sides->first)
        bytes += (2 * (size_t)sides->n_brushes + 1) * sizeof *sides->first +
                 sides->first[2 * (size_t)sides->n_brushes] * sizeof *sides->vertices;
    return bytes;
}

static void tell(const Search *s, BspHit *hit)
{
    const Met *met = &s->best;
    BspSidesName name = { -1, 0 };
    BspPlane plane = met->supports;
    if (met->plane != NO_PLANE) {
        name = s->sides->names[met->plane];
        plane = s->sides->planes[met->plane];
        plane.dist += offset_of(s->shape, plane.normal);
    }
    hit->brush = met->brush;
    hit->side = name.side;
    hit->tag = name.tag;
    hit->contents = s->sides->brushes[met->brush].contents;
    hit->plane = plane;
}

bool bsp_sides_hit(const BspSides *sides, const BspShape *shape, BspVec from, BspVec to,
                   const BspTransition *tr, BspHit *hit)
{
    if (tr->type != BSP_EMPTY_TO_SOLID || (!bsp_shape_is_box(shape) && !sides->vertices))
        return false;
    Search s = {
        .sides = sides, .shape = shape, .answer = tr, .from = from, .delta = bsp_vec_sub(to, from)
    };
    look_at_all(&s);
    if (!s.found)
        return false;
    tell(&s, hit);
    return true;
}
