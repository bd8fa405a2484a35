/* merge: merges adjacent brushes whose union is convex. */
#ifndef BSP_MERGE_H
#define BSP_MERGE_H

#include <glib.h>

/* Merges adjacent brushes (BspBrush), from number `first` on, whose union is convex. A merged brush
 * has no contents and no tags. */
void bsp_brushes_merge(GPtrArray *brushes, guint first);

#endif
