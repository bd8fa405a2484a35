/* tip: planes that end the sharp corners of an empty leaf.
 *
 * To a query every plane is a band BSP_TOUCH thick, so an empty leaf reaches that much farther over
 * its planes. Over a sharp corner it reaches farther: where two faces meet at an angle a, by
 * BSP_TOUCH / sin (a / 2), which has no bound. Between two bricks whose faces are a millionth of a
 * degree off, it would reach a hundred units into the wall that ends the gap. A tip is a plane that
 * touches a corner from outside, with nothing in front of it: a bevel (Melax 2000, section 5), but
 * of an empty leaf. Planes at right angles, as most are, need none. */
#ifndef BSP_TIP_H
#define BSP_TIP_H

#include "geometry/cell.h"

/* The tips of the cell, an array of BspPlane, each BSP_TIP in front of the cell; NULL: it has none.
 * With them no band of the cell's faces, or of a tip, reaches farther from it than 1.5 BSP_TIP.
 * The leaf of a cell that ends in the box it was started from goes on beyond; nothing of that is in
 * front of a tip, either. */
GArray *bsp_cell_tips(const BspCell *cell);

/* Whether three faces of these normals, moved out by BSP_TOUCH, meet farther than BSP_TIP from
 * where they did. */
gboolean bsp_is_sharp_corner(BspVec a, BspVec b, BspVec c);

/* Whether the cell may have such a corner. */
gboolean bsp_cell_may_be_sharp(const BspCell *cell);

#endif
