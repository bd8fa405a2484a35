/* onion-check: onions for tests to ask, and their answers checked against the oracle and the
 * brushes of each space. */
#ifndef ONION_CHECK_H
#define ONION_CHECK_H

#include "build/solid.h"
#include "onion-build.h"
#include "oracle/oracle.h"

#define N_THREE 3

/* A point, a player, and a box beside its reference point. */
extern const OnionSpace three_spaces[N_THREE];

/* A cube round the reference point. */
OnionSpace cube_space(const char *name, double half);

/* As in the article, an onion down to its leaves (part_at_faces is 0); or as the options say. The
 * test fails where it cannot be built. */
OnionTree *build_onion(const BspSolid *solid, const OnionSpace *spaces, guint n,
                       OnionBuilder builder);
OnionTree *build_onion_with(const BspSolid *solid, const OnionSpace *spaces, guint n,
                            const OnionOptions *options);

/* The solid of each space. */
BspSolid **expand_spaces(const BspSolid *solid, const OnionSpace *spaces, guint n);
void free_solids(BspSolid **solids, guint n);

/* The answer is inside the bracket, and so is the end of a start in solid; point and plane agree
 * with it. */
void check_onion_answer(CompareOracle *oracle, const BspSolid *expanded, const OnionSpace *space,
                        BspVec from, BspVec to, const BspTransition *tr);

#endif
