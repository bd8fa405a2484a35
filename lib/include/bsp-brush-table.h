/* bsp-brush-table: the brushes of a solid, for queries that a tree cannot answer. They name the
 * brush that was hit, trace with a skin, and find bodies in solid, contents, and the brushes in a
 * box.
 *
 * A tree reports when a move hits something, and by which plane, but cannot name the brush. The
 * brush table (bsp_brush_table_new(), bsp-solid.h) names it. One table serves all trees of a solid,
 * and traces moves without a tree.
 *
 *   names              bsp_brush_table_hit(), after a tree's answer
 *   traces             bsp_brush_table_trace(), or bsp_brush_table_trace_many(); in a moving frame
 *                      bsp_brush_table_trace_in()
 *   bodies in solid    bsp_brush_table_inside(), bsp_brush_table_way_out()
 *   contents           bsp_brush_table_contents() of a point, bsp_brush_table_overlap() of a box
 *
 * A query considers a brush if (contents & mask) != 0. Mask 0 selects every brush.
 *
 * A table supports every shape, unless it was made with BSP_TABLE_BOXES and has brushes. Then it
 * supports boxes and points only. bsp_brush_table_can_tell() reports whether a table supports a
 * shape.
 *
 * A table is immutable; any number of threads may query it. A query allocates no memory and needs
 * less than 40 KiB of stack. Lengths are in units.
 */
#ifndef BSP_BRUSH_TABLE_H
#define BSP_BRUSH_TABLE_H

#include "bsp-frame.h"
#include "bsp-move.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BspBrushTable BspBrushTable;

void bsp_brush_table_free(BspBrushTable *table);

/* Returns the bytes of memory that queries read. */
size_t bsp_brush_table_bytes(const BspBrushTable *table);

/* Returns the width, in bytes, of the vectors that new tables use in searches: 64 (AVX-512), 32
 * (AVX2), 16 (SSE2, NEON, WebAssembly), or 0 (plain C). Answers are equal for all widths. New
 * tables use the widest vectors of the machine. If the environment variable BSP_VECTORS is one of
 * these numbers, the vectors have at most that width. */
unsigned bsp_vectors_best(void);

/* Returns the number of brushes. Brushes are numbered from 0. */
unsigned bsp_brush_table_n_brushes(const BspBrushTable *table);

/* Returns the number of nodes of the hierarchy by which queries find brushes. */
unsigned bsp_brush_table_n_nodes(const BspBrushTable *table);

/* Returns the bounds of all brushes, in the solid's own coordinates, or bsp_bounds_empty() if there
 * are no brushes. Each call visits every brush. If you need the bounds often, such as to find the
 * doors near a move, store the result. */
BspBounds bsp_brush_table_bounds(const BspBrushTable *table);

/* Sets *plane to the plane of a side of a brush, such as BspHit.side. The plane is exactly the one
 * in the table. It is not moved out for a shape or a skin. Returns false, and leaves *plane
 * unchanged, if there is no such brush or side. A side that bounds less than 1e-7 unit of the brush
 * counts as missing. */
bool bsp_brush_table_side(const BspBrushTable *table, uint32_t brush, int32_t side,
                          BspPlane *plane);

/* Returns whether the table supports the shape. For an unsupported shape, each query returns a
 * fixed value, which its comment states and which looks like a real result. */
bool bsp_brush_table_can_tell(const BspBrushTable *table, const BspShape *shape);

/* --- which brush was hit ---
 *
 * The caller queries the table after a hit, with the tree's answer. The query looks only at brushes
 * that the shape touches at the hit position.
 *
 *     BspTrace answer;
 *     answer.tr = shift_tree_hit_check(tree, &shape, from, to, NULL);
 *     BspMove move = { from, to, &shape, 0, 0 };
 *     if (bsp_brush_table_hit(table, &move, &answer)) ... it hits answer.hit.brush
 *
 * A tree reports the plane that the move crossed last. At an edge a neighbouring brush may cover
 * it. So the hit names a face of the union of all brushes at the contact, as bsp-move.h defines it.
 * This is the crossed plane, unless another face removes much less of the move.
 *
 * If several brushes have the named plane, a brush with a side on that plane comes first, then a
 * brush that the move goes into, then the lowest number. If the move goes into no face, as in a
 * seam that is closed for the tree, the hit names the plane most similar to the crossed plane.
 *
 * The brushes at the contact are those no farther than BSP_TOUCHED from the shape. If there are
 * none, brushes within the bracket are considered. */

