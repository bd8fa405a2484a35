/* bsp-constants: every tolerance that shows in an answer, with its unit and why it has that value.
 * What only bounds the rounding of one computation stands beside it.
 *
 * Two lengths rule the others. BSP_BRACKET is the distance by which the oracle grows and shrinks
 * every obstacle: whatever a method rounds away must stay well inside it. BSP_TOUCH is how near to
 * matter counts as touching it, in every query: what building rounds away makes steps and seams,
 * and where these stay inside that band no move is ever stopped by one. So
 *
 *     BSP_CELL_EPSILON < BSP_ON_PLANE < BSP_THIN <= BSP_TOUCH << BSP_BRACKET
 *
 * Units are the level's own (about an inch in id Tech levels).
 */
#ifndef BSP_CONSTANTS_H
#define BSP_CONSTANTS_H

/* Units. The oracle's first contact is bracketed between obstacles grown and shrunk by this. Its
 * own rounding needs no allowance besides: how far a point is from a plane is off by at most
 * sixteen halves of a last bit of the largest coordinate, 8e-9 units at BSP_WORLD_HALF, and that is
 * square to the plane as the bracket is, however slowly the move crosses it. */
#define BSP_BRACKET 1e-3

/* Units. Touching is not colliding: matter closer to a plane than this is taken to touch it.
 * A thousandth of the bracket, since a wedge of angle a magnifies it by 1 / sin (a / 2); and far
 * above the rounding of doubles (2e-10 units at 2^20 units from the origin). */
#define BSP_TOUCH (1.0 / 1048576.0)

/* Units. A face whose vertices all lie this close to a splitting plane, and that looks the same way
 * or the other, counts as lying on it. Where two planes meet at an angle a, their edge moves by as
 * much over sin (a): this keeps it inside the bracket for angles from 0.0005, a wedge that rises
 * one unit in 2000. A larger value saves nodes (8 times this: 6 percent of those of real levels),
 * but leaves steps higher than BSP_TOUCH, at which moves along a surface stop. */
#define BSP_ON_PLANE (BSP_TOUCH / 2)

/* Units. No region of a tree is cut thinner than this. A face may have been put on either side of
 * the region though it lies BSP_ON_PLANE inside. */
#define BSP_THIN (2 * BSP_ON_PLANE)

/* Units. How deep matter may reach into a leaf that is called empty, and how far from matter a leaf
 * may reach that is called solid: what dropping and merging faces by the tolerances above adds up
 * to, well inside the bracket. A region for which neither holds is cut. */
#define BSP_DOUBT (2 * BSP_THIN)

/* Units, along the move. The planes of a tree are bands BSP_TOUCH thick; where a move has gone
 * farther than this between a plane and the end of its band it grazes, and where it really met
 * matter is looked for again without bands. A tenth of the bracket, so that a move that does not
 * graze is stopped in the right place whichever of the two is taken. */
#define BSP_GRAZE 1e-4

/* Units. How far over a corner of an empty leaf its bands may reach: a corner is sharp where they
 * reach farther, and is cut off then by planes without matter in front of them, which are this far
 * outside of it. Together with BSP_DOUBT, and what the bands of these planes add, well inside the
 * bracket. */
#define BSP_TIP 2e-4

/* Units. What is nearer than this to the shape where it hit something may be what it hit. Of
 * answers to aimed moves 99.9 percent are nearer by far to the true contact. Where nothing is so
 * near, what is within the bracket may be it. */
#define BSP_TOUCHED 1e-5

/* Units. Vertices of a convex cell this close to a clipping plane are shared by both sides.
 * Above the rounding of a vertex that three planes determine, below everything else. */
#define BSP_CELL_EPSILON 1e-7

/* Units. A brush thinner than this is refused as degenerate: shrunk by the bracket nothing of it
 * is left, and no answer about it would be wrong. */
#define BSP_BRUSH_THICKNESS 2e-4

/* Units. How much of its skin a move may use up before it is stopped, and never more of it than
 * BSP_SKIN_PART: so that what stops a move does not stop the next one, which begins
 * where rounding has left it. Floats are off by less up to 4096 units from the origin; and with the
 * skin that engines have, an eighth of a unit, nothing comes nearer than 0.1245. */
#define BSP_SKIN_SLACK (1.0 / 2048)

/* Pure number. See above. */
#define BSP_SKIN_PART (1.0 / 256)

/* Pure number, of the largest coordinate of a move. A move that begins deeper in the skin comes no
 * nearer than it began, but for this: some two hundred times what rounding leaves of a move along a
 * plane, and so little that in a million moves it adds up to 1e-5 unit at 1000 units. */
#define BSP_SKIN_ROUNDING 1e-14

/* Units. The same of shapes that are no boxes, added to it: some four times what casts leave. */
#define BSP_SKIN_CAST_ROUNDING 4e-9

/* Units. How far the flat pieces of a curved surface may be from it: less than what a player can
 * see of it from near by, half of what id Tech 3 draws by, and an eighth of what its own collisions
 * allow. Half of it makes half as many pieces again. */
#define BSP_PATCH_ERROR 2.0

/* Units, of the error. How far the corners of a flat quad may be out of one plane: more than files
 * of floats round, which would make triangles of many quads, and far less than can be noticed. */
#define BSP_PATCH_FLAT 0.01

/* Units. How thick the brushes of curved surfaces are, behind them. Any thickness stops everything,
 * however fast. This is above all tolerances by far, and little where two surfaces stand back to
 * back, each of which reaches out of the other by as much. */
#define BSP_PATCH_THICKNESS 0.25

/* Units. Half the edge of the cube in which everything must lie; its border is inside. */
#define BSP_WORLD_HALF 4194304.0

/* Units. How far from the origin a move may begin, and how long it may be; a move that is not
 * within that is answered with SOLID at t = 0. The time of a hit is a double: over such a length
 * its last bit is no more than BSP_TOUCH, so that all moves in reach are answered in the right
 * place. */
#define BSP_REACH 8589934592.0 /* 2^33 */

/* Pure number. Two unit normals whose components differ by no more than this are one normal. */
#define BSP_SAME_NORMAL 1e-9

/* Levels. No tree is deeper: the bound on the stack of a query. */
#define BSP_MAX_DEPTH 1024

#endif
