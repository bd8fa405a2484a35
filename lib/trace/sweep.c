/* sweep: a box that moves past the brushes of a table of sides. */
#include "trace/sweep.h"

#include "trace/compiler.h"
#include "trace/shape.h"

static double largest_coordinate(BspVec a, BspVec b)
{
    double most = 1;
    for (int k = 0; k < 3; k++)
        most = BSP_MAX(most, BSP_MAX(fabs(a.v[k]), fabs(b.v[k])));
    return most;
}

/* Infinity and NaN times zero are no number, and neither is a sum that one of them is in. */
static bool is_finite(const BspBounds *box, BspVec from, BspVec to)
{
    double sum = from.x + from.y + from.z + to.x + to.y + to.z;
    sum += box->mins.x + box->mins.y + box->mins.z + box->maxs.x + box->maxs.y + box->maxs.z;
    return sum * 0 == 0;
}

bool bsp_sweep_init(BspSweep *sweep, const BspSides *sides, const BspShape *shape, uint32_t mask,
                    BspVec from, BspVec to)
{
    sweep->sides = sides;
    sweep->box = &shape->bounds;
    sweep->mask = mask;
    sweep->from = from;
    sweep->delta = bsp_vec_sub(to, from);
    sweep->middle = bsp_vec_add(from, bsp_bounds_centre(&shape->bounds));
    sweep->half = bsp_vec_scale(bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins), 0.5);
    sweep->rounding = BSP_SKIN_ROUNDING * largest_coordinate(from, to);
    sweep->same = sweep->rounding / (bsp_vec_length(sweep->delta) + sweep->rounding);
    return bsp_shape_is_box(shape) && is_finite(&shape->bounds, from, to);
}

BspPlane bsp_sweep_plane(const BspSweep *sweep, uint32_t plane, double by)
{
    BspPlane out = sweep->sides->planes[plane];
    out.dist = bsp_vec_dot(out.normal, sweep->from) - bsp_sweep_distance(sweep, &out) + by;
    return out;
}

void bsp_sweep_name(const BspSweep *sweep, uint32_t brush, uint32_t plane, double by, BspHit *hit)
{
    if (!hit)
        return;
    hit->brush = brush;
    hit->side = sweep->sides->names[plane].side;
    hit->tag = sweep->sides->names[plane].tag;
    hit->contents = sweep->sides->brushes[brush].contents;
    hit->plane = bsp_sweep_plane(sweep, plane, by);
}

/* When the box leaves the brush, if the brush is more than touched, and entered at t or before;
 * else t. */
static double leaves_brush(const BspSweep *s, uint32_t brush, double t, uint32_t *plane)
{
    const BspSidesBrush *b = &s->sides->brushes[brush];
    double leave = 2, deep_from = -HUGE_VAL, deep_to = HUGE_VAL;
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        const BspPlane *at = &s->sides->planes[i];
        double d = bsp_sweep_distance(s, at), v = bsp_vec_dot(at->normal, s->delta);
        if (v == 0 ? d >= -BSP_TOUCH : v < 0 && d > (t + s->same) * -v)
            return t;
        if (v < 0)
            deep_from = BSP_MAX(deep_from, (d + BSP_TOUCH) / -v);
        if (v > 0)
            deep_to = BSP_MIN(deep_to, (d + BSP_TOUCH) / -v);
        if (v > 0 && -d < leave * v) {
            leave = -d / v;
            *plane = i;
        }
    }
    return deep_from < deep_to ? leave : t;
}

double bsp_sweep_leaves(const BspSweep *s, uint32_t *plane)
{
    double t = 0;
    for (double before = -1; t > before && t <= 1;) {
        BspSidesWalk walk;
        uint32_t brush, by = 0;
        before = t;
        bsp_sides_walk_begin(&walk, s->sides, s->mask, s->box, 0, s->from, s->delta, t, t);
        while (bsp_sides_walk_next(&walk, before, &brush)) {
            double leave = leaves_brush(s, brush, before, &by);
            if (leave > t) {
                t = leave;
                *plane = by;
            }
        }
    }
    return t;
}
