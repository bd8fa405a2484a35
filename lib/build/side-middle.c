/* side-middle: finds the part of a brush's side that is away from the brush's other planes. */
#include "build/side-middle.h"

/* Units. A place on the side must lie this deep behind the brush's other planes. A point within the
 * bracket of the place, along both axes, is then too far from those planes to touch them. */
#define AWAY (16 * BSP_BRACKET)

/* Pure number. Brushes with more planes get no middles, because the time for all sides is quadratic
 * in the number of planes. */
#define MOST_PLANES 256

/* On the side, the depth behind another plane is a linear function of two coordinates u and v. The
 * depth is at least AWAY if slope[0] * u + slope[1] * v <= room. */
typedef struct {
    double slope[2], room;
} Limit;

/* Whether the third coordinate of a point on the plane follows safely from the two along `axes`. */
static gboolean is_across(const BspPlane *plane, const guint8 axes[2])
{
    return fabs(plane->normal.v[3 - axes[0] - axes[1]]) > 0.5;
}

/* The limit of the plane `other` on the side. Eliminates the third coordinate by the side's plane.
 */
static Limit limit_of(const BspPlane *side, const BspPlane *other, const guint8 axes[2])
{
    guint flat = 3u - axes[0] - axes[1];
    double per_flat = other->normal.v[flat] / side->normal.v[flat];
    Limit limit = { .room = other->dist - per_flat * side->dist - AWAY };
    for (guint k = 0; k < 2; k++)
        limit.slope[k] = other->normal.v[axes[k]] - per_flat * side->normal.v[axes[k]];
    return limit;
}

/* The greatest value over the rectangle of the limit's term of axis k. */
static double term_maximum(const Limit *limit, const BspSideMiddle *r, guint k)
{
    double slope = limit->slope[k];
    return slope * (slope > 0 ? r->most[k] : r->least[k]);
}

/* Shrinks the rectangle towards the centre until it satisfies the limit. Returns FALSE if the
 * centre violates it. */
static gboolean draw_together(BspSideMiddle *r, const double centre[2], const Limit *limit)
{
    double at_centre = limit->slope[0] * centre[0] + limit->slope[1] * centre[1];
    double past = term_maximum(limit, r, 0) + term_maximum(limit, r, 1) - at_centre;
    if (!(limit->room > at_centre))
        return FALSE;
    double part = past > 0 ? (limit->room - at_centre) / past : 1;
    for (guint k = 0; k < 2 && part < 1; k++) {
        r->least[k] = centre[k] + part * (r->least[k] - centre[k]);
        r->most[k] = centre[k] + part * (r->most[k] - centre[k]);
    }
    return TRUE;
}

/* Moves both ends along axis k outward as far as all limits and `all` allow. */
static void stretch_axis(BspSideMiddle *r, const BspSideMiddle *all, const Limit *limits, guint n,
                         guint k)
{
    double least = all->least[k], most = all->most[k];
    for (guint i = 0; i < n; i++) {
        double slope = limits[i].slope[k];
        double end = (limits[i].room - term_maximum(&limits[i], r, 1 - k)) / slope;
        if (slope > 0)
            most = MIN(most, end);
        else if (slope < 0)
            least = MAX(least, end);
    }
    r->least[k] = MIN(r->least[k], least);
    r->most[k] = MAX(r->most[k], most);
}

/* The bounds of the face along the two axes, and the mean of its vertices. */
static BspSideMiddle face_bounds(const BspSideOf *side, const guint8 axes[2], double centre[2])
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

gboolean bsp_side_middle(BspSideMiddle *middle, const BspBrushTable *sides, const BspSideOf *side,
                         const guint8 axes[2])
{
    const BspTableBrush *brush = &sides->brushes[side->brush];
    Limit limits[MOST_PLANES];
    double centre[2];
    guint n = 0;
    if (brush->n > MOST_PLANES || !is_across(&sides->planes[side->plane], axes))
        return FALSE;
    for (guint i = brush->first; i < brush->first + brush->n; i++)
        if (i != side->plane)
            limits[n++] = limit_of(&sides->planes[side->plane], &sides->planes[i], axes);
    const BspSideMiddle all = face_bounds(side, axes, centre);
    *middle = all;
    for (guint i = 0; i < n; i++)
        if (!draw_together(middle, centre, &limits[i]))
            return FALSE;
    stretch_axis(middle, &all, limits, n, 0);
    stretch_axis(middle, &all, limits, n, 1);
    return TRUE;
}
