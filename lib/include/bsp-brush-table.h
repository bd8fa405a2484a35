/* bsp-brush-table: the brushes of a solid, for what trees do not know: which brush was hit, skins,
 * bodies in solid, contents, and the brushes in a box.
 *
 * A tree reports when a move hits something, and by which plane. It cannot name the brush: it
 * stores equal subtrees once, and all sides on one plane share it. The brush table
 * (bsp_brush_table_new(), bsp-solid.h) is separate from the trees. One table serves all spaces of
 * an onion, all shapes of a shift tree, and any other tree of the same solid. It also answers moves
 * without a tree.
 *
 *   names              bsp_brush_table_hit(), after a tree's answer
 *   traces             bsp_brush_table_trace(), with a skin or without; in a frame: trace_in()
 *   bodies in solid    bsp_brush_table_inside(), bsp_brush_table_way_out(), trace_beyond()
 *   contents           bsp_brush_table_contents() of a point, bsp_brush_table_overlap() of a box
 *
 * Masks: a brush counts if (contents & mask) != 0; mask 0: every brush counts.
 *
 * Shapes: every table supports boxes and points. Tables made with BSP_TABLE_ALL_SHAPES, and tables
 * without brushes, support every shape (bsp_brush_table_can_tell()).
 *
 * A table is immutable; any number of threads may query it. A query allocates nothing. It needs
 * less than 16 KiB of stack. Lengths are in units. */
#ifndef BSP_BRUSH_TABLE_H
#define BSP_BRUSH_TABLE_H

#include "bsp-frame.h"
#include "bsp-move.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BspBrushTable BspBrushTable;

void bsp_brush_table_free(BspBrushTable *table);

/* The memory that queries read, in bytes. */
size_t bsp_brush_table_bytes(const BspBrushTable *table);

/* The number of brushes. Brushes are numbered from 0. */
unsigned bsp_brush_table_n_brushes(const BspBrushTable *table);

/* The bounds of all brushes, in the solid's own coordinates; empty (bsp_bounds_empty()) if there
 * are no brushes. Each call visits every brush. If you need the bounds often, such as to find the
 * doors near a move, store the result. */
BspBounds bsp_brush_table_bounds(const BspBrushTable *table);

/* Whether the table supports the shape. With an unsupported shape a query returns the value that
 * its comment states, which looks like a real result. */
bool bsp_brush_table_can_tell(const BspBrushTable *table, const BspShape *shape);

/* --- which brush was hit ---
 *
 * The caller queries the table after a hit, with the tree's answer. The query looks only at brushes
 * that the shape touches there.
 *
 *     BspTrace answer;
 *     answer.tr = shift_tree_hit_check(tree, &shape, 0, from, to, NULL);
 *     BspMove move = { from, to, &shape, 0, 0 };
 *     if (bsp_brush_table_hit(table, &move, &answer)) ... it hits answer.hit.brush
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
 * brush. */

/* Sets answer->hit: the brush that the move has hit. On entry answer->tr is the answer of a tree of
 * the same solid to the move; move->mask is the mask of that tree or of its space. Only brushes
 * that the mask selects are named. Returns false, with BSP_NO_BRUSH, if the shape has hit nothing:
 * the answer is not BSP_EMPTY_TO_SOLID, a coordinate is not finite, the table does not support the
 * shape, or no brush is there. The last happens if the outside is filled, or if the answer comes
 * from another solid. */
bool bsp_brush_table_hit(const BspBrushTable *table, const BspMove *move, BspTrace *answer);

/* Does the same for n moves. If the table is not in the CPU caches, such as once a frame, this is
 * considerably faster than n single queries. The moves themselves may have been traced singly or in
 * a batch. */
void bsp_brush_table_hits(const BspBrushTable *table, const BspMove *moves, BspTrace *answers,
                          size_t n);

/* Finds the side of the brush that bears a round body on an edge. There the contact plane is as
 * steep as the body's surface. It is the side with the greatest normal.z among those that meet
 * where the shape touches the brush, or is nearest to it.
 *
 * answer: of a query that found a brush. *side receives the plane, moved out for the shape and by
 * the distance between shape and brush. It thus shows how high the body would be on that side.
 * Returns false, and leaves *side unchanged, if there is no such side. For a box or a point it also
 * returns false if the shape touches the brush or is beside one side only: a box is beside an edge
 * only if it keeps a skin. */
