/* contacts: the points at which a body is near brushes. A physics engine needs them for its
 * manifold.
 *
 * Seen along the normal between body and brush, the lowest points of the body and the highest
 * points of the brush are two flat convex sets. Each is a corner, an edge or a face. Their
 * intersection has a corner wherever a corner of one lies over the other, and wherever two edges
 * cross. */
#include "body/meet.h"
#include "body/separators.h"
#include "body/sorted.h"
#include "shape/advance.h"

/* The maximum number of points of a set, a limit of the stack. A set with more points keeps every
 * second or third of them. */
#define MOST 64

/* Units. When one outline cuts another, points outside by up to this distance stay, so that
 * rounding does not cut away equal outlines. It is above the rounding of planes at BSP_WORLD_HALF
 * (8e-9). */
#define SPARE (BSP_TOUCH / 32)

/* Units. A line along the normal meets body and brush if it passes both within this distance. NEAR
 * exceeds SPARE, so that lines along outlines meet. It is 128 times SPARE, so that heights on flat
 * faces are right to 1e-9. */
#define NEAR (4 * BSP_TOUCH)

/* The number of points on the rim of a cylinder, at equal angles. With 16 points, the polygon lies
 * inside the rim by at most 2 percent of the radius. TURN is the unit vector of the angle between
 * two points. */
#define RIM 16
#define TURN                                                                                       \
    {                                                                                              \
        0.92387953251128676, 0.38268343236508977                                                   \
    }

/* Units. The results of casts and of GJK have an error of 1e-9 (BSP_CAST_GAP), and differences of
 * two results are compared with four times this error. A contact whose distance is smaller, or
 * larger by at most EXACT, gets the distance between body and brush. A side of the brush gives the
 * normal, unless another plane keeps body and brush farther apart by more than EXACT. */
#define EXACT (4 * 1e-9)

/* A set of points, in coordinates across the normal. */
typedef struct {
    unsigned n;
    struct {
        double x, y;
    } p[MOST];
} Flat;

typedef struct {
    BspVec across, aside, normal;
} Axes;

static Axes axes_of(BspVec normal)
{
    BSP_ASSERT(fabs(bsp_vec_dot(normal, normal) - 1) < 1e-6);
    BspVec other = fabs(normal.x) < 0.6 ? bsp_vec_axis(0) : bsp_vec_axis(1);
    BspVec across = bsp_vec_unit(bsp_vec_cross(other, normal));
    return (Axes){ across, bsp_vec_cross(normal, across), normal };
}

static void add_corner(Flat *f, double x, double y)
{
    for (unsigned i = 0; i < f->n; i++)
        if (fabs(f->p[i].x - x) + fabs(f->p[i].y - y) < BSP_TOUCH)
            return;
    if (f->n < MOST) {
        f->p[f->n].x = x;
        f->p[f->n++].y = y;
    }
}

static void add_point(Flat *f, const Axes *axes, BspVec p)
{
    add_corner(f, bsp_vec_dot(axes->across, p), bsp_vec_dot(axes->aside, p));
}

/* --- the two sets --- */

static unsigned n_corners(const BspShape *shape)
{
    unsigned n = bsp_core_n_points(shape);
    return shape->kind == BSP_SHAPE_CYLINDER ? n * (RIM + 1) : n;
}

/* Returns a corner of the body, relative to its reference point. A cylinder has RIM corners on each
 * rim, the first at the lowest point of the rim, and the middle of each end. */
static BspVec corner_of(const BspShape *shape, unsigned i, BspVec lowest)
{
    BSP_ASSERT(i < n_corners(shape));
    static const double turn[] = TURN;
    if (shape->kind != BSP_SHAPE_CYLINDER)
        return bsp_core_point(shape, i);
    BspVec middle = bsp_core_point(shape, i / (RIM + 1));
    double length = sqrt(lowest.x * lowest.x + lowest.y * lowest.y);
    double c = length > 0 ? lowest.x / length : 1, s = length > 0 ? lowest.y / length : 0;
    if (i % (RIM + 1) == RIM)
        return middle;
    for (unsigned k = i % (RIM + 1); k > 0; k--) {
        double next = c * turn[0] - s * turn[1];
        s = s * turn[0] + c * turn[1];
        c = next;
    }
    return bsp_vec(shape->radius * c, shape->radius * s, middle.z);
}