/* Sets answer->hit, the brush that the move has hit, and no other member. hit.plane is the plane to
 * slide along. On entry answer->tr is the answer of a tree of the same solid to the move;
 * move->mask is the mask of that tree or of its space. Returns false, with BSP_NO_BRUSH, if the
 * answer is not BSP_EMPTY_TO_SOLID or no brush is there, as in the filled outside of a level. It
 * also does so if a coordinate is not finite, or if the table does not support the shape. */
bool bsp_brush_table_hit(const BspBrushTable *table, const BspMove *move, BspTrace *answer);

/* --- traces, with a skin or without ---
 *
 * One call reports when a move is stopped, and by which brush. A move stops early, to keep a
 * distance (the skin) from every brush.
 *
 * The distance between a shape and a brush is the Euclidean distance of their nearest points, so a
 * body that slides along a face at the distance of the skin passes every brush behind that face. If
 * the shape overlaps the brush, the distance is minus the depth that bsp_brush_table_inside()
 * reports. For boxes and points this is the largest signed distance from the planes of the
 * Minkowski sum.
 *
 * - `skin` is the distance to keep. A brush stops a move when the shape first comes as near as the
 *   skin.
 * - The slack allows for rounding at the end of the previous move. Therefore a brush stops a move
 *   only if the shape would come nearer than skin - slack. bsp_skin_slack() is 1/256 of the skin,
 *   at most 2^-11 unit (BSP_SKIN_SLACK), and at least BSP_TOUCH.
 * - A move that starts nearer to a brush than the skin keeps its starting distance, from all
 *   brushes. If it starts nearer than skin - slack, it may not come nearer than it started, except
 *   for rounding (BSP_SKIN_ROUNDING; for shapes other than boxes and points about 4e-9 unit). Such
 *   a move may go along a brush or away from it. If it goes nearer to a brush, that brush stops it
 *   at t = 0. There is an exception. If a shape other than a box or a point starts nearer than
 *   BSP_TOUCH, it may sink until it touches.
 * - A move that starts in a brush, deeper than BSP_IN_SOLID (bsp_brush_table_inside()), starts in
 *   solid. It leaves solid where it is in no brush any more. The skin does not matter for this.
 *
 * So no move ends nearer to a brush than the lesser of its starting distance and skin - slack.
 * After a hit, moves along the hit plane and away from it are free. A skin of at most BSP_TOUCH has
 * no effect, because touching is not hitting, as in all queries. For shapes other than boxes and
 * points, and for bodies that turn, this is so for a skin of at most 2 BSP_TOUCH.
 *
 * If the shape is in front of a side, the answer has the plane of that side. If the shape is beside
 * an edge or a corner, the answer has a plane perpendicular to the shortest line between brush and
 * shape. Then BspHit.side is -1, and the brush lies behind the plane. The plane is moved out by
 * BspTrace.kept: the skin or, if the move started nearer than skin - slack, the starting distance.
 * A move that started within the slack ends behind the plane by up to the slack, and
 * bsp_slide_move() leads the body back. If BspTrace.kept is 0, and several planes meet at the
 * contact, the hit names a face of the whole solid there, as bsp-move.h defines it. The brush of
 * that face is no farther than BSP_TOUCHED.
 *
 * If several brushes stop the move at the same time, within rounding, the hit names the brush with
 * the lowest number, and the first side of that brush. */

/* Traces the move. answer->tr receives the plane that was hit, moved out for the shape and for the
 * distance to keep. Returns whether answer->hit names a brush; hit.plane is the same plane. For a
 * move that starts in solid, the hit names the brush that contains the start most deeply. hit.plane
 * is then the plane of that brush nearest to the start, moved out for the shape.
 *
 * Returns false with BSP_SOLID at t = 0 if the move is not finite, starts more than BSP_REACH units
 * from the origin, or is longer than BSP_REACH. It does the same if the shape extends farther than
 * BSP_REACH, if the skin is negative or not finite, and if the table does not support the shape.
 */
bool bsp_brush_table_trace(const BspBrushTable *table, const BspMove *move, BspTrace *answer);

/* Does the same as bsp_brush_table_trace(), and adds the work of the search to *counters: nodes of
 * the hierarchy, brushes (BspCounters.leaves), and planes. For a box, the planes are the six planes
 * of a brush's bounds, and all planes of each group of eight that is compared. For another shape,
 * the planes are the sides that are compared to find brushes that stay far away. The search for the
 * plane to name, and the search for the position where a start in solid leaves it, are not counted.
 * Counts are equal on all machines. */
bool bsp_brush_table_trace_counted(const BspBrushTable *table, const BspMove *move,
                                   BspTrace *answer, BspCounters *counters);

/* Traces n moves, one after the other, so it saves only the calls. answers[i] is equal, to the last
 * bit, to the answer of bsp_brush_table_trace() to moves[i]; answers[i].hit.brush is BSP_NO_BRUSH
 * if the hit names no brush. The arrays must not overlap. */
