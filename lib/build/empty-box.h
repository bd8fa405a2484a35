/* empty-box: a large box that nothing solid of a finished tree reaches into. */
#ifndef BSP_EMPTY_BOX_H
#define BSP_EMPTY_BOX_H

#include "build/view.h"

/* Begins with `most` and cuts it until no solid leaf reaches into it. The seed, which may be a
 * point, lies in empty space and is kept. FALSE: hardly anything is left. */
gboolean bsp_empty_box_grow(const BspTraceView *view, const BspBounds *seed, const BspBounds *most,
                            BspGrownBox *box);

#endif
