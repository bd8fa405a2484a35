/* way-out: a shape in solid: the brushes that contain it, the moves that leave them, and the
 * shortest translation out. */
#include "bsp-brush-table.h"
#include "trace/brush-table.h"
#include "trace/compiler.h"
#include "trace/parting.h"
#include "trace/reach.h"
#include "trace/round.h"
#include "trace/shape.h"

/* --- the brushes that contain a shape, and moves that leave them --- */

uint32_t bsp_brush_table_inside(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                                BspVec at, BspInside *in, uint32_t n_max)
{
    BspTableIter iter;
    uint32_t brush, n = 0;
    if (!bsp_parting_is_asked(sides, shape, at))
        return 0;
    BspTablePath path = { .box = &shape->bounds, .from = at };
    bsp_brush_table_iter_begin(&iter, sides, mask, &path);
    while (bsp_brush_table_iter_next(&iter, 0, &brush)) {
        BspParting parting;
        unsigned plane = 0;
        bsp_parting_init(&parting, sides, shape, brush);
        bsp_parting_look(&parting, at);
        double outside = bsp_parting_outside(&parting, at, &plane);
        if (outside >= -BSP_TOUCH || bsp_parting_only_touches(&parting, at))
            continue;
        if (n < n_max) {
            in[n].depth = -outside;
            bsp_parting_name(&parting, plane, &in[n].hit);
        }
        n++;
    }
    return n;
}

/* Rounding may leave a move slightly inside solid where it leaves. Then it leaves again, at most
 * this many times. */
#define MOST_LEAVES 4

bool bsp_brush_table_trace_beyond(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    BspMove part = *move;
    part.skin = 0;
    bool named = bsp_brush_table_trace(table, &part, answer);
    answer->free_at = answer->tr.type == BSP_SOLID ? 2 : 0;
    for (unsigned i = 0; i < MOST_LEAVES && answer->tr.type == BSP_SOLID_TO_EMPTY; i++) {
        BspTrace rest;
        answer->free_at = answer->tr.t;
        part.from = answer->tr.point;
        named = bsp_brush_table_trace(table, &part, &rest);
        if (rest.tr.type == BSP_EMPTY) {
            answer->hit.brush = BSP_NO_BRUSH;
            return false;
        }
        rest.tr.t = answer->free_at + rest.tr.t * (1 - answer->free_at);
        rest.free_at = answer->free_at;
        *answer = rest;
    }
    if (answer->tr.type == BSP_SOLID || answer->tr.type == BSP_SOLID_TO_EMPTY) {
        answer->tr = bsp_transition_solid(move->from);
        answer->free_at = 2;
    }
    return named;
}

/* Units. A place no farther than ON_PLANE behind a plane counts as on it. A place whose clearance
 * falls short of `keep` by no more than FREE counts as free. The sum must be less than BSP_TOUCH.
 */
#define ON_PLANE (BSP_TOUCH / 4)
#define FREE (BSP_TOUCH / 2)

/* Pure numbers. Planes closer to parallel than this count as planes without intersection. */
#define LEAST_SQUARED_SINE 1e-12
#define LEAST_DETERMINANT 1e-9

/* For shapes other than boxes: the most refinement steps, and the most planes each step considers.
 */
#define MOST_BETTER 64
#define MOST_PLANES 16

/* One level of the search: a brush to get out of. */
typedef struct {
    BspParting parting;
    uint32_t tried; /* the plane that was tried last */
    double squared; /* squared distance of the place in front of it */
} Level;

/* The search for the nearest place in front of `n` planes, one for each level. Planes and places
 * are relative to `at`, so a plane's dist is how far the shape must move along its normal. */
typedef struct {
    const BspBrushTable *sides;
    const BspStuck *stuck;
    const BspShape *shape; /* of *stuck, as are `at` and the distance to keep */
    BspVec at;
    bool has_refused; /* stuck->will_do has rejected a place */
    BspPlane planes[BSP_WAY_OUT_DEPTH];
    Level levels[BSP_WAY_OUT_DEPTH];
    unsigned n;
    BspVec best;    /* the nearest free place so far */
    double squared; /* its squared distance */
} Search;

