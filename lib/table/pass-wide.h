/* pass-wide: the functions of BspWide for vectors of BYTES bytes (table/vector.h). */

#include "table/pass.h"
#include "trace/plane.h"

#include "table/vector.h"

#include "table/near-search.h"

static const int64_t used_lanes[BSP_TABLE_LANES] = { -1, -1, -1, -1, -1, -1, 0, 0 };
static const int64_t first_lanes[BSP_TABLE_LANES] = { 0, 1, 2, 3, 4, 5, 6, 7 };
static const double outward[BSP_TABLE_LANES] = { -1, -1, -1, 1, 1, 1, 0, 0 };

/* Returns the length by which the bounds of a moving box are grown to find the brushes that it
 * comes within `far` of. It is `far`, and a part for touching and rounding. `middle` is the centre
 * of the box at the start. */
static inline double grown_by(double far, BspVec middle, double way)
{
    return far + 2 * BSP_TOUCH + BSP_NEAR_FAR_ROUNDING * (bsp_near_way(middle) + way);
}

/* Units. A move that begins or ends farther from the origin is not usual (table/trace-box.h),
 * because there the rounding of distances comes near to BSP_TOUCH. */
#define USUAL_REACH 1e7

#define CHUNK (BYTES / 8)
#define N_CHUNKS (BSP_TABLE_LANES / CHUNK)

/* A number for each of eight planes. */
typedef struct {
    Doubles v[N_CHUNKS];
} Eight;

/* --- the start of a pass --- */

TARGET static inline Doubles size(Doubles v)
{
#if BYTES == 8
    return fabs(v);
#else
    return (Doubles)((Longs)v & INT64_MAX);
#endif
}

#if BYTES == 8
typedef float FewFloats;
typedef int16_t FewSteps;
#define CONVERT(v, type) ((type)(v))
#else
typedef float FewFloats __attribute__((vector_size(BYTES / 2), aligned(4), may_alias));
typedef int32_t Whole __attribute__((vector_size(BYTES / 2)));
typedef int16_t FewSteps __attribute__((vector_size(BYTES / 4), aligned(2), may_alias));
#define CONVERT(v, type) __builtin_convertvector(v, type)
#endif

TARGET static inline void store_floats(float *to, Doubles v)
{
    *(FewFloats *)to = CONVERT(v, FewFloats);
}

/* A number for each of the three least and the three greatest bounds. */
TARGET static BSP_ALWAYS_INLINE Eight twice(BspVec a, double rest)
{
#if BYTES == 64
    return (Eight){ { { a.x, a.y, a.z, a.x, a.y, a.z, rest, rest } } };
#elif BYTES == 32
    return (Eight){ { { a.x, a.y, a.z, a.x }, { a.y, a.z, rest, rest } } };
#elif BYTES == 16
    return (Eight){ { { a.x, a.y }, { a.z, a.x }, { a.y, a.z }, { rest, rest } } };
#else
    return (Eight){ { a.x, a.y, a.z, a.x, a.y, a.z, rest, rest } };
#endif
}

/* Does the same as bsp_near_step(), for a vector. */
TARGET static BSP_ALWAYS_INLINE FewSteps steps(Doubles step)
{
    const Doubles last = all(BSP_NEAR_LAST_STEP);
    step = choose(less(all(0), step), step, all(0));
    step = choose(less(step, last), step, last);
#if BYTES == 8
    return (int16_t)step;
#else
    return CONVERT(CONVERT(step, Whole), FewSteps);
#endif
}

/* The box of a sweep, compared with the six bounds of a brush: its centre, half size, and speed
 * outwards. The box is far behind the two unused planes. */
typedef struct {
    Eight middle, half, speed;
} Box;

TARGET static BSP_ALWAYS_INLINE Box box_of(const BspSweep *s)
{
    Box box = { twice(s->middle, 0), twice(s->half, HUGE_VAL), twice(s->delta, 0) };
    for (unsigned i = 0; i < N_CHUNKS; i++)
        box.speed.v[i] *= load(outward + i * CHUNK);
    return box;
}

