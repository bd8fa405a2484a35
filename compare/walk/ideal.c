/* ideal: finds how far a body can slide, from the brushes alone. */
#include "walk/ideal.h"

#include "bsp-brush-table.h"

/* Units. The depth up to which all queries call a body clear. A brush counts as touched if its
 * distance from the body exceeds its `keep` by at most NEAR. The body touches the cone of those of
 * its planes that are at most NEAR behind the foremost one. A move is not stopped if it comes
 * nearer than `keep` by at most NEAR. */
#define NEAR BSP_TOUCH

/* A fraction of a displacement's length. A displacement that enters a plane by less than this runs
 * along the plane. The value is well above rounding. */
#define ALONG 1e-9

/* Newton's method ends at this distance from the contact, in units, which is far below NEAR. It
 * also ends after this number of steps. A convex function needs fewer than ten. */
#define ARRIVED 1e-10
#define MAX_STEPS 64

/* The maximum number of bends of a body's path in one frame. A body whose path needs more bends is
 * in a corner, and stops there. */
#define MAX_BENDS 16

/* The maximum number of touched planes. A body touches a few brushes by a few planes each. */
#define MAX_PLANES 64

/* Units. Shapes thinner than this are rejected, because they slip into the seam between two
 * brushes. */
#define THIN 0.01

/* The sum of a brush and the mirrored core of the shape. The sum with the shape itself is the set
 * of all points within the shape's radius of this cell. */
typedef struct {
    BspCell *cell; /* NULL if the sum is empty, or has not been made */
    gboolean made;
} Sum;

struct CompareIdeal {
    const BspSolid *solid;
    BspShape shape;
    guint32 mask;
    double radius;
    Sum *sums;    /* an array with a sum for each brush */
    GArray *near; /* an array of Near: the brushes near the body in this frame */
};

typedef struct {
    const BspCell *cell;
    double keep; /* the distance from the cell, in units, at which moves stop */
} Near;

CompareIdeal *compare_ideal_new(const BspSolid *solid, const BspShape *shape, guint32 mask)
{
    BspVec size = bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins);
    if (shape->kind == BSP_SHAPE_CYLINDER || shape->kind == BSP_SHAPE_HULL ||
        fmin(fmin(size.x, size.y), size.z) < THIN)
        return NULL;
    CompareIdeal *ideal = g_new(CompareIdeal, 1);
    *ideal = (CompareIdeal){ solid,
                             *shape,
                             mask,
                             shape->kind == BSP_SHAPE_BOX ? 0 : shape->radius,
                             g_new0(Sum, MAX(bsp_solid_n_brushes(solid), 1)),
                             g_array_new(FALSE, FALSE, sizeof(Near)) };
    return ideal;
}

void compare_ideal_free(CompareIdeal *ideal)
{
    if (!ideal)
        return;
    for (guint i = 0; i < bsp_solid_n_brushes(ideal->solid); i++)
        g_clear_pointer(&ideal->sums[i].cell, bsp_cell_free);
    g_array_unref(ideal->near);
    g_free(ideal->sums);
    g_free(ideal);
}

/* Returns the core of the shape, which is a box. A round shape consists of all points within its
 * radius of this box. */
static BspBounds core_of(const BspShape *shape)
{
    if (shape->kind == BSP_SHAPE_BOX)
        return shape->bounds;
    gboolean capsule = shape->kind == BSP_SHAPE_CAPSULE;
    return (BspBounds){ bsp_vec(0, 0, capsule ? shape->bottom + shape->radius : 0),
                        bsp_vec(0, 0, capsule ? shape->top - shape->radius : 0) };
}

static const BspCell *cell_of(CompareIdeal *ideal, guint b)
{
    Sum *sum = &ideal->sums[b];
    if (sum->made)
        return sum->cell;
    BspBounds core = core_of(&ideal->shape);
    g_autoptr(BspBrush) expanded = bsp_brush_expand(bsp_solid_brush(ideal->solid, b), &core, NULL);
    sum->cell = expanded ? bsp_cell_copy(bsp_brush_cell(expanded)) : NULL;
    sum->made = TRUE;
    return sum->cell;
}

/* --- the distance of a point from a cell --- */

typedef struct {
    double distance;
    BspVec normal; /* the normal of the plane, or the direction from the cell's nearest point */
} CellDistance;

