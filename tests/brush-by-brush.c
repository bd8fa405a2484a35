/* brush-by-brush: what a solid's brushes say of points and moves, looked at one after the other. */
#include "brush-by-brush.h"

double brush_depth(const BspBrush *brush, BspVec p)
{
    double most = -HUGE_VAL;
    for (guint f = 0; f < brush->cell->n_faces; f++)
        most = fmax(most, bsp_plane_distance(&brush->cell->faces[f].plane, p));
    return most;
}

PointSolidity brushes_at(const BspSolid *solid, BspVec p)
{
    PointSolidity solidity = IS_EMPTY;
    for (guint b = 0; b < solid->brushes->len; b++) {
        double depth = brush_depth(bsp_solid_brush(solid, b), p);
        if (depth < -BSP_BRACKET)
            return IS_SOLID;
        if (depth <= BSP_BRACKET)
            solidity = IS_NEAR_SURFACE;
    }
    return solidity;
}

/* The times between which the line is in the grown cell; FALSE: never. */
static gboolean time_inside(const BspCell *cell, double grown, BspVec from, BspVec delta,
                            double *enter, double *leave)
{
    *enter = -HUGE_VAL;
    *leave = HUGE_VAL;
    for (guint f = 0; f < cell->n_faces; f++) {
        double d = bsp_plane_distance(&cell->faces[f].plane, from) - grown;
        double v = bsp_vec_dot(cell->faces[f].plane.normal, delta);
        if (v < 0)
            *enter = fmax(*enter, -d / v);
        else if (v > 0)
            *leave = fmin(*leave, -d / v);
        else if (d > -BSP_BRACKET) /* along a face: touching */
            return FALSE;
    }
    return *enter <= *leave;
}

double brushes_exit_time(const BspSolid *solid, double grown, BspVec from, BspVec delta)
{
    double end = 0, join = 1e-9 / bsp_vec_length(delta);
    for (gboolean farther = TRUE; farther;) {
        farther = FALSE;
        for (guint b = 0; b < solid->brushes->len; b++) {
            double enter, leave;
            if (time_inside(bsp_solid_brush(solid, b)->cell, grown, from, delta, &enter, &leave) &&
                enter <= end + join && leave > end) {
                end = leave;
                farther = TRUE;
            }
        }
    }
    return fmin(end, 1);
}
