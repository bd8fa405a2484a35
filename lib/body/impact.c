/* impact: when a moving shape first hits one brush of a brush table.
 *
 * The planes of a brush, each moved out for the shape, bound its Minkowski sum with the shape. For
 * boxes they are all planes of the sum. For other shapes, nearly every brush is decided by its
 * sides: the shape stays in front of one side, or it meets the interior of the side that it reaches
 * last. Only at edges and corners, where the sum may be smaller, a cast decides (cast.h). */
#include "body/impact.h"

#include "shape/cast.h"
#include "shape/shape.h"
#include "trace/plane.h"

/* The passage of the shape behind all planes of the brush. */
typedef struct {
    double enter, leave; /* 0..1; when it is deeper than touching behind all of them */
    double contact;      /* when it is at the last of the planes themselves */
    BspPlane last;       /* the plane where it enters */
    bool inside;         /* it starts deeper than touching behind all of them */
} Passage;

/* Narrows the passage to the times behind a plane. At the start the shape is at distance d, which
 * changes by v during the move. Returns false if no time is left. */
static BSP_ALWAYS_INLINE bool pass_plane(Passage *passage, double d, double v, BspPlane plane)
{
    double deep = d + BSP_TOUCH;
    if (deep >= 0 && deep + v >= 0)
        return false;
    passage->inside = passage->inside && deep < 0;
    if (deep > passage->enter * -v && deep >= 0) {
        passage->enter = deep / -v;
        passage->last = plane;
    } else if (v > 0 && -deep < passage->leave * v) {
        passage->leave = -deep / v;
    }
    if (d > passage->contact * -v && d > 0)
        passage->contact = d / -v;
    return passage->enter < passage->leave;
}

/* The bounds of brush and shape give the distances from the axial planes. */
static bool pass_bounds(const BspPassing *p, const BspTableBrush *b, Passage *passage)
{
    const BspBounds *box = &p->shape->bounds;
    for (int k = 0; k < 3; k++) {
        BspPlane up = { bsp_vec(0, 0, 0), b->most[k] }, down = { up.normal, -b->least[k] };
        up.normal.v[k] = 1;
        down.normal.v[k] = -1;
        double above = p->from.v[k] + box->mins.v[k] - b->most[k];
        double below = b->least[k] - (p->from.v[k] + box->maxs.v[k]);
        if (!pass_plane(passage, above, p->delta.v[k], up) ||
            !pass_plane(passage, below, -p->delta.v[k], down))
            return false;
    }
    return true;
}

/* Returns false if the shape stays in front of a plane. */
static bool pass_planes(const BspPassing *p, const BspTableBrush *b, bool is_box, Passage *passage)
{
    *passage = (Passage){ .leave = 1, .inside = true };
    if (!pass_bounds(p, b, passage))
        return false;
    for (uint32_t i = 0, n = is_box ? bsp_brush_table_n_oblique(b) : b->n_before; i < n; i++) {
        BspPlane plane = bsp_brush_table_oblique(p->table, b, i);
        double out = bsp_shape_plane_offset(p->shape, plane.normal);
        double d = bsp_plane_distance(&plane, p->from) - out;
        if (!pass_plane(passage, d, bsp_vec_dot(plane.normal, p->delta), plane))
            return false;
    }
    return true;
}

/* The largest distance of the point in front of a side that does not face along `skip`. */
static double farthest_side(const BspPassing *p, const BspTableBrush *b, BspVec point, BspVec skip)
{
    double most = -HUGE_VAL;
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane side = bsp_brush_table_plane(p->table, b, i);
        double d = bsp_plane_distance(&side, point);
        if (d > most && !bsp_same_normal(side.normal, skip))
            most = d;
    }
    return most;
}

/* The planes decide: the contact is at the last of them, or, if the shape moves almost along that
 * plane, half the bracket before it is deeper than touching. */
static bool hit_plane(const BspPassing *p, const Passage *passage, double latest, BspImpact *impact)
{
    double back = BSP_BRACKET / 2 / bsp_vec_length(p->delta);
    impact->inside = passage->inside;
    impact->t = impact->inside ? 0 : BSP_MAX(passage->contact, passage->enter - back);
    impact->normal = passage->last.normal;
    return impact->inside || impact->t < latest;
}

/* --- one brush --- */

static bool cast_shape(const BspPassing *p, uint32_t brush, const Passage *passage, double latest,
                       BspImpact *impact)
{
    BspCastBody body = bsp_cast_body(p->table->vertices, p->table->first, brush);
    BspCastPath path = { p->from, p->delta, passage->contact, BSP_MIN(latest, 1) };
    BspCastHit hit;
    if (!bsp_cast(&body, p->shape, &path, &hit, NULL))
        return false;
    impact->inside = hit.overlap && hit.t <= 0;
    impact->t = hit.t;
    impact->normal = hit.overlap ? passage->last.normal : hit.normal;
    return true;
}

bool bsp_impact(const BspPassing *p, uint32_t brush, double latest, BspImpact *impact)
{
    const BspTableBrush *b = &p->table->brushes[brush];
    bool is_box = bsp_shape_is_box(p->shape);
    Passage passage;
    if (!pass_planes(p, b, is_box, &passage) || (passage.contact >= latest && !passage.inside))
        return false;
    if (is_box)
        return hit_plane(p, &passage, latest, impact);
    if (passage.enter <= 0)
        return cast_shape(p, brush, &passage, latest, impact);

    /* Usually the shape meets the interior of the side that it reaches last. */
    BspVec foot = bsp_shape_foot(p->shape, passage.last.normal);
    foot = bsp_vec_add(foot, bsp_vec_mad(p->from, passage.enter, p->delta));
    if (farthest_side(p, b, foot, passage.last.normal) <= -BSP_BRUSH_THICKNESS)
        return hit_plane(p, &passage, latest, impact);
    return cast_shape(p, brush, &passage, latest, impact);
}
