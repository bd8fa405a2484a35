/* aim: moves aimed at where answers go wrong, made up from a seed.
 *
 * Random moves through a level hardly ever meet what is hard: a face that is passed within a
 * millionth of a unit, an edge that is hit to the last bit, a seam. These do nothing else. The same
 * solid, seed, kinds and shapes give the same moves on every machine: as with generated worlds, the
 * only arithmetic is that of IEEE 754. */
#ifndef COMPARE_AIM_H
#define COMPARE_AIM_H

#include "scenario/scenario.h"

typedef enum {
    COMPARE_AIM_GRAZE,  /* in, along and onto the planes of an obstacle, beside them by nothing or
                           1e-12 to 1e-3 unit, past their rims and onto them, from afar */
    COMPARE_AIM_EDGES,  /* through and onto edges and corners, to the last bit or one beside */
    COMPARE_AIM_FACES,  /* from and to what touches faces, edges and corners */
    COMPARE_AIM_SEAMS,  /* in the planes that two neighbours share, along what their planes meet in
                         */
    COMPARE_AIM_FLOATS, /* any of these, with coordinates rounded to floats */
    COMPARE_AIM_KINDS
} CompareAimKind;

/* "graze", ... */
const char *compare_aim_kind_name(CompareAimKind kind);

/* Units. No aimed move is longer than twice this: from as far before what it is aimed at, to as far
 * behind. */
#define COMPARE_AIM_REACH 2000.0

typedef struct CompareAim CompareAim;

/* The solid, of at least one brush, must outlive it. */
CompareAim *compare_aim_new(const BspSolid *solid, guint64 seed);
void compare_aim_free(CompareAim *aim);

/* The next move of the shape. Most of them begin clear of solid, and reach what they are aimed at;
 * all lie within the world's limits. */
CompareMove compare_aim_move(CompareAim *aim, CompareAimKind kind, const BspShape *shape);

/* Adds a recorded trajectory for each kind and each space and shape of the scenario, `n` moves
 * altogether: fewer of the last ones, where it does not divide. */
void compare_aim_scenario(CompareScenario *scenario, guint n, guint64 seed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareAim, compare_aim_free)

#endif