bool bsp_brush_table_upright(const BspBrushTable *table, const BspShape *shape,
                             const BspTrace *answer, BspPlane *side);

/* --- traces, with a skin or without ---
 *
 * One call reports when a move is stopped, and by what. It sweeps the shape through the brushes
 * near the move, nearest first, and needs no tree. A move stops early, to keep a distance (the
 * skin) from everything it could hit. If most moves hit nothing, a tree is faster as a first test:
 * onion_tree_trace() and shift_tree_trace() give the same answers.
 *
 * The distance between a shape and a brush is Euclidean: that between their two nearest points. So
 * a brush grown by the skin is rounded at its edges. A body that slides along a face at the
 * distance of the skin passes every brush behind that face. Inside a brush the distance is
 * negative: the depth that bsp_brush_table_inside() reports; for boxes and points, the largest
 * distance from a plane of the Minkowski sum.
 *
 * - `skin` is the distance to keep: a brush stops a move when the shape first comes that near.
 * - The slack allows for rounding at the end of a move: a brush stops a move only if the shape
 *   would come nearer than skin - slack. bsp_skin_slack() is 1/256 of the skin, at most 2^-11 unit
 *   (BSP_SKIN_SLACK), and at least BSP_TOUCH.
 * - A move that starts nearer than the skin keeps its starting distance, from all brushes. If it
 *   starts nearer than skin - slack, that distance is also its limit, except for rounding
 *   (BSP_SKIN_ROUNDING; for shapes other than boxes and points about 4e-9 unit). Such a move may go
 *   along and away. A brush that it moves nearer to stops it at t = 0.
 * - A move that starts inside a brush, deeper than touching (bsp_brush_table_inside()), starts in
 *   solid. It leaves solid where it is in no brush any more; skins do not count.
 *
 * If the distance to keep is at most BSP_TOUCH, it is touching: a shape other than a box or a point
 * may then end as deep as touching, as in all queries.
 *
 * So a move ends no nearer than the lesser of its starting distance and skin - slack. A move is
 * stopped only if it would come nearer. Moves along and away from the planes at the end of a move
 * are free. A skin of 0 is no skin: touching is not hitting, as in all queries.
 *
 * The plane: in front of a face it is the plane of that side. Beside an edge or a corner it is
 * perpendicular to the shortest line between brush and shape: BspHit.side is -1, and the brush lies
 * behind the plane. The plane is moved out by the skin, so a move that started within the slack
 * ends behind it by up to the slack: bsp_slide_move() leads the body back. After a start nearer
 * than skin - slack the plane is moved out by the starting distance. Without a skin, a box or a
 * point that meets several planes names a face of the whole solid there, as bsp-move.h defines it.
 *
 * If several brushes stop the move at the same time, except for rounding, the hit names the lowest
 * number, and the first side of that brush. */

/* Traces the move. answer->tr receives the plane of what was hit, moved out for the shape and for
 * the distance to keep. Returns whether answer->hit names a brush; it has the same plane. For a
 * move that starts in solid, the hit is the brush that the start is deepest in. Its plane is then
 * the one that the start is least deep behind, moved out for the shape.
 *
 * Returns false with BSP_SOLID at t = 0 for invalid input: a coordinate that is not finite; a move
 * that starts more than BSP_REACH units from the origin or is longer than that; a shape that
 * extends farther; a skin that is negative or not finite; a shape that the table does not support.
 */
bool bsp_brush_table_trace(const BspBrushTable *table, const BspMove *move, BspTrace *answer);

/* The same for brushes in a frame that is turned and moves, such as a door. The move and the answer
 * are in world coordinates. Seen from a turned frame a box is turned: it is traced as a hull, and
 * so is a capsule that is not upright there. Returns false with BSP_SOLID at t = 0 also for shapes
 * that bsp_shape_turned() cannot turn. */
bool bsp_brush_table_trace_in(const BspBrushTable *table, const BspFrame *frame,
                              const BspMove *move, BspTrace *answer);

