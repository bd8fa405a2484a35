/* pass-wide: the functions of BspWide for vectors of BYTES bytes (table/vector.h). */

#include "table/vector.h"

#include "table/near-search.h"

#define CHUNK (BYTES / 8)
#define N_CHUNKS (BSP_TABLE_LANES / CHUNK)

/* Eight numbers. */
typedef struct {
    NAME(Doubles) v[N_CHUNKS];
} NAME(Eight);

/* --- the start of a pass --- */

TARGET static inline NAME(Doubles) NAME(size)(NAME(Doubles) v)
{
#if BYTES == 8
    return fabs(v);
#else
    return (NAME(Doubles))((NAME(Longs))v & INT64_MAX);
#endif
}

#if BYTES == 8
typedef float NAME(FewFloats);
typedef int16_t NAME(FewSteps);
#define CONVERT(v, type) ((type)(v))
#else
typedef float NAME(FewFloats) __attribute__((vector_size(BYTES / 2), aligned(4), may_alias));
typedef int32_t NAME(Whole) __attribute__((vector_size(BYTES / 2)));
typedef int16_t NAME(FewSteps) __attribute__((vector_size(BYTES / 4), aligned(2), may_alias));
#define CONVERT(v, type) __builtin_convertvector(v, type)
#endif

TARGET static inline void NAME(store_floats)(float *to, NAME(Doubles) v)
{
    *(NAME(FewFloats) *)to = CONVERT(v, NAME(FewFloats));
}

/* A number for each of the three least and the three greatest bounds. */
TARGET static BSP_ALWAYS_INLINE NAME(Eight) NAME(twice)(BspVec a, double rest)
{
#if BYTES == 64
    return (NAME(Eight)){ { { a.x, a.y, a.z, a.x, a.y, a.z, rest, rest } } };
#elif BYTES == 32
    return (NAME(Eight)){ { { a.x, a.y, a.z, a.x }, { a.y, a.z, rest, rest } } };
#elif BYTES == 16
    return (NAME(Eight)){ { { a.x, a.y }, { a.z, a.x }, { a.y, a.z }, { rest, rest } } };
#else
    return (NAME(Eight)){ { a.x, a.y, a.z, a.x, a.y, a.z, rest, rest } };
#endif
}

/* As bsp_near_step(). */
TARGET static BSP_ALWAYS_INLINE NAME(FewSteps) NAME(steps)(NAME(Doubles) step)
{
    const NAME(Doubles) last = NAME(all)(BSP_NEAR_LAST_STEP);
    step = NAME(choose)(NAME(less)(NAME(all)(0), step), step, NAME(all)(0));
    step = NAME(choose)(NAME(less)(step, last), step, last);
#if BYTES == 8
    return (int16_t)step;
#else
    return CONVERT(CONVERT(step, NAME(Whole)), NAME(FewSteps));
#endif
}

/* The box of a sweep, for the bounds of brushes: centre, half size, and speed outwards. The box is
 * far behind the two unused planes. */
typedef struct {
    NAME(Eight) middle, half, speed;
} NAME(Box);

TARGET static BSP_ALWAYS_INLINE NAME(Box) NAME(box_of)(const BspSweep *s)
{
    NAME(Box)
    box = { NAME(twice)(s->middle, 0), NAME(twice)(s->half, HUGE_VAL), NAME(twice)(s->delta, 0) };
    for (unsigned i = 0; i < N_CHUNKS; i++)
        box.speed.v[i] *= NAME(load)(outward + i * CHUNK);
    return box;
}

TARGET static inline NAME(Box) NAME(load_box)(const BspPass *p)
{
    NAME(Box) box;
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        box.middle.v[i] = NAME(load)(p->middles + i * CHUNK);
        box.half.v[i] = NAME(load)(p->halves + i * CHUNK);
        box.speed.v[i] = NAME(load)(p->speeds + i * CHUNK);
    }
    return box;
}

