/* way-out: finds the brushes that contain a shape in solid, and the shortest translation out of
 * them. */
#include "body/distance.h"
#include "body/separators.h"
#include "body/sorted.h"
#include "bsp-brush-table.h"
#include "shape/shape.h"
#include "table/brush-table.h"
#include "trace/compiler.h"
#include "trace/reach.h"

/* --- the brushes that contain a shape --- */

uint32_t bsp_brush_table_inside(const BspBrushTable *table, const BspShape *shape, uint32_t mask,
                                BspVec at, BspInside *in, uint32_t n_max)
{
    const BspMove still = { .from = at, .to = at, .shape = shape, .mask = mask };
    BspSweep sweep;
    BspNear near;
    uint32_t brush, n = 0;
    if (!bsp_sweep_init(&sweep, table, &still))
        return 0;
    BspPath path = { .box = &shape->bounds, .from = at };
    bsp_near_begin(&near, &table->hierarchy, &path);
    while (bsp_brush_table_next(table, mask, &near, 0, &brush)) {
        BspHit hit;
        double distance = bsp_start_distance(&sweep, brush, &hit);
        if (!bsp_is_in_solid(distance))
            continue;
        uint32_t place =
            bsp_sorted_place(in, sizeof *in, offsetof(BspInside, hit.brush), n++, n_max, brush);
        if (place < n_max)
            in[place] = (BspInside){ .hit = hit, .depth = -distance };
    }
    return n;
}

/* Units. A position at most ON_PLANE behind a plane counts as on the plane. A position counts as
 * free if its distance from all brushes is at least keep - FREE. ON_PLANE + FREE must be less than
 * BSP_TOUCH, because the position found may be nearer than `keep` by the sum of both. The rest is
 * for rounding. */
#define ON_PLANE (BSP_TOUCH / 4)
#define FREE (BSP_TOUCH / 2)

/* The maximum number of planes that are added in the search for the nearest position in front of
 * them. None of 80,000 searches on a level added more than 8. */
#define MOST_STEPS 64

/* For shapes other than boxes, the maximum number of refinement steps, and of planes that each step
 * considers. A position is free after each step, so the limits cost only a part of a unit of
 * distance. None of 60,000 searches on a level considered more than 14 planes. Some of them made
 * all 64 steps. */
#define MOST_REFINEMENTS 64
#define MOST_PLANES 16

/* A level of the search, which is a brush that the shape must leave. */
typedef struct {
    BspSeparators separators;
    uint32_t tried; /* number of the plane that was tried last */
    double squared; /* squared distance, from the start, of the nearest position in front of that
                       plane and of the planes of the levels before; -1 if no plane was tried */
} Level;

/* The search for the nearest position in front of `n` planes, one plane for each level. Planes and
 * positions are relative to `at`, so a plane's dist is the distance that the shape must move along
 * the plane's normal. */
typedef struct {
    const BspBrushTable *table;
    const BspStuck *stuck;
    const BspShape *shape; /* copies of the members of *stuck */
    BspVec at;
    bool has_rejected; /* stuck->will_do has rejected a position */
    BspPlane planes[BSP_WAY_OUT_PLANES];
    Level levels[BSP_WAY_OUT_PLANES];
    unsigned n;
    BspVec best;    /* the nearest free position so far */
    double squared; /* squared distance of `best` from the start */
} Search;

/* Finds the position nearest to the origin that is in front of n planes, by the method of
 * distance.h with reversed normals. On entry *squared is the maximum squared distance, on return
 * the squared distance of *best. Returns false if there is no such position. */
