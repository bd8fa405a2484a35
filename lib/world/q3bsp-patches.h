/* q3bsp-patches: makes thin brushes from the curved surfaces of id Tech 3 .bsp files. */
#ifndef BSP_Q3BSP_PATCHES_H
#define BSP_Q3BSP_PATCHES_H

#include "bsp-world.h"
#include "world/q3bsp-records.h"

typedef struct {
    guint32 wanted;     /* a patch's texture must have some of these contents */
    GPtrArray *brushes; /* receives the brushes; not owned */
    GArray *places;     /* BspBrushPlace of each brush; not owned */
    guint n, n_brushes; /* numbers of patches, and of brushes made of them */
    guint n_hollow;     /* patches that stop nothing */
    guint n_degenerate; /* pieces of patches that are too narrow */
} Q3bspPatches;

/* Counts the patches among the n faces. */
guint q3bsp_count_patches(const BspLumps *level, guint first, guint n);

/* Makes brushes of the patches among the n faces. */
gboolean q3bsp_read_patches(const BspLumps *level, guint first, guint n, Q3bspPatches *patches);

/* Stores the numbers and messages about patches in the world. */
void q3bsp_report_patches(BspWorld *world, const Q3bspPatches *patches);

#endif
