/* bsp-one: a shape against one solid alone, with no tree: a box, a brush, each where it is, or in a
 * frame that moves and is turned; or another shape, as what other players are.
 *
 * Exact for every shape, and to within BSP_TOUCH as all answers are: touching is not colliding. The
 * shape keeps its place in the world, whatever the frame: it is the solid that is turned. All
 * classes of answers are told apart; of a start in solid, t and plane of BSP_SOLID_TO_EMPTY say
 * where it leaves.
 *
 * No allocation; may be called from any number of threads. What is out of reach
 * (BSP_REACH), from the origin or from one another, is answered with BSP_SOLID. */
#ifndef BSP_ONE_H
#define BSP_ONE_H

#include "bsp-frame.h"
#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The box has its edges along the axes of the frame; NULL: of the world. mins <= maxs. It may be
 * flat; for a hull, and for what is as flat itself, it is then taken to be 4 BSP_TOUCH thick. */
BspTransition bsp_one_box(const BspBounds *box, const BspFrame *frame, const BspShape *shape,
                          BspVec from, BspVec to);

/* A brush that is turned needs its vertices and those of its eroded copy on the stack, 6 KiB: so
 * many of both together. The copy may have more than the brush, where more than three faces meet.
 */
#define BSP_ONE_MAX_VERTICES 256

/* The brush of that number in the table, which must hold all shapes (BSP_SIDES_ALL_SHAPES). false,
 * and *transition is not touched, where it does not, where there is no such brush, or where it has
 * too many vertices to be turned. */
bool bsp_one_brush(const BspSides *sides, uint32_t brush, const BspFrame *frame,
                   const BspShape *shape, BspVec from, BspVec to, BspTransition *transition);

/* Another shape, not turned, which goes from `at` to at + travel in the same time. At time t the
 * other lies behind the plane of the answer, moved out for the shape. Which may meet: a box or a
 * point anything; spheres and capsules one another; a cylinder another one. false, and *transition
 * is not touched, where neither closed forms nor casts know the two: a cylinder and what is round
 * otherwise, a hull and what is no box. */
bool bsp_one_shape(const BspShape *other, BspVec at, BspVec travel, const BspShape *shape,
                   BspVec from, BspVec to, BspTransition *transition);

#ifdef __cplusplus
}
#endif

#endif
