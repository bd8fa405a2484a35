/* exact-oracle: finds the true first contact of points and boxes, without any tolerance.
 *
 * Doubles are tried first. Rational numbers are used only for brushes that doubles cannot
 * decide. */
#include "exact-oracle.h"

#include "exact-body.h"

struct ExactOracle {
    const BspSolid *solid;
    ExactBody **bodies; /* each body is NULL until it is needed */
};

ExactOracle *exact_oracle_new(const BspSolid *solid)
{
    ExactOracle *oracle = g_new(ExactOracle, 1);
    oracle->solid = solid;
    oracle->bodies = g_new0(ExactBody *, solid->brushes->len + 1);
    return oracle;
}

void exact_oracle_free(ExactOracle *oracle)
{
    if (!oracle)
        return;
    for (guint b = 0; b < oracle->solid->brushes->len; b++)
        exact_body_free(oracle->bodies[b]);
    g_free(oracle->bodies);
    g_free(oracle);
}

static const ExactBody *body_of(ExactOracle *oracle, guint brush)
{
    if (!oracle->bodies[brush])
        oracle->bodies[brush] = exact_body_new(bsp_solid_brush(oracle->solid, brush)->cell);
    return oracle->bodies[brush];
}

guint exact_oracle_n_vertices(ExactOracle *oracle, guint brush)
{
    return body_of(oracle, brush)->n_vertices;
}

/* --- a move --- */

typedef struct {
    ExactOracle *oracle;
    BspBounds box;
    BspVec from, to;
    ExactVec exact_from, exact_to, mins, maxs;
} Move;

static Move move_begin(ExactOracle *oracle, const BspShape *shape, BspVec from, BspVec to)
{
    g_assert(bsp_shape_is_box(shape));
    Move m = { .oracle = oracle, .box = shape->bounds, .from = from, .to = to };
    exact_vec_init_set(&m.exact_from, from);
    exact_vec_init_set(&m.exact_to, to);
    exact_vec_init_set(&m.mins, m.box.mins);
    exact_vec_init_set(&m.maxs, m.box.maxs);
    return m;
}

static void move_end(Move *m)
{
    exact_vec_clear(&m->exact_from);
    exact_vec_clear(&m->exact_to);
    exact_vec_clear(&m->mins);
    exact_vec_clear(&m->maxs);
}

/* Computes the signed distance of the box at p from the plane, times the length of the normal. */
static void exact_height(const Move *m, const ExactPlane *plane, const ExactVec *p, mpq_t height)
{
    mpq_t term;
    mpq_init(term);
    exact_dot(height, &plane->normal, p);
    mpq_sub(height, height, plane->support);
    for (guint k = 0; k < 3; k++) {
        int sign = mpq_sgn(plane->normal.v[k]);
        if (sign == 0)
            continue;
        mpq_mul(term, plane->normal.v[k], sign > 0 ? m->mins.v[k] : m->maxs.v[k]);
        mpq_add(height, height, term);
    }
    mpq_clear(term);
}

/* Returns the signed distance of the box at p from the plane, in units and rounded. */
static double near_height(const Move *m, const ExactPlane *plane, BspVec p)
{
    double height = bsp_plane_distance(&plane->near, p);
    for (guint k = 0; k < 3; k++) {
        double n = plane->near.normal.v[k];
        height += n > 0 ? n * m->box.mins.v[k] : n * m->box.maxs.v[k];
    }
    return height;
}

static double largest(BspVec p)
{
    return MAX(MAX(fabs(p.x), fabs(p.y)), fabs(p.z));
}

/* Returns a bound on the error of near_height(), in units. The error comes from some twenty
 * roundings of its terms. */
static double unsure(const Move *m)
{
    double scale = largest(m->from) + largest(m->to) + largest(m->box.mins) + largest(m->box.maxs);
    return 1e-14 * (3 * scale + 100);
}

/* --- contact --- */

