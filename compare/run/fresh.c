/* fresh: makes more moves than the scenario has, so that no move is repeated soon. */
#include "run/fresh.h"

#include <string.h>

#include "bsp-nodes.h"
#include "run/machine.h"

/* Units. The maximum distance by which an end of a displaced move is moved. It is small compared
 * with a body, so that the path through a tree hardly changes. */
#define DISPLACED 0.125

struct CompareFresh {
    const CompareReport *report;
    CompareOracle *oracle; /* NULL until it is needed */
    double deadline;  /* the processor time of the thread, in nanoseconds, at which drawing stops */
    GPtrArray *drawn; /* an array with a GPtrArray for each trajectory; its items are the passes,
                         each a GArray of CompareResolved */
    GPtrArray *sources; /* an array of CompareMoveSource */
};

static void free_source(gpointer data)
{
    CompareMoveSource *source = data;
    g_array_unref(source->moves);
    g_array_unref(source->scattered);
    g_free(source->wanted.takes);
    g_free(source);
}

CompareFresh *compare_fresh_new(const CompareReport *report, double seconds)
{
    CompareFresh *fresh = g_new0(CompareFresh, 1);
    fresh->report = report;
    fresh->deadline = compare_clock_cpu() + seconds * 1e9;
    fresh->drawn = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < report->scenario->trajectories->len; i++)
        g_ptr_array_add(fresh->drawn,
                        g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref));
    fresh->sources = g_ptr_array_new_with_free_func(free_source);
    return fresh;
}

void compare_fresh_free(CompareFresh *fresh)
{
    if (!fresh)
        return;
    compare_oracle_free(fresh->oracle);
    g_ptr_array_unref(fresh->drawn);
    g_ptr_array_unref(fresh->sources);
    g_free(fresh);
}

gboolean compare_move_source_is_fresh(const CompareMoveSource *source)
{
    return source->n_displaced <= (source->n_scenario + source->n_drawn + source->n_displaced) / 10;
}

/* --- which moves the caller wants --- */

static gboolean is_wanted(const CompareWanted *wanted, const CompareResolved *move)
{
    return wanted->takes[move->trajectory] && compare_is_walk(move) == wanted->walks &&
           (!wanted->stationary || compare_move_length(move) == 0);
}

/* Returns an array of guint: the indices of those of the scenario's own moves that are wanted. */
static GArray *find_own(const CompareFresh *fresh, const CompareWanted *wanted)
{
    GArray *own = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < fresh->report->moves->len; i++) {
        if (is_wanted(wanted, compare_report_move(fresh->report, i)))
            g_array_append_val(own, i);
    }
    return own;
}

/* --- continued walks --- */

/* The difference between the seeds of two passes. It is the fractional part of the golden section,
 * times 2^64. It is odd, and far larger than the difference between the seeds of any two walks. */
#define SEEDS_APART G_GUINT64_CONSTANT(0x9e3779b97f4a7c15)

static GArray *new_random_pass(CompareFresh *fresh, guint trajectory, guint pass)
{
    const CompareScenario *s = fresh->report->scenario;
    guint64 seed = compare_scenario_trajectory(s, trajectory)->seed;
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(CompareResolved));
    if (!fresh->oracle)
        fresh->oracle = compare_oracle_new(s->world->solid);
    /* The walk found a start before. If it finds none now, `moves` has fewer moves. */
    compare_resolve_again(s, fresh->oracle, trajectory, seed + pass * SEEDS_APART, COMPARE_FRESH,
                          moves);
    return moves;
}

/* Returns the moves of repetition `pass` of a trajectory, which are drawn with another seed. The
 * first repetition is 1. Returns NULL if the trajectory cannot be repeated, or if time has run
 * out. */
static const GArray *walk_again(CompareFresh *fresh, guint trajectory, guint pass)
{
    const CompareScenario *s = fresh->report->scenario;
    GPtrArray *passes = fresh->drawn->pdata[trajectory];
    if (compare_scenario_trajectory(s, trajectory)->source != COMPARE_RANDOM)
        return NULL;
    if (pass > passes->len && compare_clock_cpu() < fresh->deadline)
        g_ptr_array_add(passes, new_random_pass(fresh, trajectory, pass));
    return pass <= passes->len ? passes->pdata[pass - 1] : NULL;
}

/* --- a move source that is being made --- */

static guint hash_call(gconstpointer data)
{
    const BspMove *move = &((const CompareCall *)data)->move;
    guint64 hash = bsp_hash(BSP_HASH_START, move->from.v, sizeof move->from.v);
    return (guint)bsp_hash(hash, move->to.v, sizeof move->to.v);
}

static gboolean equal_calls(gconstpointer a, gconstpointer b)
{
    const CompareCall *x = a, *y = b;
    return x->mover == y->mover && x->turn == y->turn &&
           memcmp(&x->move.from, &y->move.from, sizeof x->move.from) == 0 &&
           memcmp(&x->move.to, &y->move.to, sizeof x->move.to) == 0;
}

typedef struct {
    CompareFresh *fresh;
    CompareMoveSource *source;
    GArray *calls;        /* an array of CompareCall: all moves, in the scenario's order */
    GHashTable *distinct; /* a set of CompareCall: the scenario's moves and the drawn moves */
} Making;

static CompareCall call_of(const Making *m, const CompareResolved *move)
{
    const CompareScenario *s = m->fresh->report->scenario;
    const CompareTrajectory *tr = compare_scenario_trajectory(s, move->trajectory);
    CompareCall call = compare_call(s, tr->mover, move->from, move->to);
    call.turn = compare_resolved_turn(s, move);
    call.move.skin = tr->skin;
    return call;
}

