/* side-middle: where on a side of a brush no other plane of the brush is near. */
#include "build/side-middle.h"

/* Units. So deep behind another plane a place is that is away from it: whatever is within the
 * bracket of the place, along both axes, is farther from the plane than touching. */
#define AWAY (16 * BSP_BRACKET)

/* Pure number. Sides of brushes of more planes have none: all sides of one together would take time
 * quadratic in their number. */
#define MOST_PLANES 256

/* Over the side the depth behind another plane is linear along the two axes, so behind it and away
 * from it is what has slope[0] * u + slope[1] * v <= room. */
typedef struct {
    double slope[2], room;
} Limit;

/* Whether the plane is far from parallel to the third axis. */
static gboolean is_across(const BspPlane *plane, const guint8 axes[2])
{
    return fabs(plane->normal.v[3 - axes[0] - axes[1]]) > 0.5;
}

/* By axis 3 - axes[0] - axes[1] a place on the side follows from the two others. */
static Limit limit_of(const BspPlane *side, const BspPlane *other, const guint8 axes[2])
{
    guint flat = 3u - axes[0] - axes[1];
    double per_flat = other->normal.v[flat] / side->normal.v[flat];
    Limit limit = { .room = other->dist - per_flat * side->dist - AWAY };
    for (guint k = 0; k < 2; k++)
        limit.slope[k] = other->normal.v[axes[k]] - per_flat * side->normal.v[axes[k]];
    return limit;
}

/* The most of the limit's sum that the rectangle reaches along an axis. */
static double reach(const Limit *limit, const BspSideMiddle *r, guint k)
{
    double slope = limit->slope[k];
    return slope * (slope > 0 ? r->most[k] : r->least[k]);
}

/* Draws the rectangle together around a place, until the limit holds; FALSE: it cannot. */
static gboolean draw_together(BspSideMiddle *r, const double centre[2], const Limit *limit)
{
    double at_centre = limit->slope[0] * centre[0] + limit->slope[1] * centre[1];
    double past = reach(limit, r, 0) + reach(limit, r, 1) - at_centre;
    if (!(limit->room > at_centre))
        return FALSE;
    double part = past > 0 ? (limit->room - at_centre) / past : 1;
    for (guint k = 0; k < 2 && part < 1; k++) {
        r->least[k] = centre[k] + part * (r->least[k] - centre[k]);
        r->most[k] = centre[k] + part * (r->most[k] - centre[k]);
    }
    return TRUE;
}

/* Moves the two ends along axis k as far out as all limits let them, within `all`. */
static void stretch(BspSideMiddle *r, const BspSideMiddle *all, const Limit *limits, guint n,
                    guint k)
{
    double least = all->least[k], most = all->most[k];
    for (guint i = 0; i < n; i++) {
        double slope = limits[i].slope[k];
        double end = (limits[i].room - reach(&limits[i], r, 1 - k)) / slope;
        if (slope > 0)
            most = MIN(most, end);
        else if (slope < 0)
            least = MAX(least, end);
    }
    r->least[k] = MIN(r->least[k], least);
    r->most[k] = MAX(r->most[k], most);
}

/* The bounds of a face along two axes, and the middle of its corners. */
static BspSideMiddle bounds_of(const BspSideOf *side, const guint8 axes[2], double centre[2])
{
    const BspCellFace *face = &side->cell->faces[side->face];
    BspSideMiddle all;
    for (guint k = 0; k < 2; k++) {
        all.least[k] = HUGE_VAL;
        all.most[k] = -HUGE_VAL;
        centre[k] = 0;
        for (guint i = 0; i < face->n; i++) {
            double at = side->cell->vertices[side->cell->loop[face->first + i]].v[axes[k]];
            all.least[k] = MIN(all.least[k], at);
            all.most[k] = MAX(all.most[k], at);
            centre[k] += at / face->n;
        }
    }
    return all;
}

gboolean bsp_side_middle(BspSideMiddle *middle, const BspSides *sides, const BspSideOf *side,
                         const guint8 axes[2])
{
    const BspSidesBrush *brush = &sides->brushes[side->brush];
    Limit limits[MOST_PLANES];
    double centre[2];
    guint n = 0;
    if (brush->n > MOST_PLANES || !is_across(&sides->planes[side->plane], axes))
        return FALSE;
    for (guint i = brush->first; i < brush->first + brush->n; i++)
        if (i != side->plane)
            limits[n++] = limit_of(&sides->planes[side->plane], &sides->planes[i], axes);
    const BspSideMiddle all = bounds_of(side, axes, centre);
    *middle = all;
    for (guint i = 0; i < n; i++)
        if (!draw_together(middle, centre, &limits[i]))
            return FALSE;
    stretch(middle, &all, limits, n, 0);
    stretch(middle, &all, limits, n, 1);
    return TRUE;
}