/* As bsp_near_set_way(), for all axes. `start` has the bounds of the box at first, in steps, and
 * `speed` their speeds outwards. */
TARGET static void NAME(set_ways)(BspNear *near, const NAME(Eight) * start,
                                  const NAME(Eight) * speed)
{
    float inverse[BSP_TABLE_LANES], enter[BSP_TABLE_LANES], leave[BSP_TABLE_LANES];
    double speeds[BSP_TABLE_LANES];
    NAME(Set) is_far = { 0 };
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        NAME(Doubles) out = NAME(load)(outward + i * CHUNK), v = speed->v[i];
        NAME(Set) is_exact = NAME(at_most)(NAME(all)(BSP_NEAR_SHORTEST_WAY), NAME(size)(v));
        NAME(Doubles) by = NAME(choose)(is_exact, out / v, NAME(all)(0));
        NAME(Doubles) at = -(start->v[i] + BSP_NEAR_SLACK * out) * by;
        is_far |= NAME(less)(NAME(all)(BSP_NEAR_FARTHEST), NAME(size)(v) + start->v[i] * out);
        NAME(store_floats)(inverse + i * CHUNK, by);
        NAME(store_floats)
        (enter + i * CHUNK, NAME(choose)(is_exact, at, NAME(all)(BSP_NEAR_BEFORE)));
        NAME(store_floats)
        (leave + i * CHUNK, NAME(choose)(is_exact, at, NAME(all)(BSP_NEAR_AFTER)));
        *(NAME(Doubles) *)(speeds + i * CHUNK) = v;
    }
    near->is_long = NAME(bits)(is_far) == 0;
    for (unsigned k = 0; k < 3; k++) {
        unsigned first = k + (speeds[k + 3] > 0 ? 3 : 0), last = 2 * k + 3 - first;
        near->ways[k] =
            (BspNearWay){ inverse[k], enter[first], leave[last], (uint8_t)last, (uint8_t)first };
    }
}

/* As bsp_near_begin(), for the brushes that the box comes within `by` of. `way` is the sum of its
 * path's lengths along the axes. */
TARGET static BSP_ALWAYS_INLINE void NAME(begin_search)(BspNear *near,
                                                        const BspHierarchy *hierarchy,
                                                        const NAME(Box) * box, double by,
                                                        double way)
{
    const double *o = hierarchy->grid.origin, *per_unit = hierarchy->grid.per_unit;
    NAME(Eight) start, speed, per = NAME(twice)(bsp_vec(per_unit[0], per_unit[1], per_unit[2]), 0);
    NAME(Eight) origin = NAME(twice)(bsp_vec(o[0], o[1], o[2]), 0);
    const NAME(Doubles) zero = { 0 };
    bsp_near_init(near, hierarchy, 0, 1);
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        NAME(Doubles) out = NAME(load)(outward + i * CHUNK);
        speed.v[i] = box->speed.v[i] * per.v[i];
        start.v[i] = (box->middle.v[i] + out * (box->half.v[i] + by) - origin.v[i]) * per.v[i];
        NAME(Doubles) ahead = NAME(choose)(NAME(less)(zero, speed.v[i]), speed.v[i], zero);
        *(NAME(FewSteps) *)(near->steps + i * CHUNK) = NAME(steps)(start.v[i] + out * ahead);
    }
    if (way >= BSP_NEAR_SHORT)
        NAME(set_ways)(near, &start, &speed);
}

TARGET static void NAME(begin)(BspPass *p)
{
    const BspSweep *s = p->sweep;
    NAME(Box) box = NAME(box_of)(s);
    BSP_ASSERT(s->is_box && p->limit <= p->keep && p->keep <= p->far);
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        *(NAME(Doubles) *)(p->middles + i * CHUNK) = box.middle.v[i];
        *(NAME(Doubles) *)(p->halves + i * CHUNK) = box.half.v[i];
        *(NAME(Doubles) *)(p->speeds + i * CHUNK) = box.speed.v[i];
    }
    double way = bsp_near_way(s->delta);
    NAME(begin_search)(p->near, &s->table->hierarchy, &box, grown_by(p->far, s->middle, way), way);
}

