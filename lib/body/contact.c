/* contact: names the brush and the plane that a move has hit.
 *
 * A tree or a sweep reports when a move hits solid, and which plane it crossed last. That plane may
 * bound a side that a neighbouring brush covers, and several brushes may meet at the contact. So
 * all brushes at the contact are collected, each as a convex cone, and body/corner.h chooses the
 * plane. The brush that this plane belongs to is named. */
#include "body/contact.h"

#include <string.h>

#include "body/corner.h"
#include "body/meet.h"
#include "body/separators.h"
#include "bsp-brush-table.h"
#include "shape/shape.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/reach.h"

/* Units. Parts of a facet farther than this from the contact do not count. It is larger than nearly
 * all facets of real levels. */
#define FAR 1e4

/* The brush that is named if its plane is chosen. */
typedef struct {
    uint32_t brush;
    uint32_t plane; /* number of a plane of the brush; BSP_NO_PLANE for a plane that only separates
                       brush and shape */
    bool is_side;
    bool is_entered; /* the move goes into the brush, not past it or along it */
} Owner;

typedef struct {
    BspSweep sweep; /* the move, whose `from` is set to the contact */
    double rest;    /* the part of the move after the contact */
    /* Units; brushes and planes no farther from the shape than this are at the contact. */
    double near;
    double farthest; /* units, the distance of the farthest brush at the contact; 0 or more */
    BspCorner corner;
    Owner owners[BSP_CORNER_PLANES]; /* the owner of each plane of the corner */
} Contact;

/* --- the brushes at the contact --- */

static bool is_better(const Owner *a, const Owner *b)
{
    if (a->is_side != b->is_side)
        return a->is_side;
    if (a->is_entered != b->is_entered)
        return a->is_entered;
    return a->brush < b->brush;
}

/* Adds a plane that is at the contact. Returns its bit. */
static uint64_t add_plane(Contact *c, const BspPlane *plane, const Owner *owner)
{
    unsigned n = c->corner.n_planes;
    uint64_t bit = bsp_corner_plane(&c->corner, plane);
    unsigned i = bit ? bsp_lowest_bit(bit) : 0;
    BSP_ASSERT(!bit || i < c->corner.n_planes);
    if (bit && (i == n || is_better(owner, &c->owners[i])))
        c->owners[i] = *owner;
    return bit;
}

/* The planes of the Minkowski sum of a brush and the shape that pass through the contact. */
typedef struct {
    unsigned n;
    BspPlane planes[BSP_CORNER_PLANES];  /* moved out for the shape */
    uint32_t numbers[BSP_CORNER_PLANES]; /* numbers of planes of the brush; BSP_NO_PLANE for a plane
                                            that only separates brush and shape */
    double out[BSP_CORNER_PLANES];       /* distance of the contact in front of the plane */
    uint32_t n_own;                      /* planes with numbers below this are planes of sides */
    double leave; /* the time after the contact at which the move leaves the sum through a plane
                     that does not pass through the contact */
} Planes;

static void note_plane(Planes *p, uint32_t number, const BspPlane *plane, double d)
{
    if (p->n == BSP_CORNER_PLANES)
        return;
    p->planes[p->n] = *plane;
    p->numbers[p->n] = number;
    p->out[p->n++] = d;
}

/* Lowers p->leave, the time at which the move leaves the brush, by a plane that is not at the
 * contact. The contact is behind this plane, at the signed distance d. v is the speed along its
 * normal. */
static void note_far_plane(Planes *p, double d, double v)
{
    if (v > 0)
        p->leave = BSP_MIN(p->leave, (-BSP_TOUCH - d) / v);
}

/* A convex polygon in a plane, in coordinates along the plane. */
typedef struct {
    unsigned n;
    double corners[BSP_CORNER_PLANES][2];
} Polygon;

/* Keeps the part of the polygon where a x + b y <= c. */
static void clip_polygon(Polygon *polygon, double a, double b, double c)
{
    Polygon whole = *polygon;
    polygon->n = 0;
    for (unsigned i = 0; i < whole.n && polygon->n + 2 <= BSP_CORNER_PLANES; i++) {
        const double *p = whole.corners[i], *q = whole.corners[(i + 1) % whole.n];
        double at_p = a * p[0] + b * p[1] - c, at_q = a * q[0] + b * q[1] - c;
        if (at_p <= 0)
            memcpy(polygon->corners[polygon->n++], p, sizeof polygon->corners[0]);
        if (at_p * at_q < 0) {
            double t = at_p / (at_p - at_q), *cut = polygon->corners[polygon->n++];
            cut[0] = p[0] + t * (q[0] - p[0]);
            cut[1] = p[1] + t * (q[1] - p[1]);
        }
    }
}

