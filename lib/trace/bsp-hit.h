/* bsp-hit: what was hit: the brush, its side, and what the caller has said of them.
 *
 * A tree answers when something is hit, and by which plane. It does not know the brushes: equal
 * subtrees are held once, wherever they stand, and a plane is shared by all that lies on it. The
 * sides of a solid (bsp_sides_new(), bsp-solid.h) are a table beside the trees. It is asked after a
 * hit, with the answer, and looks only at what the shape touches there. One table serves all spaces
 * of an onion, all shapes of a shift tree, and any other tree of the same solid.
 *
 *     BspTransition tr = onion_tree_first_transition(tree, space, from, to, NULL);
 *     BspShape shape = bsp_shape_box(box.mins, box.maxs);
 *     BspHit hit;
 *     if (bsp_sides_hit(sides, &shape, 0, from, to, &tr, &hit)) ... it hits hit.brush
 *
 * Where several brushes are touched, those come first that have a side on the plane of the answer,
 * which the move goes against. Of these a brush that the move goes into, not past or along, comes
 * first, then the lowest number. If no brush has such a side (the answer names a plane of the tree
 * that ends at an edge, or in a crack between brushes), those come first that the move goes into,
 * then those that the shape meets in that plane by an edge or a corner, then the lowest number.
 *
 * A brush is touched if the shape is nearer than BSP_TOUCHED, by the planes of the sum of shape and
 * brush. A side is on the plane if it is touched and its normal is the same but for BSP_SAME_NORMAL
 * (bsp-constants.h). So where another side of a brush falls away from the plane by less than
 * BSP_TOUCHED, beyond the edge of the side that is on it, either brush may be named.
 *
 * Immutable; may be asked from any number of threads. A query allocates nothing, and takes under 6
 * KiB of stack, bsp_sides_hits() under 14. */
#ifndef BSP_HIT_H
#define BSP_HIT_H

#include "bsp-shape.h"
#include "bsp-transition.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint32_t brush; /* its number in the solid */
    int32_t side;   /* which of the planes the brush was made of; -1: none of them. Then the shape
                       meets an edge or a corner, at a plane that only the sum of the two has, or a
                       side that was left out, since the others leave less than 1e-7 unit of it */
    uint32_t tag;   /* of the side (bsp_brush_set_tag()); 0 where that is -1 */
    uint32_t contents; /* of the brush (bsp_brush_set_contents()) */
    BspPlane plane; /* of the side, moved out for the shape. All of the brush lies behind it, which
                       of the tree's own plane holds to within the tolerances of building */
} BspHit;

typedef struct BspSides BspSides;

void bsp_sides_free(BspSides *sides);

/* What a query needs resident. */
size_t bsp_sides_bytes(const BspSides *sides);

/* Brushes are known by their numbers, from 0 on; so many there are. */
unsigned bsp_sides_n_brushes(const BspSides *sides);

/* The bounds of all brushes, in their own coordinates; empty (bsp_bounds_empty()) where there are
 * none. Looks at each brush: who asks often, as which doors a move may meet, keeps them. */
BspBounds bsp_sides_bounds(const BspSides *sides);

/* Whether it can tell of such shapes: of boxes and points every table can, of others those that
 * were made with BSP_SIDES_ALL_SHAPES, or of no brushes. Asked of what it cannot tell of, a query
 * answers as its header says, which is easily taken for an answer. */
bool bsp_sides_can_tell(const BspSides *sides, const BspShape *shape);

/* What the shape has hit on its way from `from` to `to`, of which tr is the answer of a tree of the
 * same solid. mask: of the space that was asked (OnionSpace); only brushes that it selects are
 * named. false, and *hit is not touched, where it has hit nothing: the answer is not
 * BSP_EMPTY_TO_SOLID, a coordinate is no finite number, no brush is there (as where the outside is
 * filled, or the answer is of another solid), or the table does not hold such shapes. */
bool bsp_sides_hit(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                   BspVec to, const BspTransition *tr, BspHit *hit);

/* One of many answers: what was asked, as of bsp_sides_hit(). */
typedef struct {
    const BspShape *shape;
    uint32_t mask;
    BspVec from, to;
    const BspTransition *answer;
} BspHitQuery;

/* The brush of a hit that there is none of. */
#define BSP_NO_BRUSH UINT32_MAX

/* The answers of bsp_sides_hit() to n queries, bit by bit: hits[i].brush is BSP_NO_BRUSH where that
 * is false. For a frame's moves, asked one by one or in a batch: where the table is not in the
 * caches, they take together a good deal less time than one by one. */
void bsp_sides_hits(const BspSides *sides, const BspHitQuery *queries, size_t n, BspHit *hits);

/* The most upright of the brush's sides that meet where a shape touches it, or is nearest to it:
 * what bears a round body that stands on an edge, where the plane of the answer is as steep as the
 * edge is for the body. tr and hit: the answer, of bsp_sides_hit() or bsp_sides_trace(). *side
 * receives the plane, moved out for the shape and as much as it is away: so it tells how high the
 * body would stand on that side. Returns false, and leaves *side alone, if no side is there, and
 * for a box or a point that touches the brush, or has it on one side only: a box is beside an edge
 * only if it keeps a skin. */
bool bsp_sides_upright(const BspSides *sides, const BspShape *shape, const BspTransition *tr,
                       const BspHit *hit, BspPlane *side);

#ifdef __cplusplus
}
#endif

#endif