/* As bsp_brush_table_trace() without a skin: move->skin is ignored. But a move that starts in solid
 * continues to where it is free, and reports what it hits after that. Brushes that touch or overlap
 * count as one: the move is free when it is in none of them. answer->free_at receives the time at
 * which it becomes free: 0 if it starts free, 2 if it is never free.
 *
 * answer->tr is BSP_SOLID if the move is never free; BSP_SOLID_TO_EMPTY, at free_at, if it becomes
 * free and hits nothing; BSP_EMPTY_TO_SOLID if it hits something at t, free_at <= t; BSP_EMPTY if
 * it starts free and hits nothing. Returns whether answer->hit names what was hit; for BSP_SOLID
 * that is the brush that the start is deepest in. */
bool bsp_brush_table_trace_beyond(const BspBrushTable *table, const BspMove *move,
                                  BspTrace *answer);

/* With a tree as a filter. A tree built for a larger box can prove that a move comes near nothing,
 * which holds for most moves. Its box must be at least bsp_skin_box() of the shape's bounds: for an
 * onion a box of one of its spaces, for a shift tree the box of the query. The tree must be of the
 * same brushes that the mask selects, or of more. On entry answer->tr holds the tree's answer to
 * the same move. On return *answer is that of bsp_brush_table_trace(), which is called only if the
 * tree leaves the answer open.
 *
 * The results are the same, since the grown box reaches everything as near as the skin, and farther
 * beside edges. Only the tree's own tolerance may show: at a sharp corner the move may come nearer
 * by up to BSP_TIP. */
bool bsp_brush_table_trace_after(const BspBrushTable *table, const BspMove *move, BspTrace *answer);

double bsp_skin_slack(double skin);

/* The shape's box grown by the skin, less half the slack. So a body that rests at the distance of
 * the skin, except for rounding, is not in solid. */
BspBounds bsp_skin_box(const BspBounds *box, double skin);

/* --- a shape in solid, and the way out ---
 *
 * Solid is the union of the brushes that the mask selects. A box or a point is in a brush if it is
 * deeper than BSP_TOUCH behind every plane of their Minkowski sum. Another shape is in a brush if
 * it is that deep behind every side of the brush. So at an edge it may be somewhat deeper and still
 * only touch: at a very sharp edge by BSP_TIP. A shape is in solid if it is in any brush, and free
 * if it is in none. An unsupported shape, or a position out of reach (BSP_REACH), is in no brush
 * and has no way out. */

/* A brush that contains the shape. */
typedef struct {
    /* The length of the shortest translation out of this brush, regardless of the others, along the
     * normal of hit.plane. For a cylinder or a hull the translation is short, but may not be the
     * shortest. It is more than twice the shortest for about one hull in 5000. For needles (a
     * hundred times as long as thick) that is one in a hundred. */
    double depth;
    BspHit hit; /* hit.side is the side of that plane; -1: the plane of an edge or a corner, or one
                   of the shape's own */
} BspInside;

/* Finds the brushes that contain the shape at `at`. The first n_max of them are stored in `in`,
 * which may be NULL if n_max is 0. The order is always the same but has no meaning: the deepest may
 * be the last. Returns the number of brushes, which may exceed n_max. */
uint32_t bsp_brush_table_inside(const BspBrushTable *table, const BspShape *shape, uint32_t mask,
                                BspVec at, BspInside *in, uint32_t n_max);

/* Returns whether the caller accepts `to`, where the shape would be free. */
typedef bool (*BspPlaceFunc)(BspVec to, const void *user_data);

/* A shape that is to be freed. */
typedef struct {
    const BspShape *shape;
    uint32_t mask;
    BspVec at;            /* the position of the shape */
    double keep;          /* the distance to keep from brushes, in units */
    double reach;         /* the way out must be shorter than this, in units */
    BspPlaceFunc will_do; /* NULL: every free position is accepted */
    const void *user_data;
} BspStuck;

typedef struct {
    BspVec to;        /* a position where the shape is free */
    double distance;  /* the length of the translation to it */
    bool is_shortest; /* no nearer position is free, except in gaps narrower than BSP_TOUCH */
} BspWayOut;

