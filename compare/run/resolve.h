/* resolve: resolves a scenario's trajectories into moves, once for all methods.
 *
 * The oracle decides every response to a contact, so that no method influences the moves with which
 * it is tested. */
#ifndef COMPARE_RESOLVE_H
#define COMPARE_RESOLVE_H

#include "bsp-build.h"
#include "oracle/oracle.h"
#include "scenario/scenario.h"

/* A move and the oracle's answer to it. */
typedef struct {
    BspVec from, to;
    guint trajectory; /* the index into the scenario's trajectories */
    guint number;     /* the number within the trajectory, counted from 0 */
    CompareTruth truth;
    double swing; /* an upper limit of the distance that points of the body move by turning, in
                     units; 0 if the move does not turn */
} CompareResolved;

/* Returns the turn of the move, or NULL if it does not turn. */
static inline const BspTurn *compare_resolved_turn(const CompareScenario *scenario,
                                                   const CompareResolved *move)
{
    return compare_trajectory_turn(compare_scenario_trajectory(scenario, move->trajectory),
                                   move->number);
}

/* Finds the true answer and the swing of a move whose other members are set. */
void compare_resolve_move(const CompareScenario *scenario, CompareOracle *oracle,
                          CompareResolved *move);

/* Returns the length of the move in units, including the turn. */
static inline double compare_move_length(const CompareResolved *move)
{
    return bsp_vec_length(bsp_vec_sub(move->to, move->from)) + move->swing;
}

/* Units. Shorter moves are walks; all other moves are shots. A character of an id Tech game moves
 * less than this in a frame. */
#define COMPARE_WALK 40.0

static inline gboolean compare_is_walk(const CompareResolved *move)
{
    return compare_move_length(move) < COMPARE_WALK;
}

/* Returns an array of CompareResolved. Moves with a recorded order come first, sorted by their
 * positions over all trajectories. The others follow, trajectory by trajectory. Returns NULL with
 * BSP_ERROR_VALUE if a trajectory starts outside of the world, or if all its starts are in solid.
 * `progress` may be NULL, and cannot cancel the work. */
GArray *compare_resolve(const CompareScenario *scenario, CompareOracle *oracle,
                        BspProgressFunc progress, gpointer data, GError **error);

/* Returns copies of the moves, with the oracle's answers for another scenario. That scenario must
 * have the same trajectories. Its world and the sizes of its shapes may differ. */
GArray *compare_moves_resolved_in(const GArray *moves, const CompareScenario *scenario,
                                  CompareOracle *oracle);

/* Appends the moves of one trajectory. A random trajectory is drawn with `seed`, and has at most
 * `most` moves. Returns FALSE if it has fewer moves because no start was found. */
gboolean compare_resolve_again(const CompareScenario *scenario, CompareOracle *oracle,
                               guint trajectory, guint64 seed, guint most, GArray *moves);

/* Returns a random unit vector. All directions are equally likely. */
BspVec compare_random_direction(GRand *rand);

/* --- the remaining movement after a contact --- */

/* The maximum number of contacts that a slide remembers. It does not go into any of their planes.
 * Three planes meet in a corner, where a slide ends. */
#define COMPARE_MAX_PLANES 3

/* The normals of the contacts since the last free move. */
typedef struct {
    BspVec normals[COMPARE_MAX_PLANES];
    guint n;
} CompareContacts;

/* Returns the next movement after a contact with a surface of this normal. `rest` is the remaining
 * movement. For COMPARE_STOP, returns zero. For COMPARE_BOUNCE, returns the mirrored movement. For
 * COMPARE_SLIDE, returns the part of the movement along the surface, or along the crease of two
 * surfaces. */
BspVec compare_respond(CompareResponse response, CompareContacts *contacts, BspVec rest,
                       BspVec normal);

#endif