static Flat lowest_points_of_body(const BspShape *shape, const BspFrame *pose, const Axes *axes,
                                  double within)
{
    Flat low = { .n = 0 };
    BspVec down = bsp_vec_neg(bsp_frame_direction_in(pose, axes->normal));
    double least = bsp_vec_dot(axes->normal, pose->origin) - bsp_shape_support(shape, down);
    double radius = bsp_core_radius(shape);
    unsigned n = n_corners(shape), each = n / MOST + 1;
    for (unsigned i = 0; i < n; i += each) {
        BspVec p = bsp_frame_direction_out(pose, corner_of(shape, i, down));
        p = bsp_vec_mad(bsp_vec_add(pose->origin, p), -radius, axes->normal);
        if (bsp_vec_dot(axes->normal, p) <= least + within)
            add_point(&low, axes, p);
    }
    if (low.n == 0) { /* no corner in the loop is low enough, so take the lowest point */
        BspVec p = bsp_frame_direction_out(pose, bsp_shape_support_point(shape, down));
        add_point(&low, axes, bsp_vec_add(pose->origin, p));
    }
    return low;
}

static Flat highest_of_brush(const BspCastBody *body, const Axes *axes, double within)
{
    BSP_ASSERT(body->n > 0);
    Flat high = { .n = 0 };
    unsigned each = body->n / MOST + 1, top = 0;
    for (unsigned i = 0; i < body->n; i++)
        if (bsp_vec_dot(axes->normal, body->vertices[i]) >
            bsp_vec_dot(axes->normal, body->vertices[top]))
            top = i;
    double most = bsp_vec_dot(axes->normal, body->vertices[top]);
    add_point(&high, axes, body->vertices[top]);
    for (unsigned i = 0; i < body->n; i += each)
        if (bsp_vec_dot(axes->normal, body->vertices[i]) >= most - within)
            add_point(&high, axes, body->vertices[i]);
    return high;
}

/* --- flat convex sets --- */

/* Returns a number that is positive if the point (x, y) is to the left of the line from point i to
 * point k, and negative if it is to the right. */
static double left_of(const Flat *f, unsigned i, unsigned k, double x, double y)
{
    return (f->p[k].x - f->p[i].x) * (y - f->p[i].y) - (f->p[k].y - f->p[i].y) * (x - f->p[i].x);
}

/* Returns the convex hull of the points, anticlockwise (by gift wrapping). */
static Flat hull_of(const Flat *f)
{
    Flat hull = { .n = 0 };
    BSP_ASSERT(f->n > 0 && f->n <= MOST);
    unsigned first = 0;
    for (unsigned i = 1; i < f->n; i++)
        if (f->p[i].x < f->p[first].x || (f->p[i].x == f->p[first].x && f->p[i].y < f->p[first].y))
            first = i;
    unsigned at = first;
    do {
        hull.p[hull.n++] = f->p[at];
        unsigned next = at == 0 && f->n > 1 ? 1 : 0;
        for (unsigned i = 0; i < f->n; i++)
            if (i != at && left_of(f, at, next, f->p[i].x, f->p[i].y) < 0)
                next = i;
        at = next;
    } while (at != first && hull.n < f->n);
    return hull;
}

/* Returns the part of the set to the left of the line from point i to point k of the other set. */
static Flat cut(const Flat *f, const Flat *other, unsigned i, unsigned k)
{
    Flat kept = { .n = 0 };
    double dx = other->p[k].x - other->p[i].x, dy = other->p[k].y - other->p[i].y;
    double length = sqrt(dx * dx + dy * dy);
    for (unsigned a = 0; a < f->n; a++) {
        unsigned b = (a + 1) % f->n;
        double da = left_of(other, i, k, f->p[a].x, f->p[a].y) + SPARE * length;
        double db = left_of(other, i, k, f->p[b].x, f->p[b].y) + SPARE * length;
        double s = da / (da - db);
        if (da >= 0)
            add_corner(&kept, f->p[a].x, f->p[a].y);
        if ((da < 0) != (db < 0))
            add_corner(&kept, f->p[a].x + s * (f->p[b].x - f->p[a].x),
                       f->p[a].y + s * (f->p[b].y - f->p[a].y));
    }
    return kept;
}

/* Returns the point at which two edges, or an edge and a corner, are nearest. */
static Flat nearest_of_edges(const Flat *a, const Flat *b)
{
    Flat at = { .n = 0 };
    double ux = a->p[a->n - 1].x - a->p[0].x, uy = a->p[a->n - 1].y - a->p[0].y;
    double vx = b->p[b->n - 1].x - b->p[0].x, vy = b->p[b->n - 1].y - b->p[0].y;
    double wx = b->p[0].x - a->p[0].x, wy = b->p[0].y - a->p[0].y, area = ux * vy - uy * vx;
    double length = ux * ux + uy * uy;
    double s = fabs(area) > BSP_TOUCH ? (wx * vy - wy * vx) / area
               : length > 0           ? ((wx + 0.5 * vx) * ux + (wy + 0.5 * vy) * uy) / length
                                      : 0;
    s = BSP_CLAMP(s, 0, 1);
    add_corner(&at, a->p[0].x + s * ux, a->p[0].y + s * uy);
    return at;
}

