/* turn: finds the true answer to a move of a body that turns, from the brushes alone. */
#include "oracle/turn.h"

#include <math.h>

/* The number type. Long doubles are needed, because the times of grazing contacts depend on the
 * last digits of distances. */
typedef long double Real;
typedef struct {
    Real v[3];
} Vec;

static Vec vec_of(BspVec a)
{
    return (Vec){ { (Real)a.x, (Real)a.y, (Real)a.z } };
}

static BspVec vec_out(Vec a)
{
    return bsp_vec((double)a.v[0], (double)a.v[1], (double)a.v[2]);
}

static Real dot(Vec a, Vec b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static Vec add_scaled(Vec a, Real s, Vec b)
{
    return (Vec){ { a.v[0] + s * b.v[0], a.v[1] + s * b.v[1], a.v[2] + s * b.v[2] } };
}

static Vec cross(Vec a, Vec b)
{
    return (Vec){ { a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2],
                    a.v[0] * b.v[1] - a.v[1] * b.v[0] } };
}

static Real length(Vec a)
{
    return sqrtl(dot(a, a));
}

static Vec scaled(Vec a, Real s)
{
    return add_scaled((Vec){ { 0 } }, s, a);
}

/* --- bodies and brushes --- */

/* A polytope, which is the hull of its points, with the directions of its faces and edges.
 * Directions may occur more than once. */
typedef struct {
    GArray *points, *normals, *edges; /* arrays of Vec */
} Polytope;

/* The body. Its points are relative to the pivot. The body consists of the polytope `core` and,
 * around each point of the core, a horizontal disc if it is a cylinder, or a ball if it is a
 * capsule or sphere. `disc` and `ball` are their radii, or 0. */
typedef struct {
    Polytope core;
    Real ball, disc;
    Real reach;   /* the distance of the farthest point from the pivot, including disc and ball */
    GArray *arms; /* an array of Real: the distance of each of the core's points from the axis of
                     the turn */
    Vec from, delta;
    Vec axis;     /* the axis of the turn, a unit vector */
    Real angle;   /* the angle of the whole turn, in radians */
    Vec start[3]; /* the body's axes in the world, at the start */
} Body;

/* The body at some time: the position of the pivot, and the body's axes in the world. */
typedef struct {
    Vec at, axis[3];
} Pose;

static Polytope polytope_new(void)
{
    return (Polytope){ g_array_new(FALSE, FALSE, sizeof(Vec)),
                       g_array_new(FALSE, FALSE, sizeof(Vec)),
                       g_array_new(FALSE, FALSE, sizeof(Vec)) };
}

static void polytope_clear(Polytope *p)
{
    g_array_unref(p->points);
    g_array_unref(p->normals);
    g_array_unref(p->edges);
}

static void add(GArray *list, Vec v)
{
    g_array_append_val(list, v);
}

static const Vec *at(const GArray *list, guint i)
{
    return &g_array_index(list, Vec, i);
}

static Polytope polytope_of_brush(const BspBrush *brush)
{
    const BspCell *cell = bsp_brush_cell(brush);
    Polytope p = polytope_new();
    guint n;
    g_autofree BspCellEdge *edges = bsp_cell_edges(cell, &n);
    for (guint i = 0; i < cell->n_vertices; i++)
        add(p.points, vec_of(cell->vertices[i]));
    for (guint i = 0; i < cell->n_faces; i++)
        add(p.normals, vec_of(cell->faces[i].plane.normal));
    for (guint i = 0; i < n; i++)
        add(p.edges, add_scaled(vec_of(cell->vertices[edges[i].v[1]]), -1,
                                vec_of(cell->vertices[edges[i].v[0]])));
    return p;
}

static void add_hull(Polytope *p, const BspHull *hull)
{
    for (guint i = 0; i < hull->n_vertices; i++)
        add(p->points, vec_of(hull->vertices[i]));
    for (guint i = 0; i < hull->n_planes; i++)
        add(p->normals, vec_of(hull->planes[i].normal));
    for (guint i = 0; i < hull->n_vertices; i++)
        for (guint k = hull->first_edge[i]; k < hull->first_edge[i + 1]; k++)
            if (hull->neighbour[k] > i)
                add(p->edges, add_scaled(vec_of(hull->vertices[hull->neighbour[k]]), -1,
                                         vec_of(hull->vertices[i])));
}

