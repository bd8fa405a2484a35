/* meet: finds the time at which a moving body meets one brush of a brush table. */
#include "body/meet.h"

#include "body/separators.h"
#include "shape/shape.h"
#include "trace/plane.h"

/* Returns whether the point is at least `depth` behind all sides of the brush, except sides with
 * the normal `skip`. skip may be NULL. */
static bool is_behind(const BspBrushTable *table, uint32_t brush, BspVec point, double depth,
                      const BspVec *skip)
{
    const BspTableBrush *row = bsp_brush_table_row(table, brush);
    for (uint32_t i = 0, n = bsp_brush_table_n_own(row); i < n; i++) {
        BspPlane side = bsp_brush_table_plane(table, row, i);
        if (bsp_plane_distance(&side, point) > -depth &&
            !(skip && bsp_same_normal(side.normal, *skip)))
            return false;
    }
    return true;
}

bool bsp_core_is_in(const BspBrushTable *table, const BspShape *shape, BspVec at, uint32_t brush)
{
    for (unsigned i = 0, n = bsp_shape_is_round(shape) ? bsp_core_n_points(shape) : 0; i < n; i++)
        if (is_behind(table, brush, bsp_vec_add(at, bsp_core_point(shape, i)), BSP_BRUSH_THICKNESS,
                      NULL))
            return true;
    return false;
}

bool bsp_is_over_side(const BspBrushTable *table, const BspShape *shape, BspVec at, uint32_t brush,
                      double *distance)
{
    const BspTableBrush *row = bsp_brush_table_row(table, brush);
    unsigned face = 0;
    *distance = -HUGE_VAL;
    for (unsigned i = 0; i < BSP_TABLE_AXIAL; i++) {
        double d = bsp_bounds_distance(row, shape, at, i);
        face = d > *distance ? i : face;
        *distance = BSP_MAX(d, *distance);
    }
    BspVec normal = bsp_bounds_normal(face);
    for (uint32_t i = 0; i < row->n_before; i++) {
        BspPlane side = bsp_brush_table_oblique(table, row, i);
        double d = bsp_plane_distance(&side, at) - bsp_shape_plane_offset(shape, side.normal);
        if (d > *distance) {
            *distance = d;
            normal = side.normal;
        }
    }
    if (*distance < -BSP_BRUSH_THICKNESS)
        return false;
    BspVec foot = bsp_vec_mad(bsp_shape_foot(shape, normal), -*distance, normal);
    return is_behind(table, brush, bsp_vec_add(at, foot), BSP_BRUSH_THICKNESS, &normal);
}

/* --- straight moves ---
 *
 * The planes of a brush, each moved out for the shape, bound its Minkowski sum with the shape. For
 * boxes the table has all planes of the sum. For other shapes, the sides of a brush decide nearly
 * every move, because the shape stays in front of one side, or it meets the interior of the side
 * that it reaches last. Only at edges and corners, where the sum may be smaller, a cast decides
 * (advance.h). */

/* The times between which the shape is behind all planes of the brush, moved out for the shape. If
 * the level is above 0, the planes are moved out by that distance as well, and `touch` is 0. */
typedef struct {
    double level;        /* units; the distance that the shape keeps */
    double touch;        /* units, the allowed depth of the shape; BSP_TOUCH, or 0 */
    double enter, leave; /* 0 to 1, the times between which the shape is deeper than `touch` behind
                            all planes */
    double contact;      /* the time at which the shape reaches the last of the planes */
    BspPlane last;       /* the plane that the shape gets behind last, at the time `enter` */
    bool inside;         /* the shape starts deeper than `touch` behind all planes */
} Passage;

/* Narrows the passage to the times behind a plane. At the start the shape is at distance d, which
 * changes by v during the move. Returns false if no time is left. */
