/* bsp-constants: every tolerance that affects results, with its unit and the reason for its value.
 * A constant that only bounds the rounding of one computation is defined beside that computation.
 *
 * Six lengths matter. The oracle grows and shrinks every obstacle by BSP_BRACKET, so the error of
 * every method must stay well inside it. In every query a shape counts as touching a brush at
 * BSP_TOUCH, and as inside at BSP_IN_SOLID. The others are BSP_TOUCHED, BSP_BRUSH_THICKNESS and
 * BSP_SKIN_SLACK. Building has two more, below BSP_TOUCH. Its rounding makes small steps and seams
 * in surfaces, which never stop a move while they are smaller than BSP_TOUCH. So
 *
 *     BSP_CELL_EPSILON < BSP_ON_PLANE < BSP_TOUCH << BSP_BRACKET
 *
 * Units are the level's own (about an inch in id Tech levels). */
#ifndef BSP_CONSTANTS_H
#define BSP_CONSTANTS_H

/* Units. The oracle brackets the first contact between obstacles grown and shrunk by this length.
 * The oracle's own rounding is negligible. The computed distance of a point from a plane is off by
 * at most sixteen half-units in the last place of the largest coordinate, which is 8e-9 units at
 * BSP_WORLD_HALF. Both this error and the bracket are measured perpendicular to the plane. So the
 * error is the same small fraction of the bracket for moves that cross the plane at a flat angle.
 *
 * When the outside is filled, an opening narrower than BSP_BRACKET counts as closed. Levels that
 * store planes as floats have cracks of up to 0.0004 between brushes that should meet. A move may
 * stop at a closed crack. It then stops at most sqrt(3) / 2 times BSP_BRACKET from a brush. */
#define BSP_BRACKET 1e-3

/* Units. Touching is not colliding. A solid closer to a plane than this counts as touching it. It
 * is about a thousandth of the bracket, because the tip of a wedge of angle a magnifies it by 1 /
 * sin (a / 2). It is far above the rounding of doubles (2e-10 units at 2^20 units from the origin).
 *
 * The builder cuts no region of a tree thinner than this, because in a thinner region faces within
 * BSP_ON_PLANE of its planes may belong to either side. A leaf that is marked empty contains no
 * point deeper than this in a solid. A leaf that is marked solid contains no point farther than
 * this from a solid. The builder cuts every other region further. */
#define BSP_TOUCH (1.0 / 1048576.0)

/* Units. A shape is in a brush if it is deeper than this, in every query. A move stops at most
 * BSP_TOUCH deep, but the next query computes the depth anew, so rounding could make it deeper. The
 * difference to BSP_TOUCH, 1.5e-8 units, is about twice the rounding of coordinates at
 * BSP_WORLD_HALF (see BSP_BRACKET). So a body is not in solid where its move ended. */
#define BSP_IN_SOLID (BSP_TOUCH + BSP_TOUCH / 64)

/* Units. A face counts as lying on a splitting plane if all its vertices are this close to the
 * plane. The normals may be equal or opposite. If two planes meet at an angle a, their edge moves
 * by up to this length divided by sin (a). This value keeps that shift inside the bracket for
 * angles from 0.0005, a wedge that rises one unit in 2000. A larger value saves nodes (8 times
 * this: 6 percent in real levels), but leaves steps higher than BSP_TOUCH, which stop moves along a
 * surface. */
#define BSP_ON_PLANE (BSP_TOUCH / 2)

/* Units. At the hit position, a brush closer than this is a candidate for the one that was hit. In
 * 99.9 percent of aimed tests the true contact is much closer. If no brush is this close, brushes
 * within the bracket are the candidates. */
#define BSP_TOUCHED 1e-5

/* Units. Vertices of a convex cell this close to a clipping plane belong to both sides. This is
 * above the rounding of a vertex that three planes determine, and below all other tolerances. */
#define BSP_CELL_EPSILON 1e-7

