/* view: which part of the level a drawing shows. */
#ifndef COMPARE_VIEW_H
#define COMPARE_VIEW_H

#include "draw/canvas.h"
#include "draw/drawing.h"

/* Sets the map's axes and what of the level is on it, not yet where on the picture. FALSE with
 * BSP_ERROR_VALUE when there is nothing to look at. */
gboolean compare_view_init(const CompareDrawing *drawing, CompareMap *map, GError **error);

#endif