/* Finds the shortest translation to a position where the shape is free. There its distance from
 * every brush is at least keep - BSP_TOUCH. That position may be on the other side of a wall.
 * Outside of a level is free, too, even if a tree has filled it; check with the tree. A shape that
 * is already free stays, whatever the reach. For boxes and points the distance is the largest from
 * a plane of the Minkowski sum, which beside edges is less than the Euclidean distance. For other
 * shapes it is Euclidean.
 *
 * The search is branch and bound. A position free of a brush is in front of at least one of its
 * planes. The nearest position in front of some planes lies on one, two or three of them. If it is
 * in another brush, it must also be in front of one of that brush's planes. Planes are tried
 * nearest first. Branches that cannot be nearer than the best position are skipped. The search is
 * limited to BSP_WAY_OUT_TRIES positions, and to BSP_WAY_OUT_DEPTH planes for one position. If a
 * limit stops it, it returns the best position so far, and is_shortest is false.
 *
 * will_do restricts the search to positions that the caller accepts: such as those inside the
 * level, by a tree with outside fill, or on this side of a wall. It is called for each free
 * position that is nearer than the best so far. It must be fast: it is called at most about 64
 * times for each of the BSP_WAY_OUT_TRIES positions. A rejected position is skipped, and the search
 * continues with other planes. After a rejection is_shortest is false, since a nearer acceptable
 * position may exist. If the shape is already free, only its own position is considered: the
 * function returns false if will_do rejects it.
 *
 * Returns false if there is no free position within reach, or none was found. Then only
 * way->is_shortest is set: true if there is certainly none.
 *
 * For shapes other than boxes, edges and corners of brushes are round. A free position is refined
 * by the planes that separate it from the brushes, until that brings it no nearer, at most 64
 * times. A nearer position may exist farther off. is_shortest is true only if that is proved: if a
 * sphere or a capsule moves no farther than it must to leave one of the brushes. */
bool bsp_brush_table_way_out(const BspBrushTable *table, const BspStuck *stuck, BspWayOut *way);

#define BSP_WAY_OUT_TRIES 1000
#define BSP_WAY_OUT_DEPTH 12

/* --- contents --- */

/* The bits of contents and of masks, as in id Tech 3. The caller sets the contents of each brush,
 * and may give any bit another meaning. */
#define BSP_CONTENTS_SOLID 0x1u
#define BSP_CONTENTS_LAVA 0x8u
#define BSP_CONTENTS_SLIME 0x10u
#define BSP_CONTENTS_WATER 0x20u
#define BSP_CONTENTS_FOG 0x40u
#define BSP_CONTENTS_AREAPORTAL 0x8000u
#define BSP_CONTENTS_PLAYERCLIP 0x10000u
#define BSP_CONTENTS_MONSTERCLIP 0x20000u
#define BSP_CONTENTS_TELEPORTER 0x40000u
#define BSP_CONTENTS_JUMPPAD 0x80000u
#define BSP_CONTENTS_BOTCLIP 0x400000u
#define BSP_CONTENTS_BODY 0x2000000u
#define BSP_CONTENTS_CORPSE 0x4000000u
#define BSP_CONTENTS_TRIGGER 0x40000000u
#define BSP_CONTENTS_NODROP 0x80000000u

/* Whether a brush of these contents is solid under the mask. Mask 0 selects every brush. */
static inline bool bsp_mask_selects(uint32_t mask, uint32_t contents)
{
    return mask == 0 || (contents & mask) != 0;
}

/* Returns the union of the contents of all brushes that contain p, including contents that no tree
 * was built for. An outside that a tree has filled counts as empty here. A point that only touches
 * a brush is not in it, as in all queries. Precisely: a bit is set if a point with that bit as its
 * mask would be in solid at p. So a point on a floor is not in the floor.
 *
 * On the seam where brushes of one kind touch, p is in that kind, as if they were one brush. The
 * same holds in a gap between two brushes that is narrower than about 1e-4 radian. If more than 64
 * brushes touch p, p counts as inside all of them. Returns UINT32_MAX if a coordinate is not
 * finite. */
uint32_t bsp_brush_table_contents(const BspBrushTable *table, BspVec p);

/* Finds the brushes that overlap the box by more than touching (BSP_TOUCH). The brushes themselves
 * are tested, not only their bounds. The box may be flat, a line or a point. mask: only brushes
 * with some of these contents; 0: all brushes. The numbers of the first n_max are stored in
 * `brushes`, which may be NULL if n_max is 0. Their order is always the same but has no meaning.
 * Returns the number of brushes, which may exceed n_max. Returns 0 if a coordinate is not finite,
 * or if mins exceeds maxs along an axis. */
uint32_t bsp_brush_table_overlap(const BspBrushTable *table, const BspBounds *box, uint32_t mask,
                                 uint32_t *brushes, uint32_t n_max);

#ifdef __cplusplus
}
#endif

#endif