static void add_box(Polytope *p, const BspBounds *box)
{
    for (guint i = 0; i < 8; i++)
        add(p->points,
            vec_of(bsp_vec((i & 1 ? box->maxs : box->mins).x, (i & 2 ? box->maxs : box->mins).y,
                           (i & 4 ? box->maxs : box->mins).z)));
    for (int axis = 0; axis < 3; axis++) {
        add(p->normals, vec_of(bsp_vec_axis(axis)));
        add(p->normals, vec_of(bsp_vec_neg(bsp_vec_axis(axis))));
        add(p->edges, vec_of(bsp_vec_axis(axis)));
    }
}

/* Adds the points of an upright shape. Moves the caps and the side of a cylinder in by `inset`. */
static void add_upright(Body *body, const BspShape *shape, Real inset)
{
    Real radius = (Real)shape->radius, bottom = (Real)shape->bottom, top = (Real)shape->top;
    Real end = shape->kind == BSP_SHAPE_CAPSULE ? radius : inset, middle = (bottom + top) / 2;
    add(body->core.points, (Vec){ { 0, 0, fminl(bottom + end, middle) } });
    add(body->core.points, (Vec){ { 0, 0, fmaxl(top - end, middle) } });
    add(body->core.edges, (Vec){ { 0, 0, 1 } });
    if (shape->kind == BSP_SHAPE_CAPSULE)
        body->ball = radius;
    else
        body->disc = fmaxl(radius - inset, 0);
}

/* Returns the vector, turned about the unit axis by Rodrigues' formula. */
static Vec turned(Vec v, Vec axis, Real cosine, Real sine)
{
    Vec out = add_scaled(scaled(v, cosine), sine, cross(axis, v));
    return add_scaled(out, (1 - cosine) * dot(axis, v), axis);
}

static void set_orientation(Body *body, const double q[4])
{
    Vec imaginary = vec_of(bsp_vec(q[1], q[2], q[3]));
    /* W is the cosine of half the angle of the orientation. */
    Real w = (Real)q[0], sine = length(imaginary), square = w * w + sine * sine;
    Vec axis = sine > 0 ? scaled(imaginary, 1 / sine) : imaginary;
    for (int i = 0; i < 3; i++)
        body->start[i] = turned(vec_of(bsp_vec_axis(i)), axis, (w * w - sine * sine) / square,
                                2 * w * sine / square);
}

static Pose pose_at(const Body *body, Real t)
{
    Pose pose = { .at = add_scaled(body->from, t, body->delta) };
    for (guint i = 0; i < 3; i++)
        pose.axis[i] =
            turned(body->start[i], body->axis, cosl(body->angle * t), sinl(body->angle * t));
    return pose;
}

static Vec turn_to_world(const Pose *pose, Vec v)
{
    Vec x = scaled(pose->axis[0], v.v[0]);
    return add_scaled(add_scaled(x, v.v[1], pose->axis[1]), v.v[2], pose->axis[2]);
}

static Vec turn_to_body(const Pose *pose, Vec v)
{
    return (Vec){ { dot(pose->axis[0], v), dot(pose->axis[1], v), dot(pose->axis[2], v) } };
}

