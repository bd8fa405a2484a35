/* contact: names what a move has hit.
 *
 * A tree or a sweep reports when a move hits solid, and which plane it crossed last. That plane may
 * bound a side that a neighbouring brush covers, and several brushes may meet at the contact. So
 * all brushes at the contact are collected, each as a convex cone, and body/corner.h chooses the
 * plane. The brush that this plane belongs to is named. */
#include "body/brush-table.h"
#include "body/corner.h"
#include "body/parting.h"
#include "body/sweep.h"
#include "bsp-brush-table.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/reach.h"
#include "trace/shape.h"

/* Units, besides the rounding of coordinates. Planes no farther from where the move crosses a plane
 * pass through that point exactly: far below BSP_TOUCH, above the rounding of a contact. */
#define EXACT 1e-8

/* The brush to name if a plane is chosen. */
typedef struct {
    uint32_t brush;
    uint32_t plane; /* of the brush; BSP_NO_PLANE: a plane that only separates brush and shape */
    bool is_side;
    bool is_entered; /* the move goes into the brush, not past it or along it */
} Owner;

typedef struct {
    BspSweep sweep; /* the move, started at the contact */
    double rest;    /* the part of the move after the contact */
    double near;    /* units: brushes and planes no farther from the shape are at the contact */
    BspCorner corner;
    Owner owners[BSP_CORNER_PLANES]; /* of the planes of the corner */
} Contact;

/* --- the brushes at the contact --- */

static bool is_better(const Owner *a, const Owner *b)
{
    if (a->is_side != b->is_side)
        return a->is_side;
    if (a->is_entered != b->is_entered)
        return a->is_entered;
    return a->brush < b->brush;
}

/* Adds a plane that is at the contact. Returns its bit. */
static uint64_t add_plane(Contact *c, const BspPlane *plane, double out, const Owner *owner)
{
    unsigned n = c->corner.n_planes;
    uint64_t bit = bsp_corner_plane(&c->corner, plane);
    unsigned i = bit ? bsp_lowest_bit(bit) : 0;
    if (bit && (i == n || is_better(owner, &c->owners[i])))
        c->owners[i] = *owner;
    if (bit)
        c->corner.out[i] = BSP_MAX(c->corner.out[i], out);
    return bit;
}

/* Planes of the sum of a brush and the shape that pass through the contact. */
typedef struct {
    unsigned n;
    BspPlane planes[BSP_CORNER_PLANES];  /* moved out for the shape */
    uint32_t numbers[BSP_CORNER_PLANES]; /* of the planes of the brush; BSP_NO_PLANE: a plane that
                                            only separates brush and shape */
    double out[BSP_CORNER_PLANES];       /* how far the contact is in front of the plane */
    uint32_t n_own;                      /* planes with lower numbers are sides */
    double leave; /* when the move leaves the sum by a plane farther away, after the contact */
} Planes;

/* Adds a plane. A plane that is no side counts as a plane found before, if they differ too little
 * (bsp_corner_is_alike()). */
static void note_plane(Planes *p, uint32_t number, const BspPlane *plane, double d)
{
    unsigned i = number < p->n_own ? p->n : 0;
    while (i < p->n && !bsp_corner_is_alike(p->planes[i].normal, plane->normal))
        i++;
    if (i < p->n) {
        p->out[i] = BSP_MAX(p->out[i], d);
    } else if (p->n < BSP_CORNER_PLANES) {
        p->planes[i] = *plane;
        p->numbers[i] = number;
        p->out[i] = d;
        p->n++;
    }
}

/* Notes a plane behind which the contact is, d units away at the contact. */
static void note_far_plane(Planes *p, double d, double v)
{
    if (v > 0)
        p->leave = BSP_MIN(p->leave, (-BSP_TOUCH - d) / v);
}

/* The planes of the sum with a box. Returns false if the contact is outside the sum. The bounds
 * come first: they are in the brush's cache line, and most brushes end there. */
static bool find_planes_of_box(const Contact *c, uint32_t brush, Planes *planes)
{
    const BspSweep *s = &c->sweep;
    const BspTableBrush *b = &s->table->brushes[brush];
    for (unsigned k = 0; k < 3; k++) {
        double before = b->least[k] - s->middle.v[k], after = s->middle.v[k] - b->most[k];
        if (BSP_MAX(before, after) - s->half.v[k] > c->near)
            return false;
    }
    for (uint32_t i = 0, n = bsp_brush_table_n_planes(b); i < n; i++) {
        double v, d = bsp_sweep_plane(s, b, i, &v);
        if (d > c->near)
            return false;
        if (d < -c->near) {
            note_far_plane(planes, d, v);
            continue;
        }
        BspPlane plane = bsp_brush_table_plane(s->table, b, i);
        plane.dist += bsp_shape_plane_offset(s->shape, plane.normal);
        note_plane(planes, i, &plane, d);
    }
    return true;
}

/* The planes of the sum with another shape: those that separate it from the brush, among them the
 * plane perpendicular to the shortest line between them. */
