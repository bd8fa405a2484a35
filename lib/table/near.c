/* near: finds the brushes near a path. */
#include "table/near.h"

#include "bsp-constants.h"

void bsp_near_begin(BspNear *near, const BspHierarchy *hierarchy, const BspPath *path)
{
    const BspNearGrid *grid = &hierarchy->grid;
    BSP_ASSERT(path->by >= 0);
    double way = bsp_near_way(path->delta), far = bsp_near_way(path->from) + way;
    double by = path->by + 2 * BSP_TOUCH + BSP_NEAR_FAR_ROUNDING * far;
    bsp_near_init(near, hierarchy, path->begin, path->end);
    near->is_long = way >= BSP_NEAR_SHORT;
    for (int k = 0; k < 3; k++) {
        double a = path->begin * path->delta.v[k], b = path->end * path->delta.v[k];
        double least = path->from.v[k] + path->box->mins.v[k] - by;
        double most = path->from.v[k] + path->box->maxs.v[k] + by;
        near->steps[k] =
            bsp_near_step(grid, k, least + BSP_MIN(a, b)); /* `begin` may exceed `end` */
        near->steps[k + 3] = bsp_near_step(grid, k, most + BSP_MAX(a, b));
        least = (least - grid->origin[k]) * grid->per_unit[k];
        most = (most - grid->origin[k]) * grid->per_unit[k];
        double delta = path->delta.v[k] * grid->per_unit[k];
        near->is_long &= fabs(delta) + BSP_MAX(-least, most) <= BSP_NEAR_FARTHEST;
        bsp_near_set_way(near, k, least, most, delta);
    }
}
