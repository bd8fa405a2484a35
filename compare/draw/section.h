/* section: what a plane square to an axis cuts out of solids: convex polygons in that plane.
 *
 * Polygons go anticlockwise seen from the axis' positive end, and are limited to a view. A section
 * that runs along a face shows what lies just over it, towards greater coordinates. */
#ifndef COMPARE_SECTION_H
#define COMPARE_SECTION_H

#include "bsp-shape.h"
#include "build/solid.h"

typedef struct {
    guint axis; /* 0, 1, 2: x, y, z */
    double at;
    BspBounds view; /* both mins and maxs are `at` along the axis */
} CompareSection;

/* An empty array of BspPolygon that frees them. */
GPtrArray *compare_polygons_new(void);

/* All of the view. */
BspPolygon *compare_section_view(const CompareSection *section);

/* The parts of a polygon of the section in front of the plane and behind it, NULL where there is
 * nothing. Either pointer may be NULL when that part is not wanted. */
void compare_section_cut(const CompareSection *section, const BspPolygon *polygon,
                         const BspPlane *plane, BspPolygon **front, BspPolygon **back);

/* What the section cuts out of a brush; NULL: nothing. */
BspPolygon *compare_section_brush(const CompareSection *section, const BspBrush *brush);

/* And out of all brushes of a solid, in their order. */
GPtrArray *compare_section_solid(const CompareSection *section, const BspSolid *solid);

/* The places of the section in which the shape meets the solid, brush by brush: what truly is solid
 * for it. Exact for points and boxes. Of others each brush's outline is found point by point, to
 * COMPARE_OUTLINE_SAG units (outline.h), and what is drawn lies inside. NULL with
 * BSP_ERROR_GEOMETRY. */
GPtrArray *compare_section_sum(const CompareSection *section, const BspSolid *solid, guint32 mask,
                               const BspShape *shape, GError **error);

#endif
