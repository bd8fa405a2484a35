/* long-wedges: measures the errors of the known wrong answers. It is not a part of "make check".
 *
 * long-wedges MOVES [SEED] SCENARIO...
 *
 * Each scenario has one move with a wrong answer. The program makes MOVES other moves around it,
 * near the same point, in other directions, 0.05 to 100 units long. For each method it prints the
 * number of wrong answers and their largest errors, along the move and in depth. The depth is the
 * number of units by which the solid must shrink to clear the shape's path. */
#include <math.h>
#include <stdlib.h>

#include "methods/method.h"
#include "oracle/oracle.h"
#include "random.h"
#include "scenario/scenario.h"

/* The number of steps between the true contact and the answer at which the depth is sampled. The
 * depth changes evenly along the move. */
#define PLACES 6

typedef struct {
    const CompareScenario *scenario;
    const BspShape *shape;
    gint mover;
    guint32 mask;
    CompareOracle *oracle;
} Place;

typedef struct {
    BspVec from, to;
    double length;
} Move;

/* The number of wrong answers of each kind whose depth is measured. The oracle is slow, so it
 * measures only these. */
#define DEPTHS 500

/* Wrong answers of one kind. */
typedef struct {
    guint64 n;
    double along, depth; /* units; the maximum of each, perhaps of different answers */
} Wrong;

static Move random_move(Random *r, BspVec from, BspVec to)
{
    double aside = pow(10, random_real(r, -4, 0)), turn = pow(10, random_real(r, -4, 0.5));
    double length = pow(10, random_real(r, -1.3, 2)), before = random_real(r, 0, 1);
    BspVec way = bsp_vec_sub(to, from);
    BspVec middle = bsp_vec_mad(from, random_real(r, 0, 1), way);
    if (random_flag(r))
        middle = bsp_vec_mad(middle, aside, random_direction(r));
    BspVec along = bsp_vec_scale(way, (random_flag(r) ? 1 : -1) / bsp_vec_length(way));
    along = bsp_vec_mad(along, turn, random_direction(r));
    along = bsp_vec_scale(along, length / bsp_vec_length(along));
    return (Move){ bsp_vec_mad(middle, -before, along), bsp_vec_mad(middle, 1 - before, along),
                   length };
}

/* Returns the maximum depth of the shape in solid between the two times. */
static double deepest(const Place *place, const Move *move, double from, double to)
{
    double depth = 0;
    for (guint i = 0; i <= PLACES; i++) {
        double t = from + (to - from) * i / PLACES;
        BspVec p = bsp_vec_mad(move->from, t, bsp_vec_sub(move->to, move->from));
        guint brush;
        depth =
            fmax(depth, compare_oracle_depth(place->oracle, place->shape, place->mask, p, &brush));
    }
    return depth;
}

static void note_wrong(Wrong *wrong, const Place *place, const Move *move, double from, double to)
{
    wrong->along = fmax(wrong->along, (to - from) * move->length);
    if (wrong->n++ < DEPTHS)
        wrong->depth = fmax(wrong->depth, deepest(place, move, from, to));
}

/* Judges an answer. wrong[0] counts late answers, and wrong[1] counts moves that leave solid too
 * soon. */
static void judge(const Place *place, const Move *move, const BspTransition *tr, Wrong wrong[2])
{
    CompareTruth truth =
        compare_oracle_move(place->oracle, place->shape, place->mask, move->from, move->to);
    gboolean begins_clear = tr->type == BSP_EMPTY || tr->type == BSP_EMPTY_TO_SOLID;
    double t = tr->type == BSP_EMPTY ? 1 : tr->t;
    if (begins_clear && t > truth.t_hi)
        note_wrong(&wrong[0], place, move, truth.t_hi, t);
    else if (tr->type == BSP_SOLID_TO_EMPTY && truth.inside && t < truth.leave_lo)
        note_wrong(&wrong[1], place, move, t, truth.leave_lo);
}

static void try_method(const Place *place, const char *name, guint n, guint64 seed, BspVec from,
                       BspVec to)
{
    GError *error = NULL;
    CompareTrees trees = { 0 };
    CompareMethod *method =
        compare_method_new(compare_method_find(name), place->scenario, &trees, NULL, NULL, &error);
    Wrong wrong[2] = { { 0 } };
    Random r = random_seeded(seed);
    if (!method)
        g_error("%s", error->message);
    for (guint i = 0; i < n; i++) {
        Move move = random_move(&r, from, to);
        const CompareCall call = compare_call(place->scenario, place->mover, move.from, move.to);
        BspTransition tr = method->klass->query(method->data, &call, NULL);
        judge(place, &move, &tr, wrong);
    }
    g_print("  %-12s %8" G_GUINT64_FORMAT " %10.4g %10.4g %8" G_GUINT64_FORMAT " %10.4g %10.4g\n",
            name, wrong[0].n, wrong[0].along, wrong[0].depth, wrong[1].n, wrong[1].along,
            wrong[1].depth);
    compare_method_free(method);
}

static void try_scenario(const char *path, guint n, guint64 seed)
{
    static const char *const names[] = { "onion", "shift", "shift-box", "shift-exact", "brushes" };
    GError *error = NULL;
    g_autoptr(CompareScenario) s = compare_scenario_load(path, NULL, &error);
    if (!s)
        g_error("%s", error->message);
    const CompareTrajectory *tr = &g_array_index(s->trajectories, CompareTrajectory, 0);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    Place place = { s, &compare_mover(s, tr->mover)->shape, tr->mover,
                    compare_mover(s, tr->mover)->mask, oracle };
    const CompareMove *known = &g_array_index(tr->moves, CompareMove, 0);
    g_print("%s, %u moves\n  method           late  by, along   in depth too soon  by, along   in "
            "depth\n",
            s->name, n);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (compare_method_claim(compare_method_find(names[i]), s, tr) != COMPARE_SKIPS)
            try_method(&place, names[i], n, seed, known->from, known->to);
}

int main(int argc, char **argv)
{
    guint n = argc > 1 ? (guint)strtoul(argv[1], NULL, 10) : 0;
    char *end = NULL;
    guint64 seed = argc > 2 ? g_ascii_strtoull(argv[2], &end, 10) : 1;
    gboolean has_seed = end && end != argv[2] && *end == '\0';
    if (n == 0 || argc < (has_seed ? 4 : 3)) {
        g_printerr("usage: long-wedges MOVES [SEED] SCENARIO...\n");
        return 2;
    }
    for (int i = has_seed ? 3 : 2; i < argc; i++)
        try_scenario(argv[i], n, has_seed ? seed : 1);
    return 0;
}
