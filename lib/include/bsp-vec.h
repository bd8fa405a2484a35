/* bsp-vec: points and directions of three doubles. Header only. */
#ifndef BSP_VEC_H
#define BSP_VEC_H

#include <math.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Anonymous structs are standard in C11. C++ compilers accept them as an extension; __extension__
 * silences the warning. */
#if defined __cplusplus && defined __GNUC__
#define BSP_ANONYMOUS __extension__
#else
#define BSP_ANONYMOUS
#endif

/* A point or direction; x, y, z and v[0], v[1], v[2] are the same numbers. z is up. */
typedef union {
    BSP_ANONYMOUS struct {
        double x, y, z;
    };
    double v[3];
} BspVec;

static inline BspVec bsp_vec(double x, double y, double z)
{
    BspVec p;
    p.x = x;
    p.y = y;
    p.z = z;
    return p;
}

/* Returns the unit vector along axis 0, 1 or 2. */
static inline BspVec bsp_vec_axis(int axis)
{
    BspVec p = bsp_vec(0, 0, 0);
    p.v[axis] = 1;
    return p;
}

static inline BspVec bsp_vec_add(BspVec a, BspVec b)
{
    return bsp_vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline BspVec bsp_vec_sub(BspVec a, BspVec b)
{
    return bsp_vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline BspVec bsp_vec_scale(BspVec a, double s)
{
    return bsp_vec(a.x * s, a.y * s, a.z * s);
}

static inline BspVec bsp_vec_neg(BspVec a)
{
    return bsp_vec(-a.x, -a.y, -a.z);
}

/* Returns a + s b. */
static inline BspVec bsp_vec_mad(BspVec a, double s, BspVec b)
{
    return bsp_vec(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double bsp_vec_dot(BspVec a, BspVec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline BspVec bsp_vec_cross(BspVec a, BspVec b)
{
    return bsp_vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double bsp_vec_length(BspVec a)
{
    return sqrt(bsp_vec_dot(a, a));
}

/* Returns the unit vector along a; a must not be zero. */
static inline BspVec bsp_vec_unit(BspVec a)
{
    return bsp_vec_scale(a, 1.0 / bsp_vec_length(a));
}

static inline BspVec bsp_vec_lerp(BspVec a, BspVec b, double t)
{
    return bsp_vec_mad(a, t, bsp_vec_sub(b, a));
}

static inline bool bsp_vec_finite(BspVec a)
{
    return fabs(a.x) < HUGE_VAL && fabs(a.y) < HUGE_VAL && fabs(a.z) < HUGE_VAL;
}

#ifdef __cplusplus
}
#endif

#endif
