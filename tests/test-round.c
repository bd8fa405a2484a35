/* test-round: spheres and capsules cast in closed form, against the general cast and the oracle.
 *
 * Every move runs through both casts of the same body, which share nothing except the cell. Each
 * answer is compared with the bracket, which the oracle computes from the brush alone. If both
 * casts hit, they must hit at the same place. They may disagree on near misses within BSP_TOUCH:
 * one cast subtracts it from the radius, the other from the body. */
#include <criterion/criterion.h>

#include "bsp-constants.h"
#include "build/bodies.h"
#include "oracle/sum.h"
#include "sanitized.h"
#include "scenes.h"

/* Units. The greatest difference of the two casts, and the accuracy of a contact with an eroded
 * body. */
#define CLOSE (4 * BSP_TOUCH)

typedef struct {
    double deepest; /* units: how far the body may reach in front of the plane of a hit. If two
                     * faces are almost one, an error of the vertices, divided by the radius,
                     * turns the plane. */
    guint n, n_hits, n_overlaps;
    guint n_apart;   /* only one of the two casts hits or overlaps */
    guint n_unknown; /* both casts are outside of the bracket */
} Tally;

typedef struct {
    const BspCell *cell;
    GArray *vertices, *first, *planes, *edges, *first_round;
    CompareSum *grown, *shrunk;
    BspCastBody body;
    BspRoundBody round;
} Target;

static Target target_of(const BspBrush *brush, const BspShape *shape)
{
    Target t = { .cell = brush->cell,
                 .vertices = g_array_new(FALSE, FALSE, sizeof(BspVec)),
                 .first = g_array_new(FALSE, TRUE, sizeof(guint)),
                 .planes = g_array_new(FALSE, FALSE, sizeof(BspPlane)),
                 .edges = g_array_new(FALSE, FALSE, sizeof(BspRoundEdge)),
                 .first_round = g_array_new(FALSE, TRUE, sizeof(guint)),
                 .grown = compare_sum_new(brush, shape, BSP_BRACKET),
                 .shrunk = compare_sum_new(brush, shape, -BSP_BRACKET) };
    g_array_set_size(t.first, 1);
    g_array_set_size(t.first_round, 2);
    bsp_cast_add_body(t.vertices, t.first, brush->cell);
    bsp_round_add_body(t.planes, t.edges, t.first_round, brush->cell);
    t.body = bsp_cast_body((const BspVec *)(gpointer)t.vertices->data,
                           (const guint *)(gpointer)t.first->data, 0);
    t.round = bsp_round_body(&t.body, (const BspPlane *)(gpointer)t.planes->data,
                             (const BspRoundEdge *)(gpointer)t.edges->data,
                             (const guint *)(gpointer)t.first_round->data, 0);
    return t;
}

static void target_clear(Target *t)
{
    GArray *arrays[] = { t->vertices, t->first, t->planes, t->edges, t->first_round };
    for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
        g_array_unref(arrays[i]);
    compare_sum_free(t->grown);
    compare_sum_free(t->shrunk);
}

/* --- one move --- */

static char *describe(const Target *target, const BspShape *shape, BspVec from, BspVec delta)
{
    GString *s = g_string_new(NULL);
    g_string_printf(s, "radius %.17g, %.17g to %.17g, from %.17g %.17g %.17g by %.17g %.17g %.17g",
                    shape->radius, shape->bottom, shape->top, from.x, from.y, from.z, delta.x,
                    delta.y, delta.z);
    for (guint i = 0; i < target->cell->n_faces; i++) {
        BspPlane p = target->cell->faces[i].plane;
        g_string_append_printf(s, "\n%.17g %.17g %.17g %.17g", p.normal.x, p.normal.y, p.normal.z,
                               p.dist);
    }
    return g_string_free(s, FALSE);
}

/* The normal must have unit length, point against the move, and have the body behind it. */
static void check_normal(const Target *target, const BspShape *shape, BspVec from, BspVec delta,
                         const BspCastHit *hit, double deepest, const char *what)
{
    BspVec at = bsp_vec_mad(from, hit->t, delta);
    double between = bsp_vec_dot(hit->normal, at) - bsp_shape_offset(shape, hit->normal) -
                     bsp_cell_support(target->cell, hit->normal);
    cr_assert_float_eq(bsp_vec_length(hit->normal), 1, 1e-9, "%s", what);
    cr_assert_leq(bsp_vec_dot(hit->normal, delta), 1e-12 * bsp_vec_length(delta),
                  "it moves away\n%s", what);
    cr_assert_geq(between, hit->t > 0 ? -deepest : -deepest - BSP_TOUCH, "%g deep\n%s", between,
                  what);
    cr_assert_leq(between, 1e-7, "%g apart\n%s", between, what);
}