/* --- the nearest place in front of planes --- */

static void take_if_in_front(const BspPlane *planes, unsigned n, BspVec p, BspVec *best,
                             double *squared)
{
    double length = bsp_vec_dot(p, p);
    if (length >= *squared)
        return;
    for (unsigned i = 0; i < n; i++)
        if (bsp_plane_distance(&planes[i], p) < -ON_PLANE)
            return;
    *squared = length;
    *best = p;
}

/* The point nearest to the origin on the line where two planes meet. */
static bool nearest_on_line(const BspPlane *a, const BspPlane *b, BspVec *p)
{
    double cosine = bsp_vec_dot(a->normal, b->normal), squared_sine = 1 - cosine * cosine;
    if (squared_sine < LEAST_SQUARED_SINE)
        return false;
    *p = bsp_vec_scale(a->normal, (a->dist - cosine * b->dist) / squared_sine);
    *p = bsp_vec_mad(*p, (b->dist - cosine * a->dist) / squared_sine, b->normal);
    return true;
}

static bool corner_of(const BspPlane *a, const BspPlane *b, const BspPlane *c, BspVec *p)
{
    BspVec bc = bsp_vec_cross(b->normal, c->normal), ca = bsp_vec_cross(c->normal, a->normal);
    double determinant = bsp_vec_dot(a->normal, bc);
    if (fabs(determinant) < LEAST_DETERMINANT)
        return false;
    *p = bsp_vec_mad(bsp_vec_scale(bc, a->dist), b->dist, ca);
    *p = bsp_vec_mad(*p, c->dist, bsp_vec_cross(a->normal, b->normal));
    *p = bsp_vec_scale(*p, 1 / determinant);
    return true;
}

/* Finds the place nearest to the origin in front of n planes. The nearest place in front of the
 * first n - 1 must be behind the last plane, so the result lies on the last plane. *squared: on
 * entry the greatest squared distance allowed, on return that of *best. Returns false if there is
 * no such place. */
static bool nearest_in_front(const BspPlane *planes, unsigned n, BspVec *best, double *squared)
{
    const BspPlane *last = &planes[n - 1];
    double before = *squared;
    if (last->dist * last->dist >= before)
        return false;
    BspVec p = bsp_vec_scale(last->normal, last->dist);
    take_if_in_front(planes, n, p, best, squared);
    if (*squared < before)
        return true;
    for (unsigned i = 0; i + 1 < n; i++)
        if (nearest_on_line(last, &planes[i], &p))
            take_if_in_front(planes, n, p, best, squared);
    for (unsigned i = 0; i + 1 < n; i++)
        for (unsigned k = 0; k < i; k++)
            if (corner_of(last, &planes[i], &planes[k], &p))
                take_if_in_front(planes, n, p, best, squared);
    return *squared < before;
}

/* The same, without any condition on the last plane. */
static bool nearest_of_all(const BspPlane *planes, unsigned n, BspVec *best, double *squared)
{
    double before = *squared;
    BspVec p;
    for (unsigned i = 0; i < n; i++) {
        take_if_in_front(planes, n, bsp_vec_scale(planes[i].normal, planes[i].dist), best, squared);
        for (unsigned k = 0; k < i; k++) {
            if (nearest_on_line(&planes[i], &planes[k], &p))
                take_if_in_front(planes, n, p, best, squared);
            for (unsigned j = 0; j < k; j++)
                if (corner_of(&planes[i], &planes[k], &planes[j], &p))
                    take_if_in_front(planes, n, p, best, squared);
        }
    }
    return *squared < before;
}

/* --- brushes --- */

static BspPlane seen_from_start(const Search *s, BspPlane plane)
{
    plane.dist = s->stuck->keep - bsp_plane_distance(&plane, s->at);
    return plane;
}

