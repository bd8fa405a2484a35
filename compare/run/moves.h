/* moves: a scenario's trajectories resolved once into moves, the same for every method.
 *
 * The oracle decides every response, so that no method has a say in where it is tested. */
#ifndef COMPARE_MOVES_H
#define COMPARE_MOVES_H

#include "bsp-build.h"
#include "oracle/oracle.h"
#include "scenario/scenario.h"

/* A move with the truth about it. */
typedef struct {
    BspVec from, to;
    guint trajectory; /* index in the scenario */
    guint number;     /* within the trajectory, from 0 */
    CompareTruth truth;
} CompareResolved;

/* Moves shorter than this are walks, the others shots. Units. */
#define COMPARE_WALK 40.0

static inline gboolean compare_is_walk(const CompareResolved *move)
{
    return bsp_vec_length(bsp_vec_sub(move->to, move->from)) < COMPARE_WALK;
}

/* Array of CompareResolved: first the moves with a place in their trajectory's order, each at its
 * place among those of all trajectories, then the others, trajectory after trajectory. NULL with
 * BSP_ERROR_VALUE when a trajectory starts outside the world or finds no start clear of solid. */
GArray *compare_resolve(const CompareScenario *scenario, CompareOracle *oracle, GError **error);

/* The same moves in a scenario whose trajectories are the same, but not its world or the sizes of
 * its shapes: with the truth about them there. */
GArray *compare_resolve_same(const GArray *moves, const CompareScenario *scenario,
                             CompareOracle *oracle);

/* The same; progress is told now and then, and cannot stop it. */
GArray *compare_resolve_telling(const CompareScenario *scenario, CompareOracle *oracle,
                                BspProgressFunc progress, gpointer data, GError **error);

/* Appends the moves of one trajectory, a random one drawn from another seed, and at most so many of
 * that. FALSE when it ends early, finding no start. */
gboolean compare_resolve_again(const CompareScenario *scenario, CompareOracle *oracle,
                               guint trajectory, guint64 seed, guint most, GArray *moves);

/* The generator that a random trajectory draws from, at its start. Free with g_rand_free(). */
GRand *compare_trajectory_rand(const CompareTrajectory *trajectory);

/* A unit vector, all directions alike. */
BspVec compare_random_direction(GRand *rand);

/* Whether the trajectory can begin: in the world, and, for a random walk, clear of solid. */
gboolean compare_can_start(const CompareScenario *scenario, CompareOracle *oracle,
                           guint trajectory);

/* A place clear of solid for the trajectory's shape, at or near one of its starts. */
gboolean compare_find_start(const CompareScenario *scenario, CompareOracle *oracle,
                            guint trajectory, BspVec *p, GError **error);

#endif