/* Returns the largest signed distance of p from the cell's planes. */
static CellDistance distance_by_planes(const BspCell *cell, BspVec p)
{
    CellDistance away = { -HUGE_VAL, bsp_vec(0, 0, 0) };
    for (guint f = 0; f < cell->n_faces; f++) {
        double d = bsp_plane_distance(&cell->faces[f].plane, p);
        if (d > away.distance)
            away = (CellDistance){ d, cell->faces[f].plane.normal };
    }
    return away;
}

static BspVec nearest_on_edge(BspVec a, BspVec b, BspVec p)
{
    BspVec edge = bsp_vec_sub(b, a);
    double square = bsp_vec_dot(edge, edge);
    double t = square > 0 ? bsp_vec_dot(bsp_vec_sub(p, a), edge) / square : 0;
    return bsp_vec_mad(a, CLAMP(t, 0, 1), edge);
}

/* Returns the point of the face nearest to p, which must be in front of the face. */
static BspVec nearest_on_face(const BspCell *cell, const BspCellFace *face, BspVec p)
{
    const guint *loop = cell->loop + face->first;
    BspVec best = bsp_vec_mad(p, -bsp_plane_distance(&face->plane, p), face->plane.normal);
    double least = HUGE_VAL;
    for (guint k = 0; k < face->n; k++) {
        BspVec a = cell->vertices[loop[k]], b = cell->vertices[loop[(k + 1) % face->n]];
        BspVec out = bsp_vec_cross(bsp_vec_sub(b, a), face->plane.normal);
        if (bsp_vec_dot(out, bsp_vec_sub(p, a)) <= 0)
            continue;
        BspVec q = nearest_on_edge(a, b, p), to = bsp_vec_sub(p, q);
        if (bsp_vec_dot(to, to) < least) {
            least = bsp_vec_dot(to, to);
            best = q;
        }
    }
    return best;
}

/* Returns the distance of p from the nearest point of the cell. If p is inside of the cell, returns
 * the negative result of distance_by_planes(). */
static CellDistance distance_from_nearest(const BspCell *cell, BspVec p)
{
    CellDistance away = distance_by_planes(cell, p);
    if (away.distance <= 0)
        return away;
    double least = HUGE_VAL;
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspCellFace *face = &cell->faces[f];
        double d = bsp_plane_distance(&face->plane, p);
        if (d <= 0 || d >= least)
            continue;
        BspVec to = bsp_vec_sub(p, nearest_on_face(cell, face, p));
        double length = bsp_vec_length(to);
        if (length < least) {
            least = length;
            away.normal = length > ARRIVED ? bsp_vec_scale(to, 1 / length) : face->plane.normal;
        }
    }
    away.distance = least;
    return away;
}

/* Returns the distance of p from the cell by which moves are stopped. If `keep` is 0, it is the
 * distance by planes, so that edges are sharp. Otherwise, edges are rounded. */
static CellDistance distance_for_keep(const BspCell *cell, BspVec p, double keep)
{
    return keep > 0 ? distance_from_nearest(cell, p) : distance_by_planes(cell, p);
}

/* --- the brushes of a frame --- */

typedef struct {
    CompareIdeal *ideal;
    BspBounds box; /* the bounds of the region that the body may reach */
    BspVec at;
    double keep;
} Gathering;

static gboolean gather_brush(guint b, gpointer user_data)
{
    const Gathering *g = user_data;
    const BspBrush *brush = bsp_solid_brush(g->ideal->solid, b);
    if (!bsp_mask_selects(g->ideal->mask, bsp_brush_contents(brush)) ||
        !bsp_bounds_overlap(bsp_brush_bounds(brush), &g->box))
        return TRUE;
    const BspCell *cell = cell_of(g->ideal, b);
    if (!cell)
        return TRUE;
    double keep = g->keep + g->ideal->radius;
    Near near = { cell, fmin(keep, distance_for_keep(cell, g->at, keep).distance) };
    g_array_append_val(g->ideal->near, near);
    return TRUE;
}

/* Collects the brushes that the body may meet within `reach` of p. */
static void collect_brushes(CompareIdeal *ideal, BspVec p, double reach, double keep)
{
    const BspBounds *own = &ideal->shape.bounds;
    BspBounds box = { bsp_vec_add(p, own->mins), bsp_vec_add(p, own->maxs) };
    Gathering g = { ideal, bsp_bounds_grown(&box, reach + fmax(keep, 0) + 2 * BSP_BRACKET), p,
                    keep };
    g_array_set_size(ideal->near, 0);
    bsp_solid_overlapping(ideal->solid, &g.box, gather_brush, &g);
}

