/* rooms: boxes of empty space, in which a move hits nothing.
 *
 * A room is a box for which a stationary query reaches no solid leaf of the tree. A shape inside
 * the room reaches no solid leaf either: at each node its planes move out by no more than the
 * room's, so it visits no child that the room does not visit. If the bounds of a move are inside a
 * room, the move is empty, and the query skips the tree.
 *
 * A grid stores one room for each cell. A query tries the room of the cell that holds the middle of
 * the swept bounds. A room that does not hold them costs time, but never changes the answer.
 *
 * Header only. */
#ifndef SHIFT_ROOMS_H
#define SHIFT_ROOMS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "bsp-bounds.h"
#include "bsp-constants.h"
#include "trace/compiler.h"

/* Units. A query accepts a shape that reaches this far out of a room, as a shape that rests against
 * a wall may do by rounding. The builder checks that a wider margin around the room is empty
 * (MARGIN in make-rooms.c). */
#define SHIFT_ROOM_SLACK (0.5 * BSP_TOUCH)

/* Floats, because queries are bound by memory and the cache holds twice as many. */
typedef struct {
    float mins[3], maxs[3];
} ShiftRoom;

typedef struct {
    BspVec mins;            /* of the grid */
    double edge, per_unit;  /* of its cells; 1 / edge */
    double last[3];         /* the number of the last cell along each axis */
    unsigned n[3], n_rooms; /* n: cells along each axis */
    uint16_t *cells;        /* the number of each cell's room, x fastest; room 0 holds nothing */
    ShiftRoom *rooms;
} ShiftRooms;

static inline size_t shift_rooms_bytes(const ShiftRooms *r)
{
    size_t n_cells = (size_t)r->n[0] * r->n[1] * r->n[2];
    return sizeof *r + n_cells * sizeof *r->cells + r->n_rooms * sizeof *r->rooms;
}

/* The bounds that the shape sweeps, along one axis. */
typedef struct {
    double least, most;
} ShiftSweep;

static inline ShiftSweep shift_sweep(const BspBounds *shape, BspVec from, BspVec to, int axis)
{
    return (ShiftSweep){ BSP_MIN(from.v[axis], to.v[axis]) + shape->mins.v[axis],
                         BSP_MAX(from.v[axis], to.v[axis]) + shape->maxs.v[axis] };
}

/* The number, along the axis, of the cell that holds or is nearest to the middle of the swept
 * bounds; 0 for NaN. */
static inline unsigned shift_rooms_cell(const ShiftRooms *r, ShiftSweep s, int axis)
{
    double at = (0.5 * (s.least + s.most) - r->mins.v[axis]) * r->per_unit;
    at = BSP_MAX(at, 0);
    return (unsigned)(int)BSP_MIN(at, r->last[axis]);
}

/* 1 or 0. The caller combines the axes with & and branches once: three branches would often be
 * mispredicted. */
static inline unsigned shift_room_holds(const ShiftRoom *room, ShiftSweep s, int axis)
{
    return (s.least - (double)room->mins[axis] >= -SHIFT_ROOM_SLACK) &
           ((double)room->maxs[axis] - s.most >= -SHIFT_ROOM_SLACK);
}

/* Whether the move is known to hit nothing. Moves longer than a cell are not looked up, since they
 * seldom stay in one room. */
static inline bool shift_rooms_hold(const ShiftRooms *r, const BspBounds *shape, BspVec from,
                                    BspVec to)
{
    if (!((fabs(to.x - from.x) < r->edge) & (fabs(to.y - from.y) < r->edge) &
          (fabs(to.z - from.z) < r->edge)))
        return false;
    ShiftSweep x = shift_sweep(shape, from, to, 0), y = shift_sweep(shape, from, to, 1),
               z = shift_sweep(shape, from, to, 2);
    size_t row = (size_t)shift_rooms_cell(r, z, 2) * r->n[1] + shift_rooms_cell(r, y, 1);
    const ShiftRoom *room = &r->rooms[r->cells[row * r->n[0] + shift_rooms_cell(r, x, 0)]];
    return (shift_room_holds(room, x, 0) & shift_room_holds(room, y, 1) &
            shift_room_holds(room, z, 2)) != 0;
}

#endif
