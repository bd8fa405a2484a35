/* time-moves: makes moves through the brush table of a level, for tests/time-table. That script
 * compiles this file once for each of two builds, and loads both into one process. So this file
 * uses only functions that both builds have. */
#include <math.h>
#include <time.h>

#include "bsp-brush-table.h"
#include "bsp-solid.h"
#include "bsp-world.h"

#define N_MOVES 40000 /* more than the branch predictor of a processor can learn */
#define N_SHAPES 3
#define FALL 2000.0         /* units from a random point down to the ground */
#define WALK_MOVES 200      /* the number of moves from one random place */
#define SHORTEST_SHOT 100.0 /* units; across a room */
#define LONGEST_SHOT 2000.0 /* units; across a level */
#define CACHE (48 << 20)    /* bytes, more than the machine's caches */

/* Walks are the moves of bodies that walk, alternately forward and down. Shots are long moves in
 * any direction. */
typedef enum { WALK, SHOT, N_WAYS } Way;

static BspWorld *world;
static BspBrushTable *table;
static BspShape shapes[N_SHAPES];
static BspMove moves[N_WAYS][N_MOVES];
static GRand *dice;

static double between(double least, double most)
{
    return g_rand_double_range(dice, least, most);
}

static BspShape shape_of_kind(const char *kind, unsigned i)
{
    static const BspBounds boxes[N_SHAPES] = { { { { -15, -15, -24 } }, { { 15, 15, 32 } } },
                                               { { { -15, -15, -24 } }, { { 15, 15, 16 } } },
                                               { { { -8, -8, -8 } }, { { 8, 8, 8 } } } };
    if (g_str_equal(kind, "point"))
        return bsp_shape_point();
    if (g_str_equal(kind, "sphere"))
        return bsp_shape_sphere(8 + 4 * i);
    if (g_str_equal(kind, "capsule"))
        return bsp_shape_capsule(8 + 2 * i, -24, 16);
    return bsp_shape_box(boxes[i].mins, boxes[i].maxs);
}

static BspTrace trace(const BspMove *move)
{
    BspTrace answer;
    bsp_brush_table_trace(table, move, &answer);
    return answer;
}

/* Returns a place on the ground under a random point, for the shape of this move. */
static BspVec random_place(BspMove fall)
{
    BspBounds bounds = bsp_brush_table_bounds(table);
    for (;;) {
        for (unsigned k = 0; k < 3; k++)
            fall.from.v[k] = between(bounds.mins.v[k], bounds.maxs.v[k]);
        fall.to = fall.from;
        fall.to.z -= FALL;
        BspTrace answer = trace(&fall);
        if (answer.tr.type == BSP_EMPTY_TO_SOLID && answer.tr.plane.normal.z > 0.7)
            return answer.tr.point;
    }
}

static BspVec shot_from(BspVec from)
{
    double angle = between(0, 2 * G_PI), length = between(SHORTEST_SHOT, LONGEST_SHOT);
    BspVec way = bsp_vec(cos(angle), sin(angle), between(-0.3, 0.3));
    return bsp_vec_mad(from, length, way);
}

/* Adds the moves of one walk to moves[WALK], and the same number of shots to moves[SHOT]. */
static void add_walk(const BspShape *shape, double skin, unsigned first)
{
    BspMove move = { .shape = shape, .skin = skin };
    double angle = between(0, 2 * G_PI);
    move.from = random_place(move);
    for (unsigned i = first; i < first + WALK_MOVES; i++) {
        double step = between(3, 9);
        bool is_forward = i % 2;
        move.to =
            bsp_vec_add(move.from, is_forward ? bsp_vec(step * cos(angle), step * sin(angle), 0.1)
                                              : bsp_vec(0, 0, -4));
        moves[WALK][i] = moves[SHOT][i] = move;
        moves[SHOT][i].to = shot_from(move.from);
        BspTrace answer = trace(&move);
        if (answer.tr.type == BSP_EMPTY)
            move.from = move.to;
        else if (answer.tr.type == BSP_EMPTY_TO_SOLID)
            move.from = answer.tr.point;
        if (answer.tr.type != BSP_EMPTY && is_forward)
            angle = between(0, 2 * G_PI);
    }
}

/* Loads the level and makes the moves. Bodies walk with the skin `skin`. The measured moves have
 * the larger skin `asked`, so that they start within it. Returns whether the level can be
 * loaded. */
int moves_open(const char *level, const char *kind, double skin, double asked);
int moves_open(const char *level, const char *kind, double skin, double asked)
{
    bsp_brush_table_free(table);
    bsp_world_free(world);
    table = NULL;
    world = bsp_world_load(level, NULL);
    if (!world)
        return 0;
    table = bsp_brush_table_new(world->solid, 0);
    dice = dice ? dice : g_rand_new();
    g_rand_set_seed(dice, 1);
    for (unsigned i = 0; i < N_SHAPES; i++)
        shapes[i] = shape_of_kind(kind, i);
    for (unsigned i = 0; i < N_MOVES; i += WALK_MOVES)
        add_walk(&shapes[g_rand_int_range(dice, 0, N_SHAPES)], skin, i);
    for (unsigned i = 0; i < N_MOVES; i++)
        moves[WALK][i].skin = moves[SHOT][i].skin = asked;
    return 1;
}

/* Shuffles the moves, so that neighbours in the array are not neighbours in space. */
void moves_shuffle(Way way);
void moves_shuffle(Way way)
{
    for (int i = 0; i < N_MOVES; i++) {
        int other = g_rand_int_range(dice, i, N_MOVES);
        BspMove move = moves[way][i];
        moves[way][i] = moves[way][other];
        moves[way][other] = move;
    }
}

static double nanoseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Returns the nanoseconds for one move, as the mean over n moves from number `first` on. */
double moves_time(Way way, unsigned first, unsigned n);
double moves_time(Way way, unsigned first, unsigned n)
{
    double start = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    for (unsigned i = first; i < first + n; i++)
        trace(&moves[way][i]);
    return (nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start) / n;
}

/* Returns the nanoseconds for one move after other work has used the caches. Before that, a move in
 * another place of the level loads the code into the caches again. */
double moves_time_cold(Way way, unsigned i);
double moves_time_cold(Way way, unsigned i)
{
    static volatile char other[CACHE];
    for (size_t k = 0; k < CACHE; k += 64)
        other[k]++;
    BspMove move = moves[way][i];
    trace(&moves[way][(i + N_MOVES / 2) % N_MOVES]);
    double start = nanoseconds(CLOCK_MONOTONIC);
    trace(&move);
    return nanoseconds(CLOCK_MONOTONIC) - start;
}

/* Writes five numbers for each move: the class of the transition, the time, the distance of the
 * plane, the z of its normal, and the brush. */
void moves_answers(Way way, double *out);
void moves_answers(Way way, double *out)
{
    for (unsigned i = 0; i < N_MOVES; i++, out += 5) {
        BspTrace a = trace(&moves[way][i]);
        bool hits = a.tr.type == BSP_EMPTY_TO_SOLID;
        out[0] = a.tr.type;
        out[1] = a.tr.t;
        out[2] = hits ? a.tr.plane.dist : 0;
        out[3] = hits ? a.tr.plane.normal.z : 0;
        out[4] = hits ? a.hit.brush : 0;
    }
}