static bool find_planes_of_other(const Contact *c, uint32_t brush, Planes *planes)
{
    const BspSweep *s = &c->sweep;
    BspParting parting;
    bsp_parting_init(&parting, s->table, s->shape, brush);
    if (bsp_cast_distance(&parting.body, s->shape, s->from) > c->near)
        return false;
    bsp_parting_look_between(&parting, s->from);
    for (unsigned i = 0, n = bsp_parting_n(&parting); i < n; i++) {
        BspPlane plane = bsp_parting_plane(&parting, i);
        double d = bsp_plane_distance(&plane, s->from);
        if (d > c->near)
            return false;
        if (d >= -c->near)
            note_plane(planes, i < parting.n_table ? i : BSP_NO_PLANE, &plane, d);
        else
            note_far_plane(planes, d, bsp_vec_dot(plane.normal, s->delta));
    }
    return true;
}

/* Whether a move from the contact runs inside the sum for more than BSP_TOUCH units. */
static bool goes_into(const Contact *c, const Planes *p)
{
    double enter = 0, leave = p->leave;
    for (unsigned i = 0; i < p->n; i++) {
        double d = p->out[i], v = bsp_vec_dot(p->planes[i].normal, c->sweep.delta);
        if (v < 0)
            enter = BSP_MAX(enter, -d / v);
        else if (v > 0)
            leave = BSP_MIN(leave, (-BSP_TOUCH - d) / v);
        else if (d >= -BSP_TOUCH)
            return false;
    }
    return (leave - enter) * bsp_vec_length(c->sweep.delta) > BSP_TOUCH;
}

static void add_brush_at_contact(Contact *c, uint32_t brush)
{
    Planes p;
    uint64_t cone = 0;
    Owner owner = { .brush = brush };
    p.n = 0;
    p.leave = c->rest;
    p.n_own = bsp_brush_table_n_own(&c->sweep.table->brushes[brush]);
    if (!(c->sweep.is_box ? find_planes_of_box : find_planes_of_other)(c, brush, &p))
        return;
    owner.is_entered = goes_into(c, &p);
    for (unsigned i = 0; i < p.n; i++) {
        owner.plane = p.numbers[i];
        owner.is_side = p.numbers[i] < p.n_own;
        cone |= add_plane(c, &p.planes[i], p.out[i], &owner);
    }
    bsp_corner_cone(&c->corner, cone);
}

static void add_brush(void *contact, uint32_t brush)
{
    Contact *c = contact;
    if (bsp_mask_selects(c->sweep.mask, c->sweep.table->brushes[brush].contents))
        add_brush_at_contact(c, brush);
}

static void collect_brushes(Contact *c, double near)
{
    BspVec p = c->sweep.middle, h = c->sweep.half;
    BspBounds place = { bsp_vec_sub(p, h), bsp_vec_add(p, h) };
    place = bsp_bounds_grown(&place, near);
    c->near = near;
    bsp_corner_init(&c->corner, c->sweep.from);
    bsp_brush_table_in_box(c->sweep.table, &place, add_brush, c);
}

/* --- the name --- */

/* The plane of the corner most similar to the plane that was crossed. It is named if no plane is a
 * face that the move goes into, as where a tree's contact is in a closed seam. */
static const BspPlane *most_similar(const BspCorner *corner, BspVec crossed)
{
    const BspPlane *best = NULL;
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < corner->n_planes; i++) {
        double likeness = bsp_vec_dot(corner->planes[i].normal, crossed);
        if (likeness > most) {
            most = likeness;
            best = &corner->planes[i];
        }
    }
    return best;
}

static void set_hit(const Contact *c, const BspPlane *plane, BspHit *hit)
{
    const Owner *owner = &c->owners[plane - c->corner.planes];
    bsp_brush_table_name(c->sweep.table, owner->brush, owner->plane, hit);
    hit->plane = *plane;
}

bool bsp_brush_table_can_tell(const BspBrushTable *table, const BspShape *shape)
{
    return bsp_brush_table_hold_shape(table, shape);
}

bool bsp_brush_table_hit(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    /* How near a brush must be to the contact: usually a corner's tolerance, which covers the
     * errors of building a tree. */
    static const double nears[] = { BSP_CORNER_NEAR, BSP_TOUCHED, BSP_BRACKET };
    const BspTransition *tr = &answer->tr;
    Contact c;
    answer->hit.brush = BSP_NO_BRUSH;
    if (tr->type != BSP_EMPTY_TO_SOLID || table->n_brushes == 0 ||
        !bsp_sweep_init(&c.sweep, table,
                        &(BspMove){ tr->point, move->to, move->shape, move->mask, 0 }))
        return false;
    c.sweep.delta = bsp_vec_sub(move->to, move->from);
    c.rest = 1 - tr->t;
    if (!bsp_is_finite(bsp_vec_sum(c.sweep.delta) + bsp_vec_sum(tr->plane.normal)))
        return false;
    for (unsigned i = 0; i < sizeof nears / sizeof *nears; i++) {
        if (nears[i] > BSP_TOUCHED && answer->hit.brush != BSP_NO_BRUSH)
            break;
        collect_brushes(&c, nears[i]);
        const BspPlane *face =
            bsp_corner_choose_exact(&c.corner, c.sweep.delta, &tr->plane, EXACT + c.sweep.rounding);
        const BspPlane *plane = face ? face : most_similar(&c.corner, tr->plane.normal);
        if (plane && (face || answer->hit.brush == BSP_NO_BRUSH))
            set_hit(&c, plane, &answer->hit);
        if (face)
            break;
    }
    return answer->hit.brush != BSP_NO_BRUSH;
}
