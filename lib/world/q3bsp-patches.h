/* q3bsp-patches: the curved surfaces of id Tech 3 .bsp files, as thin brushes. */
#ifndef BSP_Q3BSP_PATCHES_H
#define BSP_Q3BSP_PATCHES_H

#include "bsp-world.h"
#include "world/q3bsp-records.h"

typedef struct {
    guint32 wanted;     /* contents of which a patch's texture must have some */
    GPtrArray *brushes; /* to add to; borrowed */
    GArray *places;     /* BspBrushPlace, of the brushes; borrowed */
    guint n, n_brushes; /* patches, and the brushes they became */
    guint n_hollow;     /* patches that nothing collides with */
    guint n_degenerate; /* pieces of patches without breadth */
} Q3bspPatches;

/* How many of the n faces are patches. */
guint q3bsp_count_patches(const BspLumps *level, guint first, guint n);

/* Makes brushes of those of the n faces that are patches. */
gboolean q3bsp_read_patches(const BspLumps *level, guint first, guint n, Q3bspPatches *patches);

/* Notes in the world what became of them. */
void q3bsp_tell_patches(BspWorld *world, const Q3bspPatches *patches);

#endif
