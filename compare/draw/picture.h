/* picture: a drawing of a scenario made into an SVG or PNG document.
 *
 *     CompareDrawing drawing = { .kind = COMPARE_DRAW_SLICE, .scenario = s, .axis = 2, .at = 48,
 *                                .layers = COMPARE_LAYER_SOLID };
 *     char *svg = compare_draw_svg(&drawing, &error);
 *
 * The same drawing makes the same bytes. SVG has no ids, scripts, fonts or links, so that any
 * number of pictures may stand in one page, and scales by its viewBox. */
#ifndef COMPARE_PICTURE_H
#define COMPARE_PICTURE_H

#include "draw/drawing.h"

/* A whole document, to be freed with g_free(). NULL with BSP_ERROR_VALUE for what cannot be drawn
 * (no brushes, a plane or region beside the level, a layer that the method's tree does not have),
 * or BSP_ERROR_GEOMETRY. */
char *compare_draw_svg(const CompareDrawing *drawing, GError **error);

/* The same as PNG. */
GBytes *compare_draw_png(const CompareDrawing *drawing, GError **error);

/* Whether a file of that name is PNG; NULL is none. */
static inline gboolean compare_draw_is_png(const char *path)
{
    return path && g_str_has_suffix(path, ".png");
}

/* Whether it is PNG or SVG. */
static inline gboolean compare_draw_is_picture(const char *path)
{
    return compare_draw_is_png(path) || (path && g_str_has_suffix(path, ".svg"));
}

#endif
