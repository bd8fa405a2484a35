/* brush-by-brush: computes answers about points, volumes and faces from a solid's brushes, by brute
 * force, for tests of faster methods. */
#ifndef BRUSH_BY_BRUSH_H
#define BRUSH_BY_BRUSH_H

#include "compile/solid.h"

/* Returns the distance of p from the nearest plane of the cell. It is negative if p is outside. */
double cell_depth(const BspCell *cell, BspVec p);

/* Returns whether p lies inside of any brush, deeper than BSP_TOUCH. A point on the seam of two
 * brushes lies in neither. A tree has no seams, so it reports such a point as solid. */
gboolean brushes_contain(const BspSolid *solid, BspVec p);

/* Returns whether p lies within `distance` of the surface of any brush. */
gboolean brushes_end_near(const BspSolid *solid, BspVec p, double distance);

/* Returns the distance of p from the nearest brush with any of these contents, or from the nearest
 * of all brushes if the mask is 0. It is 0 in a brush. */
double brushes_distance(const BspSolid *solid, BspVec p, guint32 mask);

/* Returns whether no plane of a brush lies between `least` and `most` units away from p. Points
 * around p, not farther than that, then show what is at p. */
gboolean brushes_are_clear(const BspSolid *solid, BspVec p, double least, double most);

/* Returns the volume of the union of all brushes. */
double solid_volume(const BspSolid *solid);

/* Returns the faces of the union of all brushes. */
GArray *union_faces(const BspSolid *solid);

#endif