static Flat intersection(const Flat *body, const Flat *brush)
{
    const Flat *few = body->n < brush->n ? body : brush, *many = few == body ? brush : body;
    if (many->n <= 2)
        return nearest_of_edges(body, brush);
    Flat left = *few;
    for (unsigned i = 0; i < many->n && left.n > 0; i++)
        left = cut(&left, many, i, (i + 1) % many->n);
    return left;
}

/* Moves (*x, *y) to the nearest point of the edge from p[i] to the next corner. Returns the square
 * of the distance between them. */
static double nearest_on_edge(const Flat *f, unsigned i, double *x, double *y)
{
    unsigned k = (i + 1) % f->n;
    double ux = f->p[k].x - f->p[i].x, uy = f->p[k].y - f->p[i].y, length = ux * ux + uy * uy;
    double wx = *x - f->p[i].x, wy = *y - f->p[i].y;
    double s = length > 0 ? BSP_CLAMP((wx * ux + wy * uy) / length, 0, 1) : 0;
    *x = f->p[i].x + s * ux;
    *y = f->p[i].y + s * uy;
    return (wx - s * ux) * (wx - s * ux) + (wy - s * uy) * (wy - s * uy);
}

/* Replaces *best by the point if that is nearer. */
static void take_nearer(Flat *best, double *least, double squared, double x, double y)
{
    if (squared >= *least)
        return;
    *least = squared;
    best->p[0].x = x;
    best->p[0].y = y;
}

/* Returns the point of the brush's outline that is nearest to the body's outline. */
static Flat nearest_of_outlines(const Flat *body, const Flat *brush)
{
    Flat best = { .n = 1, .p[0] = { brush->p[0].x, brush->p[0].y } };
    BSP_ASSERT(body->n > 0 && brush->n > 0);
    double least = HUGE_VAL;
    for (unsigned i = 0; i < brush->n; i++) {
        for (unsigned k = 0; k < body->n; k++) {
            double x = body->p[k].x, y = body->p[k].y;
            double squared = nearest_on_edge(brush, i, &x, &y);
            take_nearer(&best, &least, squared, x, y);
            x = brush->p[i].x;
            y = brush->p[i].y;
            squared = nearest_on_edge(body, k, &x, &y);
            take_nearer(&best, &least, squared, brush->p[i].x, brush->p[i].y);
        }
    }
    return best;
}

/* --- one brush --- */

typedef struct {
    const BspBrushTable *table;
    const BspShape *shape;
    BspFrame pose;
    double within;
    BspContactPoint *contacts;
    unsigned n, most;
} Query;

/* Moves the shape along the normal, from `above` units above the position `at` to `below` units
 * under it. Returns the height above `at` at which it meets the vertices; -HUGE_VAL if it passes
 * them. */
static double height_of_contact(const BspCastBody *vertices, const BspShape *shape, BspVec at,
                                BspVec normal, double above, double below)
{
    BspMotion down;
    BspMeeting hit;
    bsp_motion_init_straight(&down, shape, bsp_vec_mad(at, above, normal),
                             bsp_vec_scale(normal, -above - below));
    if (!bsp_cast(vertices, &down, NEAR, 0, 1, &hit))
        return -HUGE_VAL;
    return above - hit.t * (above + below) - NEAR;
}

static void add_contact(Query *q, BspContactPoint contact)
{
    uint32_t place = bsp_sorted_place(q->contacts, sizeof contact, offsetof(BspContactPoint, brush),
                                      q->n++, q->most, contact.brush);
    if (place < q->most)
        q->contacts[place] = contact;
}

/* Finds the contact of body and brush at a position across the normal. On entry contact->distance
 * is the distance between body and brush, and no contact is nearer. Returns false if there is no
 * contact. */