/* --- eight planes --- */

/* Distances at the start, and speeds along the normals, of eight planes. */
typedef struct {
    NAME(Doubles) d[N_CHUNKS], v[N_CHUNKS];
} NAME(Planes);

/* Makes the half size of a box infinite where the brush has no axial plane. So the box is far
 * behind that lane, as behind the two unused lanes. *half is changed in place because gcc 12
 * returns such a struct wrongly, with the upper half of the register cleared. */
TARGET static BSP_NO_INLINE void NAME(drop_missing)(const BspTableBrush *b, NAME(Eight) * half)
{
    double all[BSP_TABLE_LANES], present[BSP_TABLE_LANES];
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        *(NAME(Doubles) *)(all + i * CHUNK) = half->v[i];
        *(NAME(Doubles) *)(present + i * CHUNK) = NAME(all)(HUGE_VAL);
    }
    for (uint32_t i = 0; i < bsp_brush_table_n_axial(b); i++) {
        uint32_t lane = bsp_pass_lane_of_face(bsp_brush_table_face(b, i));
        present[lane] = all[lane];
    }
    for (unsigned i = 0; i < N_CHUNKS; i++)
        half->v[i] = NAME(load)(present + i * CHUNK);
}

TARGET static BSP_ALWAYS_INLINE void
NAME(look_at_bounds)(const NAME(Box) * box, const BspTableBrush *b, NAME(Planes) * planes)
{
    const double *bounds = (const double *)b; /* b->least, followed by b->most */
    NAME(Eight) half = box->half;
    if (BSP_UNLIKELY(bsp_brush_table_n_axial(b) < BSP_TABLE_AXIAL))
        NAME(drop_missing)(b, &half);
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        NAME(Longs) used = *(const NAME(Longs) *)&used_lanes[i * CHUNK];
        NAME(Doubles) bound = NAME(masked)(NAME(load)(bounds + i * CHUNK), used);
        NAME(Doubles) apart = box->middle.v[i] - bound;
        planes->d[i] = apart * NAME(load)(outward + i * CHUNK) - half.v[i];
        planes->v[i] = box->speed.v[i];
    }
}

/* As bsp_plane_distance_of_box() computes it. */
TARGET static BSP_ALWAYS_INLINE void
NAME(look_at_oblique)(const BspSweep *s, const BspTablePlanes *group, NAME(Planes) * planes)
{
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        NAME(Doubles) x = NAME(load)(group->normal[0] + i * CHUNK);
        NAME(Doubles) y = NAME(load)(group->normal[1] + i * CHUNK);
        NAME(Doubles) z = NAME(load)(group->normal[2] + i * CHUNK);
        NAME(Doubles)
        reach = NAME(size)(x) * s->half.x + NAME(size)(y) * s->half.y + NAME(size)(z) * s->half.z;
        NAME(Doubles) at = x * s->middle.x + y * s->middle.y + z * s->middle.z;
        planes->d[i] = at - NAME(load)(group->dist + i * CHUNK) - reach;
        planes->v[i] = x * s->delta.x + y * s->delta.y + z * s->delta.z;
    }
}

TARGET static BSP_ALWAYS_INLINE void NAME(look)(const BspSweep *s, const NAME(Box) * box,
                                                const BspTableBrush *b, uint32_t group,
                                                NAME(Planes) * planes)
{
    if (group == 0)
        NAME(look_at_bounds)(box, b, planes);
    else
        NAME(look_at_oblique)(s, &s->table->groups[b->first + group - 1], planes);
}