TARGET static inline Box load_box(const BspPass *p)
{
    Box box;
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        box.middle.v[i] = load(p->middles + i * CHUNK);
        box.half.v[i] = load(p->halves + i * CHUNK);
        box.speed.v[i] = load(p->speeds + i * CHUNK);
    }
    return box;
}

/* Does the same as bsp_near_set_way(), for all axes. `start` has the bounds of the box at the
 * start, in steps, and `speed` the speeds of the bounds outwards. */
TARGET static void set_ways(BspNear *near, const Eight *start, const Eight *speed)
{
    float inverse[BSP_TABLE_LANES], enter[BSP_TABLE_LANES], leave[BSP_TABLE_LANES];
    double speeds[BSP_TABLE_LANES];
    Set is_far = { 0 };
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        Doubles out = load(outward + i * CHUNK), v = speed->v[i];
        Set is_exact = at_most(all(BSP_NEAR_SHORTEST_WAY), size(v));
        Doubles by = choose(is_exact, out / v, all(0));
        Doubles at = -(start->v[i] + BSP_NEAR_SLACK * out) * by;
        is_far |= less(all(BSP_NEAR_FARTHEST), size(v) + start->v[i] * out);
        store_floats(inverse + i * CHUNK, by);
        store_floats(enter + i * CHUNK, choose(is_exact, at, all(BSP_NEAR_BEFORE)));
        store_floats(leave + i * CHUNK, choose(is_exact, at, all(BSP_NEAR_AFTER)));
        *(Doubles *)(speeds + i * CHUNK) = v;
    }
    near->is_long = bits(is_far) == 0;
    for (unsigned k = 0; k < 3; k++) {
        unsigned first = k + (speeds[k + 3] > 0 ? 3 : 0), last = 2 * k + 3 - first;
        near->ways[k] =
            (BspNearWay){ inverse[k], enter[first], leave[last], (uint8_t)last, (uint8_t)first };
    }
}

/* Does the same as bsp_near_begin(), for the brushes from which the box comes within `by`. `way` is
 * the sum of the lengths of its path along the axes. */
TARGET static BSP_ALWAYS_INLINE void begin_search(BspNear *near, const BspHierarchy *hierarchy,
                                                  const Box *box, double by, double way)
{
    const double *o = hierarchy->grid.origin, *per_unit = hierarchy->grid.per_unit;
    Eight start, speed, per = twice(bsp_vec(per_unit[0], per_unit[1], per_unit[2]), 0);
    Eight origin = twice(bsp_vec(o[0], o[1], o[2]), 0);
    const Doubles zero = { 0 };
    bsp_near_init(near, hierarchy, 0, 1);
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        Doubles out = load(outward + i * CHUNK);
        speed.v[i] = box->speed.v[i] * per.v[i];
        start.v[i] = (box->middle.v[i] + out * (box->half.v[i] + by) - origin.v[i]) * per.v[i];
        Doubles ahead = choose(less(zero, speed.v[i]), speed.v[i], zero);
        *(FewSteps *)(near->steps + i * CHUNK) = steps(start.v[i] + out * ahead);
    }
    if (way >= BSP_NEAR_SHORT)
        set_ways(near, &start, &speed);
}

TARGET static void begin(BspPass *p)
{
    const BspSweep *s = p->sweep;
    Box box = box_of(s);
    BSP_ASSERT(s->is_box && p->limit <= p->keep && p->keep <= p->far);
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        *(Doubles *)(p->middles + i * CHUNK) = box.middle.v[i];
        *(Doubles *)(p->halves + i * CHUNK) = box.half.v[i];
        *(Doubles *)(p->speeds + i * CHUNK) = box.speed.v[i];
    }
    double way = bsp_near_way(s->delta);
    begin_search(p->near, &s->table->hierarchy, &box, grown_by(p->far, s->middle, way), way);
}

/* --- eight planes --- */

/* Distances of the box at the start from eight planes, and speeds of the box along their
 * normals. */
typedef struct {
    Doubles d[N_CHUNKS], v[N_CHUNKS];
} Planes;