static bool find_contact(const Query *q, const BspCastBody *brush, double top, BspVec place,
                         BspContactPoint *contact)
{
    const BspShape point = bsp_shape_point();
    BspVec normal = contact->normal, own = bsp_frame_direction_in(&q->pose, normal);
    double bottom =
        bsp_vec_dot(normal, q->pose.origin) - bsp_shape_support(q->shape, bsp_vec_neg(own));
    double below = q->within + 1;
    double height = height_of_contact(brush, &point, place, normal, top + 1, below - bottom);
    if (!(height > -HUGE_VAL))
        return false;
    contact->point = bsp_vec_mad(place, height, normal);
    BspVec corner = bsp_frame_direction_in(&q->pose, bsp_vec_sub(contact->point, q->pose.origin));
    BspCastBody under = { &corner, &corner, 1, 1 };
    double distance =
        -height_of_contact(&under, q->shape, bsp_vec(0, 0, 0), own, height - bottom + 1, below);
    if (distance > contact->distance + EXACT)
        contact->distance = distance;
    return distance <= q->within;
}

/* Finds the corners of the intersection of two sets: the part of the body within `height` of its
 * lowest point, and the part of the brush within `height` of its highest. */
static Flat places_within(const Query *q, const BspCastBody *brush, const Axes *axes, double height,
                          bool has_one)
{
    Flat low = lowest_points_of_body(q->shape, &q->pose, axes, height);
    Flat high = highest_of_brush(brush, axes, height);
    low = hull_of(&low);
    high = hull_of(&high);
    Flat places = intersection(&low, &high);
    return places.n == 0 && has_one ? nearest_of_outlines(&low, &high) : places;
}

/* Adds the contacts with one brush. `contact` has their normal and names, and the distance between
 * body and brush. If rounding removes all contacts at that distance, adds one at the point where
 * both are nearest. */
static void add_contacts(Query *q, const BspCastBody *brush, BspContactPoint contact)
{
    Axes axes = axes_of(contact.normal);
    double top = -HUGE_VAL;
    bool has_nearest = false;
    for (unsigned i = 0; i < brush->n; i++)
        top = BSP_MAX(top, bsp_vec_dot(contact.normal, brush->vertices[i]));
    Flat places = places_within(q, brush, &axes, BSP_TOUCH, true), more;
    BSP_ASSERT(places.n > 0);
    BspVec nearest =
        bsp_vec_mad(bsp_vec_scale(axes.across, places.p[0].x), places.p[0].y, axes.aside);
    more = places_within(q, brush, &axes, q->within, false);
    for (unsigned i = 0; i < more.n; i++)
        add_corner(&places, more.p[i].x, more.p[i].y);
    for (unsigned i = 0; i < places.n; i++) {
        BspContactPoint found = contact;
        BspVec place = bsp_vec_scale(axes.across, places.p[i].x);
        place = bsp_vec_mad(place, places.p[i].y, axes.aside);
        if (!find_contact(q, brush, top, place, &found))
            continue;
        add_contact(q, found);
        has_nearest = has_nearest || found.distance == contact.distance;
    }
    contact.point = bsp_vec_mad(nearest, top, axes.normal);
    if (!has_nearest)
        add_contact(q, contact);
}

unsigned bsp_brush_table_contacts(const BspBrushTable *table, const BspMove *move,
                                  const BspTurn *turn, double t, double within,
                                  BspContactPoint *contacts, unsigned most)
{
    BspMotion body;
    BspMotionSpan span;
    BspNear near;
    uint32_t brush;
    if (!bsp_motion_init(&body, move, turn) || !bsp_brush_table_can_turn(table) ||
        !(t >= 0 && t <= 1) || !(within >= 0 && within <= BSP_REACH))
        return 0;
    Query q = { table, body.shape, bsp_motion_pose(&body, t), within, contacts, 0, most };
    bsp_motion_span(&body, t, t, &span);
    BspPath path = { .box = &span.bounds, .by = within, .from = span.from };
    bsp_near_begin(&near, &table->hierarchy, &path);
    while (bsp_brush_table_next(table, move->mask, &near, 0, &brush)) {
        BspCastBody cast = bsp_brush_table_body(table, brush);
        BspContactPoint contact = { .brush = brush };
        BspSeparators separators;
        BspHit hit;
        unsigned plane = 0, side = 0;
        bsp_separators_init_rotated(&separators, table, q.shape, &q.pose, brush);
        /* Casts are used for boxes, too, because beside an edge no plane of the table is exact. */
        separators.body = cast;
        if (bsp_separators_outside(&separators, q.pose.origin, &plane) > within)
            continue;
        bsp_separators_look(&separators, q.pose.origin);
        contact.distance = bsp_separators_outside(&separators, q.pose.origin, &plane);
        if (contact.distance > within)
            continue;
        if (bsp_separators_side(&separators, q.pose.origin, &side) >= contact.distance - EXACT)
            plane = side;
        bsp_separators_name(&separators, plane, &hit);
        contact.normal = hit.plane.normal;
        contact.side = hit.side;
        add_contacts(&q, &cast, contact);
    }
    return q.n;
}
