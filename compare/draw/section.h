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
    guint axis; /* 0, 1 or 2, for x, y or z */
    double at;
    BspBounds view; /* the shown bounds; along `axis`, mins and maxs are both `at` */
} CompareSection;

/* Returns an empty array of BspPolygon that frees its items. */
GPtrArray *compare_polygons_new(void);

/* Returns the whole view as a polygon. */
BspPolygon *compare_section_view(const CompareSection *section);

/* Cuts a polygon of the section into a part in front of the plane and a part behind it. Stores NULL
 * for an empty part. */
void compare_section_cut(const CompareSection *section, const BspPolygon *polygon,
                         const BspPlane *plane, BspPolygon **front, BspPolygon **back);

/* Returns the common part of two convex polygons of the section's plane, or NULL if they do not
 * overlap. */
BspPolygon *compare_section_common(const CompareSection *section, const BspPolygon *a,
                                   const BspPolygon *b);

/* Returns the section of a brush, or NULL if it is empty. */
BspPolygon *compare_section_brush(const CompareSection *section, const BspBrush *brush);

/* Returns the sections of all brushes of a solid, in their order. */
GPtrArray *compare_section_solid(const CompareSection *section, const BspSolid *solid);

/* Returns the true solid for the shape in the section, as a polygon for each brush. The solid of a
 * brush is the set of positions at which the shape meets the brush. The polygons are exact for
 * points and boxes. For other shapes the outline is found point by point, to COMPARE_OUTLINE_SAG
 * units, and the polygons are inside the true outline. Returns NULL with BSP_ERROR_GEOMETRY. */
GPtrArray *compare_section_sum(const CompareSection *section, const BspSolid *solid, guint32 mask,
                               const BspShape *shape, GError **error);

/* Units. The largest distance between the outline and the straight line between two of its points.
 * A hundredth of a unit is invisible in a picture. */
#define COMPARE_OUTLINE_SAG 0.01

/* A line on the map. */
typedef struct {
    BspVec a, b;
} CompareSegment;

/* --- areas that polygons cover --- */

/* Returns the sum of the polygons' areas. If they do not overlap, the sum is the covered area. */
double compare_cover_sum(const GPtrArray *polygons);

/* Returns the area covered by `polygons` but not by `others`, as convex pieces that do not overlap.
 * `others` are grown by `beyond` units first. */
GPtrArray *compare_cover_minus(const CompareSection *section, const GPtrArray *polygons,
                               const GPtrArray *others, double beyond);

#endif
