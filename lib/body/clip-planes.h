/* clip-planes: the function of clip.c for vectors of BYTES bytes (body/vector.h). */

#include "body/vector.h"

#define CHUNK (BYTES / 8)
#define N_CHUNKS (BSP_TABLE_LANES / CHUNK)

/* Distances at the start, and speeds along the normals, of eight planes. */
typedef struct {
    NAME(Doubles) d[N_CHUNKS], v[N_CHUNKS];
} NAME(Planes);

/* The results of the planes before, for each lane of a vector. */
typedef struct {
    NAME(Doubles) distance, low_enter, low_leave, enter;
} NAME(Lanes);

TARGET static inline NAME(Doubles) NAME(size)(NAME(Doubles) v)
{
    return (NAME(Doubles))((NAME(Longs))v & INT64_MAX);
}

TARGET static inline void NAME(look_at_bounds)(const BspClipMove *m, const BspTableBrush *b,
                                               NAME(Planes) * planes)
{
    const double *bounds = b->least;
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        NAME(Longs) used = *(const NAME(Longs) *)&used_lanes[i * CHUNK];
        NAME(Doubles) bound = (NAME(Doubles))((NAME(Longs))NAME(load)(bounds + i * CHUNK) & used);
        NAME(Doubles)
        apart = (bound - NAME(load)(m->middles + i * CHUNK)) * NAME(load)(up + i * CHUNK);
        planes->d[i] = apart - NAME(load)(m->halves + i * CHUNK);
        planes->v[i] = NAME(load)(m->speeds + i * CHUNK);
    }
}

/* As bsp_plane_distance_of_box() computes it. */
TARGET static inline void NAME(look_at_oblique)(const BspClipMove *m, const BspTablePlanes *group,
                                                NAME(Planes) * planes)
{
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        NAME(Doubles) x = NAME(load)(group->normal[0] + i * CHUNK);
        NAME(Doubles) y = NAME(load)(group->normal[1] + i * CHUNK);
        NAME(Doubles) z = NAME(load)(group->normal[2] + i * CHUNK);
        NAME(Doubles)
        reach = NAME(size)(x) * m->half.x + NAME(size)(y) * m->half.y + NAME(size)(z) * m->half.z;
        NAME(Doubles) at = x * m->middle.x + y * m->middle.y + z * m->middle.z;
        planes->d[i] = at - NAME(load)(group->dist + i * CHUNK) - reach;
        planes->v[i] = x * m->delta.x + y * m->delta.y + z * m->delta.z;
    }
}

/* The planes that the box stays in front of, at a distance, as bits. */
TARGET static inline uint32_t NAME(passed)(const NAME(Planes) * planes, double distance)
{
    uint32_t set = 0;
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        NAME(Doubles) d = planes->d[i] - distance;
        set |= NAME(negative_longs)((d >= 0) & (d + planes->v[i] >= 0)) << i * CHUNK;
    }
    return set;
}

/* When the box comes as near as `distance` to the planes that it is farther away from; else 0. */
TARGET static inline NAME(Doubles) NAME(enter)(NAME(Doubles) d, NAME(Doubles) v, double distance)
{
    d -= distance;
    return (NAME(Doubles))((NAME(Longs))(d / -v) & ((d > 0) & (v < 0)));
}

TARGET static inline void NAME(add_planes)(const BspClipMove *m, NAME(Doubles) d, NAME(Doubles) v,
                                           NAME(Lanes) * l)
{
    NAME(Doubles) low_enter = NAME(enter)(d, v, m->limit), enter = NAME(enter)(d, v, m->keep);
    NAME(Doubles) low_leave = -(d - m->limit) / v;
    l->distance = NAME(choose)(d > l->distance, d, l->distance);
    l->low_enter = NAME(choose)(low_enter > l->low_enter, low_enter, l->low_enter);
    l->low_leave = NAME(choose)((v > 0) & (low_leave < l->low_leave), low_leave, l->low_leave);
    l->enter = NAME(choose)(enter > l->enter, enter, l->enter);
}

TARGET static inline void NAME(look)(const BspClipMove *m, const BspTableBrush *b, uint32_t group,
                                     NAME(Planes) * planes)
{
    if (group == 0)
        NAME(look_at_bounds)(m, b, planes);
    else
        NAME(look_at_oblique)(m, &m->table->groups[b->first + group - 1], planes);
}

/* The first plane that the box comes as near to as `distance` at time t, which is not 0. */
TARGET static uint32_t NAME(plane_at)(const BspClipMove *m, const BspTableBrush *b, double distance,
                                      double t)
{
    for (uint32_t i = 0, n = b[1].first - b->first; i <= n; i++) {
        NAME(Planes) planes;
        uint32_t set = 0;
        NAME(look)(m, b, i, &planes);
        for (unsigned k = 0; k < N_CHUNKS; k++)
            set |= NAME(negative_longs)(NAME(enter)(planes.d[k], planes.v[k], distance) == t)
                   << k * CHUNK;
        if (set)
            return plane_of_lane(b, BSP_TABLE_LANES * i + bsp_lowest_bit(set));
    }
    return BSP_NO_PLANE;
}

TARGET static BspClipClass NAME(clip)(const BspClipMove *m, const BspTableBrush *b, BspClip *clip)
{
    const NAME(Doubles) zero = { 0 };
    NAME(Lanes) lanes = { zero - HUGE_VAL, zero, zero + 2, zero };
    if (bsp_brush_table_n_axial(b) < BSP_TABLE_AXIAL)
        return clip_plain(m, b, clip);
    for (uint32_t i = 0, n = b[1].first - b->first; i <= n; i++) {
        NAME(Planes) planes;
        NAME(look)(m, b, i, &planes);
        if (NAME(passed)(&planes, m->limit))
            return NAME(passed)(&planes, m->far) ? BSP_CLIP_FAR : BSP_CLIP_LOW;
        for (unsigned k = 0; k < N_CHUNKS; k++)
            NAME(add_planes)(m, planes.d[k], planes.v[k], &lanes);
    }
    clip->distance = NAME(greatest)(lanes.distance);
    clip->low_enter = NAME(greatest)(lanes.low_enter);
    clip->stops = clip->low_enter < -NAME(greatest)(-lanes.low_leave);
    if (!clip->stops)
        return BSP_CLIP_MEETS;
    clip->enter = NAME(greatest)(lanes.enter);
    clip->enter_plane = clip->low_plane = BSP_NO_PLANE;
    if (clip->enter > 0)
        clip->enter_plane = NAME(plane_at)(m, b, m->keep, clip->enter);
    if (clip->low_enter > 0 && m->keep > 0)
        clip->low_plane = NAME(plane_at)(m, b, m->limit, clip->low_enter);
    return BSP_CLIP_MEETS;
}

#undef CHUNK
#undef N_CHUNKS
#undef BYTES
#undef TARGET
#undef NAME
