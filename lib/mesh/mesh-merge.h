/* mesh-merge: merges adjacent brushes whose union is convex. */
#ifndef BSP_MESH_MERGE_H
#define BSP_MESH_MERGE_H

#include <glib.h>

/* Merges the brushes from number `first` on. Their union stays the same. */
void bsp_mesh_merge(GPtrArray *brushes, guint first);

#endif