/* The open interval of times at which the move is behind all planes visited up to now. */
typedef struct {
    mpq_t enter, leave;
    gboolean never;
} Inside;

static void clip(Inside *in, const Move *m, const ExactPlane *plane)
{
    mpq_t f0, f1, t;
    mpq_inits(f0, f1, t, NULL);
    exact_height(m, plane, &m->exact_from, f0);
    exact_height(m, plane, &m->exact_to, f1);
    mpq_sub(t, f0, f1);
    int speed = -mpq_sgn(t);
    if (speed == 0) {
        in->never |= mpq_sgn(f0) >= 0;
    } else {
        mpq_div(t, f0, t);
        if (speed < 0 && mpq_cmp(t, in->enter) > 0)
            mpq_set(in->enter, t);
        if (speed > 0 && mpq_cmp(t, in->leave) < 0)
            mpq_set(in->leave, t);
    }
    mpq_clears(f0, f1, t, NULL);
}

/* Returns whether both ends are in front of one plane by more than the margin. Such a brush needs
 * no exact test. */
static gboolean surely_missed(const Move *m, const ExactBody *body, double margin)
{
    for (guint i = 0; i < body->n_planes; i++) {
        const ExactPlane *plane = &body->planes[i];
        if (near_height(m, plane, m->from) > margin && near_height(m, plane, m->to) > margin)
            return TRUE;
    }
    return FALSE;
}

/* Returns whether the move enters the body's open sum with the box, and stores the entry time in
 * *t. */
static gboolean enters(const Move *m, const ExactBody *body, mpq_t t)
{
    double margin = unsure(m);
    if (surely_missed(m, body, margin))
        return FALSE;
    Inside in = { .never = FALSE };
    mpq_inits(in.enter, in.leave, NULL);
    mpq_set_ui(in.leave, 1, 1);
    for (guint i = 0; i < body->n_planes && !in.never; i++) {
        const ExactPlane *plane = &body->planes[i];
        if (near_height(m, plane, m->from) > -margin || near_height(m, plane, m->to) > -margin)
            clip(&in, m, plane);
        in.never |= mpq_cmp(in.enter, in.leave) >= 0;
    }
    mpq_set(t, in.enter);
    mpq_clears(in.enter, in.leave, NULL);
    return !in.never;
}

typedef struct {
    Move move;
    ExactContact contact;
    mpq_t first;
    double t, depth; /* for exact_oracle_late(), the answer's time and the largest depth up to
                        now */
    BspVec at;       /* for exact_oracle_early(), the answer's position */
    double distance;
} Search;

static gboolean note_contact(guint brush, gpointer user_data)
{
    Search *s = user_data;
    mpq_t t;
    mpq_init(t);
    if (enters(&s->move, body_of(s->move.oracle, brush), t)) {
        int order = s->contact.hits ? mpq_cmp(t, s->first) : -1;
        if (order < 0 || (order == 0 && brush < s->contact.brush)) {
            s->contact.hits = TRUE;
            s->contact.brush = brush;
            mpq_set(s->first, t);
        }
    }
    mpq_clear(t);
    return TRUE;
}

/* Returns the bounds of the swept box, with a margin for rounding. */
static BspBounds swept(const Move *m)
{
    BspBounds b = bsp_bounds_empty();
    bsp_bounds_add_point(&b, bsp_vec_add(m->from, m->box.mins));
    bsp_bounds_add_point(&b, bsp_vec_add(m->from, m->box.maxs));
    bsp_bounds_add_point(&b, bsp_vec_add(m->to, m->box.mins));
    bsp_bounds_add_point(&b, bsp_vec_add(m->to, m->box.maxs));
    return bsp_bounds_grown(&b, 1e-3);
}

