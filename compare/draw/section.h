/* section: cuts an axial plane through solids, which gives convex polygons in that plane, and
 * subtracts polygons from one another.
 *
 * Polygons are anticlockwise seen from the axis' positive end, and clipped to a view. A section
 * along a face shows the solid just above it, towards greater coordinates. */
#ifndef COMPARE_SECTION_H
#define COMPARE_SECTION_H

#include "bsp-shape.h"
#include "tools/bsp-cell.h"
#include "tools/bsp-inspect.h"

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

/* The common part of two convex polygons of the section's plane; NULL if they do not overlap. */
BspPolygon *compare_section_common(const CompareSection *section, const BspPolygon *a,
                                   const BspPolygon *b);

/* The section of a brush; NULL if it is empty. */
BspPolygon *compare_section_brush(const CompareSection *section, const BspBrush *brush);

/* The sections of all brushes of a solid, in their order. */
GPtrArray *compare_section_solid(const CompareSection *section, const BspSolid *solid);

/* The mover's true solid in the section: the positions at which the shape meets the solid, brush by
 * brush. Exact for points and boxes. For other shapes each brush's outline is found point by point,
 * to COMPARE_OUTLINE_SAG units, and the polygons are inside the true outline. NULL with
 * BSP_ERROR_GEOMETRY. */
GPtrArray *compare_section_sum(const CompareSection *section, const BspSolid *solid, guint32 mask,
                               const BspShape *shape, GError **error);

/* Units. The largest distance between the outline and the straight line between two of its
 * points. */
#define COMPARE_OUTLINE_SAG 0.01

/* A line on the map. */
typedef struct {
    BspVec a, b;
} CompareSegment;

/* --- what polygons cover --- */

/* The sum of the polygons' areas, which is the covered area if none overlap. */
double compare_cover_sum(const GPtrArray *polygons);

/* The area covered by `polygons` but not by `others`, as convex pieces that do not overlap.
 * `others` are grown by `beyond` units first. */
GPtrArray *compare_cover_minus(const CompareSection *section, const GPtrArray *polygons,
                               const GPtrArray *others, double beyond);

#endif