static BSP_ALWAYS_INLINE bool pass_plane(Passage *passage, double d, double v, BspPlane plane)
{
    d -= passage->level;
    double deep = d + passage->touch;
    if (deep >= 0 && deep + v >= 0)
        return false;
    passage->inside = passage->inside && deep < 0;
    if (deep > passage->enter * -v && deep >= 0) {
        passage->enter = deep / -v;
        passage->last = plane;
    } else if (v > 0 && -deep < passage->leave * v) {
        passage->leave = -deep / v;
    }
    if (d > passage->contact * -v && d > 0)
        passage->contact = d / -v;
    return passage->enter < passage->leave;
}

/* Computes the passage of all planes. Returns false if the shape stays in front of a plane. */
static bool pass_planes(const BspMotion *m, const BspBrushTable *table, const BspTableBrush *b,
                        bool is_box, double level, Passage *passage)
{
    double touch = level > 0 ? 0 : BSP_TOUCH;
    *passage = (Passage){ .level = level, .touch = touch, .leave = 1, .inside = true };
    for (unsigned face = 0; face < BSP_TABLE_AXIAL; face++) {
        BspPlane plane = { bsp_bounds_normal(face),
                           face & 1 ? b->most[face >> 1] : -b->least[face >> 1] };
        if (!pass_plane(passage, bsp_bounds_distance(b, m->shape, m->from, face),
                        bsp_bounds_speed(m->delta, face), plane))
            return false;
    }
    for (uint32_t i = 0, n = is_box ? bsp_brush_table_n_oblique(b) : b->n_before; i < n; i++) {
        BspPlane plane = bsp_brush_table_oblique(table, b, i);
        double out = bsp_shape_plane_offset(m->shape, plane.normal);
        double d = bsp_plane_distance(&plane, m->from) - out;
        if (!pass_plane(passage, d, bsp_vec_dot(plane.normal, m->delta), plane))
            return false;
    }
    return true;
}

/* Sets *hit according to the planes alone. Returns whether the hit is not later than `latest`. The
 * contact is at the last plane. If the shape moves almost along that plane, the contact is at most
 * half the bracket before the shape is deeper than touching. */
static bool hit_plane(const BspMotion *m, const Passage *passage, double latest, BspMeeting *hit)
{
    double back = BSP_BRACKET / 2 / bsp_vec_length(m->delta);
    hit->inside = passage->inside;
    hit->t = hit->inside ? 0 : BSP_MAX(passage->contact, passage->enter - back);
    hit->normal = passage->last.normal;
    return hit->inside || hit->t <= latest;
}

static bool cast_shape(const BspMotion *m, const BspBrushTable *table, uint32_t brush, double level,
                       double from, double latest, BspMeeting *hit)
{
    BspCastBody body = bsp_brush_table_body(table, brush);
    if (!bsp_cast(&body, m, level, from, latest, hit))
        return false;
    hit->inside = hit->inside && hit->t <= 0;
    return true;
}

/* Returns whether the shape meets the interior of the side that it reaches last. Usually this is
 * so. If the shape starts behind all planes, there is no such side, and the foot is any point of
 * the shape. */
static bool meets_side(const BspMotion *m, const BspBrushTable *table, uint32_t brush,
                       const Passage *passage)
{
    BspVec normal = passage->last.normal, at = bsp_vec_mad(m->from, passage->enter, m->delta);
    BspVec foot = bsp_vec_add(at, bsp_shape_foot(m->shape, normal));
    foot = bsp_vec_mad(foot, -passage->level, normal);
    return is_behind(table, brush, foot, BSP_BRUSH_THICKNESS, &normal);
}