static Body body_new(const CompareTurning *move, Real inset)
{
    const BspShape *shape = move->shape;
    const BspTurn *turn = move->turn;
    Body body = { .core = polytope_new(),
                  .arms = g_array_new(FALSE, FALSE, sizeof(Real)),
                  .angle = (Real)turn->degrees * acosl(-1) / 180 };
    Real size = length(vec_of(turn->axis));
    body.axis = size > 0 ? scaled(vec_of(turn->axis), 1 / size) : (Vec){ { 0, 0, 1 } };
    body.from = vec_of(move->from);
    body.delta = add_scaled(vec_of(move->to), -1, body.from);
    set_orientation(&body, turn->orientation);
    if (shape->kind == BSP_SHAPE_CYLINDER || shape->kind == BSP_SHAPE_CAPSULE)
        add_upright(&body, shape, inset);
    else if (shape->kind == BSP_SHAPE_HULL)
        add_hull(&body.core, shape->hull);
    else if (shape->kind == BSP_SHAPE_BOX)
        add_box(&body.core, &shape->bounds);
    else
        add(body.core.points, (Vec){ { 0 } });
    if (shape->kind == BSP_SHAPE_SPHERE || shape->kind == BSP_SHAPE_HULL)
        body.ball = (Real)shape->radius;
    Pose start = pose_at(&body, 0);
    for (guint i = 0; i < body.core.points->len; i++) {
        Vec *point = &g_array_index(body.core.points, Vec, i);
        *point = add_scaled(*point, -1, vec_of(turn->pivot));
        body.reach = fmaxl(body.reach, length(*point) + body.disc + body.ball);
        Real arm = length(cross(body.axis, turn_to_world(&start, *point)));
        g_array_append_val(body.arms, arm);
    }
    return body;
}

static void body_clear(Body *body)
{
    polytope_clear(&body->core);
    g_array_unref(body->arms);
}

/* --- the width of a slab --- */

/* Returns the point of the polytope that is farthest in the direction. */
static Vec farthest(const Polytope *p, Vec direction)
{
    guint best = 0;
    Real most = dot(*at(p->points, 0), direction);
    for (guint i = 1; i < p->points->len; i++) {
        Real d = dot(*at(p->points, i), direction);
        if (d > most) {
            most = d;
            best = i;
        }
    }
    return *at(p->points, best);
}

/* Returns the point of the body, without its ball, that is farthest in the opposite direction. The
 * point is relative to the pivot, in the axes of the world. */
static Vec nearest_of_body(const Body *body, const Pose *pose, Vec direction)
{
    Vec own = scaled(turn_to_body(pose, direction), -1);
    Vec point = farthest(&body->core, own);
    Real across = hypotl(own.v[0], own.v[1]);
    if (body->disc > 0 && across > 0) {
        point.v[0] += body->disc * own.v[0] / across;
        point.v[1] += body->disc * own.v[1] / across;
    }
    return turn_to_world(pose, point);
}

/* The sag, which is the distance by which a point may lie below the linear interpolation of its
 * height along n over an interval. The sag of a point is the sum of these parts. */
typedef struct {
    Real all;     /* units by which all points may sag */
    Real per_arm; /* units for each unit of a point's arm */
    Real disc;    /* the sag of a disc's lowest point, as a fraction of the disc's radius */
} Sag;

/* Returns s(n), the width of the slab, less the sag. */
static Real sagged_slab(const Body *body, const Polytope *brush, const Pose *pose, Vec n, Sag sag)
{
    Vec own = turn_to_body(pose, n);
    Real least = HUGE_VALL;
    for (guint i = 0; i < body->core.points->len; i++)
        least = fminl(least, dot(own, *at(body->core.points, i)) -
                                 sag.per_arm * g_array_index(body->arms, Real, i));
    least -= body->disc * (hypotl(own.v[0], own.v[1]) + sag.disc) + sag.all + body->ball;
    return dot(n, pose->at) + least - dot(n, farthest(brush, n));
}

/* Returns s(n), the width of the slab. n must be a unit vector. */
static Real slab(const Body *body, const Polytope *brush, const Pose *pose, Vec n)
{
    return sagged_slab(body, brush, pose, n, (Sag){ 0, 0, 0 });
}

/* --- nearest points --- */

/* The corners of a simplex in the difference of body and brush. */
typedef struct {
    Vec corner[4];
    guint n;
} Simplex;

/* Solves for the point of the affine hull of some corners that is nearest to the origin. Returns
 * FALSE if that point is not between the corners, or if the corners are degenerate. */