static bool nearest_in_front(const BspPlane *planes, unsigned n, BspVec *best, double *squared)
{
    BspNearest nearest = { .n = 0 };
    BspVec p = bsp_vec(0, 0, 0);
    for (unsigned k = 0; k < MOST_STEPS; k++) {
        BspFront front = { .plane = BSP_NO_PLANE };
        double most = ON_PLANE;
        for (unsigned i = 0; i < n; i++) {
            double behind = -bsp_plane_distance(&planes[i], p);
            if (behind <= most)
                continue;
            most = behind;
            front = (BspFront){ bsp_vec_neg(planes[i].normal), planes[i].dist, i };
        }
        double distance = nearest.distance;
        if (distance * distance >= *squared)
            return false;
        if (front.plane == BSP_NO_PLANE) {
            *squared = distance * distance;
            *best = p;
            return true;
        }
        if (!bsp_nearest_add(&nearest, &front))
            return false;
        p = bsp_vec_scale(nearest.normal, -nearest.distance);
    }
    return false;
}

/* --- brushes --- */

static BspPlane seen_from_start(const Search *s, BspPlane plane)
{
    plane.dist = s->stuck->keep - bsp_plane_distance(&plane, s->at);
    return plane;
}

/* Returns the separating plane that the shape at position p is farthest in front of, relative to
 * the start.
 */
static BspPlane best_plane_at(const Search *s, uint32_t brush, BspVec p)
{
    BspVec at = bsp_vec_add(s->at, p);
    BspSeparators separators;
    unsigned i = 0;
    bsp_separators_init(&separators, s->table, s->shape, brush);
    bsp_separators_look(&separators, at);
    bsp_separators_outside(&separators, at, &i);
    return seen_from_start(s, bsp_separators_plane(&separators, i));
}

/* Finds the brush that the shape is deepest in, or nearest to, at position p. *least receives the
 * signed distance between brush and shape. Returns false if the position is free. */
static bool deepest_brush(const Search *s, BspVec p, uint32_t *deepest, double *least)
{
    BspNear near;
    BspVec at = bsp_vec_add(s->at, p);
    uint32_t brush;
    bool found = false;
    *least = s->stuck->keep - FREE;
    BspPath path = { .box = &s->shape->bounds, .by = s->stuck->keep, .from = at };
    bsp_near_begin(&near, &s->table->hierarchy, &path);
    while (bsp_brush_table_next(s->table, s->stuck->mask, &near, 0, &brush)) {
        BspSeparators separators;
        bsp_separators_init(&separators, s->table, s->shape, brush);
        double outside = bsp_separators_look_outside(&separators, at, *least);
        if (outside > *least || (outside == *least && !(found && brush < *deepest)))
            continue;
        *least = outside;
        *deepest = brush;
        found = true;
    }
    return found;
}

/* --- branch and bound --- */

/* Puts the next plane of the level's brush into the search. Planes are tried in the order of the
 * distances that they require. Returns false if no further plane leads to a position nearer than
 * the best. */
