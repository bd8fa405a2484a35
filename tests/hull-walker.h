/* hull-walker: makes moves in the clip hulls of .bsp files of Quake and GoldSrc, as the engines do
 * (SV_RecursiveHullCheck). An independent answer moves a box against brushes by separating axes. */
#ifndef HULL_WALKER_H
#define HULL_WALKER_H

#include "tools/bsp-inspect.h"

/* A clip hull of a model, read from the bytes of the file. */
typedef struct {
    const guint8 *planes, *nodes;
    guint n_planes, n_nodes;
    gboolean narrow; /* children are shorts */
    gint32 head;
    guint n_bad; /* errors at which an engine stops, which are numbers of nodes or planes out of
                    range */
} HullWalker;

HullWalker hull_walker_new(const guint8 *file, guint model, guint hull);

/* Returns the contents of a clip hull at a point, where -2 is solid. */
gint32 hull_walker_contents(HullWalker *walker, BspVec p);

/* Returns the fraction of the move before it is stopped; 1 if it is not stopped. The engine stops
 * it 1/32 unit early. */
double hull_walker_trace(HullWalker *walker, BspVec from, BspVec to);

/* A brush as extents along the axes that can separate it from a box. */
typedef struct HullSlabs HullSlabs;

HullSlabs *hull_slabs_new(const BspBrush *brush);
void hull_slabs_free(HullSlabs *slabs);

/* Returns the fraction of the move at which the box begins to overlap the brush. Returns 1 if the
 * box does not overlap it. A box whose mins are above its maxs makes the brush smaller. */
double hull_slabs_contact(const HullSlabs *slabs, const BspBounds *box, BspVec from, BspVec to);

#endif
