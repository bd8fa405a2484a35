/* picture: draws a level as an SVG document.
 *
 *     CompareDrawing drawing = { .kind = COMPARE_DRAW_SLICE, .scenario = s, .axis = 2, .at = 48,
 *                                .layers = COMPARE_LAYER_SOLID };
 *     char *svg = compare_draw_svg(&drawing, &error);
 */
#ifndef COMPARE_PICTURE_H
#define COMPARE_PICTURE_H

#include "draw/drawing.h"

/* A whole document, which scales by its viewBox; the caller frees it with g_free(). The same
 * drawing gives the same bytes. NULL with BSP_ERROR_VALUE if it cannot be drawn (no brushes, a
 * plane or region outside the level, a layer that the method's tree lacks), or BSP_ERROR_GEOMETRY.
 */
char *compare_draw_svg(const CompareDrawing *drawing, GError **error);

#endif
