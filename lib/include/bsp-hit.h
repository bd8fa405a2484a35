/* bsp-hit: identifies what was hit: the brush, its side, and the caller's tags of both.
 *
 * A tree reports when a move hits something, and by which plane. It cannot name the brush: it
 * stores equal subtrees once, and all sides on one plane share it. The sides of a solid
 * (bsp_brush_table_new(), bsp-solid.h) are a table beside the trees. The caller queries it after a
 * hit, with the tree's answer. The query looks only at brushes that the shape touches there. One
 * table serves all spaces of an onion, all shapes of a shift tree, and any other tree of the same
 * solid.
 *
 *     BspTransition tr = onion_tree_first_transition(tree, space, from, to, NULL);
 *     BspShape shape = bsp_shape_box(box.mins, box.maxs);
 *     BspHit hit;
 *     if (bsp_brush_table_hit(sides, &shape, 0, from, to, &tr, &hit)) ... it hits hit.brush
 *
 * If the shape touches several brushes, the hit names the first in this order. Brushes with a side
 * on the answer's plane come first, if the move goes against that side. Among these, a brush that
 * the move goes into precedes one that it goes past or along; then the lowest number wins. An
 * answer may name a plane of the tree that ends at an edge, or in a crack between brushes. If no
 * brush has such a side, brushes that the move goes into come first. Brushes that the shape meets
 * in that plane by an edge or a corner follow, then the lowest number wins.
 *
 * A brush is touched if the shape is nearer than BSP_TOUCHED, by the planes of the Minkowski sum of
 * shape and brush. A side is on the plane if it is touched and its normal differs by at most
 * BSP_SAME_NORMAL (bsp-constants.h). A brush may have another side that slopes away from the plane
 * by less than BSP_TOUCHED, beyond the edge of its side on the plane. Then the hit may name either
 * brush.
 *
 * Immutable; any number of threads may query it. A query allocates nothing. It needs less than 6
 * KiB of stack, bsp_brush_table_hits() less than 14 KiB. */
#ifndef BSP_HIT_H
#define BSP_HIT_H

#include "bsp-shape.h"
#include "bsp-transition.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint32_t brush; /* its number in the solid */
    int32_t side; /* index in the brush's input planes; -1: none. Then the shape meets an edge or a
                     corner, at a plane that only the Minkowski sum has, or a side omitted because
                     less than 1e-7 unit of it is exposed */
    uint32_t tag; /* of the side (bsp_brush_set_tag()); 0 if side is -1 */
    uint32_t contents; /* of the brush (bsp_brush_set_contents()) */
    BspPlane plane; /* of the side, moved out for the shape. The whole brush lies behind it; for a
                       plane of the tree this holds within the tolerances of building */
} BspHit;

typedef struct BspBrushTable BspBrushTable;

void bsp_brush_table_free(BspBrushTable *sides);

/* The memory that queries read, in bytes. */
size_t bsp_brush_table_bytes(const BspBrushTable *sides);

/* The number of brushes. Brushes are numbered from 0. */
unsigned bsp_brush_table_n_brushes(const BspBrushTable *sides);

/* The bounds of all brushes, in the solid's own coordinates; empty (bsp_bounds_empty()) if there
 * are no brushes. Each call visits every brush. If you need the bounds often, such as to find the
 * doors near a move, store the result. */
BspBounds bsp_brush_table_bounds(const BspBrushTable *sides);

/* Whether the table supports the shape. Every table supports boxes and points. Tables made with
 * BSP_TABLE_ALL_SHAPES, and tables without brushes, support every shape. With an unsupported shape
 * a query returns the value that its header states, which looks like a real result. */
bool bsp_brush_table_can_tell(const BspBrushTable *sides, const BspShape *shape);

/* Finds the brush that the shape has hit on its way from `from` to `to`. tr: the answer of a tree
 * of the same solid. mask: that of the space that gave the answer (OnionSpace); only brushes that
 * it selects are named. Returns false, and leaves *hit unchanged, if the shape has hit nothing: the
 * answer is not BSP_EMPTY_TO_SOLID, a coordinate is not finite, the table does not support the
 * shape, or no brush is there. The last happens if the outside is filled, or if the answer comes
 * from another solid. */
bool bsp_brush_table_hit(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                         BspVec from, BspVec to, const BspTransition *tr, BspHit *hit);

/* One query of a batch: the arguments of bsp_brush_table_hit(). */
typedef struct {
    const BspShape *shape;
    uint32_t mask;
    BspVec from, to;
    const BspTransition *answer;
} BspHitQuery;

/* The value of hit.brush if nothing was hit. */
#define BSP_NO_BRUSH UINT32_MAX

/* Answers n queries exactly as bsp_brush_table_hit() does. hits[i].brush is BSP_NO_BRUSH if
 * bsp_brush_table_hit() would return false. If the table is not in the CPU caches, such as once a
 * frame, one batch is considerably faster than n single queries. The moves themselves may have been
 * traced singly or in a batch. */
void bsp_brush_table_hits(const BspBrushTable *sides, const BspHitQuery *queries, size_t n,
                          BspHit *hits);

/* Finds the side of the brush that bears a round body on an edge. There the contact plane is as
 * steep as the body's surface. It is the side with the greatest normal.z among those that meet
 * where the shape touches the brush, or is nearest to it.
 *
 * tr and hit: the results of bsp_brush_table_hit() or bsp_brush_table_trace(). *side receives the
 * plane, moved out for the shape and by the distance between shape and brush. It thus shows how
 * high the body would be on that side. Returns false, and leaves *side unchanged, if there is no
 * such side. For a box or a point it also returns false if the shape touches the brush or is beside
 * one side only: a box is beside an edge only if it keeps a skin. */
bool bsp_brush_table_upright(const BspBrushTable *sides, const BspShape *shape,
                             const BspTransition *tr, const BspHit *hit, BspPlane *side);

#ifdef __cplusplus
}
#endif

#endif
