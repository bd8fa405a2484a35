/* character: a character that runs and jumps through a level for a given time, like the player's in
 * Melax 2000, section 8, and a scenario of its moves.
 *
 * It runs at a heading that it changes now and then, and when it is blocked. It jumps now and then,
 * climbs steps, slides along surfaces, and falls. The move that it wants in a frame leads from its
 * position to the one that its speed gives. The scenario has these wanted moves, 30 a second, for a
 * ray (the reference point), a sphere and a cylinder. The character's actual movement is exact
 * (shift_tree_hit_check_exact()); the cylinder is the shape that moves. */
#ifndef COMPARE_GENERATE_CHARACTER_H
#define COMPARE_GENERATE_CHARACTER_H

#include "bsp-world.h"
#include "generate/generated.h"
#include "scenario/scenario.h"

typedef struct {
    GArray *moves; /* CompareMove: the wanted move of each frame */
    guint n_jumps, n_blocked, n_falls, n_steps;
} CompareCharacterRun;

/* Runs the character; the same world and seed give the same run. NULL with an error if there is no
 * tree or no clear start. */
CompareCharacterRun *compare_character_run(const BspWorld *world, guint64 seed, guint n_frames,
                                           GError **error);
void compare_character_run_free(CompareCharacterRun *run);

/* Makes the scenario of the moves, without a world, with wanted's name. */
CompareScenario *compare_generate_character(const CompareGenerateScenario *wanted,
                                            const CompareCharacterRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareCharacterRun, compare_character_run_free)

#endif
