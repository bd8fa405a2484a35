/* view: the part of the level that a drawing shows. */
#ifndef COMPARE_VIEW_H
#define COMPARE_VIEW_H

#include "draw/canvas.h"
#include "draw/drawing.h"

/* Sets the map's axes and its part of the level, but not its place in the picture. FALSE with
 * BSP_ERROR_VALUE if the part is empty. */
gboolean compare_view_init(const CompareDrawing *drawing, CompareMap *map, GError **error);

#endif