/* Whether the box stays in front of one of the planes, at a distance. */
TARGET static BSP_ALWAYS_INLINE bool NAME(passes)(const NAME(Planes) * planes, double distance)
{
    const NAME(Doubles) zero = { 0 };
    NAME(Set) set = { 0 };
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        NAME(Doubles) d = planes->d[i] - distance;
        set |= NAME(at_most)(zero, d) & NAME(at_most)(zero, d + planes->v[i]);
    }
    return NAME(bits)(set) != 0;
}

/* The cosines of the angles between eight planes and a normal. */
TARGET static inline NAME(Eight)
    NAME(likeness)(const BspSweep *s, const BspTableBrush *b, uint32_t group, BspVec normal)
{
    NAME(Eight) like = NAME(twice)(normal, 0);
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        if (group == 0) {
            like.v[i] *= NAME(load)(outward + i * CHUNK);
            continue;
        }
        const BspTablePlanes *planes = &s->table->groups[b->first + group - 1];
        like.v[i] = NAME(load)(planes->normal[0] + i * CHUNK) * normal.x +
                    NAME(load)(planes->normal[1] + i * CHUNK) * normal.y +
                    NAME(load)(planes->normal[2] + i * CHUNK) * normal.z;
    }
    return like;
}

/* --- one brush --- */

/* For each element of a vector, the results of the planes so far, which are the last entries, their
 * lanes, and the first exit. */
typedef struct {
    NAME(Doubles) distance, enter, low_enter, leave;
    NAME(Longs) lane, low_lane;
} NAME(Course);

/* Adds the planes of some lanes to the course of a box that comes nearer than `keep`, and nearer
 * than `limit`. */
TARGET static BSP_ALWAYS_INLINE void NAME(add_planes)(double keep, double limit, NAME(Doubles) d,
                                                      NAME(Doubles) v, NAME(Longs) lane,
                                                      NAME(Course) * c)
{
    NAME(Doubles) low = d - limit, near = d - keep, low_t = low / -v, t = near / -v;
    const NAME(Doubles) zero = { 0 };
    NAME(Set) nears = NAME(less)(v, zero), parts = NAME(less)(zero, v);
    NAME(Set) enters = NAME(less)(zero, near) & nears & NAME(less)(c->enter, t);
    NAME(Set) low_enters = NAME(less)(zero, low) & nears & NAME(less)(c->low_enter, low_t);
    c->distance = NAME(choose)(NAME(less)(c->distance, d), d, c->distance);
    c->enter = NAME(choose)(enters, t, c->enter);
    c->lane = NAME(choose_longs)(enters, lane, c->lane);
    c->low_enter = NAME(choose)(low_enters, low_t, c->low_enter);
    c->low_lane = NAME(choose_longs)(low_enters, lane, c->low_lane);
    c->leave = NAME(choose)(parts & NAME(less)(low_t, c->leave), low_t, c->leave);
}

/* The plane of the least lane among the elements that are equal to `most`. */
TARGET static BSP_ALWAYS_INLINE uint32_t NAME(plane_of)(const BspTableBrush *b, NAME(Doubles) v,
                                                        NAME(Longs) lane, double most)
{
    int64_t lanes[CHUNK], least = INT64_MAX;
    *(NAME(Longs) *)lanes = lane;
    for (uint32_t set = NAME(bits)(NAME(at_most)(NAME(all)(most), v)); set; set &= set - 1)
        least = BSP_MIN(lanes[bsp_lowest_bit(set)], least);
    BSP_ASSERT(least >= 0 && least < INT64_MAX);
    return bsp_pass_plane_of_lane(b, (uint32_t)least);
}

/* Looks at the planes of a brush, until the box stays in front of one by `limit`. *c is set for
 * BSP_PASS_MEETS. Adds the number of planes to *n_planes. */