/* Makes the half size of a box infinite where the brush has no axial plane. So the box is far
 * behind that lane, as behind the two unused lanes. *half is changed in place because gcc 12
 * returns such a struct wrongly, with the upper half of the register cleared. */
TARGET static BSP_NO_INLINE void drop_missing(const BspTableBrush *b, Eight *half)
{
    double old[BSP_TABLE_LANES], present[BSP_TABLE_LANES];
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        *(Doubles *)(old + i * CHUNK) = half->v[i];
        *(Doubles *)(present + i * CHUNK) = all(HUGE_VAL);
    }
    for (uint32_t i = 0; i < bsp_brush_table_n_axial(b); i++) {
        uint32_t lane = bsp_pass_lane_of_face(bsp_brush_table_face(b, i));
        present[lane] = old[lane];
    }
    for (unsigned i = 0; i < N_CHUNKS; i++)
        half->v[i] = load(present + i * CHUNK);
}

TARGET static BSP_ALWAYS_INLINE void look_at_bounds(const Box *box, const BspTableBrush *b,
                                                    Planes *planes)
{
    const double *bounds = (const double *)b; /* b->least, followed by b->most */
    Eight half = box->half;
    if (BSP_UNLIKELY(bsp_brush_table_n_axial(b) < BSP_TABLE_AXIAL))
        drop_missing(b, &half);
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        Longs used = *(const Longs *)&used_lanes[i * CHUNK];
        Doubles bound = masked(load(bounds + i * CHUNK), used);
        Doubles apart = box->middle.v[i] - bound;
        planes->d[i] = apart * load(outward + i * CHUNK) - half.v[i];
        planes->v[i] = box->speed.v[i];
    }
}

/* Computes the distances of the box from oblique planes like bsp_plane_distance_of_box(). */
TARGET static BSP_ALWAYS_INLINE void look_at_oblique(const BspSweep *s, const BspTablePlanes *group,
                                                     Planes *planes)
{
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        Doubles x = load(group->normal[0] + i * CHUNK);
        Doubles y = load(group->normal[1] + i * CHUNK);
        Doubles z = load(group->normal[2] + i * CHUNK);
        Doubles reach = size(x) * s->half.x + size(y) * s->half.y + size(z) * s->half.z;
        Doubles at = x * s->middle.x + y * s->middle.y + z * s->middle.z;
        planes->d[i] = at - load(group->dist + i * CHUNK) - reach;
        planes->v[i] = x * s->delta.x + y * s->delta.y + z * s->delta.z;
    }
}

TARGET static BSP_ALWAYS_INLINE void look(const BspSweep *s, const Box *box, const BspTableBrush *b,
                                          uint32_t group, Planes *planes)
{
    if (group == 0)
        look_at_bounds(box, b, planes);
    else
        look_at_oblique(s, &s->table->groups[b->first + group - 1], planes);
}

/* Whether the box stays in front of one of the planes, at a distance. */
TARGET static BSP_ALWAYS_INLINE bool passes(const Planes *planes, double distance)
{
    const Doubles zero = { 0 };
    Set set = { 0 };
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        Doubles d = planes->d[i] - distance;
        set |= at_most(zero, d) & at_most(zero, d + planes->v[i]);
    }
    return bits(set) != 0;
}

/* Returns the cosines of the angles between eight planes and a normal. */
TARGET static inline Eight likeness(const BspSweep *s, const BspTableBrush *b, uint32_t group,
                                    BspVec normal)
{
    Eight like = twice(normal, 0);
    for (unsigned i = 0; i < N_CHUNKS; i++) {
        if (group == 0) {
            like.v[i] *= load(outward + i * CHUNK);
            continue;
        }
        const BspTablePlanes *planes = &s->table->groups[b->first + group - 1];
        like.v[i] = load(planes->normal[0] + i * CHUNK) * normal.x +
                    load(planes->normal[1] + i * CHUNK) * normal.y +
                    load(planes->normal[2] + i * CHUNK) * normal.z;
    }
    return like;
}

/* --- one brush --- */

/* The course of a box past the planes of a brush, as far as they were added. Each element of a
 * vector has the results of some of the planes: the last times of entering, the lanes of these
 * planes, and the first time of leaving. */
