/* brush-by-brush: computes answers about points and moves from a solid's brushes, by brute
 * force. */
#include "brush-by-brush.h"

double cell_depth(const BspCell *cell, BspVec p)
{
    double least = HUGE_VAL;
    for (guint f = 0; f < cell->n_faces; f++)
        least = fmin(least, -bsp_plane_distance(&cell->faces[f].plane, p));
    return least;
}

/* Returns whether p lies inside of the cell, deeper than BSP_TOUCH. A point on a face does not lie
 * inside. */
static gboolean cell_contains(const BspCell *cell, BspVec p)
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