/* The oracle's answer for a move. */
typedef struct {
    gboolean lo, hi; /* whether the grown body and the shrunk body are hit */
    double t_lo, t_hi;
} Bracket;

static Bracket bracket_of(const Target *target, BspVec from, BspVec delta)
{
    Bracket b = { .t_lo = 2, .t_hi = 2 };
    b.lo = compare_sum_enter(target->grown, from, delta, &b.t_lo, NULL);
    b.hi = compare_sum_enter(target->shrunk, from, delta, &b.t_hi, NULL);
    return b;
}

static gboolean is_within(const Bracket *b, gboolean found, const BspCastHit *hit)
{
    return found ? b->lo && hit->t >= b->t_lo && (!b->hi || hit->t <= b->t_hi) : !b->hi;
}

/* If both casts hit, the hits must agree along the normal. Along the surface they may differ,
 * because a shape may touch while it moves on. */
static void check_same(const BspCastHit *a, const BspCastHit *b, BspVec delta, const char *what)
{
    double speed = fabs(bsp_vec_dot(a->normal, delta));
    if (a->t > 0 && b->t > 0)
        cr_assert_leq(fabs(a->t - b->t) * speed, CLOSE, "%.17g, not %.17g\n%s", a->t, b->t, what);
}

static void check(const Target *target, const BspShape *shape, BspVec from, BspVec to, Tally *tally)
{
    BspVec delta = bsp_vec_sub(to, from);
    BspCastHit hit = { .t = 2 }, general = { .t = 2 };
    gboolean found =
        bsp_round_cast(&target->round, shape, &(BspCastPath){ from, delta, 0, 1 }, &hit);
    gboolean also =
        bsp_cast(&target->body, shape, &(BspCastPath){ from, delta, 0, 1 }, &general, NULL);
    g_autofree char *what = describe(target, shape, from, delta);
    tally->n++;
    tally->n_hits += found && !hit.overlap;
    tally->n_overlaps += found && hit.overlap;
    tally->n_apart += found != also || (found && hit.overlap != general.overlap);
    Bracket bracket = bracket_of(target, from, delta);
    gboolean judged = is_within(&bracket, also, &general);
    tally->n_unknown += !judged;
    cr_assert(!judged || is_within(&bracket, found, &hit),
              "%s at %.17g, not from %.17g to %.17g (2: never)\n%s", found ? "a hit" : "a miss",
              hit.t, bracket.t_lo, bracket.t_hi, what);
    cr_assert(!found || (hit.t >= 0 && hit.t <= 1), "t is %.17g\n%s", hit.t, what);
    cr_assert(!found || !hit.overlap || hit.t == 0, "%s", what);
    if (found && !hit.overlap) {
        check_normal(target, shape, from, delta, &hit, tally->deepest, what);
        if (also && !general.overlap)
            check_same(&hit, &general, delta, what);
    }
}

/* --- hard moves --- */

static BspShape random_round(Random *r, double size)
{
    double radius = exp(random_real(r, log(size / 1000), log(size)));
    double low = random_real(r, -size, 0);
    if (random_flag(r))
        return bsp_shape_sphere(radius);
    return bsp_shape_capsule(radius, low, low + 2 * radius + random_real(r, 0, size));
}

/* A random position at which the shape is `gap` units from a point of a face, an edge or a
 * vertex. */
static BspVec touching_place(Random *r, const Target *target, const BspShape *shape, double gap,
                             BspVec *normal)
{
    const BspCell *cell = target->cell;
    guint n_edges;
    g_autofree BspCellEdge *edges = bsp_cell_edges(cell, &n_edges);
    const BspCellEdge *edge = &edges[random_below(r, n_edges)];
    double share = random_real(r, -0.2, 1.2);
    BspVec p =
        bsp_vec_lerp(cell->vertices[edge->v[0]], cell->vertices[edge->v[1]], CLAMP(share, 0, 1));
    double turn = CLAMP(random_real(r, -0.3, 1.3), 0, 1);
    *normal = bsp_vec_lerp(cell->faces[edge->face[0]].plane.normal,
                           cell->faces[edge->face[1]].plane.normal, turn);
    double length = bsp_vec_length(*normal);
    *normal = length > 1e-6 ? bsp_vec_scale(*normal, 1 / length)
                            : cell->faces[edge->face[0]].plane.normal;
    double out = bsp_cell_support(cell, *normal) - bsp_vec_dot(*normal, p) + gap;
    BspVec support = bsp_shape_support_point(shape, bsp_vec_neg(*normal));
    return bsp_vec_sub(bsp_vec_mad(p, out, *normal), support);
}