static gboolean nearest_within(const Vec *corner, guint n, Vec *nearest)
{
    Real m[3][4], weight[4] = { 1, 0, 0, 0 };
    Vec edge[3];
    guint k = n - 1;
    for (guint i = 0; i < k; i++)
        edge[i] = add_scaled(corner[i + 1], -1, corner[0]);
    for (guint i = 0; i < k; i++) {
        for (guint j = 0; j < k; j++)
            m[i][j] = dot(edge[i], edge[j]);
        m[i][k] = -dot(edge[i], corner[0]);
    }
    for (guint i = 0; i < k; i++) {
        if (!(m[i][i] > 1e-16L * dot(edge[i], edge[i])))
            return FALSE;
        for (guint r = 0; r < k; r++) {
            Real factor = m[r][i] / m[i][i];
            for (guint c = i; r != i && c <= k; c++)
                m[r][c] -= factor * m[i][c];
        }
    }
    *nearest = corner[0];
    for (guint i = 0; i < k; i++) {
        weight[i + 1] = m[i][k] / m[i][i];
        weight[0] -= weight[i + 1];
        *nearest = add_scaled(*nearest, weight[i + 1], edge[i]);
    }
    for (guint i = 0; i < n; i++)
        if (weight[i] < 0)
            return FALSE;
    return TRUE;
}

/* Returns the point of the simplex that is nearest to the origin, by trying all subsets of its
 * corners. Keeps the corners of the best subset. */
static Vec reduce(Simplex *s)
{
    Simplex best = *s;
    Vec nearest = s->corner[0];
    Real least = HUGE_VALL;
    for (guint set = 1; set < 1u << s->n; set++) {
        Simplex part = { .n = 0 };
        Vec v;
        for (guint i = 0; i < s->n; i++)
            if (set >> i & 1)
                part.corner[part.n++] = s->corner[i];
        if (nearest_within(part.corner, part.n, &v) && dot(v, v) < least) {
            least = dot(v, v);
            nearest = v;
            best = part;
        }
    }
    *s = best;
    return nearest;
}

/* Units. Points nearer to each other than this count as equal, because their difference is mostly
 * rounding and has no direction. */
#define SAME 1e-10L

/* The maximum number of steps towards the nearest points. Polytopes need some ten. Discs converge
 * slowly where they lie almost flat on a face. */
#define MOST_STEPS 400

/* Returns the difference of two points, one of the body without its ball and one of the brush,
 * that are nearest to each other (Gilbert, Johnson and Keerthi 1988). If the body and the brush
 * touch or overlap, rounding decides its length. */
static Vec nearest_difference(const Body *body, const Polytope *brush, const Pose *pose)
{
    Vec v = add_scaled(pose->at, -1, *at(brush->points, 0));
    Simplex s = { .n = 0 };
    for (guint step = 0; step < MOST_STEPS; step++) {
        Vec body_point = add_scaled(nearest_of_body(body, pose, v), 1, pose->at);
        Vec w = add_scaled(body_point, -1, farthest(brush, v));
        gboolean is_nearest = s.n > 0 && dot(v, v) - dot(v, w) <= 1e-16L * dot(v, v);
        if (is_nearest || s.n == 4)
            break;
        s.corner[s.n++] = w;
        Vec next = reduce(&s);
        gboolean is_stuck = step > 0 && !(dot(next, next) < dot(v, v));
        v = next;
        if (is_stuck || length(v) < SAME)
            break;
    }
    return v;
}

/* Finds the unit vector from the nearest point of the brush to the nearest point of the body
 * without its ball. Returns FALSE if they are not apart. */
static gboolean normal_if_apart(const Body *body, const Polytope *brush, const Pose *pose, Vec *n)
{
    Vec v = nearest_difference(body, brush, pose);
    if (length(v) < SAME)
        return FALSE;
    *n = scaled(v, 1 / length(v));
    /* If polytopes touch, rounding decides the direction of v, and they may overlap along it by
     * several units. */
    return body->disc > 0 || slab(body, brush, pose, *n) + body->ball > 0;
}

/* --- axes of overlapping polytopes --- */

typedef struct {
    const Body *body;
    const Polytope *brush;
    const Pose *pose;
    Vec n;
    Real most; /* the largest s(n) so far */
} Axes;

