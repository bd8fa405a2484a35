/* time-shapes: measures the times of moves with a skin and of ways out, for each kind of shape. It
 * is not a part of "make check".
 *
 * time-shapes LEVEL [SEED]
 *
 * Prints a line for each shape. The line has the mean nanoseconds for a move through the brushes
 * with a skin of 1/8 unit. It also has the mean and the maximum of the microseconds for a way out
 * of solid.
 *
 * Moves are 20 units long, in any direction. They begin where a body came to rest after a fall from
 * a random point. Ways out begin at random points in brushes. Each query runs once. */
#include <stdlib.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-solid.h"
#include "bsp-world.h"
#include "compile/solid.h"
#include "random.h"
#include "run/machine.h"

#define MOVES 30000  /* the number of moves; each is asked once, so that no branch repeats */
#define WAYS 3000    /* number of ways out, which take longer than moves */
#define LENGTH 20.0  /* units; the length of a move, which is a few frames of a run */
#define FALL 400.0   /* units from a random point down to the ground */
#define SKIN 0.125   /* units, the distance that engines keep from planes */
#define REACH 4096.0 /* units within which a way out is searched for, about the size of a level */

typedef struct {
    const BspSolid *solid;
    BspBrushTable *table;
    Random random;
} Bench;

/* Returns a random move from a position at which the shape came to rest. */
static BspMove random_move(Bench *b, const BspShape *shape)
{
    BspMove move = { .shape = shape, .skin = SKIN };
    BspTrace answer;
    do {
        move.from = move.to = random_point(&b->random, &b->solid->bounds);
        move.to.z -= FALL;
        bsp_brush_table_trace(b->table, &move, &answer);
    } while (answer.tr.type != BSP_EMPTY_TO_SOLID);
    double angle = random_real(&b->random, 0, 2 * G_PI);
    move.from = answer.tr.point;
    move.to = bsp_vec_mad(move.from, LENGTH, bsp_vec(cos(angle), sin(angle), 0));
    return move;
}

/* Returns a random position at which the shape overlaps a random brush. */
static BspVec random_place_inside(Bench *b, const BspShape *shape)
{
    for (;;) {
        guint brush = random_below(&b->random, b->solid->brushes->len);
        BspBounds bounds = bsp_cell_bounds(bsp_solid_brush(b->solid, brush)->cell);
        BspVec at = random_point(&b->random, &bounds);
        if (bsp_brush_table_inside(b->table, shape, 0, at, NULL, 0))
            return at;
    }
}

static void time_shape(Bench *b, const BspShape *shape)
{
    g_autofree BspMove *moves = g_new(BspMove, MOVES);
    guint n_hits = 0, n_shortest = 0;
    double mean = 0, most = 0; /* nanoseconds of a call of bsp_brush_table_way_out() */
    for (guint i = 0; i < MOVES; i++)
        moves[i] = random_move(b, shape);
    BspTrace answer;
    double start = compare_clock_wall();
    for (guint i = 0; i < MOVES; i++) {
        bsp_brush_table_trace(b->table, &moves[i], &answer);
        n_hits += answer.tr.type != BSP_EMPTY;
    }
    double swept = (compare_clock_wall() - start) / MOVES;
    for (guint i = 0; i < WAYS; i++) {
        BspStuck stuck = { shape, 0, random_place_inside(b, shape), SKIN, REACH, NULL, NULL };
        BspWayOut way;
        start = compare_clock_wall();
        bsp_brush_table_way_out(b->table, &stuck, &way);
        double taken = compare_clock_wall() - start;
        mean += taken / WAYS;
        most = MAX(most, taken);
        n_shortest += way.is_shortest;
    }
    g_print("%-9s %6.0f %6.0f%% %10.1f %10.0f %8.0f%%\n", bsp_shape_kind_name(shape->kind), swept,
            100.0 * n_hits / MOVES, mean / 1e3, most / 1e3, 100.0 * n_shortest / WAYS);
}

/* Measures shapes that all fill the bounds of a player. */
static void time_shapes(Bench *b)
{
    BspVec points[12];
    for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
        BspVec d = random_direction(&b->random);
        points[i] = bsp_vec(16 * d.x, 16 * d.y, 4 + 28 * d.z);
    }
    BspHull *hull = bsp_hull_new(points, G_N_ELEMENTS(points), NULL);
    const BspShape shapes[] = { bsp_shape_box(bsp_vec(-16, -16, -24), bsp_vec(16, 16, 32)),
                                bsp_shape_sphere(16), bsp_shape_capsule(16, -24, 32),
                                bsp_shape_cylinder(16, -24, 32), bsp_shape_hull(hull) };
    g_print("shape      swept    hits  way out us    most us  shortest\n");
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++)
        time_shape(b, &shapes[i]);
    bsp_hull_free(hull);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        g_printerr("usage: time-shapes LEVEL [SEED]\n");
        return 2;
    }
    GError *error = NULL;
    BspWorld *world = bsp_world_load(argv[1], &error);
    if (!world) {
        g_printerr("%s\n", error->message);
        g_error_free(error);
        return EXIT_FAILURE;
    }
    Bench b = { .solid = world->solid,
                .table = bsp_brush_table_new(world->solid, 0),
                .random = random_seeded(argc > 2 ? g_ascii_strtoull(argv[2], NULL, 10) : 1) };
    time_shapes(&b);
    bsp_brush_table_free(b.table);
    bsp_world_free(world);
    return EXIT_SUCCESS;
}