/* A move through such a place: across, along an edge or an axis, or of no length; or one that
 * starts or ends there. */
static void random_hard_move(Random *r, const Target *target, const BspShape *shape, BspVec *from,
                             BspVec *to)
{
    static const double gaps[] = { 0, 1e-12, 1e-9, 1e-7, 5e-7, 2e-6, 1e-4, 5e-3 };
    double gap = gaps[random_below(r, G_N_ELEMENTS(gaps))] * (random_flag(r) ? -1 : 1);
    BspVec normal, at = touching_place(r, target, shape, gap, &normal), way = random_direction(r);
    guint n_edges;
    g_autofree BspCellEdge *edges = bsp_cell_edges(target->cell, &n_edges);
    const BspCellEdge *edge = &edges[random_below(r, n_edges)];
    switch (random_below(r, 4)) {
    case 0: /* along the surface */
        way = bsp_vec_mad(way, -bsp_vec_dot(way, normal), normal);
        break;
    case 1: /* along an edge */
        way = bsp_vec_sub(target->cell->vertices[edge->v[1]], target->cell->vertices[edge->v[0]]);
        break;
    case 2:
        way = bsp_vec(0, 0, 0);
        way.v[random_below(r, 3)] = random_flag(r) ? 1 : -1;
        break;
    default:
        break;
    }
    double length = exp(random_real(r, -5, 7)) / fmax(bsp_vec_length(way), 1e-9);
    double before = random_below(r, 4) ? random_real(r, 0, 1) : (double)random_below(r, 2);
    *from = bsp_vec_mad(at, -before * length, way);
    *to = random_below(r, 20) ? bsp_vec_mad(at, (1 - before) * length, way) : *from;
}

static void check_brush(Random *r, const BspBrush *brush, guint n, Tally *tally)
{
    for (guint k = 0; k < 4; k++) {
        BspShape shape = random_round(r, 16);
        Target target = target_of(brush, &shape);
        for (guint i = 0; i < n / 4; i++) {
            BspVec from, to;
            random_hard_move(r, &target, &shape, &from, &to);
            check(&target, &shape, from, to, tally);
        }
        target_clear(&target);
    }
}

static void say(const char *what, const Tally *tally)
{
    g_printerr("%s: %u moves, %u hit, %u start overlapping; of %u the casts differ, %u unknown\n",
               what, tally->n, tally->n_hits, tally->n_overlaps, tally->n_apart, tally->n_unknown);
    cr_assert_gt(tally->n_hits, tally->n / 20);
    cr_assert_gt(tally->n_overlaps, tally->n / 50);
    cr_assert_lt(tally->n_hits + tally->n_overlaps, tally->n * 9 / 10);
    cr_assert_lt(tally->n_apart, tally->n / 50);
    cr_assert_leq(tally->n_unknown, tally->n / 1000);
}

static void check_scenes(const char *what, BspVec offset, guint64 seeds)
{
    Tally tally = { .deepest = 1e-7 };
    for (SceneKind kind = 0; kind < SCENE_KINDS; kind++)
        for (guint64 seed = 0; seed < (SHORT ? 1 : seeds); seed++) {
            Random r = random_seeded(700 + 100 * kind + seed);
            g_autoptr(BspSolid) world = scene_new(kind, 900 + seed, offset);
            for (guint b = 0; b < world->brushes->len; b++)
                check_brush(&r, world->brushes->pdata[b], 200, &tally);
        }
    say(what, &tally);
}

Test(round, random_bodies)
{
    check_scenes("random", bsp_vec(0, 0, 0), 6);
}

Test(round, far_from_the_origin)
{
    check_scenes("far", bsp_vec(1048576, -1048576, 1048576), 1);
}

