/* bsp-turn: bodies that turn while they move, such as tumbling crates, planks and hinged doors.
 *
 * Melax 2000 names rotation first among the work that is left ("our dynamic plane shifting
 * technique only addresses translation"). Here the pivot, a point of the body, goes straight from
 * one position to another while the body turns about an axis through it, both at constant speed:
 *
 *     BspTurn turn = bsp_turn_of(bsp_vec(0, 0, 1), 90);   // a quarter, to the left
 *     turn.pivot = bsp_vec(-32, 0, 0);                    // a hinge, in the body's coordinates
 *     BspMove move = { hinge, hinge, &door, 0, 0 };
 *     BspTrace answer;
 *     if (bsp_brush_table_trace_turning(table, &move, &turn, &answer))
 *         ... answer.tr.t, answer.tr.plane, answer.hit.brush
 *
 * At time t, 0 <= t <= 1, the point q of the body is at
 *
 *     from + t (to - from) + R(t * degrees) Q (q - pivot)
 *
 * where Q is the orientation at the start and R turns about the axis. So `from` and `to` of a move
 * are positions of the pivot.
 *
 * The answers obey the rules of all traces: touching is not hitting, and t lies in the bracket of
 * BSP_BRACKET. Each step towards the contact is proved, because no point of the body can reach a
 * brush before the end of the step. After 512 steps towards one brush, the answer is the time that
 * is proved so far. It may then be before the bracket, as for one of 70,000 moves in a test.
 *
 * A body that starts in solid, deeper than touching, gets BSP_SOLID and t = 0. Queries do not
 * search for the time at which it leaves. A turn of 0 degrees in the brush table is an ordinary
 * move of a turned shape, which may leave solid.
 *
 * The time of a query is in proportion to the corners of a hull: milliseconds for thousands.
 *
 * The functions are pure and thread-safe, and allocate nothing. A query uses less than 40 KiB of
 * stack. */
#ifndef BSP_TURN_H
#define BSP_TURN_H

#include "bsp-brush-table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Degrees. The maximum angle, because answers were measured up to it (docs/measurements.md). Divide
 * a larger turn into several moves. */
#define BSP_TURN_MOST 180

/* Dimensionless. The length of a quaternion may differ from 1 by this value, because people write
 * four or five digits. With 0.7071 for a quarter turn, it is 1e-5 too short. Queries give it unit
 * length. */
#define BSP_TURN_UNIT 1e-4

typedef struct {
    double orientation[4]; /* the body's orientation at the start, as a unit quaternion w x y z
                              (BSP_TURN_UNIT) */
    BspVec axis;    /* axis of the turn, in the world. It need not have unit length, but must not be
                       zero unless degrees is 0 */
    double degrees; /* angle of the turn, -BSP_TURN_MOST to BSP_TURN_MOST; positive is
                       anticlockwise, seen from the end of the axis */
    BspVec pivot;   /* the point about which the body turns, in the body's coordinates */
} BspTurn;

/* Returns a turn about an axis through the reference point, of a body that is not turned at the
 * start. */
BspTurn bsp_turn_of(BspVec axis, double degrees);

/* Returns whether the turn can be traced. It needs finite numbers, a quaternion of unit length
 * within BSP_TURN_UNIT, an angle of at most BSP_TURN_MOST, and a pivot within BSP_REACH. The axis
 * must not be zero unless degrees is 0. Queries answer other turns with BSP_SOLID at t = 0. */
bool bsp_turn_is_valid(const BspTurn *turn);

/* Returns why the turn is not valid: static text that begins with the name of the wrong member,
 * such as "axis must be ...". Returns NULL if the turn is valid. */
const char *bsp_turn_fault(const BspTurn *turn);

/* Returns the same turn, for the next move of a body that has turned until time t. Its orientation
 * is that of the body at t, of unit length. */
BspTurn bsp_turn_after(const BspTurn *turn, double t);

/* Returns the position of a point of the body at time t, or move->from if the turn is not valid. */
BspVec bsp_turn_point(const BspTurn *turn, const BspMove *move, double t, BspVec point);

/* Does the same as bsp_brush_table_trace(), for a body that turns. The table must support the
 * shape; a turned box is no longer a box, so BSP_TABLE_BOXES is not enough
 * (bsp_brush_table_can_turn()).
 *
 * tr.point is the position of the pivot. tr.plane is the plane between body and brush at the
 * contact, moved so that tr.point lies in it; hit.plane is the same. hit.side is the side of the
 * brush that has this plane, or -1 if an edge or a corner of the brush meets the body.
 *
 * With a skin the body comes no nearer to any brush than the lesser of its starting distance and
 * skin - bsp_skin_slack(skin). It stops at that distance. There is an exception. A body that starts
 * nearer than BSP_TOUCH may sink at an edge or a corner, by less than BSP_BRUSH_THICKNESS. */
bool bsp_brush_table_trace_turning(const BspBrushTable *table, const BspMove *move,
                                   const BspTurn *turn, BspTrace *answer);

/* Does the same as bsp_brush_table_trace_turning(), and adds the work of the search to *counters,
 * like bsp_brush_table_trace_counted(). Planes are not counted. */
bool bsp_brush_table_trace_turning_counted(const BspBrushTable *table, const BspMove *move,
                                           const BspTurn *turn, BspTrace *answer,
                                           BspCounters *counters);

/* Does the same as bsp_brush_table_trace_turning(), for brushes in a frame that is turned and
 * moves, such as a door. The move, the turn and the answer are in world coordinates. */
bool bsp_brush_table_trace_turning_in(const BspBrushTable *table, const BspFrame *frame,
                                      const BspMove *move, const BspTurn *turn, BspTrace *answer);

/* Returns whether the table supports bodies that turn. */
bool bsp_brush_table_can_turn(const BspBrushTable *table);

/* --- contact sets --- */

/* A place where body and brush are near each other. */
typedef struct {
    BspVec point;    /* a point of the brush, in world coordinates */
    BspVec normal;   /* unit vector from the brush to the body */
    double distance; /* distance between body and brush, at that point, along the normal; negative
                        if the body is in the brush */
    uint32_t brush;
    int32_t side; /* the brush's side, as in BspHit.side */
} BspContactPoint;

/* Finds the places where the body, at time t of the move, is within `within` units of a brush. Seen
 * along the normal between the two, the parts of both within that height of each other are flat
 * convex sets. The places are the corners of their intersection. They are corners of the body over
 * the brush, corners of the brush under the body, and crossing edges. The place where both are
 * nearest is always one of them. A physics engine can use them as its manifold. Writes the first
 * `most` of them, brush by brush in ascending order, and returns their number; 0 if the turn is not
 * valid. If a body or a brush has more than 64 corners there, only some of them count. */
unsigned bsp_brush_table_contacts(const BspBrushTable *table, const BspMove *move,
                                  const BspTurn *turn, double t, double within,
                                  BspContactPoint *contacts, unsigned most);

#ifdef __cplusplus
}
#endif

#endif