/* Returns whether plane i of the sum with a box cuts off less than BSP_CELL_EPSILON of the region
 * that the other planes bound, without the planes in `omitted`. If an edge of the brush is almost
 * parallel to an edge of the box, the plane along both touches the sum in a facet narrower than any
 * tolerance. Rounding decides how such a plane is tilted, so it is no face. */
static bool cuts_off_little(const BspSweep *s, const BspTableBrush *b, uint32_t i, uint64_t omitted)
{
    BSP_ASSERT(s->is_box && i >= bsp_brush_table_n_own(b)); /* sides are always faces */
    double v, out = bsp_sweep_plane(s, b, i, &v) - BSP_CELL_EPSILON;
    BspVec normal = bsp_brush_table_plane(s->table, b, i).normal;
    int axis = fabs(normal.x) < 0.5 ? 0 : fabs(normal.y) < 0.5 ? 1 : 2;
    BspVec x = bsp_vec_unit(bsp_vec_cross(normal, bsp_vec_axis(axis)));
    BspVec y = bsp_vec_cross(normal, x);
    Polygon left = { 4, { { -FAR, -FAR }, { FAR, -FAR }, { FAR, FAR }, { -FAR, FAR } } };
    for (uint32_t k = 0, n = bsp_brush_table_n_planes(b); k < n && left.n > 0; k++) {
        if (k == i || (k < BSP_CORNER_PLANES && omitted >> k & 1))
            continue;
        BspVec other = bsp_brush_table_plane(s->table, b, k).normal;
        double d = bsp_sweep_plane(s, b, k, &v);
        clip_polygon(&left, bsp_vec_dot(other, x), bsp_vec_dot(other, y),
                     out * bsp_vec_dot(other, normal) - d);
    }
    return left.n == 0;
}

/* Finds the planes of the sum with a box. Returns false if the contact is outside the sum. The
 * planes of the bounds come first, because they are in the brush's cache line, and reject most
 * brushes. */
static bool find_planes_of_box(const Contact *c, uint32_t brush, Planes *planes)
{
    const BspSweep *s = &c->sweep;
    const BspTableBrush *b = bsp_brush_table_row(s->table, brush);
    for (unsigned k = 0; k < 3; k++) {
        double before = b->least[k] - s->middle.v[k], after = s->middle.v[k] - b->most[k];
        if (BSP_MAX(before, after) - s->half.v[k] > c->near)
            return false;
    }
    uint64_t omitted = 0;
    for (uint32_t i = 0, n = bsp_brush_table_n_planes(b); i < n; i++) {
        double v, d = bsp_sweep_plane(s, b, i, &v);
        if (d > c->near)
            return false;
        if (d < -c->near) {
            note_far_plane(planes, d, v);
            continue;
        }
        if (i >= planes->n_own && i < BSP_CORNER_PLANES && cuts_off_little(s, b, i, omitted)) {
            omitted |= UINT64_C(1) << i;
            continue;
        }
        BspPlane plane = bsp_brush_table_plane(s->table, b, i);
        plane.dist += bsp_shape_plane_offset(s->shape, plane.normal);
        note_plane(planes, i, &plane, d);
    }
    return true;
}

/* Finds the planes of the sum with another shape. These are the planes that separate the shape from
 * the brush, including the plane perpendicular to the shortest line between them. Returns false if
 * the contact is outside the sum. */
static bool find_planes_of_other(const Contact *c, uint32_t brush, Planes *planes)
{
    const BspSweep *s = &c->sweep;
    BspSeparators separators;
    double distance;
    bool is_over = bsp_is_over_side(s->table, s->shape, s->from, brush, &distance);
    bsp_separators_init(&separators, s->table, s->shape, brush);
    if (!is_over)
        distance = bsp_cast_distance(&separators.body, s->shape, s->from);
    if (distance > c->near)
        return false;
    if (!is_over)
        bsp_separators_look(&separators, s->from);
    for (unsigned i = 0, n = bsp_separators_n(&separators); i < n; i++) {
        BspPlane plane = bsp_separators_plane(&separators, i);
        double d = bsp_plane_distance(&plane, s->from);
        if (d > c->near)
            return false;
        if (d < -c->near)
            note_far_plane(planes, d, bsp_vec_dot(plane.normal, s->delta));
        else
            note_plane(planes, i < separators.n_table ? i : BSP_NO_PLANE, &plane, d);
    }
    return true;
}