static bool meet_straight(const BspMotion *m, const BspBrushTable *table, uint32_t brush,
                          double level, double latest, BspMeeting *hit)
{
    const BspTableBrush *b = bsp_brush_table_row(table, brush);
    bool is_box = bsp_shape_is_box(m->shape);
    Passage passage;
    BSP_ASSERT(!is_box || level == 0);
    if (!pass_planes(m, table, b, is_box, level, &passage) ||
        (passage.contact > latest && !passage.inside))
        return false;
    if (is_box || meets_side(m, table, brush, &passage))
        return hit_plane(m, &passage, latest, hit);
    if (!cast_shape(m, table, brush, level, passage.contact, latest, hit))
        return false;
    /* At a brush as thin as the error of the cast, the shape overlaps it without a direction. */
    if (bsp_vec_dot(hit->normal, hit->normal) == 0)
        hit->normal = passage.last.normal;
    return true;
}

/* --- bodies that turn --- */

/* Units. A body this near to a brush is at the brush's surface; it is eight times the error of a
 * cast. A body hits a brush if it comes as near as DEEP to the eroded brush, which is BSP_TOUCH
 * below the surface. DEEP is sixty times the error of a cast, and a small part of BSP_TOUCH. */
#define SURFACE (8 * BSP_CAST_GAP)
#define DEEP (BSP_TOUCH / 16)

/* Units. If a point goes deeper into the brush at an eighth of its speed or more, it is 2 BSP_TOUCH
 * deep after a path of this length. */
#define SOON (16 * BSP_TOUCH)

/* The maximum number of halvings of the time between two poses. 40 halvings shorten a path of
 * BSP_WORLD_HALF to 4 BSP_TOUCH, where the search ends. */
#define MOST_HALVINGS 40

/* A brush, or its eroded part (erosion > 0). The eroded part is `erosion` units behind all sides,
 * and inside the hull of the eroded vertices. At long needles, the sides alone would bound more
 * than that hull (cast.h). */
typedef struct {
    BspObstacle o; /* must be the first member, because separate_by_side() gets its address */
    const BspBrushTable *table;
    uint32_t brush;
    double erosion;
} Obstacle;

/* Returns an upper bound of the speed of all points of the body, in units for each unit of t. */
static double fastest_point(const BspMotion *b)
{
    return bsp_vec_length(b->delta) + fabs(b->angle) * b->reach;
}

/* Returns the point of the body that is lowest over a plane with this normal. */
static BspVec lowest_point(const BspMotion *b, const BspFrame *pose, BspVec normal)
{
    BspVec own = bsp_vec_neg(bsp_frame_direction_in(pose, normal));
    BspVec point = bsp_frame_direction_out(pose, bsp_shape_support_point(b->shape, own));
    return bsp_vec_add(pose->origin, point);
}

/* Separates body and brush by a side of the brush, in a fraction of the time of GJK. Returns false
 * if the body is near the level and its lowest point is not over the side itself. */
static bool separate_by_side(const BspObstacle *obstacle, const BspMotion *b, BspSeparation *s)
{
    const BspFrame *pose = &obstacle->pose;
    const Obstacle *o = (const Obstacle *)obstacle;
    const BspTableBrush *row = bsp_brush_table_row(o->table, o->brush);
    s->distance = -HUGE_VAL;
    for (uint32_t i = 0, n = bsp_brush_table_n_own(row); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(o->table, row, i);
        BspVec own = bsp_frame_direction_in(pose, plane.normal);
        double distance = bsp_plane_distance(&plane, pose->origin) + o->erosion -
                          bsp_shape_plane_offset(b->shape, own);
        if (distance > s->distance)
            *s = (BspSeparation){ plane.normal, distance, distance };
    }
    if (s->distance > obstacle->level + BSP_CAST_GAP)
        return true;
    BspVec lowest = lowest_point(b, pose, s->normal);
    return s->distance > 0 &&
           is_behind(o->table, o->brush, bsp_vec_mad(lowest, -s->distance, s->normal),
                     o->erosion - BSP_CAST_GAP, NULL);
}

/* Returns whether the body is in the obstacle. If it is, *s is the nearest of the known planes that
 * the body is behind. */
static bool is_within(const BspMotion *b, Obstacle *obstacle, double t, BspSeparation *s)
{
    *s = bsp_separate(b, &obstacle->o, t);
    return s->at_most <= 0;
}

