/* time-shapes: measures the times of moves with a skin and of ways out, for each kind of shape.
 * Not part of "make check".
 *
 * time-shapes LEVEL [SEED]
 *
 * Prints a line for each shape. It has nanoseconds for a move with a skin of 1/8 unit: swept
 * through the brushes. It also has microseconds for the way out of solid, the mean and the most.
 *
 * Moves are 20 units long, in any direction. They begin where a body came to rest after a fall
 * from a random place. Ways out begin at random places in brushes. Each query runs once. */
#include <stdlib.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-solid.h"
#include "bsp-world.h"
#include "compile/solid.h"
#include "random.h"
#include "run/machine.h"

#define MOVES 30000
#define WAYS 3000
#define LENGTH 20.0
#define FALL 400.0
#define SKIN 0.125
#define REACH 4096.0

/* The bounds that each shape fills. */
static const BspBounds body = { { { -16, -16, -24 } }, { { 16, 16, 32 } } };

typedef struct {
    BspWorld *world;
    BspBrushTable *sides;
    Random random;
} Bench;

typedef struct {
    BspVec from, to;
} Move;

static BspVec level_direction(Random *r)
{
    double angle = random_real(r, 0, 2 * G_PI);
    return bsp_vec(cos(angle), sin(angle), 0);
}

/* A random move from a place where the shape came to rest. */
static Move random_move(Bench *b, const BspShape *shape)
{
    for (;;) {
        BspVec from = random_point(&b->random, &b->world->solid->bounds), to = from;
        BspTrace answer;
        to.z -= FALL;
        bsp_brush_table_trace(b->sides, &(BspMove){ from, to, shape, 0, SKIN }, &answer);
        BspVec point = answer.tr.point;
        if (answer.tr.type == BSP_EMPTY_TO_SOLID)
            return (Move){ point, bsp_vec_mad(point, LENGTH, level_direction(&b->random)) };
    }
}

static void ask(const Bench *b, const BspShape *shape, const Move *m, BspTrace *answer)
{
    BspMove move = { m->from, m->to, shape, 0, SKIN };
    bsp_brush_table_trace(b->sides, &move, answer);
}

/* The mean time of a move in nanoseconds. */
static double time_moves(Bench *b, const BspShape *shape, guint *n_hits)
{
    g_autofree Move *moves = g_new(Move, MOVES);
    for (guint i = 0; i < MOVES; i++)
        moves[i] = random_move(b, shape);
    BspTrace answer;
    double start = compare_clock_wall();
    for (guint i = 0; i < MOVES; i++) {
        ask(b, shape, &moves[i], &answer);
        *n_hits += answer.tr.type != BSP_EMPTY;
    }
    return (compare_clock_wall() - start) / MOVES;
}

/* A random place at which the shape overlaps a random brush. */
static BspVec random_place_inside(Bench *b, const BspShape *shape)
{
    const BspSolid *solid = b->world->solid;
    for (;;) {
        const BspBrush *brush =
            bsp_solid_brush(solid, random_below(&b->random, solid->brushes->len));
        BspBounds bounds = bsp_cell_bounds(brush->cell);
        BspVec at = random_point(&b->random, &bounds);
        if (bsp_brush_table_inside(b->sides, shape, 0, at, NULL, 0))
            return at;
    }
}

typedef struct {
    double mean, most; /* nanoseconds */
    guint n_shortest;  /* ways out that are proved to be the shortest */
} WayTimes;

static WayTimes time_ways(Bench *b, const BspShape *shape)
{
    WayTimes times = { 0, 0, 0 };
    for (guint i = 0; i < WAYS; i++) {
        BspVec at = random_place_inside(b, shape);
        BspWayOut way;
        double start = compare_clock_wall();
        bsp_brush_table_way_out(b->sides, &(BspStuck){ shape, 0, at, SKIN, REACH, NULL, NULL },
                                &way);
        double taken = compare_clock_wall() - start;
        times.mean += taken / WAYS;
        times.most = MAX(times.most, taken);
        times.n_shortest += way.is_shortest;
    }
    return times;
}

static void time_shape(Bench *b, const char *name, const BspShape *shape)
{
    guint n_hits = 0;
    double swept = time_moves(b, shape, &n_hits);
    WayTimes ways = time_ways(b, shape);
    g_print("%-9s %6.0f %6.0f%% %10.1f %10.0f %8.0f%%\n", name, swept, 100.0 * n_hits / MOVES,
            ways.mean / 1e3, ways.most / 1e3, 100.0 * ways.n_shortest / WAYS);
}

static BspHull *body_hull(Random *r)
{
    BspVec points[12];
    for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
        BspVec d = random_direction(r);
        points[i] = bsp_vec(16 * d.x, 16 * d.y, 4 + 28 * d.z);
    }
    return bsp_hull_new(points, G_N_ELEMENTS(points), NULL);
}

static void time_shapes(Bench *b)
{
    BspHull *hull = body_hull(&b->random);
    BspShape box = bsp_shape_box(body.mins, body.maxs);
    BspShape sphere = bsp_shape_sphere(16), capsule = bsp_shape_capsule(16, -24, 32);
    BspShape cylinder = bsp_shape_cylinder(16, -24, 32), other = bsp_shape_hull(hull);
    g_print("%u moves and %u ways of each shape, %s\n\n", MOVES, WAYS, b->world->name);
    g_print("shape      swept    hits  way out us    most us  shortest\n");
    time_shape(b, "box", &box);
    time_shape(b, "sphere", &sphere);
    time_shape(b, "capsule", &capsule);
    time_shape(b, "cylinder", &cylinder);
    time_shape(b, "hull", &other);
    bsp_hull_free(hull);
}

static gboolean build(Bench *b, const char *path, GError **error)
{
    b->world = bsp_world_load(path, error);
    if (!b->world)
        return FALSE;
    b->sides = bsp_brush_table_new(b->world->solid, BSP_TABLE_ALL_SHAPES);
    return TRUE;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        g_printerr("usage: time-shapes LEVEL [SEED]\n");
        return 2;
    }
    GError *error = NULL;
    Bench b = { .random = random_seeded(argc > 2 ? g_ascii_strtoull(argv[2], NULL, 10) : 1) };
    gboolean ok = build(&b, argv[1], &error);
    if (ok)
        time_shapes(&b);
    else
        g_printerr("%s\n", error->message);
    g_clear_error(&error);
    bsp_brush_table_free(b.sides);
    bsp_world_free(b.world);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
