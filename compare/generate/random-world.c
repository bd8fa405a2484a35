/* random-world: hulls of random points in a closed box.
 *
 * They overlap each other and the walls, and have faces at all angles and of all shapes, including
 * needles and plates. Nobody would build such geometry. */
#include <math.h>

#include "generate/dice.h"
#include "generate/generated.h"

#define MIN_POINTS 4
#define MAX_POINTS 12

/* The sizes and distances of a world of hulls, in units. */
enum {
    CELL = 128,       /* the box has room for one cube of this edge for each hull */
    LEAST_SIDE = 512, /* smallest side of the box */
    GRAIN = 16,       /* the box's side is a multiple of this */
    LEAST_RADIUS = 4,
    MOST_RADIUS = 96,
    CLEARING = 96, /* no hull comes this close to a start along all three axes */
    START_PITCH = 640,
    MOST_STARTS = 6 /* along one axis */
};

/* The box is [0, side] along each axis. */
typedef struct {
    CompareWorldText *text;
    GRand *rand;
    gint side;
    gint starts; /* along each axis */
} Heap;

static gint side_for(guint n_hulls)
{
    guint64 volume = (guint64)n_hulls * CELL * CELL * CELL, side = LEAST_SIDE;
    while (side * side * side < volume)
        side += GRAIN;
    return (gint)side;
}

/* --- starts, on a lattice --- */

static gint start_at(const Heap *heap, gint i)
{
    return (2 * i + 1) * heap->side / (2 * heap->starts);
}

/* TRUE if the interval comes closer than CLEARING to a coordinate of a start. */
static gboolean meets_start(const Heap *heap, gint lo, gint hi)
{
    for (gint i = 0; i < heap->starts; i++)
        if (lo < start_at(heap, i) + CLEARING && hi > start_at(heap, i) - CLEARING)
            return TRUE;
    return FALSE;
}

/* --- hulls --- */

typedef struct {
    CompareGridVec points[MAX_POINTS];
    guint n;
} Hull;

static CompareGridVec difference(CompareGridVec a, CompareGridVec b)
{
    return (CompareGridVec){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static CompareGridVec cross_product(CompareGridVec a, CompareGridVec b)
{
    return (CompareGridVec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static gint64 dot(CompareGridVec a, CompareGridVec b)
{
    return (gint64)a.x * b.x + (gint64)a.y * b.y + (gint64)a.z * b.z;
}

/* TRUE if the first four points span a tetrahedron at least one unit high over each face. More
 * points only enlarge the hull, so it is at least half that thick. */
static gboolean is_solid(const Hull *hull)
{
    const CompareGridVec *p = hull->points;
    CompareGridVec a = difference(p[1], p[0]), b = difference(p[2], p[0]),
                   c = difference(p[3], p[0]);
    CompareGridVec faces[4] = { cross_product(a, b), cross_product(b, c), cross_product(c, a),
                                cross_product(difference(b, a), difference(c, a)) };
    gint64 volume = dot(cross_product(a, b), c); /* six times the tetrahedron's */
    if (volume == 0)
        return FALSE;
    for (guint i = 0; i < 4; i++)
        if (volume * volume < dot(faces[i], faces[i]))
            return FALSE;
    return TRUE;
}

static gboolean is_in_the_way(const Heap *heap, const Hull *hull)
{
    CompareGridVec lo = hull->points[0], hi = lo;
    for (guint i = 1; i < hull->n; i++) {
        CompareGridVec p = hull->points[i];
        lo = (CompareGridVec){ MIN(lo.x, p.x), MIN(lo.y, p.y), MIN(lo.z, p.z) };
        hi = (CompareGridVec){ MAX(hi.x, p.x), MAX(hi.y, p.y), MAX(hi.z, p.z) };
    }
    return meets_start(heap, lo.x, hi.x) && meets_start(heap, lo.y, hi.y) &&
           meets_start(heap, lo.z, hi.z);
}

static CompareGridVec draw_point(GRand *rand, CompareGridVec middle, CompareGridVec radius)
{
    gint x = middle.x + compare_generate_draw(rand, -radius.x, radius.x);
    gint y = middle.y + compare_generate_draw(rand, -radius.y, radius.y);
    gint z = middle.z + compare_generate_draw(rand, -radius.z, radius.z);
    return (CompareGridVec){ x, y, z };
}

static CompareGridVec draw_radius(GRand *rand)
{
    gint x = compare_generate_draw(rand, LEAST_RADIUS, MOST_RADIUS);
    gint y = compare_generate_draw(rand, LEAST_RADIUS, MOST_RADIUS);
    gint z = compare_generate_draw(rand, LEAST_RADIUS, MOST_RADIUS);
    return (CompareGridVec){ x, y, z };
}

static Hull draw_hull(const Heap *heap)
{
    Hull hull = { .n = (guint)compare_generate_draw(heap->rand, MIN_POINTS, MAX_POINTS) };
    CompareGridVec half = { heap->side / 2, heap->side / 2, heap->side / 2 };
    CompareGridVec middle = draw_point(heap->rand, half, half), radius = draw_radius(heap->rand);
    for (guint i = 0; i < hull.n; i++)
        hull.points[i] = draw_point(heap->rand, middle, radius);
    return hull;
}

/* --- the whole --- */

static void write_starts(const Heap *heap)
{
    for (gint k = 0; k < heap->starts; k++)
        for (gint j = 0; j < heap->starts; j++)
            for (gint i = 0; i < heap->starts; i++)
                compare_world_text_start(
                    heap->text,
                    (CompareGridVec){ start_at(heap, i), start_at(heap, j), start_at(heap, k) });
}

static void write_random(CompareWorldText *text, GRand *rand, guint n_brushes)
{
    guint n_hulls = n_brushes - 6;
    Heap heap = { .text = text, .rand = rand, .side = side_for(n_hulls) };
    heap.starts = CLAMP(heap.side / START_PITCH, 1, MOST_STARTS);
    compare_world_text_shell(text, (CompareGridVec){ 0, 0, 0 },
                             (CompareGridVec){ heap.side, heap.side, heap.side });
    for (guint i = 0; i < n_hulls;) {
        Hull hull = draw_hull(&heap);
        if (is_solid(&hull) && !is_in_the_way(&heap, &hull)) {
            compare_world_text_points(text, hull.points, hull.n);
            i++;
        }
    }
    compare_world_text_end_brushes(text);
    write_starts(&heap);
}

const CompareWorldKind compare_world_random = {
    .name = "random",
    .summary = "hulls of random points in a closed box: difficult geometry",
    .write = write_random,
};