/* Planes that are nearly equal, nearly vertical or nearly opposite. */
Test(round, nearly_degenerate_bodies)
{
    Tally tally = { .deepest = 1e-4 };
    for (guint seed = 0; seed < (SHORT ? 20 : 300); seed++) {
        Random r = random_seeded(90000 + seed);
        BspVec turn[3], corners[8];
        random_turn(&r, turn);
        if (seed % 3 == 0) /* upright */
            turn[2] = bsp_vec(0, 0, 1), turn[0] = bsp_vec(1, 0, 0), turn[1] = bsp_vec(0, 1, 0);
        double noise = exp(random_real(&r, log(1e-9), log(1)));
        g_autoptr(BspBrush) brush =
            scene_noisy_cube(&r, turn, random_real(&r, 1, 64), noise, corners);
        if (brush)
            check_brush(&r, brush, 200, &tally);
        double slope = exp(random_real(&r, log(1e-4), log(0.5)));
        BspVec wedge[6] = { bsp_vec(0, -20, 0),           bsp_vec(0, 20, 0),
                            bsp_vec(80, -20, 0),          bsp_vec(80, 20, 0),
                            bsp_vec(80, -20, 80 * slope), bsp_vec(80, 20, 80 * slope) };
        g_autoptr(BspBrush) sharp = bsp_brush_new_points(wedge, 6, NULL);
        if (sharp)
            check_brush(&r, sharp, 200, &tally);
    }
    say("degenerate", &tally);
}

/* --- hits at a face --- */

/* A position at which the shape touches the plane of the face, over the face or beside it. */
static BspVec place_on_plane(Random *r, const BspCell *cell, const BspCellFace *face,
                             const BspShape *shape)
{
    const guint *loop = cell->loop + face->first;
    BspVec p =
        bsp_vec_lerp(cell->vertices[loop[random_below(r, face->n)]],
                     cell->vertices[loop[random_below(r, face->n)]], random_real(r, -0.2, 1.2));
    p = bsp_vec_lerp(p, cell->vertices[loop[0]], random_real(r, -0.2, 1.2));
    return bsp_vec_sub(p, bsp_shape_support_point(shape, bsp_vec_neg(face->plane.normal)));
}

/* Straight down onto a face. If the shape is over the face, the hit must be in the face's plane. */
static gboolean check_over_face(Random *r, const Target *target, const BspShape *shape)
{
    const BspCell *cell = target->cell;
    const BspCellFace *face = &cell->faces[random_below(r, cell->n_faces)];
    BspVec at = place_on_plane(r, cell, face, shape), n = face->plane.normal;
    if (!bsp_round_is_over_face(&target->round, shape, &face->plane, at))
        return FALSE;
    BspCastHit hit;
    BspVec from = bsp_vec_mad(at, 10, n), delta = bsp_vec_scale(n, -20);
    cr_assert(bsp_round_cast(&target->round, shape, &(BspCastPath){ from, delta, 0, 1 }, &hit));
    cr_assert_float_eq(hit.t, 0.5, 1e-8, "%.17g", hit.t);
    cr_assert_geq(bsp_vec_dot(hit.normal, n), 1 - 1e-8);
    return TRUE;
}

Test(round, over_a_face_is_a_hit_on_its_plane)
{
    guint n = 0, n_over = 0;
    for (SceneKind kind = 0; kind < SCENE_KINDS; kind++) {
        Random r = random_seeded(4000 + kind);
        g_autoptr(BspSolid) world = scene_new(kind, 77, bsp_vec(0, 0, 0));
        for (guint b = 0; b < world->brushes->len; b++) {
            BspShape shape = random_round(&r, 8);
            Target target = target_of(world->brushes->pdata[b], &shape);
            for (guint i = 0; i < 200; i++, n++)
                n_over += check_over_face(&r, &target, &shape) ? 1 : 0;
            target_clear(&target);
        }
    }
    g_printerr("%u of %u places are over faces\n", n_over, n);
    cr_assert_gt(n_over, n / 10);
    cr_assert_lt(n_over, n * 9 / 10);
}

Test(round, part_of_the_way)
{
    g_autoptr(BspBrush) box = scene_box(-8, -8, -8, 8, 8, 8);
    BspShape shape = bsp_shape_capsule(2, -2, 6);
    Target target = target_of(box, &shape);
    BspVec from = bsp_vec(-110, 0, 0), delta = bsp_vec(200, 0, 0);
    BspCastHit hit;
    cr_assert(bsp_round_cast(&target.round, &shape, &(BspCastPath){ from, delta, 0, 1 }, &hit));
    cr_assert_float_eq(hit.t, 0.5, 1e-12);
    cr_assert_not(
        bsp_round_cast(&target.round, &shape, &(BspCastPath){ from, delta, 0, 0.49 }, &hit));
    cr_assert_not(
        bsp_round_cast(&target.round, &shape, &(BspCastPath){ from, delta, 0.7, 1 }, &hit),
        "it is past");
    cr_assert(bsp_round_cast(&target.round, &shape, &(BspCastPath){ from, delta, 0.55, 1 }, &hit));
    cr_assert(hit.overlap, "inside at t0");
    cr_assert_eq(hit.t, 0.55);
    target_clear(&target);
}