/* Moves hit->t to the last contact before the body gets deep. The body touches at hit->t, and is
 * deep at time t. In between it may leave the surface. Moves hit->t to a time at which the body
 * comes back to the surface. */
static void come_back(const BspMotion *b, Obstacle *eroded, double t, BspMeeting *hit)
{
    BspSeparation s;
    double fastest = fastest_point(b);
    BSP_ASSERT(!(t < hit->t));
    for (unsigned i = 0; i < MOST_HALVINGS && (t - hit->t) * fastest > 4 * BSP_TOUCH; i++) {
        double middle = 0.5 * (hit->t + t);
        if (is_within(b, eroded, middle, &s) || s.distance < BSP_TOUCH / 4) {
            t = middle;
        } else {
            hit->t = middle;
            hit->normal = s.normal;
        }
    }
}

/* Returns whether the body is deep in the brush right after the contact, before any point has moved
 * SOON units. Often its lowest point shows this. This is a quick test that settles most hits. */
static bool is_soon_deep(const BspMotion *b, const Obstacle *surface, Obstacle *eroded, double t1,
                         const BspMeeting *hit)
{
    double t = hit->t + SOON / fastest_point(b);
    if (!(t <= t1))
        return false;
    BspSeparation s;
    BspFrame pose = bsp_motion_pose(b, t);
    BspVec lowest = lowest_point(b, &pose, hit->normal);
    return is_behind(surface->table, surface->brush, lowest, 2 * BSP_TOUCH, NULL) ||
           is_within(b, eroded, t, &s);
}

/* Units. A body that starts deeper than DEEP, but not in solid, may get deeper by this length, so
 * that rounding does not stop it. It is four times the error of a cast. */
#define ROUNDING (4 * BSP_CAST_GAP)

/* Units. A body that starts deeper than touching, but not in solid, is traced as if it were farther
 * out by this length. It is then no longer in solid. */
#define LIFT (BSP_IN_SOLID - BSP_TOUCH + ROUNDING)

/* Prepares a body that starts deep for the search, by setting the level to which it may come. Moves
 * a body that is deeper than touching out by LIFT. Returns false if the body is in solid. *start
 * receives the distance from the eroded brush. */
static bool start_deep(BspMotion *b, Obstacle *eroded, double t, double *start)
{
    BspSeparation s;
    bool is_lifted = is_within(b, eroded, t, &s) || s.distance <= LIFT;
    if (is_lifted) {
        b->from = bsp_vec_mad(b->from, LIFT, s.normal);
        if (is_within(b, eroded, t, &s))
            return false;
    }
    *start = is_lifted ? s.distance : HUGE_VAL;
    eroded->o.level = BSP_MIN(DEEP, s.distance - ROUNDING);
    return true;
}

/* Returns whether a body that starts deeper than touching, at this distance, ends deeper still, and
 * so deep that the next move might start in solid. */
static bool sinks(const BspMotion *b, Obstacle *eroded, double t1, double start)
{
    BspSeparation s;
    return start < HUGE_VAL &&
           (is_within(b, eroded, t1, &s) || s.distance < BSP_MIN(start, LIFT / 2));
}

/* Returns whether a body that has reached the surface at hit->t gets deeper, because touching is
 * not hitting. A body that is deep at first (hit->inside) may stay deep. */
static bool gets_deeper(const BspMotion *b, const Obstacle *surface, Obstacle *eroded, double t1,
                        BspMeeting *hit)
{
    BspSeparation s;
    BspMotion out = *b;
    double t = hit->t, start = HUGE_VAL;
    if (!hit->inside && is_soon_deep(b, surface, eroded, t1, hit))
        return true;
    if (hit->inside && !start_deep(&out, eroded, t, &start))
        return true;
    hit->inside = false;
    if (bsp_advance(&out, &eroded->o, t1, &t, &s) == BSP_MISS)
        return sinks(&out, eroded, t1, start);
    if (b->angle != 0)
        come_back(&out, eroded, t, hit);
    return true;
}