ExactContact exact_oracle_contact(ExactOracle *oracle, const BspShape *shape, BspVec from,
                                  BspVec to)
{
    Search s = { .move = move_begin(oracle, shape, from, to), .contact = { .t = 1 } };
    BspBounds where = swept(&s.move);
    mpq_init(s.first);
    bsp_solid_overlapping(oracle->solid, &where, note_contact, &s);
    if (s.contact.hits)
        s.contact.t = mpq_get_d(s.first); /* this function rounds towards 0 */
    mpq_clear(s.first);
    move_end(&s.move);
    return s.contact;
}

/* --- the units by which an answer is late --- */

/* The height over a plane along a move, which is from + t * change. */
typedef struct {
    double from, change;
} Slope;

/* Returns the smallest depth under the planes at t, with its slope there. */
static Slope least_depth(const Slope *slopes, guint n, double t)
{
    Slope least = { HUGE_VAL, 0 };
    for (guint i = 0; i < n; i++) {
        double depth = -(slopes[i].from + t * slopes[i].change);
        if (depth < least.from)
            least = (Slope){ depth, -slopes[i].change };
    }
    return least;
}

/* Returns the maximum depth under all planes together, over the times [0, t]. It is negative if the
 * move is never under all of them. The depth is a concave function of t, so bisection finds its
 * maximum. */
static double slopes_depth(const Slope *slopes, guint n, double t)
{
    double lo = 0, hi = t,
           best = MAX(least_depth(slopes, n, 0).from, least_depth(slopes, n, t).from);
    for (guint i = 0; i < 100 && lo < hi; i++) {
        double middle = 0.5 * (lo + hi);
        Slope at = least_depth(slopes, n, middle);
        best = MAX(best, at.from);
        if (at.change > 0)
            lo = middle;
        else
            hi = middle;
    }
    return best;
}

/* Returns the box's heights over a plane along the move, in units. They are rounded only at the
 * end. */
static Slope slope_of(const Move *m, const ExactPlane *plane)
{
    mpq_t from, to;
    mpq_inits(from, to, NULL);
    exact_height(m, plane, &m->exact_from, from);
    exact_height(m, plane, &m->exact_to, to);
    Slope slope = { mpq_get_d(from) / plane->length, 0 };
    mpq_sub(to, to, from);
    slope.change = mpq_get_d(to) / plane->length;
    mpq_clears(from, to, NULL);
    return slope;
}

static gboolean note_depth(guint brush, gpointer user_data)
{
    Search *s = user_data;
    const Move *m = &s->move;
    const ExactBody *body = body_of(m->oracle, brush);
    if (surely_missed(m, body, unsure(m)))
        return TRUE;
    g_autofree Slope *slopes = g_new(Slope, body->n_planes);
    for (guint i = 0; i < body->n_planes; i++) {
        double from = near_height(m, &body->planes[i], m->from);
        slopes[i] = (Slope){ from, near_height(m, &body->planes[i], m->to) - from };
    }
    if (slopes_depth(slopes, body->n_planes, s->t) < -4 * unsure(m))
        return TRUE;
    for (guint i = 0; i < body->n_planes; i++)
        slopes[i] = slope_of(m, &body->planes[i]);
    s->depth = MAX(s->depth, slopes_depth(slopes, body->n_planes, s->t));
    return TRUE;
}

double exact_oracle_late(ExactOracle *oracle, const BspShape *shape, BspVec from, BspVec to,
                         double t)
{
    if (t <= 0)
        return 0;
    Search s = { .move = move_begin(oracle, shape, from, to), .t = t };
    BspBounds where = swept(&s.move);
    bsp_solid_overlapping(oracle->solid, &where, note_depth, &s);
    move_end(&s.move);
    return s.depth;
}

/* --- the units by which an answer is early --- */

/* Computes the point nearest to p that lies on all k <= 3 planes. Returns FALSE if the planes
 * have no common point or are nearly parallel. */