/* The plane of the brush that the shape, at a place, is farthest in front of, relative to the
 * start. */
static BspPlane plane_before(const Search *s, uint32_t brush, BspVec p)
{
    BspVec at = bsp_vec_add(s->at, p);
    BspParting parting;
    unsigned i = 0;
    bsp_parting_init(&parting, s->sides, s->shape, brush);
    bsp_parting_look(&parting, at);
    bsp_parting_outside(&parting, at, &i);
    return seen_from_start(s, bsp_parting_plane(&parting, i));
}

/* Finds the brush that the shape is deepest in, or nearest to, at a place. *least: the signed
 * distance between them. Returns false if the place is free. */
static bool deepest_brush(const Search *s, BspVec p, uint32_t *deepest, double *least)
{
    BspTableIter iter;
    BspVec at = bsp_vec_add(s->at, p);
    uint32_t brush;
    bool found = false;
    *least = s->stuck->keep - FREE;
    BspTablePath path = { .box = &s->shape->bounds, .by = s->stuck->keep, .from = at };
    bsp_brush_table_iter_begin(&iter, s->sides, s->stuck->mask, &path);
    while (bsp_brush_table_iter_next(&iter, 0, &brush)) {
        BspParting parting;
        bsp_parting_init(&parting, s->sides, s->shape, brush);
        double outside = bsp_parting_look_outside(&parting, at, *least);
        if (outside > *least || (outside == *least && (!found || brush > *deepest)))
            continue;
        *least = outside;
        *deepest = brush;
        found = true;
    }
    return found;
}

/* --- branch and bound --- */

/* Puts the next plane of the level's brush into the search. Planes are taken in the order of the
 * distance that they require. Returns false if no plane leads to a place nearer than the best. */
static bool try_next_plane(Search *s, BspVec *place)
{
    Level *level = &s->levels[s->n];
    double least = s->squared;
    uint32_t next = UINT32_MAX;
    BspPlane plane = { 0 };
    for (uint32_t i = 0, n = bsp_parting_n(&level->parting); i < n; i++) {
        double squared = least;
        BspVec p;
        BspPlane *last = &s->planes[s->n];
        *last = seen_from_start(s, bsp_parting_plane(&level->parting, i));
        if (!nearest_in_front(s->planes, s->n + 1, &p, &squared) || squared < level->squared ||
            (squared == level->squared && i <= level->tried))
            continue;
        least = squared;
        next = i;
        plane = *last;
        *place = p;
    }
    s->planes[s->n] = plane;
    level->tried = next;
    level->squared = least;
    return next != UINT32_MAX;
}

/* Adds a level for a brush that the shape overlaps at a place. */
static void push(Search *s, uint32_t brush, BspVec place)
{
    Level *level = &s->levels[s->n];
    bsp_parting_init(&level->parting, s->sides, s->shape, brush);
    level->tried = 0;
    level->squared = -1;
    bsp_parting_look(&level->parting, s->at);
    if (s->n > 0)
        bsp_parting_look(&level->parting, bsp_vec_add(s->at, place));
}

/* Makes a free place the best. Returns false if the caller's test rejects the place. */
static bool take_place(Search *s, BspVec place)
{
    const BspStuck *stuck = s->stuck;
    if (stuck->will_do && !stuck->will_do(bsp_vec_add(s->at, place), stuck->user_data)) {
        s->has_refused = true;
        return false;
    }
    s->best = place;
    s->squared = bsp_vec_dot(place, place);
    return true;
}

/* Moves the best place nearer, as long as that succeeds. For a shape that is no box the sum of
 * brush and shape is curved, so the separating planes depend on the place. Each step takes the
 * planes that separate the shape from the brushes at the best place. The best place is in front of
 * all of them, so the nearest place in front of them is no farther. If the shape overlaps another
 * brush there, that brush adds a plane to the next step. */
