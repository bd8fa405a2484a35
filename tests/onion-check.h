/* onion-check: builds onions for tests, and checks answers against the oracle and against the
 * brushes of each space. */
#ifndef ONION_CHECK_H
#define ONION_CHECK_H

#include "compile/solid.h"
#include "onion-build.h"
#include "oracle/oracle.h"

#define N_THREE 3

/* A point, a player, and a box away from its reference point. */
extern const OnionSpace three_spaces[N_THREE];

/* A space with a cube around the reference point. */
OnionSpace cube_space(const char *name, double half);

/* Builds an onion as in the article, without space nodes, or with the given options. The test
 * fails if the onion cannot be built. */
OnionTree *build_onion(const BspSolid *solid, const OnionSpace *spaces, guint n,
                       OnionBuilder builder);
OnionTree *build_onion_with(const BspSolid *solid, const OnionSpace *spaces, guint n,
                            const OnionOptions *options);

/* The expanded solid of each space. */
BspSolid **expand_spaces(const BspSolid *solid, const OnionSpace *spaces, guint n);
void free_solids(BspSolid **solids, guint n);

/* Checks that the answer's time, or its exit time for a start in solid, is within the bracket.
 * Its point and plane must agree with it. */
void check_onion_answer(CompareOracle *oracle, const BspSolid *expanded, const OnionSpace *space,
                        BspVec from, BspVec to, const BspTransition *tr);

#endif
