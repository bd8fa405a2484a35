/* tip: planes that cut off the sharp corners of an empty leaf.
 *
 * A query treats every plane as a band of thickness BSP_TOUCH, so an empty leaf reaches that far
 * beyond its planes. Beyond a sharp corner the leaf reaches farther: BSP_TOUCH / sin(a / 2) for two
 * faces at an angle a, which has no limit. For example, between two bricks whose faces are a
 * millionth of a degree from parallel, a leaf would reach a hundred units into the wall behind the
 * gap.
 *
 * A tip is a plane outside such a corner that cuts it off. It is like a bevel (Melax 2000, section
 * 5), but of an empty leaf. Corners of faces at right angles, as most are, need no tips. */
#ifndef BSP_TIP_H
#define BSP_TIP_H

#include "geometry/cell.h"

/* The tips of the cell as an array of BspPlane, each BSP_TIP in front of the cell; NULL if the cell
 * needs none. Limited by the tips, the bands reach at most 1.5 BSP_TIP beyond the cell. If the cell
 * ends at its initial box, its leaf continues beyond the box; that part of the leaf is behind the
 * tips, too. */
GArray *bsp_cell_tips(const BspCell *cell);

/* a, b and c are the normals of three planes through the origin. If each plane is moved out by one
 * unit, they meet at the point result / *volume. *volume is 0 if the planes have a line in common.
 */
static inline BspVec bsp_corner_of_normals(BspVec a, BspVec b, BspVec c, double *volume)
{
    BspVec bc = bsp_vec_cross(b, c), ca = bsp_vec_cross(c, a), ab = bsp_vec_cross(a, b);
    *volume = bsp_vec_dot(a, bc);
    return bsp_vec_add(bc, bsp_vec_add(ca, ab));
}

/* Whether the corner of three planes with these normals moves by at least BSP_TIP if each plane
 * moves outward by BSP_TOUCH. */
gboolean bsp_is_sharp_corner(BspVec a, BspVec b, BspVec c);

/* Whether the cell may have a sharp corner. */
gboolean bsp_cell_may_be_sharp(const BspCell *cell);

#endif