static void obstacle_init(Obstacle *o, const BspMotion *b, const BspBrushTable *table,
                          uint32_t brush, bool is_eroded)
{
    BspCastBody body = bsp_brush_table_body(table, brush);
    body = is_eroded ? bsp_cast_eroded(&body) : body;
    bsp_obstacle_init(&o->o, body.vertices, body.n, b->shape, bsp_vec(0, 0, 0));
    o->o.level = is_eroded ? DEEP : BSP_TOUCH;
    o->o.rest = is_eroded ? HUGE_VAL : SURFACE;
    o->o.separate_by_side = separate_by_side;
    o->table = table;
    o->brush = brush;
    o->erosion = is_eroded ? BSP_TOUCH : 0;
}

static bool meet_turning(const BspMotion *b, const BspBrushTable *table, uint32_t brush,
                         double level, double t0, double t1, BspMeeting *hit)
{
    double latest = hit->t;
    Obstacle surface, eroded;
    BspSeparation s;
    obstacle_init(&surface, b, table, brush, false);
    if (level > 0) {
        surface.o.level = level;
        surface.o.rest = HUGE_VAL;
    }
    surface.o.latest = latest;
    hit->t = t0;
    BspOutcome then = bsp_advance(b, &surface.o, t1, &hit->t, &s);
    hit->normal = s.normal;
    hit->inside = then == BSP_INSIDE && s.at_most <= 0;
    if (then == BSP_MISS || hit->t > latest || level > 0)
        return then != BSP_MISS && hit->t <= latest;
    obstacle_init(&eroded, b, table, brush, true);
    return gets_deeper(b, &surface, &eroded, t1, hit);
}

/* --- any motion --- */

bool bsp_meet(const BspMotion *motion, const BspBrushTable *table, uint32_t brush, double level,
              double t0, double t1, BspMeeting *hit)
{
    BSP_ASSERT(level >= 0 && t0 <= t1);
    return motion->is_straight ? meet_straight(motion, table, brush, level, hit->t, hit)
                               : meet_turning(motion, table, brush, level, t0, t1, hit);
}

bool bsp_span_is_far(const BspMotion *b, const BspMotionSpan *span, const BspBrushTable *table,
                     uint32_t brush, double distance)
{
    const BspTableBrush *row = bsp_brush_table_row(table, brush);
    for (uint32_t i = 0, n = bsp_brush_table_n_own(row); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(table, row, i);
        double d = bsp_plane_distance(&plane, span->from);
        d = BSP_MIN(d, d + bsp_vec_dot(plane.normal, span->delta));
        if (d - bsp_motion_reach(b, span, bsp_vec_neg(plane.normal)) >= distance)
            return true;
    }
    return false;
}

/* --- the hit --- */

/* Units. A side is the plane of the contact if the body is not nearer to the side than to the brush
 * by more than this. A body that keeps a skin may be in front of a side, but nearest to one of its
 * edges. */
#define SAME_PLANE BSP_TOUCH

BspVec bsp_meeting_name(const BspMotion *b, const BspBrushTable *table, uint32_t brush,
                        double level, double t, BspHit *named)
{
    BspFrame pose = bsp_motion_pose(b, t);
    BspSeparators separators;
    bsp_separators_init_rotated(&separators, table, b->shape, &pose, brush);
    unsigned plane = 0;
    if (bsp_separators_side(&separators, pose.origin, &plane) < level - SAME_PLANE) {
        bsp_separators_look(&separators, pose.origin);
        bsp_separators_outside(&separators, pose.origin, &plane);
    }
    bsp_separators_name(&separators, plane, named);
    named->plane.dist = bsp_vec_dot(named->plane.normal, bsp_vec_mad(b->from, t, b->delta));
    return named->plane.normal;
}
