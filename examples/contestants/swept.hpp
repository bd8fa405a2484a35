// swept: a shape that moves, and a brush, as bodies for libccd, which calls their support
// functions.
#ifndef CONTESTANTS_SWEPT_HPP
#define CONTESTANTS_SWEPT_HPP

#include "stream.hpp"

#include <ccd/ccd.h>

inline Vec from_ccd(const ccd_vec3_t *v)
{
    return { v->v[0], v->v[1], v->v[2] };
}
inline void to_ccd(ccd_vec3_t *to, Vec v)
{
    ccdVec3Set(to, v.x, v.y, v.z);
}

inline Vec farthest(const std::vector<Vec> &points, Vec way)
{
    const Vec *best = &points[0];
    double far = dot(*best, way);
    for (const Vec &p : points)
        if (dot(p, way) > far) {
            far = dot(p, way);
            best = &p;
        }
    return *best;
}

// Solid is a brush. Swept is the region that a shape sweeps when it moves from `at` by `by`.
struct Solid {
    std::vector<Vec> points;
    Vec mins, maxs, middle;
};

struct Swept {
    const Shape *shape;
    Vec at, by;
};

inline Vec round_support(const Shape &s, Vec way)
{
    const double flat = hypot(way.x, way.y), length = hypot(flat, way.z);
    const Vec middle = 0.5 * (s.mins + s.maxs);
    if (s.kind == Shape::cylinder) {
        const double k = flat > 0 ? s.radius / flat : 0;
        return { k * way.x, k * way.y, way.z > 0 ? s.maxs.z : s.mins.z };
    }
    // the height of the cap's centre above the middle; 0 for a sphere
    const double rise = s.maxs.z - middle.z - s.radius;
    const Vec cap = middle + Vec{ 0, 0, way.z > 0 ? rise : -rise };
    return cap + (length > 0 ? s.radius / length : 0) * way;
}

inline Vec support_of(const Shape &s, Vec way)
{
    switch (s.kind) {
    case Shape::point:
        return s.mins;
    case Shape::box:
        return { way.x > 0 ? s.maxs.x : s.mins.x, way.y > 0 ? s.maxs.y : s.mins.y,
                 way.z > 0 ? s.maxs.z : s.mins.z };
    case Shape::hull:
        return farthest(s.points, way);
    default:
        return round_support(s, way);
    }
}

inline void swept_support(const void *object, const ccd_vec3_t *dir, ccd_vec3_t *to)
{
    const auto *swept = static_cast<const Swept *>(object);
    const Vec way = from_ccd(dir), p = swept->at + support_of(*swept->shape, way);
    to_ccd(to, dot(swept->by, way) > 0 ? p + swept->by : p);
}

inline void swept_center(const void *object, ccd_vec3_t *to)
{
    const auto *swept = static_cast<const Swept *>(object);
    to_ccd(to, swept->at + 0.5 * (swept->by + swept->shape->mins + swept->shape->maxs));
}

inline void solid_support(const void *object, const ccd_vec3_t *dir, ccd_vec3_t *to)
{
    to_ccd(to, farthest(static_cast<const Solid *>(object)->points, from_ccd(dir)));
}

inline void solid_center(const void *object, ccd_vec3_t *to)
{
    to_ccd(to, static_cast<const Solid *>(object)->middle);
}

#endif
