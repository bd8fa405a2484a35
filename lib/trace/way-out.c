/* way-out: the shortest translation out of solid. */
#include "bsp-inside.h"

#include "trace/compiler.h"
#include "trace/sweep.h"

/* Units. What is so little behind a plane is on it; and so little nearer to a brush than is to be
 * kept is free of it: less than BSP_TOUCH together. */
#define ON_PLANE (BSP_TOUCH / 4)
#define FREE (BSP_TOUCH / 2)

/* Pure numbers. Planes that are nearer to parallel than this meet nowhere. */
#define LEAST_SQUARED_SINE 1e-12
#define LEAST_DETERMINANT 1e-9

/* A brush to get out of, and by which of its planes that was tried last. */
typedef struct {
    uint32_t brush, tried;
    double squared; /* how far that was */
} Level;

/* The place must be in front of `n` planes, which are seen from where the shape is: so a plane's
 * dist is how far it is to go. */
typedef struct {
    const BspSides *sides;
    const BspShape *shape;
    uint32_t mask;
    BspVec at;
    double keep;
    BspPlane planes[BSP_WAY_OUT_DEPTH];
    Level levels[BSP_WAY_OUT_DEPTH];
    unsigned n;
    BspVec best;    /* from `at` on */
    double squared; /* how far that is */
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

/* On two planes. */
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

/* The place nearest to the origin in front of n planes, of which the last leaves out the place that
 * is nearest without it: so the new one is on that. *squared comes with how far it may be at most,
 * and is told how far it is; false: there is none. */
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

/* --- brushes --- */

/* The brush that the shape is deepest in, or nearest to, at a place; false: it is free there. */
static bool deepest_brush(const Search *s, BspVec p, uint32_t *deepest)
{
    BspSweep still;
    BspSidesWalk walk;
    uint32_t brush, plane;
    double least = s->keep - FREE;
    bool found = false;
    BspVec at = bsp_vec_add(s->at, p);
    bsp_sweep_init(&still, s->sides, s->shape, s->mask, at, at);
    bsp_sides_walk_begin(&walk, s->sides, s->mask, still.box, s->keep, at, still.delta, 0, 0);
    while (bsp_sides_walk_next(&walk, 0, &brush)) {
        double outside = bsp_sweep_outside(&still, brush, &plane);
        if (outside > least || (outside == least && (!found || brush > *deepest)))
            continue;
        least = outside;
        *deepest = brush;
        found = true;
    }
    return found;
}

/* --- branch and bound --- */

/* Goes in front of the next plane of the brush, by how far it is to go; false: there is none that
 * leads to a place nearer than the best. */
static bool try_next_plane(Search *s, const BspSweep *start, BspVec *place)
{
    Level *level = &s->levels[s->n];
    const BspSidesBrush *b = &s->sides->brushes[level->brush];
    double least = s->squared;
    uint32_t next = UINT32_MAX;
    BspPlane plane = { 0 };
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        double squared = least;
        BspVec p;
        BspPlane *last = &s->planes[s->n];
        last->normal = s->sides->planes[i].normal;
        last->dist = s->keep - bsp_sweep_distance(start, &s->sides->planes[i]);
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

static void push(Search *s, uint32_t brush)
{
    s->levels[s->n] = (Level){ brush, 0, -1 };
}

/* false: it has given up, or left something out. */
static bool search(Search *s, const BspSweep *start)
{
    bool is_all = true;
    BspVec place;
    uint32_t brush;
    for (unsigned tries = 0; tries < BSP_WAY_OUT_TRIES; tries++) {
        while (!try_next_plane(s, start, &place))
            if (s->n-- == 0)
                return is_all;
        if (!deepest_brush(s, place, &brush)) {
            s->best = place;
            s->squared = bsp_vec_dot(place, place);
        } else if (s->n + 1 == BSP_WAY_OUT_DEPTH) {
            is_all = false;
        } else {
            s->n++;
            push(s, brush);
        }
    }
    return false;
}

bool bsp_sides_way_out(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec at,
                       double keep, double reach, BspWayOut *way)
{
    BspSweep start;
    uint32_t brush;
    Search s = { .sides = sides, .shape = shape, .mask = mask, .at = at, .keep = keep };
    way->is_shortest = false;
    if (!bsp_sweep_init(&start, sides, shape, mask, at, at) || !(keep >= 0 && keep * 0 == 0) ||
        !(reach >= 0))
        return false;
    s.best = bsp_vec(0, 0, 0);
    s.squared = reach * reach;
    way->is_shortest = true;
    if (!deepest_brush(&s, s.best, &brush)) {
        s.squared = 0;
    } else {
        push(&s, brush);
        way->is_shortest = search(&s, &start);
        if (s.squared >= reach * reach)
            return false;
    }
    way->to = bsp_vec_add(at, s.best);
    way->distance = sqrt(s.squared);
    return true;
}
