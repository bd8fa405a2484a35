/* tip: planes that cut off the sharp corners of an empty leaf.
 *
 * To a query every plane is a band of thickness BSP_TOUCH, so an empty leaf reaches that far over
 * its planes. Over a sharp corner it reaches farther: BSP_TOUCH / sin(a / 2) for two faces at an
 * angle a, which is unbounded. Between two bricks with faces a millionth of a degree off parallel,
 * it would reach a hundred units into the wall behind the gap.
 *
 * A tip is a plane that touches a corner from outside: a bevel (Melax 2000, section 5), but of an
 * empty leaf. Faces at right angles, as most are, need none. */
#ifndef BSP_TIP_H
#define BSP_TIP_H

#include "geometry/cell.h"

/* The tips of the cell as an array of BspPlane, each BSP_TIP in front of the cell, or NULL if it
 * needs none. With the tips, the bands of faces and tips reach at most 1.5 BSP_TIP beyond the cell.
 * If the cell ends in its initial box, its leaf continues beyond the box. The tips have that part
 * of the leaf behind them, too. */
GArray *bsp_cell_tips(const BspCell *cell);

/* Three planes through the origin, each moved out by one unit, meet at the result divided by
 * *volume, which is 0 if the planes have a line in common. */
static inline BspVec bsp_corner_of_normals(BspVec a, BspVec b, BspVec c, double *volume)
{
    BspVec bc = bsp_vec_cross(b, c), ca = bsp_vec_cross(c, a), ab = bsp_vec_cross(a, b);
    *volume = bsp_vec_dot(a, bc);
    return bsp_vec_add(bc, bsp_vec_add(ca, ab));
}

/* Whether three planes with these normals, each moved outward by BSP_TOUCH, meet at least BSP_TIP
 * from their original corner. */
gboolean bsp_is_sharp_corner(BspVec a, BspVec b, BspVec c);

/* Whether the cell may have a sharp corner. */
gboolean bsp_cell_may_be_sharp(const BspCell *cell);

#endif
