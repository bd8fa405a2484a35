/* side-groups: the brushes with a side on one plane, and where on it. */
#ifndef BSP_SIDE_GROUPS_H
#define BSP_SIDE_GROUPS_H

#include "build/solid.h"
#include "trace/sides.h"

/* Adds the groups of the solid's brushes, and their grids. */
void bsp_sides_add_groups(BspSides *sides, const BspSolid *solid);

#endif