static void try_axis(Axes *axes, Vec axis)
{
    Real size = length(axis);
    if (size < 1e-9L)
        return; /* parallel edges have no cross product */
    Vec n = scaled(axis, 1 / size);
    Real s = slab(axes->body, axes->brush, axes->pose, n);
    if (s > axes->most) {
        axes->most = s;
        axes->n = n;
    }
}

/* Returns the axis along which the overlap is least. The candidates are the normals of faces, and
 * the perpendiculars to two edges, because these are the normals of the faces of the Minkowski
 * sum. */
static Vec normal_of_overlap(const Body *body, const Polytope *brush, const Pose *pose)
{
    Axes axes = { body, brush, pose, { { 0, 0, 1 } }, -HUGE_VALL };
    for (guint i = 0; i < brush->normals->len; i++)
        try_axis(&axes, *at(brush->normals, i));
    for (guint i = 0; i < body->core.normals->len; i++)
        try_axis(&axes, scaled(turn_to_world(pose, *at(body->core.normals, i)), -1));
    for (guint i = 0; i < body->core.edges->len; i++) {
        Vec edge = turn_to_world(pose, *at(body->core.edges, i));
        for (guint k = 0; k < brush->edges->len; k++) {
            Vec axis = cross(edge, *at(brush->edges, k));
            Real size = length(axis), of_edges = length(edge) * length(*at(brush->edges, k));
            if (size < 1e-9L * of_edges)
                continue;
            try_axis(&axes, scaled(axis, 1 / size));
            try_axis(&axes, scaled(axis, -1 / size));
        }
    }
    return axes.n;
}

static Vec best_normal(const Body *body, const Polytope *brush, const Pose *pose)
{
    Vec n;
    return normal_if_apart(body, brush, pose, &n) ? n : normal_of_overlap(body, brush, pose);
}

/* --- first times --- */

/* The maximum number of times that the interval of a move is halved. A move of a million units is
 * then divided into parts shorter than BSP_TOUCH. */
#define HALVINGS 40

/* Units. A distance that is below a level by less than this counts as above it. Otherwise, for a
 * body that slides along at exactly that distance, all intervals would be halved to the end. */
#define SLACK 1e-10L

/* The search for the time at which the distance from one brush gets below a level. */
typedef struct {
    const Body *body;
    const Polytope *brush;
    Real level;
} Search;

/* One end of an interval. */
typedef struct {
    Real t;
    Pose pose;
    Vec n; /* the direction with the largest s(n) */
} End;

static End end_at(const Search *s, Real t)
{
    End end = { .t = t, .pose = pose_at(s->body, t) };
    end.n = best_normal(s->body, s->brush, &end.pose);
    return end;
}

/* Returns whether the distance stays above the level from a to b. From the best direction at a to
 * the best one at b, n changes linearly. So the height n . p of a brush's corner p is linear. The
 * second derivative of the height n . x of a body's point x, whose arm turns, is
 *
 *     2 n' . (delta + turn x arm) - turn^2 n . arm,    with the parts of arm across the axis
 *
 * A function whose second derivative is at most c sags at most c h^2 / 8 over an interval h. Where
 * n is shorter than a unit vector, the distance is more than s(n) if s(n) is positive. */
static gboolean is_free(const Search *s, const End *a, const End *b)
{
    const Body *body = s->body;
    Vec change = add_scaled(b->n, -1, a->n), sum = add_scaled(b->n, 1, a->n);
    Real h = b->t - a->t, angle = fabsl(body->angle) * h, bend = 2 * length(change);
    Real across = fmaxl(length(cross(a->n, body->axis)), length(cross(b->n, body->axis)));
    /* The angle by which the axis of a disc tilts. */
    Real nod = angle * length(cross(body->axis, a->pose.axis[2]));
    Sag sag = { 2 * h * fabsl(dot(change, body->delta)) / 8, angle * (bend + angle * across) / 8,
                nod * (bend + angle) / 8 };
    Real level = s->level - SLACK;
    level *= level < 0 ? length(sum) / 2 : 1;
    return sagged_slab(body, s->brush, &a->pose, a->n, sag) > level &&
           sagged_slab(body, s->brush, &b->pose, b->n, sag) > level;
}

/* Halves the interval from a to b at most `halvings` times. Returns the beginning of the first part
 * that is not free, or 2 if all parts are free. */
