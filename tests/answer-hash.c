/* answer-hash: prints one hash of the answers to 400,000 moves in a saved tree. tests/cross-answers
 * compares the hashes of different machines, compilers and options.
 *
 * usage: answer-hash FILE [MOVES]
 *
 * Compiled with -DTHREADS=N, N threads ask the same tree and table at once, for ThreadSanitizer.
 *
 * The program is plain C11 over libbsptrace and compare/run/answer-hash.h. It makes moves from
 * integers, by operations that never round, so the moves are equal everywhere. The exit status is 3
 * if the library rejects the file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bsp-saved.h"
#include "onion-tree.h"
#include "run/answer-hash.h"

#ifdef THREADS
#include <pthread.h>
#else
#define THREADS 1
#endif

/* The default number of moves. With this number, rare differences show. */
#define N_MOVES 400000
/* Positions are multiples of 1/FINE unit, which doubles hold exactly. */
#define FINE 1024

typedef struct {
    uint64_t state, hash;
    int64_t mins[3], maxs[3]; /* bounds of the starts of moves, in 1/FINE unit */
    const BspBrushTable *table;
    const OnionTree *onion; /* NULL if the shift tree answers */
    const ShiftTree *shift;
    unsigned n_moves;
} Run;

/* --- moves --- */

/* Returns the next number of splitmix64. */
static uint64_t next_number(Run *run)
{
    uint64_t z = run->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Returns an integer of [least, most]. */
static int64_t number_between(Run *run, int64_t least, int64_t most)
{
    return least + (int64_t)(next_number(run) % (uint64_t)(most - least + 1));
}

/* Makes a move. One move of four is as long as the level, the others are at most 64 units long
 * along each axis. One coordinate in eight does not change. Positions are whole numbers in every
 * second move, so that many moves touch faces. */
static void make_move(Run *run, BspVec *from, BspVec *to)
{
    bool is_long = next_number(run) % 4 == 0;
    int64_t step = next_number(run) % 2 ? FINE : 1;
    for (unsigned i = 0; i < 3; i++) {
        int64_t a = number_between(run, run->mins[i], run->maxs[i]);
        int64_t b = is_long ? number_between(run, run->mins[i], run->maxs[i])
                            : a + number_between(run, -64 * FINE, 64 * FINE);
        if (next_number(run) % 8 == 0)
            b = a;
        from->v[i] = (double)(a / step * step) / FINE;
        to->v[i] = (double)(b / step * step) / FINE;
    }
}

/* Sets the bounds in which moves start. They are those of the brushes, and up to 32 units
 * outside. */
static void set_bounds(Run *run)
{
    BspBounds b = bsp_brush_table_bounds(run->table);
    for (unsigned i = 0; i < 3; i++) {
        run->mins[i] = ((int64_t)floor(b.mins.v[i]) - 32) * FINE;
        run->maxs[i] = ((int64_t)ceil(b.maxs.v[i]) + 32) * FINE;
    }
}

/* --- queries --- */

static const double skins[] = { 0, 0.125, 1, 0.03125 };

/* Returns shape i, for shift trees and brush tables. */
static BspShape shape_number(unsigned i)
{
    static const BspVec mins = { { -15, -15, -24 } }, maxs = { { 15, 15, 32 } };
    switch (i % 5) {
    case 0:
        return bsp_shape_box(mins, maxs);
    case 1:
        return bsp_shape_sphere(12);
    case 2:
        return bsp_shape_cylinder(15, -24, 32);
    case 3:
        return bsp_shape_capsule(10, -24, 16);
    default:
        return bsp_shape_point();
    }
}

/* Queries the brush table, which needs no tree. Each query gets one move of sixteen. */
static void ask_table(Run *run, unsigned i, const BspMove *of_tree)
{
    BspTrace answer;
    BspShape shape = shape_number(i / 16);
    BspMove move = *of_tree;
    move.shape = &shape;
    if (i % 16 == 0 && bsp_brush_table_can_tell(run->table, &shape)) {
        const BspMove moves[] = { move, { move.to, move.from, &shape, move.mask, move.skin } };
        BspTrace answers[2];
        bsp_brush_table_trace_many(run->table, moves, 2, answers);
        run->hash = compare_hash_trace(run->hash, &answers[0]);
        run->hash = compare_hash_trace(run->hash, &answers[1]);
    } else if (i % 16 == 8 && bsp_brush_table_can_tell(run->table, &shape)) {
        bsp_brush_table_trace_beyond(run->table, &move, &answer);
        run->hash = compare_hash_trace(run->hash, &answer);
        run->hash = compare_hash_double(run->hash, answer.free_at);
    } else if (i % 16 == 4) {
        run->hash = compare_hash_word(run->hash, bsp_brush_table_contents(run->table, move.from));
    } else if (i % 128 == 12) {
        BspStuck stuck = { .shape = &shape, .at = move.from, .keep = 0.125, .reach = 64 };
        BspWayOut way;
        if (bsp_brush_table_way_out(run->table, &stuck, &way))
            run->hash = compare_hash_vec(run->hash, way.to);
        run->hash = compare_hash_word(run->hash, way.is_shortest);
    }
}

static void ask_onion(Run *run)
{
    const OnionTree *tree = run->onion;
    unsigned n_spaces = onion_tree_n_spaces(tree);
    for (unsigned i = 0; i < run->n_moves; i++) {
        unsigned space = i % n_spaces;
        BspMove move = { .mask = onion_tree_space(tree, space)->mask, .skin = skins[i % 4] };
        make_move(run, &move.from, &move.to);
        BspTransition tr = onion_tree_first_transition(tree, space, move.from, move.to, NULL);
        run->hash = compare_hash_transition(run->hash, &tr);
        BspTrace answer;
        onion_tree_trace(tree, space, run->table, &move, &answer, NULL);
        run->hash = compare_hash_trace(run->hash, &answer);
        ask_table(run, i, &move);
    }
}

static void ask_shift(Run *run)
{
    const ShiftTree *tree = run->shift;
    for (unsigned i = 0; i < run->n_moves; i++) {
        BspShape shape = shape_number(i);
        BspMove move = { .shape = &shape, .mask = shift_tree_mask(tree), .skin = skins[i / 4 % 4] };
        make_move(run, &move.from, &move.to);
        BspTransition tr = shift_tree_hit_check(tree, &shape, move.from, move.to, NULL);
        run->hash = compare_hash_transition(run->hash, &tr);
        if (shift_tree_names_brushes(tree) && run->table) {
            tr = shift_tree_hit_check_exact(tree, run->table, &shape, move.from, move.to, NULL);
            run->hash = compare_hash_transition(run->hash, &tr);
        }
        if (i % 4 == 0) {
            BspTrace answer;
            shift_tree_trace(tree, run->table, &move, &answer, NULL);
            run->hash = compare_hash_trace(run->hash, &answer);
        }
        ask_table(run, i, &move);
    }
}

static void *ask(void *data)
{
    Run *run = data;
    if (run->onion)
        ask_onion(run);
    else
        ask_shift(run);
    return NULL;
}

/* Lets all threads run the same queries. Returns the hash, or 0 if the threads have different
 * hashes. */
static uint64_t ask_in_threads(const Run *run)
{
    Run runs[THREADS];
    for (unsigned i = 0; i < THREADS; i++)
        runs[i] = *run;
#if THREADS > 1
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, ask, &runs[i]) != 0)
            abort();
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
#else
    ask(&runs[0]);
#endif
    for (unsigned i = 1; i < THREADS; i++)
        if (runs[i].hash != runs[0].hash)
            return 0;
    return runs[0].hash;
}

/* --- the program --- */

static int refuse(const char *path, const char *why)
{
    printf("refused: %s\n", why);
    fprintf(stderr, "%s: %s\n", path, why);
    return 3;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: answer-hash FILE [MOVES]\n");
        return 2;
    }
    unsigned n_moves = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : N_MOVES;
    const char *why = NULL;
    BspLevel *table = bsp_level_load(argv[1], &why);
    if (!table)
        return refuse(argv[1], why);
    const OnionTree *onion = bsp_level_onion(table);
    const ShiftTree *shift = bsp_level_shift(table);
    if (!onion && !shift)
        return refuse(argv[1], "it holds no tree");

    Run run = { 38, BSP_HASH_START, { 0 }, { 0 }, table, onion, shift, n_moves };
    set_bounds(&run);
    printf("%016llx\n", (unsigned long long)ask_in_threads(&run));
    bsp_level_free(table);
    return 0;
}