TARGET static BSP_ALWAYS_INLINE BspPassClass NAME(course_of)(const BspSweep *s,
                                                             const NAME(Box) * box,
                                                             const BspTableBrush *b, double keep,
                                                             double limit, double far,
                                                             NAME(Course) * c, uint64_t *n_planes)
{
    const NAME(Doubles) zero = { 0 };
    NAME(Longs) lane = *(const NAME(Longs) *)first_lanes;
    *c = (NAME(Course)){ .distance = zero - HUGE_VAL, .leave = zero + 2 };
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        NAME(Planes) planes;
        *n_planes += BSP_TABLE_LANES;
        NAME(look)(s, box, b, i, &planes);
        if (NAME(passes)(&planes, limit))
            return NAME(passes)(&planes, far) ? BSP_PASS_FAR : BSP_PASS_LOW;
        for (unsigned k = 0; k < N_CHUNKS; k++, lane += CHUNK)
            NAME(add_planes)(keep, limit, planes.d[k], planes.v[k], lane, c);
    }
    return BSP_PASS_MEETS;
}

/* The plane that the box is farthest in front of at the start, among those that it approaches;
 * BSP_NO_PLANE if there is none. */
TARGET static BSP_NO_INLINE uint32_t NAME(approached)(const BspSweep *s, const NAME(Box) * box,
                                                      const BspTableBrush *b, double *distance)
{
    const NAME(Doubles) zero = { 0 };
    NAME(Doubles) most = zero - HUGE_VAL;
    NAME(Longs) lane = *(const NAME(Longs) *)first_lanes, most_lane = { 0 };
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        NAME(Planes) planes;
        NAME(look)(s, box, b, i, &planes);
        for (unsigned k = 0; k < N_CHUNKS; k++, lane += CHUNK) {
            NAME(Set) is_more = NAME(less)(planes.v[k], zero) & NAME(less)(most, planes.d[k]);
            most = NAME(choose)(is_more, planes.d[k], most);
            most_lane = NAME(choose_longs)(is_more, lane, most_lane);
        }
    }
    *distance = NAME(greatest)(most);
    if (!(*distance > -HUGE_VAL))
        return BSP_NO_PLANE;
    return NAME(plane_of)(b, most, most_lane, *distance);
}

/* The box is `distance` in front of the plane at time t. Whether the nearest point of the Minkowski
 * sum lies on this plane only, not on an edge. */
TARGET static BSP_ALWAYS_INLINE bool NAME(is_over)(const BspSweep *s, const NAME(Box) * box,
                                                   const BspTableBrush *b, uint32_t plane, double t,
                                                   double distance)
{
    const NAME(Doubles) most = NAME(all)(s->rounding / 16);
    const BspVec normal = bsp_brush_table_plane(s->table, b, plane).normal;
    uint32_t out = 0;
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        NAME(Planes) planes;
        NAME(look)(s, box, b, i, &planes);
        NAME(Eight) like = NAME(likeness)(s, b, i, normal);
        for (unsigned k = 0; k < N_CHUNKS; k++) {
            NAME(Doubles) d = planes.d[k] + t * planes.v[k] - distance * like.v[k];
            out |= NAME(bits)(NAME(less)(most, d));
        }
    }
    return out == 0;
}

/* Sets the clip of a box that is BSP_PASS_MEETS. */
TARGET static BSP_ALWAYS_INLINE void NAME(settle)(const BspPass *p, const NAME(Box) * box,
                                                  const BspTableBrush *b, const NAME(Course) * c,
                                                  double latest, BspClip *clip)
{
    const BspSweep *s = p->sweep;
    double distance = p->keep, low_enter = NAME(greatest)(c->low_enter);
    clip->stops = low_enter < -NAME(greatest)(-c->leave);
    if (!clip->stops)
        return;
    clip->enter = NAME(greatest)(c->enter);
    BSP_ASSERT(clip->enter <= low_enter);
    clip->plane = clip->enter > 0 ? NAME(plane_of)(b, c->enter, c->lane, clip->enter)
                                  : NAME(approached)(s, box, b, &distance);
    if (p->keep <= 0 || clip->enter > latest)
        return;
    clip->is_over = distance > 0 && NAME(is_over)(s, box, b, clip->plane, clip->enter, distance);
    if (clip->is_over && low_enter > 0 && p->limit > 0) {
        uint32_t low_plane = NAME(plane_of)(b, c->low_enter, c->low_lane, low_enter);
        clip->is_over = NAME(is_over)(s, box, b, low_plane, low_enter, p->limit);
    }
}

