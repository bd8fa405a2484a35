/* bsp-bounds: axis-aligned boxes. Header only. */
#ifndef BSP_BOUNDS_H
#define BSP_BOUNDS_H

#include "bsp-vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The closed box [mins, maxs]. It is empty if mins exceeds maxs along any axis. */
typedef struct {
    BspVec mins, maxs;
} BspBounds;

static inline BspBounds bsp_bounds_empty(void)
{
    BspBounds b;
    b.mins = bsp_vec(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    b.maxs = bsp_vec(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL);
    return b;
}

/* Enlarges the box to contain p. Comparisons are faster than fmin() and fmax(), which compile to
 * calls because they handle NaN. */
static inline void bsp_bounds_add_point(BspBounds *b, BspVec p)
{
    for (int i = 0; i < 3; i++) {
        b->mins.v[i] = p.v[i] < b->mins.v[i] ? p.v[i] : b->mins.v[i];
        b->maxs.v[i] = p.v[i] > b->maxs.v[i] ? p.v[i] : b->maxs.v[i];
    }
}

/* Enlarges *b to contain *o. An empty *o changes nothing. */
static inline void bsp_bounds_add(BspBounds *b, const BspBounds *o)
{
    for (int i = 0; i < 3; i++) {
        b->mins.v[i] = o->mins.v[i] < b->mins.v[i] ? o->mins.v[i] : b->mins.v[i];
        b->maxs.v[i] = o->maxs.v[i] > b->maxs.v[i] ? o->maxs.v[i] : b->maxs.v[i];
    }
}

/* Returns b with every side moved out by `by` units. */
static inline BspBounds bsp_bounds_grown(const BspBounds *b, double by)
{
    BspVec d = bsp_vec(by, by, by);
    BspBounds grown;
    grown.mins = bsp_vec_sub(b->mins, d);
    grown.maxs = bsp_vec_add(b->maxs, d);
    return grown;
}

/* Returns whether the boxes have a common point. Boxes that only touch overlap. */
static inline bool bsp_bounds_overlap(const BspBounds *a, const BspBounds *b)
{
    return a->mins.x <= b->maxs.x && b->mins.x <= a->maxs.x && a->mins.y <= b->maxs.y &&
           b->mins.y <= a->maxs.y && a->mins.z <= b->maxs.z && b->mins.z <= a->maxs.z;
}

static inline bool bsp_bounds_contain(const BspBounds *b, BspVec p)
{
    return p.x >= b->mins.x && p.x <= b->maxs.x && p.y >= b->mins.y && p.y <= b->maxs.y &&
           p.z >= b->mins.z && p.z <= b->maxs.z;
}

static inline BspVec bsp_bounds_centre(const BspBounds *b)
{
    return bsp_vec_scale(bsp_vec_add(b->mins, b->maxs), 0.5);
}

/* Returns half the size of the box, which is the vector from its centre to maxs. */
static inline BspVec bsp_bounds_half(const BspBounds *b)
{
    return bsp_vec_scale(bsp_vec_sub(b->maxs, b->mins), 0.5);
}

/* Returns corner `number`, 0 to 7. Bit k of the number selects the coordinate along axis k: maxs if
 * the bit is set, else mins. */
static inline BspVec bsp_bounds_corner(const BspBounds *b, unsigned number)
{
    return bsp_vec(number & 1 ? b->maxs.x : b->mins.x, number & 2 ? b->maxs.y : b->mins.y,
                   number & 4 ? b->maxs.z : b->mins.z);
}

/* Returns the axis (0, 1, 2) along which the box is longest, or the first such axis if there are
 * several. */
static inline int bsp_bounds_longest_axis(const BspBounds *b)
{
    BspVec size = bsp_vec_sub(b->maxs, b->mins);
    return size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
}

#ifdef __cplusplus
}
#endif

#endif
