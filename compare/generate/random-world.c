/* random-world: hulls of random points in a closed box.
 *
 * They overlap each other and the walls, and have faces at all angles and of all shapes, including
 * needles and plates. Nobody would build such geometry. */
#include "generate/dice.h"
#include "generate/generated.h"

enum { MIN_POINTS = 4, MAX_POINTS = 12 };

/* Units. The box has room for one cube of edge CELL for each hull; its side is a multiple of GRAIN.
 * No hull comes closer than CLEARING to a start along all three axes. */
enum { CELL = 128, LEAST_SIDE = 512, GRAIN = 16, LEAST_RADIUS = 4, MOST_RADIUS = 96 };
enum { CLEARING = 96, START_PITCH = 640, MOST_STARTS = 6 /* along one axis */ };

/* The box is [0, side] along each axis. */
typedef struct {
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

/* Starts are on a lattice. */
static gint start_at(const Heap *heap, gint i)
{
    return (2 * i + 1) * heap->side / (2 * heap->starts);
}

/* TRUE if the interval comes closer than CLEARING to a coordinate of a start. */
static gboolean meets_start(const Heap *heap, double lo, double hi)
{
    for (gint i = 0; i < heap->starts; i++)
        if (lo < start_at(heap, i) + CLEARING && hi > start_at(heap, i) - CLEARING)
            return TRUE;
    return FALSE;
}

static gboolean is_in_the_way(const Heap *heap, const BspVec *points, guint n)
{
    BspBounds box = bsp_bounds_empty();
    for (guint i = 0; i < n; i++)
        bsp_bounds_add_point(&box, points[i]);
    return meets_start(heap, box.mins.x, box.maxs.x) && meets_start(heap, box.mins.y, box.maxs.y) &&
           meets_start(heap, box.mins.z, box.maxs.z);
}

/* TRUE if the first four points span a tetrahedron at least one unit high over each face. More
 * points only enlarge the hull, so it is at least half that thick. All numbers are whole and below
 * 2^53, so the result is exact. */
static gboolean is_solid(const BspVec *p)
{
    BspVec a = bsp_vec_sub(p[1], p[0]), b = bsp_vec_sub(p[2], p[0]), c = bsp_vec_sub(p[3], p[0]);
    BspVec faces[4] = { bsp_vec_cross(a, b), bsp_vec_cross(b, c), bsp_vec_cross(c, a),
                        bsp_vec_cross(bsp_vec_sub(b, a), bsp_vec_sub(c, a)) };
    double volume = bsp_vec_dot(faces[0], c); /* six times the tetrahedron's */
    gboolean is_thin = volume == 0;
    for (guint i = 0; i < 4; i++)
        is_thin |= volume * volume < bsp_vec_dot(faces[i], faces[i]);
    return !is_thin;
}

/* Adds a whole number from lo to hi to each coordinate. */
static BspVec draw_within(GRand *rand, BspVec middle, BspVec lo, BspVec hi)
{
    for (guint k = 0; k < 3; k++)
        middle.v[k] += compare_generate_draw(rand, (gint)lo.v[k], (gint)hi.v[k]);
    return middle;
}

static guint draw_hull(const Heap *heap, BspVec points[MAX_POINTS])
{
    guint n = (guint)compare_generate_draw(heap->rand, MIN_POINTS, MAX_POINTS);
    const BspVec none = bsp_vec(0, 0, 0);
    BspVec middle =
        draw_within(heap->rand, none, none, bsp_vec(heap->side, heap->side, heap->side));
    BspVec r = draw_within(heap->rand, none, bsp_vec(LEAST_RADIUS, LEAST_RADIUS, LEAST_RADIUS),
                           bsp_vec(MOST_RADIUS, MOST_RADIUS, MOST_RADIUS));
    for (guint i = 0; i < n; i++)
        points[i] = draw_within(heap->rand, middle, bsp_vec_neg(r), r);
    return n;
}

static void write_random(CompareWorldText *text, guint n_brushes)
{
    guint n_hulls = n_brushes - 6;
    Heap heap = { .rand = text->rand, .side = side_for(n_hulls) };
    heap.starts = CLAMP(heap.side / START_PITCH, 1, MOST_STARTS);
    compare_world_text_shell(text, bsp_vec(0, 0, 0), bsp_vec(heap.side, heap.side, heap.side));
    for (guint i = 0; i < n_hulls;) {
        BspVec points[MAX_POINTS];
        guint n = draw_hull(&heap, points);
        if (!is_solid(points) || is_in_the_way(&heap, points, n))
            continue;
        compare_world_text_points(text, points, n);
        i++;
    }
    compare_world_text_end_brushes(text);
    for (gint k = 0; k < heap.starts; k++)
        for (gint j = 0; j < heap.starts; j++)
            for (gint i = 0; i < heap.starts; i++)
                compare_world_text_start(
                    text, bsp_vec(start_at(&heap, i), start_at(&heap, j), start_at(&heap, k)));
}

const CompareWorldKind compare_world_random = {
    .name = "random",
    .summary = "hulls of random points in a closed box: difficult geometry",
    .write = write_random,
};