typedef struct {
    Doubles distance, enter, low_enter, leave;
    Longs lane, low_lane;
} Course;

/* Adds the planes of some lanes to the course of a box that comes nearer than `keep`, and nearer
 * than `limit`. */
TARGET static BSP_ALWAYS_INLINE void add_planes(double keep, double limit, Doubles d, Doubles v,
                                                Longs lane, Course *c)
{
    Doubles low = d - limit, near = d - keep, low_t = low / -v, t = near / -v;
    const Doubles zero = { 0 };
    Set nears = less(v, zero), parts = less(zero, v);
    Set enters = less(zero, near) & nears & less(c->enter, t);
    Set low_enters = less(zero, low) & nears & less(c->low_enter, low_t);
    c->distance = choose(less(c->distance, d), d, c->distance);
    c->enter = choose(enters, t, c->enter);
    c->lane = choose_longs(enters, lane, c->lane);
    c->low_enter = choose(low_enters, low_t, c->low_enter);
    c->low_lane = choose_longs(low_enters, lane, c->low_lane);
    c->leave = choose(parts & less(low_t, c->leave), low_t, c->leave);
}

/* The plane of the least lane among the elements that are equal to `most`. */
TARGET static BSP_ALWAYS_INLINE uint32_t plane_of(const BspTableBrush *b, Doubles v, Longs lane,
                                                  double most)
{
    int64_t lanes[CHUNK], least = INT64_MAX;
    *(Longs *)lanes = lane;
    for (uint32_t set = bits(at_most(all(most), v)); set; set &= set - 1)
        least = BSP_MIN(lanes[bsp_lowest_bit(set)], least);
    BSP_ASSERT(least >= 0 && least < INT64_MAX);
    return bsp_pass_plane_of_lane(b, (uint32_t)least);
}

/* Looks at the planes of a brush, until the box stays in front of one by `limit`. *c is set for
 * BSP_PASS_MEETS. Adds the number of planes to *n_planes. */
TARGET static BSP_ALWAYS_INLINE BspPassClass course_of(const BspSweep *s, const Box *box,
                                                       const BspTableBrush *b, double keep,
                                                       double limit, double far, Course *c,
                                                       uint64_t *n_planes)
{
    const Doubles zero = { 0 };
    Longs lane = *(const Longs *)first_lanes;
    *c = (Course){ .distance = zero - HUGE_VAL, .leave = zero + 2 };
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        Planes planes;
        *n_planes += BSP_TABLE_LANES;
        look(s, box, b, i, &planes);
        if (passes(&planes, limit))
            return passes(&planes, far) ? BSP_PASS_FAR : BSP_PASS_LOW;
        for (unsigned k = 0; k < N_CHUNKS; k++, lane += CHUNK)
            add_planes(keep, limit, planes.d[k], planes.v[k], lane, c);
    }
    return BSP_PASS_MEETS;
}

/* The plane that the box is farthest in front of at the start, among those that it approaches;
 * BSP_NO_PLANE if there is none. */
TARGET static BSP_NO_INLINE uint32_t approached(const BspSweep *s, const Box *box,
                                                const BspTableBrush *b, double *distance)
{
    const Doubles zero = { 0 };
    Doubles most = zero - HUGE_VAL;
    Longs lane = *(const Longs *)first_lanes, most_lane = { 0 };
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        Planes planes;
        look(s, box, b, i, &planes);
        for (unsigned k = 0; k < N_CHUNKS; k++, lane += CHUNK) {
            Set is_more = less(planes.v[k], zero) & less(most, planes.d[k]);
            most = choose(is_more, planes.d[k], most);
            most_lane = choose_longs(is_more, lane, most_lane);
        }
    }
    *distance = greatest(most);
    if (!(*distance > -HUGE_VAL))
        return BSP_NO_PLANE;
    return plane_of(b, most, most_lane, *distance);
}

/* The box is `distance` in front of the plane at time t. Whether the nearest point of the Minkowski
 * sum lies on this plane only, not on an edge. */