void bsp_brush_table_trace_many(const BspBrushTable *table, const BspMove *moves, size_t n,
                                BspTrace *answers);

/* Does the same as bsp_brush_table_trace(), for brushes in a frame that is turned and moves, such
 * as a door. The move and the answer are in world coordinates. Relative to a turned frame a box is
 * turned, so it is traced as a hull. The same holds for a capsule that is not upright in the frame.
 * Also returns false, with BSP_SOLID at t = 0, for shapes that bsp_shape_rotated() cannot turn. */
bool bsp_brush_table_trace_in(const BspBrushTable *table, const BspFrame *frame,
                              const BspMove *move, BspTrace *answer);

/* Does the same as bsp_brush_table_trace(), but a move that starts in solid continues to the first
 * position where it is in no brush, and the answer is the first hit after that. answer->free_at
 * receives the time at which the move is first in no brush (is free): 0 if it starts free, 2 if it
 * is never free.
 *
 * A move that starts in solid touches a brush where it becomes free, so from there on it keeps no
 * skin: answer->kept is 0.
 *
 * answer->tr is BSP_SOLID if the move is never free, and BSP_SOLID_TO_EMPTY, at free_at, if it
 * becomes free and hits nothing. It is BSP_EMPTY_TO_SOLID if the move hits something at t >=
 * free_at, and BSP_EMPTY if the move starts free and hits nothing. Returns whether answer->hit
 * names what was hit; for BSP_SOLID, answer->hit names the brush that contains the start most
 * deeply. */
bool bsp_brush_table_trace_beyond(const BspBrushTable *table, const BspMove *move,
                                  BspTrace *answer);

double bsp_skin_slack(double skin);

/* --- everything that a move meets --- */

/* A brush that a move meets, and when. Touching is not meeting. */
typedef struct {
    double t_enter; /* the time, 0 to 1, at which the move enters the brush; 0 if it starts in the
                       brush */
    double t_leave; /* the time, t_enter to 1, at which the move leaves the brush; 2 if the move
                       ends in it */
    BspHit hit; /* the side through which the move enters; hit.plane is moved out for the shape. If
                   the move starts in the brush, the side that bsp_brush_table_trace() names */
} BspCrossing;

/* Finds every brush that the move meets, as if it went through all of them. Use it for a bullet
 * through glass and thin walls, a laser, or a line of sight. The brushes are ordered by the time of
 * entering, then by number. Stores the first n_max of them in `crossings`, which may be NULL if
 * n_max is 0. Returns their number, which may exceed n_max. Each brush counts alone. Where two
 * brushes touch, the move leaves one as it enters the other. The move's skin is ignored. For a
 * solid that moves, such as a door, take the move into its frame (bsp_frame_enter()); times are the
 * same.
 *
 * Times are of the contact with the brush alone, as in bsp_brush_table_trace(). The first brush is
 * entered when this trace hits something. A shape other than a box or a point may touch a brush for
 * a while, and then the trace may hit another brush first. Returns 0 for invalid input. */
uint32_t bsp_brush_table_trace_all(const BspBrushTable *table, const BspMove *move,
                                   BspCrossing *crossings, uint32_t n_max);

/* --- a shape in solid, and the way out ---
 *
 * Solid is the union of the brushes that the mask selects. A box or a point is in a brush if it is
 * deeper than BSP_IN_SOLID behind every plane of their Minkowski sum. Another shape is in a brush
 * if it reaches the part of the brush that is deeper than BSP_IN_SOLID behind all sides. So at an
 * edge such a shape may be somewhat deeper and still only touch: at a very sharp edge by
 * BSP_BRUSH_THICKNESS. A shape is
 * in solid if it is in any brush, and free if it is in none. All queries decide this alike. A move
 * that starts free ends free: at most BSP_TOUCH deep, or about as deep as it started. An
 * unsupported shape, or a position out of reach (BSP_REACH), is in no brush and has no way out. */

/* A brush that contains the shape. */
typedef struct {
    /* The length, in units, of the shortest translation along hit.plane.normal that leads out of
     * this brush. All other brushes are ignored. For a cylinder or a hull it may not be the
     * shortest. For about one hull in 5000 it is more than twice as long as the shortest; for
     * needles (a hundred times as long as thick), for one in 100. */
    double depth;
    BspHit hit; /* hit.side is -1 if hit.plane belongs to an edge, a corner or the shape, and not to
                   a side */
} BspInside;

/* Finds the brushes that contain the shape at `at`. Stores the first n_max of them, in ascending
 * order of their numbers, in `in`, which may be NULL if n_max is 0. Returns the number of brushes,
 * which may exceed n_max. */
