/* brush-by-brush: answers about points and moves from a solid's brushes, by brute force. */
#include "brush-by-brush.h"

double cell_depth(const BspCell *cell, BspVec p)
{
    double least = HUGE_VAL;
    for (guint f = 0; f < cell->n_faces; f++)
        least = fmin(least, -bsp_plane_distance(&cell->faces[f].plane, p));
    return least;
}

double brushes_depth(const BspSolid *solid, BspVec p)
{
    double deepest = -HUGE_VAL;
    for (guint b = 0; b < solid->brushes->len; b++)
        deepest = fmax(deepest, cell_depth(bsp_solid_brush(solid, b)->cell, p));
    return deepest;
}

double brushes_clearance(const BspSolid *solid, BspVec p)
{
    double least = HUGE_VAL;
    for (guint b = 0; b < solid->brushes->len; b++)
        least = fmin(least, fabs(cell_depth(bsp_solid_brush(solid, b)->cell, p)));
    return least;
}

gboolean cell_contains(const BspCell *cell, BspVec p)
{
    return cell_depth(cell, p) > BSP_TOUCH;
}

typedef struct {
    const BspSolid *solid;
    BspVec p;
} PointSearch;

static gboolean misses_point(guint item, gpointer user_data)
{
    const PointSearch *search = user_data;
    return !cell_contains(bsp_solid_brush(search->solid, item)->cell, search->p);
}

gboolean brushes_contain(const BspSolid *solid, BspVec p)
{
    PointSearch search = { solid, p };
    BspBounds box = { p, p };
    return !bsp_solid_overlapping(solid, &box, misses_point, &search);
}

PointSolidity brushes_at(const BspSolid *solid, BspVec p)
{
    double depth = brushes_depth(solid, p);
    return depth > BSP_BRACKET ? IS_SOLID : depth < -BSP_BRACKET ? IS_EMPTY : IS_NEAR_SURFACE;
}

/* Computes the times at which the line enters and leaves the grown cell. Returns FALSE if it
 * never is inside. */
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
        else if (d > -BSP_BRACKET) /* parallel to a face and touching it, or in front of it */
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
