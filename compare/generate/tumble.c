/* tumble: generates a scenario of bodies that turn. Crates, planks, pills, cans and rocks tumble,
 * and hinged doors turn about an upright edge. */
#include "bsp-hull.h"
#include "generate/generated.h"
#include "oracle/turn.h"

typedef struct {
    const BspWorld *world;
    CompareOracle *oracle;
    GRand *rand;
} Tumble;

/* --- bodies --- */

static void add_box(CompareScenario *s, const char *name, BspVec mins, BspVec maxs)
{
    compare_add_shape(s, name, bsp_shape_box(mins, maxs), NULL);
}

static void add_bodies(CompareScenario *s)
{
    const BspVec corners[] = { bsp_vec(-7, -5, -6), bsp_vec(8, -4, -5), bsp_vec(6, 7, -4),
                               bsp_vec(-5, 6, -6),  bsp_vec(0, -3, 8),  bsp_vec(2, 5, 7) };
    BspHull *rock = bsp_hull_new(corners, G_N_ELEMENTS(corners), NULL);
    add_box(s, "crate", bsp_vec(-8, -8, -8), bsp_vec(8, 8, 8));
    add_box(s, "plank", bsp_vec(-20, -3, -1), bsp_vec(20, 3, 1));
    add_box(s, "door", bsp_vec(0, -1, 0), bsp_vec(40, 1, 64)); /* the hinge is at x = 0, y = 0 */
    compare_add_shape(s, "pill", bsp_shape_capsule(4, -12, 12), NULL);
    compare_add_shape(s, "can", bsp_shape_cylinder(6, -9, 9), NULL);
    compare_add_shape(s, "rock", bsp_shape_hull(rock), rock);
}

/* --- moves --- */

/* Units. STEP is the maximum movement of a pivot, and STRAY the maximum distance of a move from a
 * start. Both are about as long as the bodies, so that a move meets walls but stays in its room. */
#define STEP 64
#define STRAY 96

/* The number of positions that are tried for a move, as for starts of walks. If the body fits at
 * none of them, the move starts in solid. */
#define TRIES 64

static BspTurn draw_turn(GRand *rand, const BspShape *shape, gboolean is_door)
{
    BspTurn turn = bsp_turn_of(bsp_vec(0, 0, 1), g_rand_double_range(rand, 1, BSP_TURN_MOST));
    if (is_door) {
        double heading[2];
        compare_draw_unit_vector(rand, heading, 2);
        turn.orientation[0] = heading[0];
        turn.orientation[3] = heading[1];
        turn.degrees = g_rand_boolean(rand) ? turn.degrees : -turn.degrees;
        return turn;
    }
    turn.pivot = bsp_bounds_centre(&shape->bounds);
    compare_draw_unit_vector(rand, turn.orientation, 4);
    compare_draw_unit_vector(rand, turn.axis.v, 3);
    return turn;
}

static BspVec draw_offset(GRand *rand, double most)
{
    double x = g_rand_double_range(rand, -most, most), y = g_rand_double_range(rand, -most, most);
    return bsp_vec(x, y, g_rand_double_range(rand, -most, most));
}

static gboolean fits(const Tumble *t, const BspShape *shape, const BspTurn *turn, BspVec p)
{
    BspTurn still = *turn;
    still.degrees = 0;
    const CompareTurning move = { p, p, &still, shape, 0, 0 };
    return compare_oracle_turning(t->oracle, &move).t_lo >= 1;
}

static BspVec draw_place(const Tumble *t, const BspShape *shape, const BspTurn *turn)
{
    const GArray *starts = t->world->starts;
    BspVec p;
    guint tries = 0;
    do {
        gint pick = g_rand_int_range(t->rand, 0, (gint32)starts->len);
        p = bsp_vec_add(g_array_index(starts, BspVec, pick), draw_offset(t->rand, STRAY));
    } while (!fits(t, shape, turn, p) && ++tries < TRIES);
    return p;
}

static void add_moves(Tumble *t, CompareScenario *s, gint mover, gboolean is_door, guint n)
{
    const BspShape *shape = &compare_mover(s, mover)->shape;
    CompareTrajectory tr =
        compare_trajectory_recorded(g_strdup(compare_mover(s, mover)->name), mover);
    for (guint i = 0; i < n; i++) {
        BspTurn turn = draw_turn(t->rand, shape, is_door);
        CompareMove move = { .from = draw_place(t, shape, &turn) };
        BspVec step = is_door ? bsp_vec(0, 0, 0) : draw_offset(t->rand, STEP);
        move.to = bsp_vec_add(move.from, step);
        compare_trajectory_add(&tr, move, &turn);
    }
    g_array_append_val(s->trajectories, tr);
}

CompareScenario *compare_generate_tumble(const CompareGenerateScenario *wanted,
                                         const BspWorld *world)
{
    guint n_moves = wanted->n_walks + wanted->n_shots;
    g_autoptr(CompareOracle) oracle = compare_oracle_new(world->solid);
    CompareScenario *s = compare_scenario_new("");
    Tumble t = { world, oracle, compare_rand_new(wanted->seed) };
    s->name = g_strdup_printf("%s: bodies that turn", wanted->name);
    add_bodies(s);
    for (guint i = 0; i < compare_n_movers(s); i++)
        add_moves(&t, s, compare_mover_at(s, i), i == s->spaces->len - 1, n_moves);
    g_rand_free(t.rand);
    return s;
}