/* Units. A brush thinner than this is rejected as degenerate: shrunk by the bracket it is empty, so
 * no result about it could be wrong.
 *
 * If planes move by BSP_TOUCH, their corner moves farther, and at a sharp corner without limit.
 * Bodies are eroded so that no corner moves farther than this, well inside the bracket. And if a
 * round shape over a face is farther than this from the face's edges, the plane of the face alone
 * stops it. This is far above the rounding of coordinates. */
#define BSP_BRUSH_THICKNESS 2e-4

/* Units. A brush does not stop a move that comes nearer than its skin by at most this slack, or by
 * the fraction BSP_SKIN_PART of the skin if that is less. Rounding may leave a body slightly too
 * near to the brush that stopped it. Because of the slack, that brush does not stop the body's next
 * move. Up to 4096 units from the origin the rounding of floats is smaller than the slack. With the
 * usual skin of engines, an eighth of a unit, no body comes closer than 0.1245 units. */
#define BSP_SKIN_SLACK (1.0 / 2048)

/* Dimensionless. The slack of a skin is at most this fraction of the skin, so that a body with a
 * thin skin keeps nearly all of its distance. At the usual skin, an eighth of a unit, both limits
 * of the slack are equal. */
#define BSP_SKIN_PART (1.0 / 256)

/* Dimensionless. A move may start nearer to a brush than its skin minus the slack. It then comes no
 * closer than its start, except by this number times the largest coordinate of the move. The number
 * is about two hundred times the rounding of a move along a plane. A million moves at coordinates
 * of 1000 units come closer by only 1e-5 units. */
#define BSP_SKIN_ROUNDING 1e-14

/* Units. For shapes other than boxes, this length is added to the rounding that BSP_SKIN_ROUNDING
 * allows. It is about four times the error of a cast. */
#define BSP_SKIN_CAST_ROUNDING 4e-9

/* Units. The flat pieces of a curved surface may be this far from it, unless the caller chooses
 * another error. A player cannot see this error from nearby. It is half of the error with which id
 * Tech 3 draws, and an eighth of the error of its collisions. Halving it would make 1.4 to 2.3
 * times as many pieces. */
#define BSP_PATCH_ERROR 2.0

/* Units. The corners of a quad may be this far out of one plane; the quad is then treated as flat.
 * This exceeds the rounding of floats in files, which would otherwise split many quads into
 * triangles. A player cannot notice it. */
#define BSP_PATCH_FLAT 0.01

/* Units. The thickness of the brushes behind a curved surface. Any thickness stops every move,
 * however fast. This value is far above all tolerances. Where two surfaces are back to back, each
 * brush sticks out of the other surface by this thickness, so it must be small. */
#define BSP_PATCH_THICKNESS 0.25

/* Units, 2^22. Half the edge of the cube, centred at the origin, that must contain everything. The
 * border is inside. At this distance from the origin rounding (see BSP_BRACKET) is still half of
 * the difference between BSP_IN_SOLID and BSP_TOUCH. */
#define BSP_WORLD_HALF 4194304.0

/* Units. The maximum distance of a move's start from the origin, and the maximum length of a move.
 * The answer to a move beyond either limit is BSP_SOLID at t = 0. The time of a hit is a double.
 * Over this length its last bit is worth at most BSP_TOUCH, so every move within the limits stops
 * in the right place. */
#define BSP_REACH 8589934592.0 /* 2^33 */

/* Dimensionless. Two unit normals count as equal if no component differs by more than this. It is
 * far above the rounding of a unit vector (2e-16). Over 500 units, planes with equal normals in
 * this sense part by less than BSP_TOUCH. */
#define BSP_SAME_NORMAL 1e-9

/* Levels. The maximum depth of a tree. Trees of real levels are 20 to 60 levels deep. A query needs
 * 32 bytes of stack for each level, so this value bounds its stack to 34 KiB. */
#define BSP_MAX_DEPTH 1024

#endif