static Real first_below(const Search *s, const End *a, const End *b, guint halvings)
{
    if (is_free(s, a, b))
        return 2;
    if (halvings == 0)
        return a->t;
    End middle = end_at(s, (a->t + b->t) / 2);
    Real t = first_below(s, a, &middle, halvings - 1);
    return t <= 1 ? t : first_below(s, &middle, b, halvings - 1);
}

/* Returns the first time from `from` to `to` at which the distance is below the level, or 2 if
 * there is no such time. A negative level is a depth. */
static Real time_below(const Body *body, const Polytope *brush, Real level, Real from, Real to)
{
    const Search s = { body, brush, level };
    End a = end_at(&s, from), b = end_at(&s, to);
    if (slab(body, brush, &a.pose, a.n) < level)
        return from;
    return first_below(&s, &a, &b, HALVINGS);
}

/* The levels of distance between body and brush, from the largest to the smallest. */
enum { GROWN, TOUCHED, SHRUNK, N_LEVELS };

typedef struct {
    const BspSolid *solid;
    const CompareTurning *move;
    BspBounds swept;
    Body body[N_LEVELS]; /* a body for each level of distance, because the insets of cylinders
                            differ */
    Real level[N_LEVELS];
    Real t[N_LEVELS]; /* the first time over all brushes; 2 if there is none */
    guint brush;      /* the brush that is reached first at level TOUCHED */
    gboolean inside;
    gboolean is_flat; /* the body is a cylinder whose caps cannot move in to the level SHRUNK */
} Query;

/* Returns the first time at which a flat cylinder meets the brush, after the sides of the brush
 * have moved in to the level SHRUNK. Returns 2 if there is no such time, or if nothing of the brush
 * is left. */
static Real time_in_eroded(const Query *q, const BspBrush *brush, Real from, Real to)
{
    const BspCell *cell = bsp_brush_cell(brush);
    g_autofree BspPlane *planes = g_new(BspPlane, cell->n_faces);
    for (guint i = 0; i < cell->n_faces; i++) {
        planes[i] = cell->faces[i].plane;
        planes[i].dist += (double)q->level[SHRUNK];
    }
    g_autoptr(BspBrush) eroded = bsp_brush_new_planes(planes, cell->n_faces, NULL);
    if (!eroded)
        return 2;
    Polytope p = polytope_of_brush(eroded);
    Real t = time_below(&q->body[SHRUNK], &p, 0, from, to);
    polytope_clear(&p);
    return t;
}

static gboolean find_times(guint b, gpointer query)
{
    Query *q = query;
    const BspBrush *brush = bsp_solid_brush(q->solid, b);
    if (!bsp_mask_selects(q->move->mask, bsp_brush_contents(brush)) ||
        !bsp_bounds_overlap(bsp_brush_bounds(brush), &q->swept))
        return TRUE;
    Polytope p = polytope_of_brush(brush);
    /* Times after those of another brush do not matter. */
    Real t = 0, until = fminl(q->t[SHRUNK], 1);
    for (guint level = 0; level < N_LEVELS && t <= until; level++) {
        /* Each level is reached after the one before it. */
        t = level == SHRUNK && q->is_flat
                ? time_in_eroded(q, brush, t, until)
                : time_below(&q->body[level], &p, q->level[level], t, until);
        if (level == TOUCHED && (t < q->t[level] || (t == q->t[level] && t <= 1 && b < q->brush)))
            q->brush = b;
        q->inside = q->inside || (level == TOUCHED && t == 0);
        q->t[level] = fminl(q->t[level], t);
    }
    polytope_clear(&p);
    return TRUE;
}