TARGET static BSP_ALWAYS_INLINE BspPassClass NAME(clip_with)(BspPass *p, const NAME(Box) * box,
                                                             uint32_t brush, double latest,
                                                             BspClip *clip)
{
    const BspTableBrush *b = bsp_brush_table_row(p->sweep->table, brush);
    NAME(Course) c;
    BspPassClass class =
        NAME(course_of)(p->sweep, box, b, p->keep, p->limit, p->far, &c, &p->n_planes);
    if (class == BSP_PASS_MEETS)
        NAME(settle)(p, box, b, &c, latest, clip);
    return class;
}

TARGET static BspPassClass NAME(clip)(BspPass *p, uint32_t brush, double latest, BspClip *clip)
{
    const NAME(Box) box = NAME(load_box)(p);
    return NAME(clip_with)(p, &box, brush, latest, clip);
}

/* Classifies how a pass comes near to a brush, for the survey. */
TARGET static BSP_ALWAYS_INLINE BspPassClass NAME(regard)(BspPass *p, const NAME(Box) * box,
                                                          const BspTableBrush *b, bool *may_be_near)
{
    const NAME(Doubles) near_by = NAME(all)(p->near_by);
    uint32_t away = 0;
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        NAME(Planes) planes;
        p->n_planes += BSP_TABLE_LANES;
        NAME(look)(p->sweep, box, b, i, &planes);
        for (unsigned k = 0; k < N_CHUNKS; k++)
            away |= NAME(bits)(NAME(at_most)(near_by, planes.d[k]));
        *may_be_near = away == 0;
        if (NAME(passes)(&planes, p->limit))
            return NAME(passes)(&planes, p->far) ? BSP_PASS_FAR : BSP_PASS_LOW;
    }
    return BSP_PASS_MEETS;
}

/* As BspWide.greatest_out. `reach` may be NULL. */
TARGET static BSP_ALWAYS_INLINE double NAME(find_greatest)(const BspSweep *s, const NAME(Box) * box,
                                                           const BspTableBrush *b, double t,
                                                           const BspReach *reach, uint32_t *plane)
{
    NAME(Doubles) most = (NAME(Doubles)){ 0 } - HUGE_VAL;
    NAME(Longs) lane = *(const NAME(Longs) *)first_lanes, most_lane = { 0 };
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        NAME(Planes) planes;
        NAME(Eight) like;
        NAME(look)(s, box, b, i, &planes);
        if (reach)
            like = NAME(likeness)(s, b, i, reach->normal);
        for (unsigned k = 0; k < N_CHUNKS; k++, lane += CHUNK) {
            NAME(Doubles) d = planes.d[k] + t * planes.v[k];
            if (reach)
                d -= reach->distance * like.v[k];
            NAME(Set) is_more = NAME(less)(most, d);
            most = NAME(choose)(is_more, d, most);
            most_lane = NAME(choose_longs)(is_more, lane, most_lane);
        }
    }
    double out = NAME(greatest)(most);
    *plane = NAME(plane_of)(b, most, most_lane, out);
    return out;
}

TARGET static double NAME(greatest_out)(const BspSweep *s, const BspTableBrush *b, double t,
                                        const BspReach *reach, uint32_t *plane)
{
    const NAME(Box) box = NAME(box_of)(s);
    return NAME(find_greatest)(s, &box, b, t, reach, plane);
}