static gboolean nearest_on(const BspPlane *const *planes, guint k, BspVec p, BspVec *q)
{
    double m[3][4]; /* the equations for the weights of the normals */
    for (guint i = 0; i < k; i++) {
        for (guint j = 0; j < k; j++)
            m[i][j] = bsp_vec_dot(planes[i]->normal, planes[j]->normal);
        m[i][k] = -bsp_plane_distance(planes[i], p);
    }
    for (guint i = 0; i < k; i++) { /* rows need no exchange, because the matrix is positive
                                       definite */
        if (m[i][i] < 1e-14)
            return FALSE;
        for (guint r = 0; r < k; r++) {
            double factor = r == i ? 0 : m[r][i] / m[i][i];
            for (guint c = i; c <= k; c++)
                m[r][c] -= factor * m[i][c];
        }
    }
    *q = p;
    for (guint i = 0; i < k; i++)
        *q = bsp_vec_mad(*q, m[i][k] / m[i][i], planes[i]->normal);
    return TRUE;
}

static gboolean is_behind_all(const BspPlane *planes, guint n, BspVec p, double unsure)
{
    for (guint i = 0; i < n; i++)
        if (bsp_plane_distance(&planes[i], p) > unsure)
            return FALSE;
    return TRUE;
}

/* Returns the distance of p from the region behind all planes. p is outside of it. `unsure` is the
 * rounding error of heights, in units. Except for rounding, the result is never too small. The
 * nearest point lies on one, two or three planes, so all combinations of some thirty planes are
 * tried. */
static double planes_distance(const BspPlane *planes, guint n, BspVec p, double unsure)
{
    double best = HUGE_VAL;
    for (guint i = 0; i < n; i++)
        for (guint j = i; j < n; j++)
            for (guint k = j; k < n; k++) {
                const BspPlane *some[3] = { &planes[i], &planes[j], &planes[k] };
                BspVec q;
                if (j == i && k != j)
                    continue; /* two of the planes are the same; i < j = k tries this pair */
                if (!nearest_on(some, k > j ? 3 : j > i ? 2 : 1, p, &q))
                    continue;
                double distance = bsp_vec_length(bsp_vec_sub(q, p));
                if (distance < best && is_behind_all(planes, n, q, 16 * unsure))
                    best = distance;
            }
    return best;
}

static gboolean note_distance(guint brush, gpointer user_data)
{
    Search *s = user_data;
    const Move *m = &s->move;
    const ExactBody *body = body_of(m->oracle, brush);
    double widest = -HUGE_VAL;
    for (guint i = 0; i < body->n_planes; i++)
        widest = MAX(widest, near_height(m, &body->planes[i], s->at));
    if (widest >= s->distance)
        return TRUE;
    g_autofree BspPlane *planes = g_new(BspPlane, body->n_planes);
    for (guint i = 0; i < body->n_planes; i++) {
        planes[i] = body->planes[i].near;
        planes[i].dist =
            bsp_vec_dot(planes[i].normal, s->at) - near_height(m, &body->planes[i], s->at);
    }
    double distance = widest <= unsure(m)
                          ? MAX(widest, 0)
                          : planes_distance(planes, body->n_planes, s->at, unsure(m));
    s->distance = MIN(s->distance, distance);
    return TRUE;
}

/* Units. The search for the nearest brush starts with this radius, and multiplies it by 4 each
 * time. Answers are seldom earlier. */
#define LOOK 0.25

double exact_oracle_early(ExactOracle *oracle, const BspShape *shape, BspVec from, BspVec to,
                          double t)
{
    Search s = { .move = move_begin(oracle, shape, from, to),
                 .at = bsp_vec_lerp(from, to, t),
                 .distance = HUGE_VAL };
    for (double look = LOOK; look < 8 * BSP_WORLD_HALF && s.distance > look; look *= 4) {
        BspBounds where = { bsp_vec_add(s.at, shape->bounds.mins),
                            bsp_vec_add(s.at, shape->bounds.maxs) };
        where = bsp_bounds_grown(&where, look);
        bsp_solid_overlapping(oracle->solid, &where, note_distance, &s);
    }
    move_end(&s.move);
    return s.distance;
}