uint32_t bsp_brush_table_inside(const BspBrushTable *table, const BspShape *shape, uint32_t mask,
                                BspVec at, BspInside *in, uint32_t n_max);

/* Returns whether the caller accepts `to`, where the shape would be free. */
typedef bool (*BspPlaceFunc)(BspVec to, const void *user_data);

/* A shape in solid, for which bsp_brush_table_way_out() finds a free position. */
typedef struct {
    const BspShape *shape; /* not NULL */
    uint32_t mask;
    BspVec at;            /* the position of the shape */
    double keep;          /* the distance to keep from brushes, in units */
    double reach;         /* the way out must be shorter than this, in units */
    BspPlaceFunc will_do; /* NULL accepts every free position */
    const void *user_data;
} BspStuck;

typedef struct {
    BspVec to;        /* a position where the shape is free */
    double distance;  /* the length of the translation to it */
    bool is_shortest; /* no nearer position is free, except in gaps narrower than BSP_TOUCH */
} BspWayOut;

/* Finds the shortest translation to a position where the shape is free. At that position its
 * distance from every brush is at least keep - BSP_TOUCH; with a `keep` above 0, a shape counts as
 * free only at such a distance. The position may be on the other side of a wall. Positions outside
 * the level count as free, even if a tree has filled the outside; check with the tree. A shape that
 * is already free stays in place, whatever the reach. For boxes and points, the distance from a
 * brush is the largest distance from a plane of the Minkowski sum, which is less than the Euclidean
 * distance beside edges. For other shapes it is Euclidean.
 *
 * The search is limited to BSP_WAY_OUT_TRIES positions, and to BSP_WAY_OUT_PLANES planes for one
 * position. At 20,000 random positions in the solid of a level, boxes needed at most 105 and 9,
 * spheres and capsules 152 and 9. Hulls reached the first limit 121 times. If a limit stops it, it
 * returns the best position so far, and is_shortest is false.
 *
 * will_do restricts the search to positions that the caller accepts, such as positions on the same
 * side of a wall, or positions inside the level according to a tree with outside fill. It must be
 * fast, because it is called for each free position nearer than the best so far. That is at most
 * about 64 times for each of the BSP_WAY_OUT_TRIES positions. After a rejection is_shortest is
 * false, since a nearer acceptable position may exist. If the shape is already free, only its own
 * position is considered.
 *
 * Returns false if there is no free position within reach, or none was found. Then only
 * way->is_shortest is set: true if certainly no free position exists within reach.
 *
 * For shapes other than boxes, edges and corners of brushes are round, and a nearer position may
 * exist. A sphere or a capsule that starts in solid has is_shortest only if it moves no farther
 * than it must to leave one of the brushes. A cylinder or a hull that starts in solid never has it.
 */
bool bsp_brush_table_way_out(const BspBrushTable *table, const BspStuck *stuck, BspWayOut *way);

/* The limits of bsp_brush_table_way_out(), whose comment has the numbers that real searches need.
 */
#define BSP_WAY_OUT_TRIES 1000
#define BSP_WAY_OUT_PLANES 12

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

/* Returns whether a brush of these contents is solid under the mask. Mask 0 selects every brush. */
static inline bool bsp_mask_selects(uint32_t mask, uint32_t contents)
{
    return mask == 0 || (contents & mask) != 0;
}

/* Returns the union of the contents of all brushes that contain p, including contents that no tree
 * was built for. The outside of a level counts as empty, even if a tree has filled it. A point that
 * only touches a brush is not in it, as in all queries. More exactly, a bit is set if a point with
 * that bit as its mask would be in solid at p. So a point on a floor is not in the floor.
 *
 * If p is on the seam where brushes with a common bit of contents touch, that bit is set, as if
 * they were one brush. The same holds for a wedge-shaped gap between two brushes that is narrower
 * than about 1e-4 radian. If more than 64 brushes touch p, p counts as inside all of them. Returns
 * UINT32_MAX if a coordinate is not finite. */
uint32_t bsp_brush_table_contents(const BspBrushTable *table, BspVec p);

/* Finds the brushes that the box enters deeper than BSP_IN_SOLID. The brushes themselves are
 * tested, not only their bounds. The box may be flat, a line or a point. Stores the n_max lowest of
 * their numbers in `brushes`, which may be NULL if n_max is 0, in ascending order. Returns the
 * number of brushes, which may exceed n_max. Returns 0 if a coordinate is not finite, or if mins
 * exceeds maxs along an axis. */
uint32_t bsp_brush_table_overlap(const BspBrushTable *table, const BspBounds *box, uint32_t mask,
                                 uint32_t *brushes, uint32_t n_max);

#ifdef __cplusplus
}
#endif

#endif