/* Returns whether a move from the contact runs inside the sum for more than BSP_TOUCH units. */
static bool goes_into(const Contact *c, const Planes *p)
{
    double enter = 0, leave = p->leave;
    for (unsigned i = 0; i < p->n; i++) {
        double d = p->out[i], v = bsp_vec_dot(p->planes[i].normal, c->sweep.delta);
        if (v < 0)
            enter = BSP_MAX(enter, -d / v);
        else if (v > 0)
            leave = BSP_MIN(leave, (-BSP_TOUCH - d) / v);
        else if (d >= -BSP_TOUCH)
            return false;
    }
    return (leave - enter) * bsp_vec_length(c->sweep.delta) > BSP_TOUCH;
}

static void add_brush(Contact *c, uint32_t brush)
{
    Planes p;
    uint64_t cone = 0;
    Owner owner = { .brush = brush };
    p.n = 0;
    p.leave = c->rest;
    p.n_own = bsp_brush_table_n_own(bsp_brush_table_row(c->sweep.table, brush));
    if (!(c->sweep.is_box ? find_planes_of_box : find_planes_of_other)(c, brush, &p))
        return;
    owner.is_entered = goes_into(c, &p);
    for (unsigned i = 0; i < p.n; i++) {
        owner.plane = p.numbers[i];
        owner.is_side = p.numbers[i] < p.n_own;
        c->farthest = BSP_MAX(c->farthest, p.out[i]);
        cone |= add_plane(c, &p.planes[i], &owner);
    }
    bsp_corner_cone(&c->corner, cone);
}

/* The maximum number of brushes whose bounds are at a contact. Real levels have fewer than forty.
 * If there are more, the brushes with the lowest numbers count. */
#define MOST_BRUSHES 256

/* Brushes in ascending order. The corner keeps the first of similar planes, and has limits, so the
 * order in which the hierarchy is searched must not matter. */
typedef struct {
    unsigned n;
    uint32_t brushes[MOST_BRUSHES];
} Sorted;

static void insert_brush(Sorted *sorted, uint32_t brush)
{
    unsigned i = sorted->n;
    if (i < MOST_BRUSHES)
        sorted->n++;
    else if (sorted->brushes[--i] < brush)
        return;
    for (; i > 0 && sorted->brushes[i - 1] > brush; i--)
        sorted->brushes[i] = sorted->brushes[i - 1];
    sorted->brushes[i] = brush;
}

static void find_brushes(const Contact *c, Sorted *sorted)
{
    const BspSweep *s = &c->sweep;
    BspNear near;
    uint32_t brush;
    BspPath path = { .box = &s->shape->bounds, .by = c->near, .from = s->from };
    bsp_near_begin(&near, &s->table->hierarchy, &path);
    while (bsp_brush_table_next(s->table, s->mask, &near, 0, &brush))
        insert_brush(sorted, brush);
}

static void set_contact(Contact *c, BspVec at)
{
    c->sweep.from = at;
    c->sweep.middle = bsp_vec_add(at, bsp_bounds_centre(&c->sweep.shape->bounds));
}

/* Moves the contact of a box on to the first brush that the move enters within BSP_TOUCHED units.
 * Returns whether there is such a brush. */
static bool meet_first(Contact *c, const Sorted *sorted)
{
    const BspSweep *s = &c->sweep;
    double first = BSP_TOUCHED / bsp_vec_length(s->delta);
    bool is_met = false;
    for (unsigned i = 0; i < sorted->n; i++) {
        BspPassage p;
        const BspTableBrush *b = bsp_brush_table_row(s->table, sorted->brushes[i]);
        if (bsp_sweep_passage(s, b, 0, &p) && p.enter < p.leave && p.enter <= first) {
            first = p.enter;
            is_met = true;
        }
    }
    if (is_met)
        set_contact(c, bsp_vec_mad(s->from, first, s->delta));
    return is_met;
}

static void add_brushes(Contact *c, const Sorted *sorted)
{
    c->farthest = 0;
    bsp_corner_init(&c->corner, c->sweep.from);
    for (unsigned i = 0; i < sorted->n; i++)
        add_brush(c, sorted->brushes[i]);
}