double compare_ideal_distance(CompareIdeal *ideal, BspVec p, double most)
{
    collect_brushes(ideal, p, most, 0);
    for (guint i = 0; i < ideal->near->len; i++) {
        const Near *near = &g_array_index(ideal->near, Near, i);
        most = fmin(most, distance_from_nearest(near->cell, p).distance - ideal->radius);
    }
    return most;
}

/* --- the first contact of a move --- */

/* Returns the first time, from t on, at which the brush is at most `keep` away. Returns more than 1
 * if it is never that near. */
static double find_time(const Near *near, double keep, BspVec from, BspVec delta, double t)
{
    double length = bsp_vec_length(delta);
    for (guint i = 0; i < MAX_STEPS && t <= 1; i++) {
        CellDistance away = distance_for_keep(near->cell, bsp_vec_mad(from, t, delta), near->keep);
        double speed = -bsp_vec_dot(away.normal, delta);
        if (speed <= ALONG * length)
            return 2;
        if (away.distance - keep <= ARRIVED)
            return t;
        t += (away.distance - keep) / speed;
    }
    return t;
}

/* Returns the time of the first contact with any brush, or more than 1 if there is none. Stores in
 * *normal the normal of the plane through which the move enters the brush. */
static double find_contact(const CompareIdeal *ideal, BspVec from, BspVec delta, BspVec *normal)
{
    double first = 2;
    for (guint i = 0; i < ideal->near->len; i++) {
        const Near *near = &g_array_index(ideal->near, Near, i);
        double t = find_time(near, near->keep, from, delta, 0);
        if (t >= first)
            continue;
        double entered = find_time(near, near->keep - NEAR, from, delta, t);
        if (entered > 1)
            continue;
        first = t;
        *normal =
            distance_for_keep(near->cell, bsp_vec_mad(from, entered, delta), near->keep).normal;
    }
    return first;
}

/* --- the movements allowed at a position --- */

/* The planes that a body touches. Planes with the same number in `groups` belong to the same brush.
 * A displacement enters the brush only if it enters all planes of the group. */
typedef struct {
    BspVec normals[MAX_PLANES];
    guint groups[MAX_PLANES];
    guint n, n_groups;
} Touched;

static void add_plane(Touched *touched, BspVec normal)
{
    if (touched->n == MAX_PLANES)
        return;
    touched->normals[touched->n] = normal;
    touched->groups[touched->n++] = touched->n_groups;
}

static void add_brush(Touched *touched, const Near *near, BspVec at)
{
    CellDistance away = distance_for_keep(near->cell, at, near->keep);
    if (away.distance > near->keep + NEAR)
        return;
    if (near->keep > 0)
        add_plane(touched, away.normal);
    for (guint f = 0; near->keep <= 0 && f < near->cell->n_faces; f++)
        if (bsp_plane_distance(&near->cell->faces[f].plane, at) >= away.distance - NEAR)
            add_plane(touched, near->cell->faces[f].plane.normal);
    touched->n_groups++;
}

static gboolean is_allowed(const Touched *touched, BspVec v, double slack)
{
    for (guint i = 0; i < touched->n;) {
        guint group = touched->groups[i];
        gboolean passes = FALSE;
        for (; i < touched->n && touched->groups[i] == group; i++)
            passes = passes || bsp_vec_dot(touched->normals[i], v) >= -slack;
        if (!passes)
            return FALSE;
    }
    return TRUE;
}

static BspVec project_on_plane(BspVec v, BspVec normal)
{
    return bsp_vec_mad(v, -bsp_vec_dot(v, normal), normal);
}

/* Returns the projection of v on the crease of two planes, or zero if there is no crease. */
static BspVec project_on_crease(BspVec v, BspVec a, BspVec b)
{
    BspVec crease = bsp_vec_cross(a, b);
    double square = bsp_vec_dot(crease, crease);
    if (!(square > ALONG * ALONG))
        return bsp_vec(0, 0, 0);
    BspVec p = bsp_vec_scale(crease, bsp_vec_dot(v, crease) / square);
    return project_on_plane(project_on_plane(p, a), b);
}

/* Returns the displacement nearest to v that enters no touched brush. It is v itself, or a
 * projection of v on one plane or on the crease of two planes, or zero. If several projections are
 * allowed, the longest is the nearest. Stores in *plane the number of a plane along which the
 * displacement runs, or touched->n if there is none. */
