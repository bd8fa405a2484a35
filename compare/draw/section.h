/* section: cuts an axial plane through solids, which gives convex polygons in that plane.
 *
 * Polygons are anticlockwise seen from the axis' positive end, and clipped to a view. A section
 * along a face shows the solid just above it, towards greater coordinates. */
#ifndef COMPARE_SECTION_H
#define COMPARE_SECTION_H

#include "bsp-inspect.h"
#include "bsp-shape.h"

typedef struct {
    guint axis; /* 0, 1, 2: x, y, z */
    double at;
    BspBounds view; /* both mins and maxs are `at` along the axis */
} CompareSection;

/* An empty array of BspPolygon that frees them. */
GPtrArray *compare_polygons_new(void);

/* The polygon of the whole view. */
BspPolygon *compare_section_view(const CompareSection *section);

/* Cuts a polygon of the section into the parts in front of the plane and behind it; NULL if a part
 * is empty. Either pointer may be NULL. */
void compare_section_cut(const CompareSection *section, const BspPolygon *polygon,
                         const BspPlane *plane, BspPolygon **front, BspPolygon **back);

/* The section of a brush; NULL if it is empty. */
BspPolygon *compare_section_brush(const CompareSection *section, const BspBrush *brush);

/* The sections of all brushes of a solid, in their order. */
GPtrArray *compare_section_solid(const CompareSection *section, const BspSolid *solid);

/* The mover's true solid in the section: the positions at which the shape meets the solid, brush by
 * brush. Exact for points and boxes. For other shapes each brush's outline is found point by point,
 * to COMPARE_OUTLINE_SAG units (outline.h), and the polygons are inside the true outline. NULL with
 * BSP_ERROR_GEOMETRY. */
GPtrArray *compare_section_sum(const CompareSection *section, const BspSolid *solid, guint32 mask,
                               const BspShape *shape, GError **error);

#endif