TARGET static BSP_ALWAYS_INLINE bool is_over_side(const BspSweep *s, const Box *box,
                                                  const BspTableBrush *b, uint32_t plane, double t,
                                                  double distance)
{
    const Doubles most = all(s->rounding / 16);
    const BspVec normal = bsp_brush_table_plane(s->table, b, plane).normal;
    uint32_t out = 0;
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        Planes planes;
        look(s, box, b, i, &planes);
        Eight like = likeness(s, b, i, normal);
        for (unsigned k = 0; k < N_CHUNKS; k++) {
            Doubles d = planes.d[k] + t * planes.v[k] - distance * like.v[k];
            out |= bits(less(most, d));
        }
    }
    return out == 0;
}

/* Sets *clip for a brush whose class is BSP_PASS_MEETS. */
TARGET static BSP_ALWAYS_INLINE void settle(const BspPass *p, const Box *box,
                                            const BspTableBrush *b, const Course *c, double latest,
                                            BspClip *clip)
{
    const BspSweep *s = p->sweep;
    double distance = p->keep, low_enter = greatest(c->low_enter);
    clip->stops = low_enter < -greatest(-c->leave);
    if (!clip->stops)
        return;
    clip->enter = greatest(c->enter);
    BSP_ASSERT(clip->enter <= low_enter);
    clip->plane = clip->enter > 0 ? plane_of(b, c->enter, c->lane, clip->enter)
                                  : approached(s, box, b, &distance);
    if (p->keep <= 0 || clip->enter > latest)
        return;
    clip->is_over = distance > 0 && is_over_side(s, box, b, clip->plane, clip->enter, distance);
    if (clip->is_over && low_enter > 0 && p->limit > 0) {
        uint32_t low_plane = plane_of(b, c->low_enter, c->low_lane, low_enter);
        clip->is_over = is_over_side(s, box, b, low_plane, low_enter, p->limit);
    }
}

TARGET static BSP_ALWAYS_INLINE BspPassClass clip_with(BspPass *p, const Box *box, uint32_t brush,
                                                       double latest, BspClip *clip)
{
    const BspTableBrush *b = bsp_brush_table_row(p->sweep->table, brush);
    Course c;
    BspPassClass class = course_of(p->sweep, box, b, p->keep, p->limit, p->far, &c, &p->n_planes);
    if (class == BSP_PASS_MEETS)
        settle(p, box, b, &c, latest, clip);
    return class;
}

TARGET static BspPassClass clip(BspPass *p, uint32_t brush, double latest, BspClip *clip)
{
    const Box box = load_box(p);
    return clip_with(p, &box, brush, latest, clip);
}

/* Classifies how a pass comes near to a brush, for the survey. */
TARGET static BSP_ALWAYS_INLINE BspPassClass regard(BspPass *p, const Box *box,
                                                    const BspTableBrush *b, bool *may_be_near)
{
    const Doubles near_by = all(p->near_by);
    uint32_t away = 0;
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        Planes planes;
        p->n_planes += BSP_TABLE_LANES;
        look(p->sweep, box, b, i, &planes);
        for (unsigned k = 0; k < N_CHUNKS; k++)
            away |= bits(at_most(near_by, planes.d[k]));
        *may_be_near = away == 0;
        if (passes(&planes, p->limit))
            return passes(&planes, p->far) ? BSP_PASS_FAR : BSP_PASS_LOW;
    }
    return BSP_PASS_MEETS;
}

/* Does the same as BspWide.greatest_out. `reach` may be NULL. */
TARGET static BSP_ALWAYS_INLINE double find_greatest(const BspSweep *s, const Box *box,
                                                     const BspTableBrush *b, double t,
                                                     const BspReach *reach, uint32_t *plane)
{
    Doubles most = (Doubles){ 0 } - HUGE_VAL;
    Longs lane = *(const Longs *)first_lanes, most_lane = { 0 };
    for (uint32_t i = 0, n = b->n_groups; i <= n; i++) {
        Planes planes;
        Eight like;
        look(s, box, b, i, &planes);
        if (reach)
            like = likeness(s, b, i, reach->normal);
        for (unsigned k = 0; k < N_CHUNKS; k++, lane += CHUNK) {
            Doubles d = planes.d[k] + t * planes.v[k];
            if (reach)
                d -= reach->distance * like.v[k];
            Set is_more = less(most, d);
            most = choose(is_more, d, most);
            most_lane = choose_longs(is_more, lane, most_lane);
        }
    }
    double out = greatest(most);
    *plane = plane_of(b, most, most_lane, out);
    return out;
}