static BspVec nearest_allowed(const Touched *touched, BspVec v, guint *plane)
{
    double slack = ALONG * bsp_vec_length(v), best = 0;
    BspVec result = bsp_vec(0, 0, 0);
    *plane = touched->n;
    if (is_allowed(touched, v, slack))
        return v;
    for (guint i = 0; i < touched->n; i++)
        for (guint k = 0; k <= i; k++) {
            const BspVec *n = touched->normals;
            if (k == i && bsp_vec_dot(n[i], v) >= 0)
                continue;
            BspVec p = k == i ? project_on_plane(v, n[i]) : project_on_crease(v, n[i], n[k]);
            double square = bsp_vec_dot(p, p);
            if (square <= best || !is_allowed(touched, p, slack))
                continue;
            best = square;
            result = p;
            *plane = bsp_vec_dot(n[k], v) < bsp_vec_dot(n[i], v) ? k : i;
        }
    return result;
}

static void find_touched(const CompareIdeal *ideal, BspVec at, Touched *touched)
{
    touched->n = touched->n_groups = 0;
    for (guint i = 0; i < ideal->near->len; i++)
        add_brush(touched, &g_array_index(ideal->near, Near, i), at);
}

/* --- a frame --- */

/* The next straight part of a body's path. */
typedef struct {
    BspVec delta;
    /* The normal of the plane that stopped the body, and along which it now moves. Zero if there is
     * none. */
    BspVec along;
    /* The fraction of delta before the next contact. More than 1 if there is no contact. */
    double t;
} Way;

/* Finds the next straight part. If a plane stops the body before it has moved, adds the plane to
 * the touched planes, as if it belonged to another brush. */
static Way find_way(const CompareIdeal *ideal, BspVec at, BspVec wish)
{
    Way way = { .t = 2 };
    Touched touched;
    BspVec normal;
    guint plane;
    find_touched(ideal, at, &touched);
    for (guint i = 0; i < MAX_BENDS; i++) {
        way.delta = nearest_allowed(&touched, wish, &plane);
        double length = bsp_vec_length(way.delta);
        way.along = plane < touched.n ? touched.normals[plane] : bsp_vec(0, 0, 0);
        if (length <= ALONG * bsp_vec_length(wish))
            break;
        way.t = find_contact(ideal, at, way.delta, &normal);
        if (way.t * length > ARRIVED)
            return way;
        add_plane(&touched, normal);
        touched.n_groups++;
    }
    way.delta = bsp_vec(0, 0, 0);
    way.t = 2;
    return way;
}

BspVec compare_ideal_slide(CompareIdeal *ideal, BspVec from, BspVec delta, double keep)
{
    BspVec at = from;
    collect_brushes(ideal, from, bsp_vec_length(delta), keep);
    for (guint bend = 0; bend < MAX_BENDS; bend++) {
        Way way = find_way(ideal, at, delta);
        at = bsp_vec_mad(at, fmin(way.t, 1), way.delta);
        if (way.t > 1)
            break;
        delta = bsp_vec_scale(way.delta, 1 - way.t);
    }
    return at;
}

/* --- tracer --- */

static void trace_ideal(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    BspTransition *tr = &answer->tr;
    const CompareIdealMover *mover = data;
    CompareIdeal *ideal = mover->ideal;
    BspVec delta = bsp_vec_sub(to, from), normal;
    *tr = bsp_transition_empty(to);
    if (compare_ideal_distance(ideal, from, 1) < -BSP_BRACKET) {
        *tr = bsp_transition_solid(from);
        return;
    }
    collect_brushes(ideal, from, bsp_vec_length(delta), mover->keep);
    double t = find_contact(ideal, from, delta, &normal);
    if (t > 1)
        return;
    tr->type = BSP_EMPTY_TO_SOLID;
    tr->t = t;
    tr->point = bsp_vec_mad(from, t, delta);
    BspVec along = find_way(ideal, tr->point, delta).along;
    tr->plane.normal = bsp_vec_dot(along, delta) < 0 ? along : normal;
    tr->plane.dist = bsp_vec_dot(tr->plane.normal, tr->point);
}

/* Finds the face of a contact. The other tracer makes the same move, to find the brush. */
static bool find_face(void *data, const BspSlideContact *contact, BspPlane *face)
{
    const BspTracer *other = ((const CompareIdealMover *)data)->other;
    BspSlideContact named = *contact;
    other->trace(other->data, contact->from, contact->to, &named.answer);
    named.answer.tr = contact->answer.tr;
    return named.answer.hit.brush != BSP_NO_BRUSH && other->face(other->data, &named, face);
}

BspTracer compare_ideal_tracer(CompareIdealMover *mover)
{
    gboolean has_face = mover->other && mover->other->face;
    return (BspTracer){ trace_ideal, mover, has_face ? find_face : NULL, NULL };
}
