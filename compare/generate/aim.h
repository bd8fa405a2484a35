/* aim: draws random moves from a seed. They aim at geometry on which answers go wrong.
 *
 * Random moves through a level rarely meet hard cases, such as a face passed within a millionth of
 * a unit, an edge hit to the last bit, or a seam. Aimed moves are all hard cases. The same solid,
 * seed, kinds and shapes give the same moves on every machine, because only IEEE 754 arithmetic is
 * used, as for generated worlds. */
#ifndef COMPARE_AIM_H
#define COMPARE_AIM_H

#include "scenario/scenario.h"

typedef enum {
    COMPARE_AIM_GRAZE,  /* moves along and onto the planes of an obstacle, at a distance of 0 or
                           1e-12 to 1e-3 unit, also beyond the rims of faces, and from far away */
    COMPARE_AIM_EDGES,  /* moves through and onto edges and corners, either exactly, or one bit
                           beside them */
    COMPARE_AIM_FACES,  /* moves between positions that touch faces, edges and corners */
    COMPARE_AIM_SEAMS,  /* moves in planes that two neighbours share, and along the line in which
                           planes of two neighbours meet */
    COMPARE_AIM_FLOATS, /* moves of any of these kinds, with coordinates rounded to floats */
    COMPARE_AIM_KINDS
} CompareAimKind;

/* The names of the kinds, such as "graze". */
extern const char *const compare_aim_kind_names[COMPARE_AIM_KINDS];

/* Units. An aimed move extends at most this far before its target and behind it. The longest
 * generated shots have this length. */
#define COMPARE_AIM_REACH 2000.0

typedef struct CompareAim CompareAim;

/* Returns a generator of aimed moves. The solid must have a brush, and must outlive the result. */
CompareAim *compare_aim_new(const BspSolid *solid, guint64 seed);
void compare_aim_free(CompareAim *aim);

/* Sets the shape of the moves that follow. It must outlive them. */
void compare_aim_set_shape(CompareAim *aim, const BspShape *shape);

/* Returns the next move. The shape must have been set. Most moves begin clear of solid and reach
 * their target. All moves are within the world's limits. */
CompareMove compare_aim_move(CompareAim *aim, CompareAimKind kind);

/* Adds a recorded trajectory of n moves of the mover. COMPARE_AIM_KINDS stands for all kinds in
 * turn. */
void compare_aim_add(CompareAim *aim, CompareScenario *scenario, CompareAimKind kind, gint mover,
                     guint n);

/* Adds a recorded trajectory for each kind and each mover, which are the spaces and shapes of the
 * scenario. Together they have n moves. If these cannot be divided evenly, the last trajectories
 * have fewer moves. */
void compare_aim_scenario(CompareScenario *scenario, guint n, guint64 seed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareAim, compare_aim_free)

#endif