static bool try_next_plane(Search *s, BspVec *place)
{
    Level *level = &s->levels[s->n];
    double least = s->squared;
    BSP_ASSERT(s->n < BSP_WAY_OUT_PLANES);
    uint32_t next = UINT32_MAX;
    BspPlane plane = { 0 };
    for (uint32_t i = 0, n = bsp_separators_n(&level->separators); i < n; i++) {
        double squared = least;
        BspVec p;
        BspPlane *last = &s->planes[s->n];
        *last = seen_from_start(s, bsp_separators_plane(&level->separators, i));
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

/* Adds a level for a brush that the shape overlaps at a position. */
static void push_level(Search *s, uint32_t brush, BspVec place)
{
    Level *level = &s->levels[s->n];
    BSP_ASSERT(s->n < BSP_WAY_OUT_PLANES);
    bsp_separators_init(&level->separators, s->table, s->shape, brush);
    level->tried = 0;
    level->squared = -1;
    bsp_separators_look(&level->separators, s->at);
    if (s->n > 0)
        bsp_separators_look(&level->separators, bsp_vec_add(s->at, place));
}

/* Makes a free position the best. Returns false if the caller's test rejects it. */
static bool accept_place(Search *s, BspVec place)
{
    const BspStuck *stuck = s->stuck;
    if (stuck->will_do && !stuck->will_do(bsp_vec_add(s->at, place), stuck->user_data)) {
        s->has_rejected = true;
        return false;
    }
    s->best = place;
    s->squared = bsp_vec_dot(place, place);
    return true;
}

/* Refines the best position, for a shape other than a box, until it comes no nearer to the start.
 * The Minkowski sum is curved, so the separating planes depend on the position. Each step uses the
 * planes that separate the shape from the brushes at the best position. The best position is in
 * front of all these planes, so the nearest position in front of them is no farther away. If the
 * shape overlaps another brush there, the next step also uses a plane of that brush. */
static void refine_best(Search *s)
{
    uint32_t brushes[MOST_PLANES];
    BspPlane planes[MOST_PLANES];
    unsigned n = 0;
    _Static_assert(BSP_WAY_OUT_PLANES <= MOST_PLANES, "the first of them have room");
    for (; n <= s->n; n++)
        brushes[n] = s->levels[n].separators.brush;
    for (unsigned k = 0; k < MOST_REFINEMENTS && n < MOST_PLANES; k++) {
        BspVec place;
        double squared = s->squared, least;
        for (unsigned i = 0; i < n; i++)
            planes[i] = best_plane_at(s, brushes[i], s->best);
        if (!nearest_in_front(planes, n, &place, &squared))
            return;
        if (deepest_brush(s, place, &brushes[n], &least))
            n++;
        else if (!accept_place(s, place))
            return;
    }
}

/* Runs the search. Returns whether it was exhaustive, so false if a limit of tries or of levels
 * stopped it. */
static bool run_search(Search *s)
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
            if (accept_place(s, place) && !bsp_shape_is_box(s->shape))
                refine_best(s);
        } else if (s->n + 1 == BSP_WAY_OUT_PLANES) {
            is_all = false;
        } else {
            s->n++;
            push_level(s, brush, place);
        }
    }
    return false;
}

/* Returns whether the best position is proved to be the nearest. For boxes an exhaustive search
 * proves it. For spheres and capsules the search may miss the nearest position between several
 * brushes. But the distance out of the deepest brush is a lower bound, so a position at that
 * distance is the nearest. */
static bool is_proved_nearest(const Search *s, bool is_all, double farthest)
{
    if (s->has_rejected)
        return false;
    if (bsp_shape_is_round(s->shape))
        return sqrt(s->squared) <= farthest + BSP_TOUCH;
    return is_all && bsp_shape_is_box(s->shape);
}

/* Returns whether bsp_brush_table_inside() reports the start as free, with which this search must
 * agree. At edges and corners, or within touching, the planes alone may put the start slightly
 * inside a brush. */
static bool starts_free(const Search *s)
{
    return s->stuck->keep == 0 &&
           bsp_brush_table_inside(s->table, s->shape, s->stuck->mask, s->at, NULL, 0) == 0;
}

static bool is_valid(const BspBrushTable *table, const BspStuck *stuck)
{
    return bsp_separators_is_valid(table, stuck->shape, stuck->at) && stuck->keep >= 0 &&
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
    s.table = table;
    s.stuck = stuck;
    s.shape = stuck->shape;
    s.at = stuck->at;
    s.has_rejected = false;
    s.n = 0;
    s.best = bsp_vec(0, 0, 0);
    s.squared = reach * reach;
    way->is_shortest = true;
    if (!deepest_brush(&s, s.best, &brush, &outside) || starts_free(&s)) {
        way->is_shortest = accept_place(&s, s.best);
        if (!way->is_shortest)
            return false;
    } else {
        push_level(&s, brush, s.best);
        bool is_all = run_search(&s);
        way->is_shortest = is_proved_nearest(&s, is_all, stuck->keep - outside);
        if (s.squared >= reach * reach)
            return false;
    }
    way->to = bsp_vec_add(stuck->at, s.best);
    way->distance = sqrt(s.squared);
    return true;
}
