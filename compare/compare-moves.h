/* compare-moves: a scenario's trajectories resolved once into moves, the same for every method.
 *
 * The oracle decides every response, so that no method has a say in where it is tested. */
#ifndef COMPARE_MOVES_H
#define COMPARE_MOVES_H

#include "compare-oracle.h"
#include "compare-scenario.h"

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

/* Array of CompareResolved. NULL with BSP_ERROR_VALUE when a trajectory starts outside the world
 * or finds no start clear of solid. */
GArray *compare_resolve(const CompareScenario *scenario, CompareOracle *oracle, GError **error);

#endif