/* As BspWide.front. */
TARGET static double NAME(front)(const BspSweep *s, const BspTableBrush *b, double t,
                                 uint32_t *plane, bool *is_over)
{
    const NAME(Box) box = NAME(box_of)(s);
    double d = NAME(find_greatest)(s, &box, b, t, NULL, plane);
    *is_over = d > 0 && NAME(is_over)(s, &box, b, *plane, t, d);
    return d;
}

/* --- the brushes of a pass --- */

TARGET static bool NAME(next)(BspPass *p, double before, uint32_t *brush, BspClip *clip)
{
    const BspBrushTable *table = p->sweep->table;
    BspNear *near = p->near;
    const NAME(Box) box = NAME(load_box)(p);
    for (;;) {
        while (near->next < near->n_found) {
            const BspNearItem *item = &near->found[near->next++];
            BSP_ASSERT((uint32_t)~item->child < table->n_brushes);
            *brush = (uint32_t)~item->child;
            if ((double)item->enter > before ||
                !bsp_mask_selects(p->sweep->mask, bsp_brush_table_row(table, *brush)->contents))
                continue;
            p->n_brushes++;
            BspPassClass class = NAME(clip_with)(p, &box, *brush, before, clip);
            if (class == BSP_PASS_FAR)
                continue;
            bsp_met_add(&p->met, *brush);
            if (class == BSP_PASS_MEETS)
                return true;
        }
        NAME(search_on)(near, (float)before);
        if (near->n_found == 0)
            return false;
    }
}

/* Returns the time at which the box is first deeper than BSP_IN_SOLID in the brush; 2 if it never
 * gets that deep. By then the brush has stopped the move, whatever its skin, unless the move starts
 * in solid. */
TARGET static BSP_NO_INLINE double NAME(deep_time)(const BspSweep *s, const NAME(Box) * box,
                                                   const BspTableBrush *b)
{
    NAME(Course) c;
    uint64_t n_planes = 0;
    if (NAME(course_of)(s, box, b, 0, -BSP_IN_SOLID, 0, &c, &n_planes) != BSP_PASS_MEETS)
        return 2;
    double t = NAME(greatest)(c.low_enter);
    return t < -NAME(greatest)(-c.leave) ? t : 2;
}

/* As BspWide.survey. */
TARGET static void NAME(survey)(BspPass *p)
{
    BspNear *near = p->near;
    double before = 1;
    NAME(begin)(p);
    const NAME(Box) box = NAME(load_box)(p);
    p->met.n = p->may_stop = p->may_be_near = 0;
    do {
        NAME(search_on)(near, (float)before);
        for (; near->next < near->n_found; near->next++) {
            const BspNearItem *item = &near->found[near->next];
            uint32_t brush = (uint32_t)~item->child;
            const BspTableBrush *b = bsp_brush_table_row(p->sweep->table, brush);
            bool may_be_near;
            if ((double)item->enter > before || !bsp_mask_selects(p->sweep->mask, b->contents))
                continue;
            p->n_brushes++;
            BspPassClass class = NAME(regard)(p, &box, b, &may_be_near);
            if (class != BSP_PASS_FAR)
                bsp_pass_add(p, brush, class, may_be_near);
            if (class == BSP_PASS_MEETS && near->is_long) {
                double t = NAME(deep_time)(p->sweep, &box, b) + p->sweep->same;
                before = BSP_MIN(t, before);
            }
        }
    } while (near->n_found > 0 && p->met.n <= BSP_MET_MOST);
}

#include "table/trace-box.h"

static const BspWide NAME(wide) = {
    .search = NAME(search),
    .begin = NAME(begin),
    .next = NAME(next),
    .survey = NAME(survey),
    .clip = NAME(clip),
    .trace_box = NAME(trace_box),
    .front = NAME(front),
    .greatest_out = NAME(greatest_out),
};

#undef CHUNK
#undef CONVERT
#undef N_CHUNKS
#undef BYTES
#undef TARGET
#undef NAME
