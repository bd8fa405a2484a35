/* picture: makes an SVG or PNG document from a drawing.
 *
 *     CompareDrawing drawing = { .kind = COMPARE_DRAW_SLICE, .scenario = s, .axis = 2, .at = 48,
 *                                .layers = COMPARE_LAYER_SOLID };
 *     char *svg = compare_draw_svg(&drawing, &error);
 *
 * The same drawing gives the same bytes. The SVG has no ids, fonts or links, so any number of
 * pictures can be in one page. It has a script only if the drawing has `explain` (live.h). It
 * scales by its viewBox. */
#ifndef COMPARE_PICTURE_H
#define COMPARE_PICTURE_H

#include "draw/canvas.h"
#include "draw/drawing.h"

/* A whole document; the caller frees it with g_free(). NULL with BSP_ERROR_VALUE if it cannot be
 * drawn (no brushes, a plane or region outside the level, a layer that the method's tree lacks), or
 * BSP_ERROR_GEOMETRY. */
char *compare_draw_svg(const CompareDrawing *drawing, GError **error);

/* Makes the picture of compare_draw_svg() as PNG. NULL with an error of the same kinds. */
GBytes *compare_draw_png(const CompareDrawing *drawing, GError **error);

/* TRUE if the file's name is that of a PNG; FALSE for NULL. */
static inline gboolean compare_draw_is_png(const char *path)
{
    return path && g_str_has_suffix(path, ".png");
}

/* TRUE if the file's name is that of a PNG or SVG. */
static inline gboolean compare_draw_is_picture(const char *path)
{
    return compare_draw_is_png(path) || (path && g_str_has_suffix(path, ".svg"));
}

#endif
