/* rooms: boxes of empty space, in which nothing can be hit.
 *
 * A room is a box that reaches no solid leaf of the tree, asked as a stationary shape is. No shape
 * that stays inside it does, either: each plane moves out by no more for the shape than for the
 * room, so at each node the shape keeps to the one side that the room keeps to, or to one of two.
 * A move whose bounds are in a room is empty then, and need not be taken down the tree.
 *
 * A grid says which room to try, by the middle of what the shape sweeps: it need not be a good one.
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

/* Units. A shape that rests against what bounds a room may reach so far beyond it by rounding. What
 * is known to be empty is more (make-rooms). */
#define SHIFT_ROOM_SLACK (0.5 * BSP_TOUCH)

/* Floats: a query waits for memory, and more of them are in the cache. */
typedef struct {
    float mins[3], maxs[3];
} ShiftRoom;

typedef struct {
    BspVec mins;            /* of the grid */
    double edge, per_unit;  /* of its cells; 1 / edge */
    double last[3];         /* cell along each axis */
    unsigned n[3], n_rooms; /* cells along each axis */
    uint16_t *cells;        /* which room is tried, x fastest; 0: one that holds nothing */
    ShiftRoom *rooms;
} ShiftRooms;

static inline size_t shift_rooms_bytes(const ShiftRooms *r)
{
    size_t n_cells = (size_t)r->n[0] * r->n[1] * r->n[2];
    return sizeof *r + n_cells * sizeof *r->cells + r->n_rooms * sizeof *r->rooms;
}

/* What the shape sweeps, along an axis. */
typedef struct {
    double least, most;
} ShiftSweep;

static inline ShiftSweep shift_sweep(const BspBounds *shape, BspVec from, BspVec to, int axis)
{
    return (ShiftSweep){ BSP_MIN(from.v[axis], to.v[axis]) + shape->mins.v[axis],
                         BSP_MAX(from.v[axis], to.v[axis]) + shape->maxs.v[axis] };
}

/* The cell that holds the middle, or the nearest: of what is no number, the first. */
static inline unsigned shift_rooms_cell(const ShiftRooms *r, ShiftSweep s, int axis)
{
    double at = (0.5 * (s.least + s.most) - r->mins.v[axis]) * r->per_unit;
    at = BSP_MAX(at, 0);
    return (unsigned)(int)BSP_MIN(at, r->last[axis]);
}

/* 1 or 0: all axes are asked, and one jump made, where three would often be foretold wrong. */
static inline unsigned shift_room_holds(const ShiftRoom *room, ShiftSweep s, int axis)
{
    return (s.least - (double)room->mins[axis] >= -SHIFT_ROOM_SLACK) &
           ((double)room->maxs[axis] - s.most >= -SHIFT_ROOM_SLACK);
}

/* Whether the move is known to hit nothing. Longer ones than a cell seldom stay in one room. */
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