/* Begins a query. The levels are distances, the largest first. Negative levels are depths. */
static Query query_new(const BspSolid *solid, const CompareTurning *move,
                       const Real levels[N_LEVELS])
{
    gboolean is_cylinder = move->shape->kind == BSP_SHAPE_CYLINDER;
    Query q = { .solid = solid,
                .move = move,
                .swept = bsp_bounds_empty(),
                .brush = COMPARE_NO_BRUSH,
                .is_flat = is_cylinder &&
                           bsp_shape_thickness(move->shape) <= -2 * (double)levels[SHRUNK] };
    for (guint i = 0; i < N_LEVELS; i++) {
        gboolean is_inset = is_cylinder && !(i == SHRUNK && q.is_flat);
        Real inset = is_inset ? fmaxl(-levels[i], 0) : 0;
        q.body[i] = body_new(move, inset);
        q.level[i] = levels[i] + inset;
        q.t[i] = 2;
    }
    bsp_bounds_add_point(&q.swept, move->from);
    bsp_bounds_add_point(&q.swept, move->to);
    q.swept =
        bsp_bounds_grown(&q.swept, (double)(q.body[GROWN].reach + levels[GROWN]) + BSP_BRACKET);
    return q;
}

static void query_clear(Query *q)
{
    for (guint i = 0; i < N_LEVELS; i++)
        body_clear(&q->body[i]);
}

CompareTruth compare_turn_truth(const BspSolid *solid, const CompareTurning *move, double grown,
                                double shrunk, gboolean entered_only)
{
    const Real levels[N_LEVELS] = { (Real)grown, -(Real)BSP_TOUCH, -(Real)shrunk };
    Query q = query_new(solid, move, levels);
    bsp_solid_overlapping(solid, &q.swept, find_times, &q);
    Real lo = entered_only && q.t[TOUCHED] > 1 ? 1 : q.t[GROWN];
    CompareTruth truth = { .t_lo = (double)fminl(lo, 1),
                           .t = (double)fminl(q.t[TOUCHED], 1),
                           .t_hi = (double)fminl(q.t[SHRUNK], 1),
                           .brush = q.brush,
                           .inside = q.inside,
                           .leave_hi = 1 };
    if (truth.brush != COMPARE_NO_BRUSH && !truth.inside)
        compare_turn_distance(bsp_solid_brush(solid, truth.brush), move, truth.t, &truth.normal);
    query_clear(&q);
    return truth;
}

/* --- skins --- */

typedef struct {
    const BspSolid *solid;
    const CompareTurning *move;
    double distance; /* the distance at the start, in units, from the nearest of the brushes that
                        were visited so far */
} Start;

static gboolean find_nearest(guint b, gpointer start)
{
    Start *s = start;
    const BspBrush *brush = bsp_solid_brush(s->solid, b);
    if (bsp_mask_selects(s->move->mask, bsp_brush_contents(brush)))
        s->distance = fmin(s->distance, compare_turn_distance(brush, s->move, 0, NULL));
    return TRUE;
}

/* Units. Queries compute distances from coordinates, which are at most BSP_REACH. So rounding may
 * change a distance by this. */
#define ROUNDED (BSP_TOUCH / 4)

/* Units. A move that turns may stop when it is still farther than the distance that it keeps, by at
 * most this (body/turning.h). It is less than the slack of usual skins. */
#define EARLY (16 * BSP_TOUCH)

gboolean compare_turn_truth_of_skin(const BspSolid *solid, const CompareTurning *move, double skin,
                                    CompareTruth *truth)
{
    Start start = { solid, move, skin };
    Body body = body_new(move, 0);
    BspBounds near = bsp_bounds_empty();
    bsp_bounds_add_point(&near, move->from);
    near = bsp_bounds_grown(&near, (double)body.reach + skin);
    body_clear(&body);
    bsp_solid_overlapping(solid, &near, find_nearest, &start);
    if (start.distance <= BSP_TOUCH)
        return FALSE;
    double least = fmin(start.distance, skin - bsp_skin_slack(skin)) - ROUNDED;
    const Real levels[N_LEVELS] = { (Real)(start.distance + EARLY), (Real)least, (Real)least };
    Query q = query_new(solid, move, levels);
    bsp_solid_overlapping(solid, &q.swept, find_times, &q);
    gboolean is_free = q.t[SHRUNK] > 1;
    *truth = (CompareTruth){ .t_lo = is_free ? 1 : (double)fminl(q.t[GROWN], 1),
                             .t = (double)fminl(q.t[SHRUNK], 1),
                             .t_hi = (double)fminl(q.t[SHRUNK], 1),
                             .brush = q.brush,
                             .kept = start.distance };
    if (truth->brush != COMPARE_NO_BRUSH)
        compare_turn_distance(bsp_solid_brush(solid, truth->brush), move, truth->t, &truth->normal);
    query_clear(&q);
    return TRUE;
}

