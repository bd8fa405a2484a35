/* hull: the support of a convex hull, by climbing along its edges. */
#include "trace/hull.h"

unsigned bsp_hull_support(const BspHull *hull, BspVec direction, unsigned start, uint64_t *visited)
{
    unsigned best = start;
    double most = bsp_vec_dot(direction, hull->vertices[best]);
    uint64_t looked = 1;
    for (bool climbing = true; climbing;) {
        climbing = false;
        unsigned from = best;
        for (unsigned e = hull->first_edge[from]; e < hull->first_edge[from + 1]; e++) {
            double d = bsp_vec_dot(direction, hull->vertices[hull->neighbour[e]]);
            looked++;
            if (d > most) {
                most = d;
                best = hull->neighbour[e];
                climbing = true;
            }
        }
    }
    if (visited)
        *visited += looked;
    return best;
}
