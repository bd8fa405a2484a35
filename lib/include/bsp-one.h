/* bsp-one: traces a shape against one solid, without a tree. The solid is a box, in the world or in
 * a turned and moving frame, or another shape, such as another player.
 *
 * Answers are exact for every shape, within BSP_TOUCH. But if the radius of a cylinder is above 100
 * units, the normal of a contact with the cylinder's end may be off by the angle 1.2e-10 * radius.
 * As in all queries, touching is not colliding. Only the solid is turned; the shape keeps its
 * orientation in the world. Each answer has one of the four classes. For a move that starts in
 * solid and leaves it (BSP_SOLID_TO_EMPTY), t and plane describe where it leaves. A move's mask and
 * skin are ignored.
 *
 * The functions allocate nothing, and any number of threads may call them. If a position is farther
 * than BSP_REACH from the origin or from the other shape, the answer is BSP_SOLID. */
#ifndef BSP_ONE_H
#define BSP_ONE_H

#include "bsp-frame.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Traces against a box whose edges are parallel to the axes of the frame, or of the world if frame
 * is NULL. The answer is BSP_SOLID if mins exceed maxs, or if the axes are not those of a frame.
 * The box may be flat. If the shape is a hull or is flat itself, a flat box is treated as 4
 * BSP_TOUCH thick. */
void bsp_box_trace(const BspBounds *box, const BspFrame *frame, const BspMove *move,
                   BspTrace *answer);

/* Traces against another shape, not turned, which moves from `at` to at + travel during the move.
 * At time t the other shape lies behind the answer's plane, which is moved out for the shape. These
 * pairs are supported: any shape with a box or a point; spheres and capsules with one another; two
 * cylinders. Returns false, and leaves *answer unchanged, for all other pairs, such as a cylinder
 * with a sphere or a capsule, or a hull with a shape other than a box or a point. */
bool bsp_shape_trace(const BspShape *other, BspVec at, BspVec travel, const BspMove *move,
                     BspTrace *answer);

#ifdef __cplusplus
}
#endif

#endif