CompareTruth compare_oracle_turning(const CompareOracle *oracle, const CompareTurning *move)
{
    CompareOracleLevels levels = compare_oracle_levels(oracle);
    return compare_turn_truth(levels.solid, move, levels.grown, levels.shrunk, levels.entered_only);
}

double compare_turn_distance(const BspBrush *brush, const CompareTurning *move, double t,
                             BspVec *normal)
{
    Body body = body_new(move, 0);
    Polytope p = polytope_of_brush(brush);
    Pose pose = pose_at(&body, (Real)t);
    Vec n;
    gboolean apart = normal_if_apart(&body, &p, &pose, &n);
    if (!apart)
        n = normal_of_overlap(&body, &p, &pose);
    Real distance = slab(&body, &p, &pose, n);
    if (normal)
        *normal = vec_out(n);
    polytope_clear(&p);
    body_clear(&body);
    return body.disc > 0 && !apart ? 0 : (double)distance;
}

gboolean compare_turn_is_within(const BspBrush *brush, const CompareTurning *move, double t,
                                double distance)
{
    Body body = body_new(move, 0);
    Polytope p = polytope_of_brush(brush);
    Pose pose = pose_at(&body, (Real)t);
    Real most = length(nearest_difference(&body, &p, &pose)) - body.ball;
    polytope_clear(&p);
    body_clear(&body);
    return most <= (Real)distance || compare_turn_distance(brush, move, t, NULL) <= distance;
}

/* --- planes --- */

typedef struct {
    const BspSolid *solid;
    const CompareTurning *move;
    const BspTransition *hit;
    Body body;
    ComparePlaneJudgement judgement;
} Judge;

static gboolean judge_by_brush(guint b, gpointer judge)
{
    Judge *j = judge;
    const BspBrush *brush = bsp_solid_brush(j->solid, b);
    const double within = 2 * BSP_BRACKET;
    BspVec normal;
    if (!bsp_mask_selects(j->move->mask, bsp_brush_contents(brush)) ||
        compare_turn_distance(brush, j->move, j->hit->t, &normal) > j->move->kept + within)
        return TRUE;
    Polytope p = polytope_of_brush(brush);
    Pose pose = pose_at(&j->body, (Real)j->hit->t);
    Real s = slab(&j->body, &p, &pose, vec_of(j->hit->plane.normal));
    polytope_clear(&p);
    if (j->judgement.verdict == COMPARE_PLANE_NOTHING_TOUCHED)
        j->judgement = (ComparePlaneJudgement){ COMPARE_PLANE_NO_FACE, normal };
    if (fabsl(s - (Real)j->move->kept) > (Real)within)
        return TRUE;
    j->judgement.verdict = COMPARE_PLANE_RIGHT;
    return FALSE;
}

ComparePlaneJudgement compare_turn_judge(const BspSolid *solid, const CompareTurning *move,
                                         const BspTransition *hit)
{
    BspVec place = bsp_vec_lerp(move->from, move->to, hit->t);
    Judge judge = {
        solid, move, hit, body_new(move, 0), { COMPARE_PLANE_NOTHING_TOUCHED, bsp_vec(0, 0, 0) }
    };
    BspBounds around = bsp_bounds_empty();
    bsp_bounds_add_point(&around, place);
    around = bsp_bounds_grown(&around, (double)judge.body.reach + move->kept + 2 * BSP_BRACKET);
    bsp_solid_overlapping(solid, &around, judge_by_brush, &judge);
    body_clear(&judge.body);
    gboolean is_on_plane = fabs(bsp_plane_distance(&hit->plane, place)) <= BSP_BRACKET;
    if (judge.judgement.verdict == COMPARE_PLANE_RIGHT && !is_on_plane)
        judge.judgement.verdict = COMPARE_PLANE_NO_FACE;
    return judge.judgement;
}
