/* side-groups: groups the sides on each plane by their position on it. */
#ifndef BSP_SIDE_GROUPS_H
#define BSP_SIDE_GROUPS_H

#include "build/solid.h"
#include "trace/brush-table.h"

/* Adds the groups to the table, which already has the brushes and planes. planes[]: the index in
 * the table of each face's plane, brush by brush. Returns FALSE if the job stopped; the caller must
 * then free the table. */
gboolean bsp_brush_table_add_groups(BspBrushTable *sides, const BspSolid *solid,
                                    const guint *planes, BspJob *job);

#endif