/* Units. The first look of bsp_corner_choose() leaves out brushes that are farther than this. It
 * reaches 1.5 BSP_TOUCH, and take_part() adds BSP_TOUCH / 2. */
#define FIRST_LOOK (2 * BSP_TOUCH)

/* Collects the brushes within `distance` of the contact. `met` has the brushes at the contact, or
 * is NULL if they are not known. The contact of a tree may be up to BSP_TOUCH in front of a plane.
 * If several brushes meet there, their distances from the contact differ, and the first look could
 * leave out some of them. Then the contact moves on to the first of these brushes. */
static void collect_brushes(Contact *c, double distance, const BspMet *met)
{
    Sorted sorted;
    bool is_known = met && met->n <= BSP_MET_MOST;
    sorted.n = 0;
    c->near = distance;
    for (uint32_t i = 0; is_known && i < met->n; i++)
        insert_brush(&sorted, met->brushes[i]);
    if (!is_known)
        find_brushes(c, &sorted);
    add_brushes(c, &sorted);
    if (!met && c->sweep.is_box && c->farthest > FIRST_LOOK && meet_first(c, &sorted))
        add_brushes(c, &sorted);
}

/* --- the name --- */

/* Returns the plane of the corner whose normal is most similar to that of the plane that the move
 * crossed. The hit names this plane if the move goes into no face, for example if a tree's contact
 * is in a closed seam. */
static const BspPlane *most_similar(const BspCorner *corner, BspVec crossed)
{
    const BspPlane *best = NULL;
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < corner->n_planes; i++) {
        double likeness = bsp_vec_dot(corner->planes[i].normal, crossed);
        if (likeness > most) {
            most = likeness;
            best = &corner->planes[i];
        }
    }
    return best;
}

static void set_hit(const Contact *c, const BspPlane *plane, BspHit *hit)
{
    BSP_ASSERT(plane >= c->corner.planes && plane < c->corner.planes + c->corner.n_planes);
    const Owner *owner = &c->owners[plane - c->corner.planes];
    bsp_brush_table_name(c->sweep.table, owner->brush, owner->plane, hit);
    hit->plane = *plane;
}

bool bsp_brush_table_can_tell(const BspBrushTable *table, const BspShape *shape)
{
    return bsp_brush_table_hold_shape(table, shape);
}

/* Names the brush and the plane at the contact `at`. On entry the sweep of *c begins at the start
 * of the move. Returns whether a brush was named. */
static bool name(Contact *c, BspVec at, const BspMet *met, BspTrace *answer)
{
    /* Units. A brush that is no farther than this from the shape is at the contact. The larger one
     * serves contacts of trees, whose error is within the bracket. */
    static const double nears[] = { BSP_TOUCHED, BSP_BRACKET };
    const BspTransition *tr = &answer->tr;
    answer->hit.brush = BSP_NO_BRUSH;
    set_contact(c, at);
    c->rest = 1 - tr->t;
    for (unsigned i = 0; i < sizeof nears / sizeof *nears && answer->hit.brush == BSP_NO_BRUSH;
         i++) {
        collect_brushes(c, nears[i], met);
        const BspPlane *plane = bsp_corner_choose(&c->corner, c->sweep.delta, tr->plane.normal);
        if (!plane)
            plane = most_similar(&c->corner, tr->plane.normal);
        if (plane)
            set_hit(c, plane, &answer->hit);
    }
    return answer->hit.brush != BSP_NO_BRUSH;
}

bool bsp_contact_name(const BspSweep *sweep, const BspMet *met, BspTrace *answer)
{
    Contact c;
    BSP_ASSERT(answer->tr.type == BSP_EMPTY_TO_SOLID);
    c.sweep = *sweep;
    return name(&c, bsp_vec_mad(sweep->from, answer->tr.t, sweep->delta), met, answer);
}

bool bsp_brush_table_hit(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    const BspTransition *tr = &answer->tr;
    Contact c;
    answer->hit.brush = BSP_NO_BRUSH;
    if (tr->type != BSP_EMPTY_TO_SOLID || table->n_brushes == 0 ||
        !bsp_is_finite(bsp_vec_sum(tr->point) + bsp_vec_sum(tr->plane.normal)) ||
        !bsp_sweep_init(&c.sweep, table, move))
        return false;
    return name(&c, tr->point, NULL, answer);
}
