/* side-groups: the sides on one plane, and where on it. */
#ifndef BSP_SIDE_GROUPS_H
#define BSP_SIDE_GROUPS_H

#include "build/solid.h"
#include "trace/sides.h"

/* Adds the groups of the solid's brushes to the table, which has the brushes and their planes.
 * planes: of each face of each brush in turn the number of its plane in the table. FALSE when the
 * job does not go on: the table is not whole then, and only to be freed. */
gboolean bsp_sides_add_groups(BspSides *sides, const BspSolid *solid, const guint *planes,
                              BspJob *job);

#endif