static void make_better(Search *s)
{
    uint32_t brushes[MOST_PLANES];
    BspPlane planes[MOST_PLANES];
    unsigned n = 0;
    _Static_assert(BSP_WAY_OUT_DEPTH <= MOST_PLANES, "the first of them have room");
    for (; n <= s->n; n++)
        brushes[n] = s->levels[n].parting.brush;
    for (unsigned k = 0; k < MOST_BETTER && n < MOST_PLANES; k++) {
        BspVec place;
        double squared = s->squared, least;
        for (unsigned i = 0; i < n; i++)
            planes[i] = plane_before(s, brushes[i], s->best);
        if (!nearest_of_all(planes, n, &place, &squared))
            return;
        if (deepest_brush(s, place, &brushes[n], &least))
            n++;
        else if (!take_place(s, place))
            return;
    }
}

/* Returns whether the search was exhaustive. It is not if it ran out of tries or of levels. */
static bool search(Search *s)
{
    bool is_all = true;
    BspVec place;
    uint32_t brush;
    double outside;
    for (unsigned tries = 0; tries < BSP_WAY_OUT_TRIES; tries++) {
        while (!try_next_plane(s, &place))
            if (s->n-- == 0)
                return is_all;
        if (!deepest_brush(s, place, &brush, &outside)) {
            if (take_place(s, place) && !bsp_shape_is_box(s->shape))
                make_better(s);
        } else if (s->n + 1 == BSP_WAY_OUT_DEPTH) {
            is_all = false;
        } else {
            s->n++;
            push(s, brush, place);
        }
    }
    return false;
}

/* Whether the best place is proved to be the nearest. For boxes an exhaustive search proves it. For
 * spheres and capsules the search may miss the nearest place between several brushes. There, the
 * distance out of the deepest brush alone is a lower bound, and a place at that distance is the
 * nearest. */
static bool is_proved(const Search *s, bool is_all, double farthest)
{
    if (s->has_refused)
        return false;
    if (bsp_round_is(s->shape))
        return sqrt(s->squared) <= farthest + BSP_TOUCH;
    return is_all && bsp_shape_is_box(s->shape);
}

/* Whether bsp_brush_table_inside() reports the start as free. The planes alone may put it a hair
 * inside a brush, at edges and corners or within touching. Both functions must agree. */
static bool may_stay(const Search *s)
{
    return s->stuck->keep == 0 &&
           bsp_brush_table_inside(s->sides, s->shape, s->stuck->mask, s->at, NULL, 0) == 0;
}

static bool is_valid(const BspBrushTable *table, const BspStuck *stuck)
{
    return bsp_parting_is_asked(table, stuck->shape, stuck->at) && stuck->keep >= 0 &&
           bsp_is_finite(stuck->keep) && stuck->reach >= 0;
}

bool bsp_brush_table_way_out(const BspBrushTable *table, const BspStuck *stuck, BspWayOut *way)
{
    double reach = stuck->reach, outside;
    uint32_t brush;
    Search s;
    way->is_shortest = false;
    if (!is_valid(table, stuck))
        return false;
    s.sides = table;
    s.stuck = stuck;
    s.shape = stuck->shape;
    s.at = stuck->at;
    s.has_refused = false;
    s.n = 0;
    s.best = bsp_vec(0, 0, 0);
    s.squared = reach * reach;
    way->is_shortest = true;
    if (!deepest_brush(&s, s.best, &brush, &outside) || may_stay(&s)) {
        way->is_shortest = take_place(&s, s.best);
        if (!way->is_shortest)
            return false;
    } else {
        push(&s, brush, s.best);
        bool is_all = search(&s);
        way->is_shortest = is_proved(&s, is_all, stuck->keep - outside);
        if (s.squared >= reach * reach)
            return false;
    }
    way->to = bsp_vec_add(stuck->at, s.best);
    way->distance = sqrt(s.squared);
    return true;
}