static void add_move(Making *m, const CompareResolved *move, guint *count)
{
    CompareCall call = call_of(m, move);
    g_array_append_val(m->calls, call);
    g_hash_table_add(m->distinct, g_memdup2(&call, sizeof call));
    ++*count;
}

static void add_drawn(Making *m, const GArray *drawn)
{
    for (guint i = 0; i < drawn->len; i++) {
        const CompareResolved *move = &g_array_index(drawn, CompareResolved, i);
        if (is_wanted(&m->source->wanted, move))
            add_move(m, move, &m->source->n_drawn);
    }
}

/* --- displaced moves --- */

/* Displaces both ends of a move along its line, so that the move passes the same geometry. The
 * displaced move begins before the hit. */
static void displace_ends(const CompareResolved *move, GRand *rand, BspMove *other)
{
    BspVec way = bsp_vec_sub(move->to, move->from);
    double length = bsp_vec_length(way);
    double first = g_rand_double(rand), last = g_rand_double_range(rand, -1, 1);
    if (length == 0) {
        for (int i = 0; i < 3; i++)
            other->from.v[i] += g_rand_double_range(rand, -DISPLACED, DISPLACED);
        other->to = other->from;
        return;
    }
    double before = MIN(DISPLACED, move->truth.t_lo * length / 2);
    other->from = bsp_vec_mad(move->from, first * before / length, way);
    other->to = bsp_vec_mad(move->to, last * MIN(DISPLACED, length / 4) / length, way);
}

/* --- move sources --- */

/* Adds the scenario's moves again. The next moves of a continued walk are added in place of its
 * first move. Other moves are displaced. */
static void add_pass(Making *m, const GArray *own, guint pass, GRand *rand)
{
    CompareFresh *fresh = m->fresh;
    g_autofree gboolean *seen = g_new0(gboolean, fresh->drawn->len);
    for (guint i = 0; i < own->len; i++) {
        const CompareResolved *move =
            compare_report_move(fresh->report, g_array_index(own, guint, i));
        const GArray *drawn = walk_again(fresh, move->trajectory, pass);
        if (drawn && !seen[move->trajectory])
            add_drawn(m, drawn);
        seen[move->trajectory] = TRUE;
        if (drawn)
            continue;
        CompareCall call = call_of(m, move);
        displace_ends(move, rand, &call.move);
        g_array_append_val(m->calls, call);
        m->source->n_displaced++;
    }
}

static guint common_divisor(guint a, guint b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* Reorders pieces of the moves by steps of the golden section. Then the first n moves, for any n,
 * are an even sample of all moves. */
static GArray *spread_pieces(const GArray *moves, guint length)
{
    GArray *out = g_array_sized_new(FALSE, FALSE, sizeof(CompareCall), moves->len);
    guint n = (moves->len + length - 1) / length;
    guint step = MAX((guint)(0.6180339887 * n), 1), piece = 0;
    while (common_divisor(n, step) > 1)
        step++;
    for (guint i = 0; i < n; i++, piece = (guint)(((guint64)piece + step) % n)) {
        guint start = piece * length;
        g_array_append_vals(out, &g_array_index(moves, CompareCall, start),
                            MIN(length, moves->len - start));
    }
    return out;
}

/* Returns the scattered moves, or, if `scattered` is FALSE, all other moves. If there are few
 * moves, both sets contain all of them. */
static GArray *part_of_moves(const GArray *moves, gboolean scattered)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(CompareCall));
    gboolean few = moves->len < COMPARE_FRESH_APART;
    for (guint i = 0; i < moves->len; i++)
        if (few || (i % COMPARE_FRESH_APART == 0) == scattered)
            g_array_append_val(out, g_array_index(moves, CompareCall, i));
    return out;
}

static CompareMoveSource *source_new(CompareFresh *fresh, const CompareWanted *wanted, guint n)
{
    CompareMoveSource *source = g_new0(CompareMoveSource, 1);
    g_autoptr(GArray) own = find_own(fresh, wanted);
    g_autoptr(GArray) in_order = g_array_new(FALSE, FALSE, sizeof(CompareCall));
    g_autoptr(GHashTable) distinct = g_hash_table_new_full(hash_call, equal_calls, g_free, NULL);
    Making m = { fresh, source, in_order, distinct };
    GRand *rand = g_rand_new_with_seed(1);
    source->wanted = *wanted;
    source->wanted.takes = g_memdup2(wanted->takes, fresh->drawn->len * sizeof *wanted->takes);
    for (guint i = 0; i < own->len; i++)
        add_move(&m, compare_report_move(fresh->report, g_array_index(own, guint, i)),
                 &source->n_scenario);
    for (guint pass = 1; own->len && in_order->len < n; pass++)
        add_pass(&m, own, pass, rand);
    g_rand_free(rand);
    source->n_distinct = g_hash_table_size(distinct);
    g_autoptr(GArray) together = part_of_moves(in_order, FALSE),
                      single = part_of_moves(in_order, TRUE);
    source->moves = spread_pieces(together, COMPARE_FRESH_PIECE);
    source->scattered = spread_pieces(single, 1);
    return source;
}

static gboolean same_wanted(const CompareWanted *a, const CompareWanted *b, guint n)
{
    return a->walks == b->walks && a->stationary == b->stationary &&
           memcmp(a->takes, b->takes, n * sizeof *a->takes) == 0;
}

const CompareMoveSource *compare_fresh_source(CompareFresh *fresh, const CompareWanted *wanted,
                                              guint n)
{
    for (guint i = 0; i < fresh->sources->len; i++) {
        const CompareMoveSource *source = fresh->sources->pdata[i];
        if (same_wanted(&source->wanted, wanted, fresh->drawn->len))
            return source;
    }
    CompareMoveSource *source = source_new(fresh, wanted, n);
    g_ptr_array_add(fresh->sources, source);
    return source;
}