TARGET static double greatest_out(const BspSweep *s, const BspTableBrush *b, double t,
                                  const BspReach *reach, uint32_t *plane)
{
    const Box box = box_of(s);
    return find_greatest(s, &box, b, t, reach, plane);
}

/* This is BspWide.front. */
TARGET static double front(const BspSweep *s, const BspTableBrush *b, double t, uint32_t *plane,
                           bool *is_over)
{
    const Box box = box_of(s);
    double d = find_greatest(s, &box, b, t, NULL, plane);
    *is_over = d > 0 && is_over_side(s, &box, b, *plane, t, d);
    return d;
}

/* --- the brushes of a pass --- */

TARGET static bool next(BspPass *p, double before, uint32_t *brush, BspClip *clip)
{
    const BspBrushTable *table = p->sweep->table;
    BspNear *near = p->near;
    const Box box = load_box(p);
    for (;;) {
        while (near->next < near->n_found) {
            const BspNearItem *item = &near->found[near->next++];
            BSP_ASSERT((uint32_t)~item->child < table->n_brushes);
            *brush = (uint32_t)~item->child;
            if ((double)item->enter > before ||
                !bsp_mask_selects(p->sweep->mask, bsp_brush_table_row(table, *brush)->contents))
                continue;
            p->n_brushes++;
            BspPassClass class = clip_with(p, &box, *brush, before, clip);
            if (class == BSP_PASS_FAR)
                continue;
            bsp_met_add(&p->met, *brush);
            if (class == BSP_PASS_MEETS)
                return true;
        }
        search_on(near, (float)before);
        if (near->n_found == 0)
            return false;
    }
}

/* Returns the time at which the box is first deeper than BSP_IN_SOLID in the brush; 2 if it never
 * gets that deep. By then the brush has stopped the move, whatever its skin, unless the move starts
 * in solid. */
TARGET static BSP_NO_INLINE double deep_time(const BspSweep *s, const Box *box,
                                             const BspTableBrush *b)
{
    Course c;
    uint64_t n_planes = 0;
    if (course_of(s, box, b, 0, -BSP_IN_SOLID, 0, &c, &n_planes) != BSP_PASS_MEETS)
        return 2;
    double t = greatest(c.low_enter);
    return t < -greatest(-c.leave) ? t : 2;
}

/* This is BspWide.survey. */
TARGET static void survey(BspPass *p)
{
    BspNear *near = p->near;
    double before = 1;
    begin(p);
    const Box box = load_box(p);
    p->met.n = p->may_stop = p->may_be_near = 0;
    do {
        search_on(near, (float)before);
        for (; near->next < near->n_found; near->next++) {
            const BspNearItem *item = &near->found[near->next];
            uint32_t brush = (uint32_t)~item->child;
            const BspTableBrush *b = bsp_brush_table_row(p->sweep->table, brush);
            bool may_be_near;
            if ((double)item->enter > before || !bsp_mask_selects(p->sweep->mask, b->contents))
                continue;
            p->n_brushes++;
            BspPassClass class = regard(p, &box, b, &may_be_near);
            if (class != BSP_PASS_FAR)
                bsp_pass_add(p, brush, class, may_be_near);
            if (class == BSP_PASS_MEETS && near->is_long) {
                double t = deep_time(p->sweep, &box, b) + p->sweep->same;
                before = BSP_MIN(t, before);
            }
        }
    } while (near->n_found > 0 && p->met.n <= BSP_MET_MOST);
}

#include "table/trace-box.h"

const BspWide WIDE = {
    .search = search,
    .begin = begin,
    .next = next,
    .survey = survey,
    .clip = clip,
    .trace_box = trace_box,
    .front = front,
    .greatest_out = greatest_out,
};
